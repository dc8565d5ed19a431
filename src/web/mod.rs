//! Asking servers on the network, which only commands do that are told to by a flag: the one owner of ureq.

mod links;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use ureq::Agent;

pub use links::{Fate, fates};

/// Follows as many redirects as a browser would without a warning.
const MOST_REDIRECTS: u32 = 10;

/// Who asks, so that those who read a server's log know.
const USER_AGENT: &str = concat!("docent/", env!("CARGO_PKG_VERSION"));

/// A client that waits no longer than this for an answer.
fn agent(timeout: Duration) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(timeout))
        .max_redirects(MOST_REDIRECTS)
        .http_status_as_error(false)
        .user_agent(USER_AGENT)
        .build();
    config.new_agent()
}

/// The text at a URL.
///
/// # Errors
///
/// If the server cannot be asked in time, if it answers with another status than 200, or if the text is longer than
/// `most` bytes or no UTF-8.
pub fn text(url: &str, most: u64, timeout: Duration) -> Result<String> {
    let mut response = agent(timeout).get(url).call().with_context(|| format!("cannot ask `{url}`"))?;
    if response.status() != 200 {
        bail!("`{url}` answers {}", response.status());
    }
    response.body_mut().with_config().limit(most).read_to_string().with_context(|| format!("cannot read `{url}`"))
}
