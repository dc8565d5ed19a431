//! A host that sends files with the strictest usual content policy.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// Serves a folder at a free port of this machine until the tests end; the answer is its address.
pub(crate) fn strict(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let folder = folder.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let folder = folder.clone();
            // A browser may close a connection that it has opened in advance: that is no fault.
            thread::spawn(move || answer(stream, &folder).ok());
        }
    });
    address
}

fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = request.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let file: PathBuf = folder.join(path.trim_start_matches('/'));
    let (status, body) = fs::read(&file).map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let media = match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\nConnection: close\r\n\
         X-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'self'\r\n\r\n"
    )?;
    stream.write_all(&body)
}
