//! From a request to its answer. Paths are looked up among the outputs of a build, never on the disk.

use std::sync::Arc;

use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH,
    LOCATION, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::uri::Uri;
use hyper::{Method, Response, StatusCode};

use super::client::{self, PREFIX};
use super::live::{Listening, Live, Shown};
use super::media::{HTML, media_type};

/// The answer to a request.
pub(super) type Answer = Response<Either<Full<Bytes>, Listening>>;

/// Answers a request that has passed the gate and has no body.
pub(super) fn get(live: &Live, shown: &Shown, method: &Method, uri: &Uri, headers: &HeaderMap) -> Answer {
    let Some(path) = decoded(uri.path()) else {
        return text(StatusCode::BAD_REQUEST, "The address is not valid.");
    };
    let path = without_base(&path, shown);
    if let Some(ours) = path.strip_prefix(PREFIX) {
        return own(live, ours);
    }
    let mut answer = match find(path, shown) {
        Found::Output(route) => output(live, shown, &route, headers),
        Found::Folder => moved(uri),
        Found::Nothing => missing(live, shown, path),
    };
    if *method == Method::HEAD {
        *answer.body_mut() = Either::Left(Full::default());
    }
    answer
}

/// Whether a request is for a file that has to be made first, which takes longer than an answer should.
pub(super) fn has_to_wait(shown: &Shown, uri: &Uri) -> bool {
    let Some(path) = decoded(uri.path()).filter(|_| !shown.rest.is_made()) else { return false };
    let path = without_base(&path, shown);
    let index = format!("{}/index.html", path.trim_end_matches('/'));
    let at_once = [path, index.trim_start_matches('/')].iter().any(|path| shown.outputs.get(path).is_some());
    !at_once && !path.starts_with(PREFIX)
}

/// An answer of a few words.
pub(super) fn text(status: StatusCode, words: &str) -> Answer {
    respond(status, "text/plain; charset=utf-8", format!("{words}\n").into(), &[(CACHE_CONTROL, "no-store")])
}

/// An answer for a script.
pub(super) fn json(status: StatusCode, value: &serde_json::Value) -> Answer {
    respond(status, media_type("a.json"), value.to_string().into(), &[(CACHE_CONTROL, "no-store")])
}

/// The answer to a method that nothing here takes.
pub(super) fn not_allowed() -> Answer {
    let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "Pages can only be read.");
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    answer
}

enum Found {
    Output(String),
    Folder,
    Nothing,
}

fn find(path: &str, shown: &Shown) -> Found {
    let index = |folder: &str| format!("{folder}index.html");
    let is_output = |path: &str| shown.get(path).is_some();
    if path.is_empty() || path.ends_with('/') {
        let index = index(path);
        return if is_output(&index) { Found::Output(index) } else { Found::Nothing };
    }
    if is_output(path) {
        Found::Output(path.to_owned())
    } else if is_output(&index(&format!("{path}/"))) {
        Found::Folder
    } else {
        Found::Nothing
    }
}

fn output(live: &Live, shown: &Shown, route: &str, headers: &HeaderMap) -> Answer {
    let bytes = shown.get(route).cloned().unwrap_or_default();
    let media = media_type(route);
    if media == HTML {
        return page(StatusCode::OK, live, shown, route, &bytes);
    }
    let tag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..24]);
    let known = headers.get_all(IF_NONE_MATCH).iter().any(|known| {
        known.to_str().is_ok_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag))
    });
    let headers = [(CACHE_CONTROL, "no-cache"), (ETAG, tag.as_str())];
    if known {
        return respond(StatusCode::NOT_MODIFIED, media, Bytes::new(), &headers);
    }
    respond(StatusCode::OK, media, Bytes::from_owner(Shared(bytes)), &headers)
}

/// The page that says that there is none: the site's own, else a plain one, so that the script can still wait for it.
fn missing(live: &Live, shown: &Shown, path: &str) -> Answer {
    let plain = || {
        Arc::from(&b"<!DOCTYPE html>\n<title>Not found</title>\n<body>\n<h1>There is no such page</h1>\n</body>\n"[..])
    };
    let bytes = shown.outputs.get("404.html").cloned().unwrap_or_else(plain);
    page(StatusCode::NOT_FOUND, live, shown, path, &bytes)
}

fn page(status: StatusCode, live: &Live, shown: &Shown, route: &str, bytes: &[u8]) -> Answer {
    let html = client::with_script(bytes, route, status == StatusCode::NOT_FOUND, &shown.version, &live.gate);
    respond(status, HTML, html.into(), &[(CACHE_CONTROL, "no-store")])
}

/// A folder without its slash: links on its page would lead astray.
fn moved(uri: &Uri) -> Answer {
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    // The path as it came is a valid one: it names an output, so it does not begin with two slashes.
    let location = format!("{}/{query}", uri.path());
    respond(StatusCode::MOVED_PERMANENTLY, HTML, Bytes::new(), &[(LOCATION, &location), (CACHE_CONTROL, "no-store")])
}

fn own(live: &Live, name: &str) -> Answer {
    match name {
        "client.js" => {
            let script = Bytes::from_static(client::SCRIPT.as_bytes());
            respond(StatusCode::OK, media_type(name), script, &[(CACHE_CONTROL, "no-store")])
        }
        "events" => {
            let mut answer = Response::new(Either::Right(live.listen()));
            let headers = answer.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            answer
        }
        _ => text(StatusCode::NOT_FOUND, "There is nothing of this name."),
    }
}

/// The path without its first slash, percent-decoded once; `None` where that makes no path.
fn decoded(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?.as_bytes();
    let hex = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(&byte) = path.get(at) {
        if byte == b'%' {
            let (high, low) = (hex(path.get(at + 1))?, hex(path.get(at + 2))?);
            decoded.push(u8::try_from(high * 16 + low).ok()?);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8(decoded).ok().filter(|path| !path.contains(char::is_control))
}

fn without_base<'p>(path: &'p str, shown: &Shown) -> &'p str {
    let within = shown.base_path().and_then(|base| path.strip_prefix(base));
    // A page of the site that happens to stand below the same names goes first.
    within.filter(|_| shown.outputs.get(path).is_none()).unwrap_or(path)
}

fn respond(status: StatusCode, media: &'static str, body: Bytes, headers: &[(HeaderName, &str)]) -> Answer {
    let length = body.len();
    let mut answer = Response::new(Either::Left(Full::new(body)));
    *answer.status_mut() = status;
    let map = answer.headers_mut();
    map.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    if status != StatusCode::NOT_MODIFIED {
        map.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    map.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // No page of another site may put a file of ours into itself.
    map.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            map.insert(name.clone(), value);
        }
    }
    answer
}

/// Bytes of an output, shared with the build that made them.
struct Shared(Arc<[u8]>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
