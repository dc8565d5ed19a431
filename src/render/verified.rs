//! What is known of a page's code, in the words of the site.

use super::context::VerifiedFacts;
use super::date;
use super::labels::{Labels, word};
use crate::site::verification::Verification;

/// The sentence on a page's code; `None` without a record, or without a day in it.
pub(super) fn facts(verification: Option<&Verification>, language: &str, labels: &Labels) -> Option<VerifiedFacts> {
    let Verification { record, current, .. } = verification?;
    let date = date::facts(record.day()?, language).text;
    let (ran, all) = record.counts();
    let key = match (current, all) {
        (false, _) => "code_has_changed",
        (true, 1) => "one_block_ran",
        (true, _) if record.with.is_empty() => "n_of_m_blocks_ran",
        (true, _) => "n_of_m_blocks_ran_with",
    };
    let text = word(labels, key)
        .replace("{n}", &ran.to_string())
        .replace("{m}", &all.to_string())
        .replace("{date}", &date)
        .replace("{with}", &record.with.join(", "));
    Some(VerifiedFacts { text, current: *current })
}
