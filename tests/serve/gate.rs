//! Who is answered, and what none may reach.

use std::fs;
use std::io::Write;
use std::time::Duration;

use crate::running::Running;
use crate::{page, small_site, write};

#[test]
fn nothing_but_outputs_can_be_reached() {
    let scratch = tempfile::tempdir().unwrap();
    let site = scratch.path().join("site");
    write(&site, "content/index.md", &page("Start", "Text."));
    write(&site, "secret.txt", "TOPSECRET");
    write(scratch.path(), "secret.txt", "TOPSECRET");
    write(&site, "public-leak/s.txt", "TOPSECRET");
    write(&site, "content-leak/s.txt", "TOPSECRET");
    fs::create_dir_all(site.join("public")).unwrap();
    let mut running = Running::new(&site);
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "/%252e%252e/secret.txt",
        "/../public-leak/s.txt",
        "/..%2fpublic-leak/s.txt",
        "/../content-leak/s.txt",
        "//etc/hostname",
        "/theme/../../secret.txt",
        "/theme//docent.css",
        "/./index.html",
        "/secret.txt",
        "/docent.yml",
        "/content/index.md",
        "/content/",
        "/_docent/",
        "/_docent/../index.html",
    ] {
        let answer = running.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains("TOPSECRET"), "{path}");
    }
    for path in ["/%00", "/a%", "/a%zz", "/%ff%fe", "/a%0d%0ab"] {
        assert_eq!(running.get(path).status, 400, "{path}");
    }
    assert!(running.is_up());
    assert_eq!(running.get("/").status, 200);
}

#[test]
fn names_and_pages_of_others_are_refused() {
    let site = small_site();
    let running = Running::new(site.path());
    let port = running.at.split(':').nth(1).unwrap().to_owned();
    let status = |headers: &[&str]| running.ask("GET", "/one.html", headers, "").status;
    assert_eq!(status(&[&format!("Host: localhost:{port}")]), 200);
    assert_eq!(status(&["Host: evil.example"]), 403);
    assert_eq!(status(&[&format!("Host: evil.example:{port}")]), 403);
    assert_eq!(status(&[&format!("Origin: http://{}", running.at)]), 200);
    assert_eq!(status(&["Origin: http://evil.example"]), 403);
    assert_eq!(status(&["Origin: null"]), 403);
    assert_eq!(
        running.raw("GET http://evil.example/one.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").status,
        403
    );
    assert_eq!(running.raw("GET /one.html HTTP/1.1\r\nConnection: close\r\n\r\n").status, 403);
    assert_eq!(running.ask("GET", "/_docent/events", &["Origin: http://evil.example"], "").status, 403);
}

#[test]
fn nothing_is_done_without_the_token_of_this_run() {
    let site = small_site();
    let running = Running::new(site.path());
    let wanted = r#"{"path":"content/one.md","line":1}"#;
    let status =
        |token: &str| running.ask("POST", "/_docent/open", &[&format!("x-docent-token: {token}")], wanted).status;
    let token = running.token();
    assert_eq!(status(&token), 200);
    assert_eq!(status(&"0".repeat(token.len())), 403);
    assert_eq!(running.ask("POST", "/_docent/open", &[], wanted).status, 403);
    assert_ne!(Running::new(site.path()).token(), token);
}

#[test]
fn what_is_too_large_is_refused() {
    let site = small_site();
    let running = Running::new(site.path());
    let token = format!("x-docent-token: {}", running.token());
    let large = "x".repeat(200 * 1024);
    assert_eq!(running.ask("POST", "/_docent/open", &[&token], &large).status, 413);
    let header = format!("X: {}", "x".repeat(100 * 1024));
    assert!(matches!(running.ask("GET", "/", &[&header], "").status, 0 | 400 | 431));
    assert_eq!(running.get("/").status, 200);
}

#[test]
fn slow_and_many_clients_keep_nobody_out() {
    let site = small_site();
    let running = Running::new(site.path());
    let mut slow: Vec<_> = (0..100).map(|_| running.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    }
    let pages: Vec<_> = (0..50).map(|_| running.listen()).collect();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| sender.send(running.get("/one.html").status).unwrap());
        assert_eq!(receiver.recv_timeout(Duration::from_secs(5)), Ok(200));
    });
    write(site.path(), "content/one.md", &page("One", "newword"));
    running.shows("/one.html", "newword");
    let told = || pages.iter().filter(|page| page.updates().len() == 1).count();
    assert!(crate::running::within(5, || (told() == 50).then_some(())).is_some(), "{} of 50 pages were told", told());
}

#[test]
fn pages_that_listen_leave_room_for_readers() {
    let site = small_site();
    let running = Running::new(site.path());
    let ask = format!("GET /_docent/events HTTP/1.1\r\nHost: {}\r\n\r\n", running.at);
    let listening: Vec<_> = (0..450)
        .map(|_| {
            let mut stream = running.connect();
            stream.write_all(ask.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(running.get("/one.html").status, 200);
    write(site.path(), "content/one.md", &page("One", "newword"));
    running.shows("/one.html", "newword");
    drop(listening);
}
