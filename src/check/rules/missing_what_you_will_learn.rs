//! S01: what the reader will be able to do.

use super::missing_key::missing;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires `what_you_will_learn` in the front matter of a tutorial, with at least one item.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself.
    /// prerequisites: none
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself.
    /// what_you_will_learn:
    ///   - Declare an entry point
    /// prerequisites: none
    /// ---
    /// ~~~~
    "S01", "missing-what-you-will-learn", "a tutorial says what its reader will be able to do",
    Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let kind = site.kind(id);
    if site.config.kind(kind).is_some_and(|kind| kind.requires("what_you_will_learn")) {
        let finding = missing(&site.documents[id], kind, "what_you_will_learn");
        findings.extend(finding.map(|finding| {
            finding.help("add `what_you_will_learn:` with 1 to 8 items, each something that the reader will be able to do")
        }));
    }
}
