//! Diagnostics as text, for people and for programs. Renderers return text; only the command line prints.

mod concise;
mod diff;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod place;
mod rdjson;
mod sarif;

pub use concise::concise;
pub use diff::unified_diff;
pub use github::github;
pub use gitlab::gitlab;
pub use human::human;
pub use json::{JSON_SCHEMA, json};
pub use junit::junit;
pub use place::Report;
pub use rdjson::rdjson;
pub use sarif::sarif;

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::diagnostic::{Diagnostic, Severity};
use crate::pipeline::Checked;

/// More diagnostics than this are only counted for people, unless they want another number.
pub const MOST_SHOWN: usize = 100;

/// A text for a terminal, on one line: what would move the cursor, colour what follows or turn it around is written as an
/// escape. Names of files and words of authors are shown on the machines of others.
fn visible(text: &str) -> Cow<'_, str> {
    let acts = |sign: char| {
        sign.is_control() || matches!(sign, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let shown = |sign: char| if acts(sign) { sign.escape_default().to_string() } else { sign.to_string() };
    text.chars().map(shown).collect::<String>().into()
}

/// A text of several lines for a terminal, such as the difference between two outputs.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// What was found, in a sentence: "2 errors and 1 warning in 3 files".
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let counts: Vec<_> = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Advice, "advice")]
        .into_iter()
        .filter_map(|(severity, word)| match count(severity) {
            0 => None,
            n if word == "advice" => Some(format!("{n} {word}")),
            n => Some(counted(n, word)),
        })
        .collect();
    let mut files: Vec<_> = diagnostics.iter().map(|diagnostic| &diagnostic.finding.span.path).collect();
    files.sort();
    files.dedup();
    let files = counted(files.len(), "file");
    match &counts[..] {
        [] => "nothing to report".to_owned(),
        [only] => format!("{only} in {files}"),
        [rest @ .., last] => format!("{} and {last} in {files}", rest.join(", ")),
    }
}

/// The worst diagnostics, as many as `most` (all for 0), in their order; and how many are left out.
pub fn first(diagnostics: &[Diagnostic], most: usize) -> (Vec<Diagnostic>, usize) {
    if most == 0 || diagnostics.len() <= most {
        return (diagnostics.to_vec(), 0);
    }
    let mut places: Vec<_> = (0..diagnostics.len()).collect();
    places.sort_by_key(|&at| Reverse(diagnostics[at].severity));
    places.truncate(most);
    places.sort_unstable();
    (places.into_iter().map(|at| diagnostics[at].clone()).collect(), diagnostics.len() - most)
}

/// What the baseline knows, as the end of a sentence; nothing where it knows nothing.
pub fn baseline(checked: &Checked) -> String {
    let mut text = String::new();
    if !checked.known.is_empty() {
        text.push_str(&format!("; {} in the baseline", counted(checked.known.len(), "more finding")));
    }
    if checked.gone > 0 {
        let entries = if checked.gone == 1 { "1 entry".to_owned() } else { format!("{} entries", checked.gone) };
        text.push_str(&format!(
            "; {entries} of the baseline no longer found (`docent check --write-baseline` drops them)"
        ));
    }
    text
}

/// "1 page", "2 pages".
pub fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("{n} {word}") } else { format!("{n} {word}s") }
}

#[cfg(test)]
pub(crate) mod tests;
