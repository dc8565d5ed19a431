//! Whether the pages of others are still there.
//!
//! A server that is slow, busy or shy of programs says nothing about its page: only a clear "not found" counts as dead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ureq::http::{HeaderMap, Response, StatusCode};
use ureq::{Agent, Body, Error};

use super::agent;

/// What a server says about a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is there.
    Alive,
    /// It is gone for good: how the server put it.
    Dead(String),
    /// The server could not be asked, or would not say: why.
    Uncertain(String),
}

/// As many are asked at once, of different servers where there are several.
const WORKERS: usize = 8;
/// A server that is busy is asked again, this often in all.
const TRIES: u32 = 3;
/// The least and the most that is waited between two tries, whatever a busy server asks for.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Asks for each URL once, without what stands behind `#`, which is for browsers alone.
pub fn fates(urls: &BTreeSet<String>, timeout: Duration) -> BTreeMap<String, Fate> {
    let agent = agent(timeout);
    let queue = by_turns(urls);
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS.min(queue.len()) {
            scope.spawn(|| {
                while let Some(&url) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fate = fate(&agent, url);
                    fates.lock().unwrap_or_else(PoisonError::into_inner).insert(url.to_owned(), fate);
                }
            });
        }
    });
    fates.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The URLs so that each server has its turn: no server is asked by all workers as long as others wait.
fn by_turns(urls: &BTreeSet<String>) -> Vec<&str> {
    let mut turns: BTreeMap<&str, usize> = BTreeMap::new();
    let mut queue: Vec<(usize, &str)> = Vec::new();
    for url in urls {
        let turn = turns.entry(host(url)).or_default();
        queue.push((*turn, url));
        *turn += 1;
    }
    queue.sort();
    queue.into_iter().map(|(_, url)| url).collect()
}

fn host(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?']).next().unwrap_or_default()
}

fn fate(agent: &Agent, url: &str) -> Fate {
    let mut last = None;
    for attempt in 1..=TRIES {
        match ask(agent, url) {
            Ok(fate) => return fate,
            // A server that did not answer in time would keep us waiting as long again and again.
            Err(Again { timed_out: true, why, .. }) if attempt > 1 => return Fate::Uncertain(why),
            Err(again) => {
                if attempt < TRIES {
                    thread::sleep(again.pause);
                }
                last = Some(again.why);
            }
        }
    }
    Fate::Uncertain(last.unwrap_or_default())
}

/// An answer that may be another one a moment later.
struct Again {
    why: String,
    pause: Duration,
    timed_out: bool,
}

/// Asks with HEAD; a server that does not like that is asked with GET, whose body nobody reads.
fn ask(agent: &Agent, url: &str) -> Result<Fate, Again> {
    let response = agent.head(url).call();
    let is_plain = |response: &Response<Body>| response.status().is_success() || is_busy(response.status());
    match response {
        Ok(response) if is_plain(&response) => judged(&response),
        Err(Error::Timeout(_)) => Err(again("does not answer in time".to_owned(), true)),
        _ => match agent.get(url).call() {
            Ok(response) => judged(&response),
            Err(error) => failed(&error),
        },
    }
}

fn is_busy(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

fn judged(response: &Response<Body>) -> Result<Fate, Again> {
    let status = response.status();
    if status.is_success() {
        return Ok(Fate::Alive);
    }
    let answer = format!("answers {status}");
    if matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE) {
        return Ok(Fate::Dead(answer));
    }
    if is_busy(status) {
        return Err(Again { why: answer, pause: pause(response.headers()), timed_out: false });
    }
    Ok(Fate::Uncertain(answer))
}

/// As long as the server asks for, within bounds.
fn pause(headers: &HeaderMap) -> Duration {
    let asked = headers.get("retry-after").and_then(|value| value.to_str().ok()?.trim().parse().ok());
    asked.map_or(PAUSE, Duration::from_secs).clamp(PAUSE, LONGEST_PAUSE)
}

fn failed(error: &Error) -> Result<Fate, Again> {
    match error {
        Error::BadUri(_) | Error::Http(_) => Ok(Fate::Uncertain("is no URL that can be asked for".to_owned())),
        Error::TooManyRedirects => Ok(Fate::Uncertain("redirects again and again".to_owned())),
        Error::Timeout(_) => Err(again("does not answer in time".to_owned(), true)),
        Error::HostNotFound => Err(again("has a host that was not found".to_owned(), false)),
        error => Err(again(format!("cannot be asked: {error}"), false)),
    }
}

fn again(why: String, timed_out: bool) -> Again {
    Again { why, pause: PAUSE, timed_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_take_turns() {
        let urls = ["https://a.example/1", "https://a.example/2", "https://b.example/?q", "https://b.example"];
        let urls: BTreeSet<String> = urls.map(str::to_owned).into();
        let expected = ["https://a.example/1", "https://b.example", "https://a.example/2", "https://b.example/?q"];
        assert_eq!(by_turns(&urls), expected);
    }

    #[test]
    fn a_busy_server_is_given_time_within_bounds() {
        let asked = |value: &'static str| {
            pause(&HeaderMap::from_iter([(ureq::http::header::RETRY_AFTER, value.parse().unwrap())]))
        };
        assert_eq!(asked("0"), PAUSE);
        assert_eq!(asked("3"), Duration::from_secs(3));
        assert_eq!(asked("86400"), LONGEST_PAUSE);
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:00 GMT"), PAUSE);
    }
}
