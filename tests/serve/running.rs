//! A server under test, and a client so plain that it changes nothing of what is asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A running `docent serve`; it ends with the test.
pub(crate) struct Running {
    child: Child,
    log: Arc<Mutex<String>>,
    /// Host and port.
    pub(crate) at: String,
}

impl Running {
    /// Serves a site at a port that is free.
    pub(crate) fn new(site: &Path) -> Self {
        Self::with(site, &["--port", "0"])
    }

    pub(crate) fn with(site: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_docent"))
            .args(["serve", "--color", "never", "--site"])
            .arg(site)
            .args(arguments)
            .env_remove("DOCENT_EDITOR")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let written = Arc::clone(&log);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut log = written.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        let mut running = Self { child, log, at: String::new() };
        running.at =
            within(30, || address(&running.log())).unwrap_or_else(|| panic!("no address in: {}", running.log()));
        running
    }

    /// All that the server has said.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// How often the site was built again.
    pub(crate) fn rebuilds(&self) -> usize {
        self.log().matches("Rebuilt in").count()
    }

    pub(crate) fn is_up(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.ask("GET", path, &[], "")
    }

    /// Asks with the usual head and these lines in it.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Response {
        let host = if headers.iter().any(|header| header.starts_with("Host:")) {
            String::new()
        } else {
            format!("Host: {}\r\n", self.at)
        };
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        self.raw(&format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{length}{headers}\r\n{body}"))
    }

    /// Sends these bytes, and reads until the server closes.
    pub(crate) fn raw(&self, request: &str) -> Response {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        // A server that refuses early may close before it has read all.
        let _ = stream.read_to_end(&mut bytes);
        Response::parse(&bytes)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream =
            TcpStream::connect(&self.at).unwrap_or_else(|error| panic!("{error}; the server said: {}", self.log()));
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Waits until a page shows this.
    pub(crate) fn shows(&self, path: &str, words: &str) {
        let shown = within(10, || self.get(path).text().contains(words).then_some(()));
        assert!(shown.is_some(), "`{path}` does not show `{words}`; the server said: {}", self.log());
    }

    pub(crate) fn answers(&self, path: &str, status: u16) {
        let answered = within(10, || (self.get(path).status == status).then_some(()));
        assert!(answered.is_some(), "`{path}` does not answer {status}; the server said: {}", self.log());
    }

    /// The token of this run, as its pages know it.
    pub(crate) fn token(&self) -> String {
        let page = self.get("/").text();
        page.split("data-token=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    /// Listens like a page.
    pub(crate) fn listen(&self) -> Events {
        let mut stream = self.connect();
        stream.set_read_timeout(None).unwrap();
        write!(stream, "GET /_docent/events HTTP/1.1\r\nHost: {}\r\n\r\n", self.at).unwrap();
        let messages = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&messages);
        thread::spawn(move || {
            let mut name = String::new();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if let Some(event) = line.strip_prefix("event: ") {
                    event.clone_into(&mut name);
                } else if let Some(data) = line.strip_prefix("data: ") {
                    heard.lock().unwrap().push((name.clone(), serde_json::from_str(data).unwrap()));
                }
            }
        });
        let events = Events(messages);
        assert!(within(5, || events.named("state").pop()).is_some(), "a page is told the state first");
        events
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a page has heard.
pub(crate) struct Events(Arc<Mutex<Vec<(String, serde_json::Value)>>>);

impl Events {
    pub(crate) fn named(&self, name: &str) -> Vec<serde_json::Value> {
        let messages = self.0.lock().unwrap();
        messages.iter().filter(|(known, _)| known == name).map(|(_, message)| message.clone()).collect()
    }

    pub(crate) fn updates(&self) -> Vec<serde_json::Value> {
        self.named("update")
    }
}

/// An answer.
#[derive(Debug, Default)]
pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return Self::default() };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Self { status, head, body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// The first answer within so many seconds.
pub(crate) fn within<T>(seconds: u64, look: impl Fn() -> Option<T>) -> Option<T> {
    let end = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(found) = look() {
            return Some(found);
        }
        if Instant::now() > end {
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn address(log: &str) -> Option<String> {
    let line = log.lines().find(|line| line.starts_with("Serving "))?;
    Some(line.split("http://").nth(1)?.split('/').next()?.to_owned())
}
