//! Waits until a preview is live, so that a link to it is posted only when it leads somewhere.

use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::account::Head;
use crate::limit::PREVIEW_TEXT_BYTES;
use crate::web;

/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(30);
/// The least time that an answer is given.
const PAUSE: Duration = Duration::from_secs(1);

/// The part of `preview.json` that a wait is for. Whatever else it says may be of another version of Docent.
#[derive(Deserialize)]
struct Published {
    head: Head,
}

/// Asks for the preview below a URL again and again, until it is of a commit or patience is at its end.
///
/// # Errors
///
/// Says what was there at last.
pub fn wait(url: &str, commit: &str, patience: Duration, pause: Duration) -> Result<(), String> {
    let start = Instant::now();
    for attempt in 0.. {
        let left = patience.saturating_sub(start.elapsed());
        let Err(found) = look(url, commit, attempt, ANSWER.min(left.max(PAUSE))) else { return Ok(()) };
        let left = patience.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Err(found);
        }
        thread::sleep(pause.min(left));
    }
    Ok(())
}

/// Looks once. The query is different each time: what stands between may keep an answer for minutes.
fn look(url: &str, commit: &str, attempt: u32, timeout: Duration) -> Result<(), String> {
    let address = format!("{}/preview.json", url.trim_end_matches('/'));
    let answer = web::text(&format!("{address}?{commit}-{attempt}"), PREVIEW_TEXT_BYTES as u64, timeout)
        .map_err(|error| format!("{error:#}"))?;
    let led = answer.redirected.map_or_else(String::new, |to| format!(" leads to `{}`, which", to.escape_debug()));
    let Published { head } =
        serde_json::from_str(&answer.text).map_err(|_| format!("`{address}`{led} is no account of a preview"))?;
    let of = [&head.commit, &head.tip];
    if of.into_iter().flatten().any(|of| of.starts_with(commit)) {
        return Ok(());
    }
    let of = head.tip.or(head.commit).unwrap_or_else(|| "no commit".to_owned());
    Err(format!("`{address}`{led} is of `{}`", of.escape_debug()))
}
