//! S13: what the reader needs.

use super::missing_key::missing;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires `prerequisites` in the front matter of a tutorial: at least one item, or `none` when nothing is needed.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself.
    /// what_you_will_learn: [Declare an entry point]
    /// prerequisites: []
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself.
    /// what_you_will_learn: [Declare an entry point]
    /// prerequisites:
    ///   - PyTorch 2.5 or newer
    /// ---
    /// ~~~~
    "S13", "missing-prerequisites", "readers find out halfway that they cannot follow", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let kind = site.kind(id);
    if site.config.kind(kind).is_some_and(|kind| kind.requires("prerequisites")) {
        let finding = missing(&site.documents[id], kind, "prerequisites");
        findings.extend(finding.map(|finding| {
            finding.help("add `prerequisites:` with at least one item, or `prerequisites: none`")
        }));
    }
}
