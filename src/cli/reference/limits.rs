//! The reference page of the bounds.

use super::{cell, opened};
use crate::limit::{LIMITS, told};

/// The page: every bound with what happens beyond it.
pub(super) fn page() -> String {
    let mut page = opened(
        "Limits",
        "How large a file, a page, a list, a diagram or a formula may be, and what Docent does with a larger one.",
        "reference",
        "A stranger's page must end with an answer, not with the machine. These bounds are far beyond what a reader would \
         read. What goes beyond one is told with the name of the page, and never cut off without a word.",
    );
    page.push_str("\n| What it bounds | At most |\n|---|---|\n");
    for limit in LIMITS {
        page.push_str(&format!("| {} | {} |\n", linked(&cell(limit.docs)), told(limit.most, limit.unit)));
    }
    page
}

/// The text with the names of rules as links to their pages.
fn linked(text: &str) -> String {
    crate::check::RULES.iter().fold(text.to_owned(), |text, rule| {
        text.replace(&format!("`{}`", rule.name), &format!("[{0}](rules.md#{0})", rule.name))
    })
}
