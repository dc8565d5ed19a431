//! `docent check --external` against a server of the test's own: what it asks, how often, and what it makes of answers.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at everything themselves")]

mod program;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use program::Scratch;

/// A request: `HEAD /path`, and when it came.
type Requests = Arc<Mutex<Vec<(String, Instant)>>>;

/// A server that is busy, slow, or shy of HEAD, by the path that it is asked for. It ends with the test.
fn server() -> (u16, Requests) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let requests = Requests::default();
    let kept = Arc::clone(&requests);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let requests = Arc::clone(&kept);
            thread::spawn(move || answer(stream, &requests));
        }
    });
    (port, requests)
}

fn answer(mut stream: TcpStream, requests: &Requests) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let first = lines.next()?.ok()?;
    let request = first.strip_suffix(" HTTP/1.1")?.to_owned();
    while !lines.next()?.ok()?.is_empty() {}
    requests.lock().unwrap().push((request.clone(), Instant::now()));
    let status = match request.as_str() {
        "HEAD /nohead" => "405 Method Not Allowed",
        "HEAD /gone" | "GET /gone" => "404 Not Found",
        "HEAD /busy" => "429 Too Many Requests\r\nRetry-After: 1",
        "HEAD /members" | "GET /members" => "403 Forbidden",
        "HEAD /moved" => "301 Moved Permanently\r\nLocation: /ok",
        "HEAD /slow" => {
            thread::sleep(Duration::from_secs(20));
            "200 OK"
        }
        _ => "200 OK",
    };
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").ok()
}

#[test]
fn only_what_a_server_says_is_gone_is_an_error() {
    let (port, requests) = server();
    let site = Scratch::new();
    // The server of the test is one that a preview would have.
    site.write("docent.yml", "title: Links\nrules: { preview-link: allow }\n");
    let paths = ["ok", "gone", "busy", "slow", "nohead", "members", "moved", "ok#place"];
    let links: Vec<_> = paths.iter().map(|path| format!("- [to {path}](http://127.0.0.1:{port}/{path})\n")).collect();
    site.write("content/index.md", format!("---\ntitle: Links\n---\n\n{}", links.concat()));

    site.docent(&["check"]).expect(0);
    assert!(requests.lock().unwrap().is_empty(), "nothing is asked without the flag");

    let report = site.docent(&["check", "--format", "concise", "--external", "--external-timeout", "2"]).expect(1);
    let found = |path: &str| {
        let line = 5 + paths.iter().position(|known| *known == path).unwrap();
        let line = report.stdout.lines().find(|found| found.starts_with(&format!("content/index.md:{line}:")));
        line.unwrap_or_default().to_owned()
    };
    assert!(found("gone").contains("error[L14]") && found("gone").contains("404 Not Found"), "{}", report.stdout);
    for (path, why) in [("busy", "429"), ("slow", "does not answer in time"), ("members", "403")] {
        assert!(found(path).contains("warning[L15]") && found(path).contains(why), "{path}: {}", report.stdout);
    }
    assert_eq!(report.stdout.lines().count(), 4, "{}", report.stdout);

    let requests = requests.lock().unwrap();
    let times = |request: &str| -> Vec<Instant> {
        requests.iter().filter(|(asked, _)| asked == request).map(|(_, at)| *at).collect()
    };
    assert_eq!(times("HEAD /ok").len(), 2, "once for both links, and once behind the redirect");
    assert_eq!(times("GET /nohead").len(), 1);
    assert_eq!(times("HEAD /busy").len(), 3);
    for pair in times("HEAD /busy").windows(2) {
        assert!(pair[1] - pair[0] >= Duration::from_secs(1));
    }
}

#[test]
fn a_server_that_is_not_there_is_uncertain() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let site = Scratch::new();
    site.write("docent.yml", "title: Links\nrules: { preview-link: allow }\n");
    site.write("content/index.md", format!("---\ntitle: Links\n---\n\n[Nobody](http://127.0.0.1:{port}/)\n"));
    site.docent(&["check", "--external"]).expect(0).saying(&["warning[L15]"]);
    site.docent(&["check", "--external", "--fix"]).expect(2);
}
