//! S13: what the reader needs.

use super::missing_key::missing;
use super::missing_what_you_will_learn::from_body;
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
    /// description: Make torch load your device extension by itself, without a second import.
    /// what_you_will_learn: [Declare an entry point]
    /// prerequisites: []
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// what_you_will_learn: [Declare an entry point]
    /// prerequisites:
    ///   - PyTorch 2.5 or newer
    /// ---
    /// ~~~~
    "S13", "missing-prerequisites", "readers find out halfway that they cannot follow", Some(Severity::Error), Check::Document(check),
}

const KEY: &str = "prerequisites";

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let Some(kind) = site.contract(id).filter(|kind| kind.requires(KEY)) else { return };
    let Some(finding) = missing(&site.documents[id], &kind.name, KEY) else { return };
    let finding = finding.help("add `prerequisites:` with at least one item, or `prerequisites: none`");
    findings.push(match from_body(site, id, KEY) {
        Some(fix) => finding.fix(fix),
        None => finding,
    });
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    const NAME: &str = "missing-prerequisites";

    #[test]
    fn tutorials_say_what_they_need() {
        marks(NAME, "---\n^^^ tutorial has no `prerequisites`\ntitle: T\n---\n");
        marks(NAME, "---\ntitle: T\nprerequisites: None\n---\n");
    }

    #[test]
    fn a_list_at_the_end_of_the_body_is_moved() {
        let page = "---\ntitle: T\nprerequisites: []\nkind: tutorial\n---\n\n## Go\n\nText.\n\n## Before you begin\n\nYou need:\n\n1. [x] Python 3.9\n2. [This](a.md)\n";
        let moved = "---\ntitle: T\nprerequisites:\n  - Python 3.9\n  - \"[This](a.md)\"\nkind: tutorial\n---\n\n## Go\n\nText.\n";
        assert_eq!(mended(NAME, page), moved);
    }
}
