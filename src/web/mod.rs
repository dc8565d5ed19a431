//! Asking servers on the network, which only commands do that are told to by a flag: the one owner of ureq.

mod links;

use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use ureq::{Agent, Error, ResponseExt};

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

/// What a server answers.
pub struct Answer {
    /// The text.
    pub text: String,
    /// The address that answered in the end, without its query; `None` where that is the one that was asked.
    pub redirected: Option<String>,
}

/// The text at a URL.
///
/// # Errors
///
/// If the server cannot be asked in time, if it answers with another status than 200, or if the text is longer than
/// `most` bytes or no UTF-8.
pub fn text(url: &str, most: u64, timeout: Duration) -> Result<Answer> {
    let bare = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let asked = bare(url);
    let response = agent(timeout).get(url).call();
    let mut response = response.map_err(|error| anyhow!("cannot ask `{asked}`: {}", why(&error)))?;
    let answered = bare(&response.get_uri().to_string());
    let redirected = (answered != asked).then_some(answered);
    if response.status() != 200 {
        let led = redirected.map_or_else(String::new, |to| format!(" leads to `{}`, which", to.escape_debug()));
        bail!("`{asked}`{led} answers {}", response.status());
    }
    let text = response.body_mut().with_config().limit(most).read_to_string();
    let text = text.map_err(|error| anyhow!("cannot read `{asked}`: {}", why(&error)))?;
    Ok(Answer { text, redirected })
}

/// Why a server cannot be asked, as a phrase.
fn why(error: &Error) -> String {
    match error {
        Error::TooManyRedirects | Error::BadUri(_) | Error::Protocol(_) => {
            "it redirects without end, or to what is no address".to_owned()
        }
        Error::Timeout(_) => "it does not answer in time".to_owned(),
        Error::HostNotFound => "its host was not found".to_owned(),
        Error::BodyExceedsLimit(most) => format!("it has more than {most} bytes"),
        error => error.to_string(),
    }
}
