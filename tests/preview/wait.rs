//! `docent preview wait`: a link is posted when the preview is that of the commit, and not before.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;
use std::thread;

use crate::program::{Run, run};

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// A server that has nothing first, then another commit's preview, then what is given; it ends with the test.
fn server(last: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let answers = ["404 Not Found\n", "200 OK\n<html>", "200 OK\n{\"head\": {\"commit\": \"feed\", \"tip\": null}}"];
    thread::spawn(move || {
        let answers = answers.into_iter().chain(std::iter::repeat(last));
        for (stream, answer) in listener.incoming().flatten().zip(answers) {
            let mut stream = stream;
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let request = lines.next().unwrap_or_default();
            lines.find(String::is_empty);
            assert!(request.starts_with("GET /pr/7/preview.json?"), "{request}");
            let (status, body) = answer.split_once('\n').unwrap();
            let length = body.len();
            let _ = write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        }
    });
    port
}

fn wait(port: u16, more: &[&str]) -> Run {
    let url = format!("http://127.0.0.1:{port}/pr/7/");
    let mut command = Command::new(env!("CARGO_BIN_EXE_docent"));
    run(command.args(["preview", "wait", &url, "--every", "1"]).args(more))
}

#[test]
fn a_preview_is_waited_for_until_it_is_of_the_commit() {
    let answer = "200 OK\n{\"schema\": \"preview/9\", \"head\": {\"commit\": \"merge\", \"tip\": \"0123456789abcdef0123456789abcdef01234567\"}}";
    wait(server(answer), &["--sha", COMMIT]).expect(0).saying(&["is live"]);
}

#[test]
fn patience_ends_and_says_what_was_there() {
    let another = "200 OK\n{\"head\": {\"commit\": \"feed\", \"tip\": null}}";
    wait(server(another), &["--sha", COMMIT, "--timeout", "4"]).expect(1).saying(&["is of `feed`"]);
}

#[test]
fn a_commit_is_named_well_enough() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    wait(port, &["--sha", "main"]).expect(2).saying(&["commit"]);
    wait(port, &["--sha", "01"]).expect(2).saying(&["commit"]);
}

/// A server that answers every request with this; it ends with the test.
fn always(answer: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let request = lines.next().unwrap_or_default();
            lines.find(String::is_empty);
            let is_first = request.starts_with("GET /pr/7/preview.json?");
            let answer = if is_first { answer } else { "200 OK\r\nContent-Length: 6\r\n\r\n<html>" };
            let _ = write!(stream, "HTTP/1.1 {answer}");
        }
    });
    port
}

#[test]
fn a_redirect_is_followed_and_told() {
    let elsewhere = "302 Found\r\nLocation: /login?back=secret\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let run = wait(always(elsewhere), &["--sha", COMMIT, "--timeout", "1"]).expect(1);
    assert!(!run.stderr.contains("secret"), "{}", run.stderr);
    run.saying(&["/pr/7/preview.json` leads to `http://127.0.0.1:", "/login`, which is no account of a preview"]);
}

#[test]
fn a_redirect_that_leads_nowhere_is_told() {
    for nowhere in [
        "302 Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "302 Found\r\nLocation: ftp://a.example/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "302 Found\r\nLocation: /pr/7/preview.json?\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    ] {
        let run = wait(always(nowhere), &["--sha", COMMIT, "--timeout", "1"]).expect(1);
        run.saying(&["cannot ask `http://127.0.0.1:", "it redirects without end, or to what is no address"]);
    }
}
