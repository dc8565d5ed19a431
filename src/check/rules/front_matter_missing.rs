//! F02: documents without front matter, where their kind needs some.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::front_matter::State;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires front matter where the kind of the document requires any key: a tutorial without it has no contract.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// # Load an extension
    ///
    /// Install it first.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// ---
    ///
    /// Install it first.
    /// ~~~~
    "F02", "front-matter-missing", "a document without front matter has no title and no contract",
    Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let kind = site.kind(id);
    let required = site.config.kind(kind).map(|kind| kind.required.as_slice()).unwrap_or_default();
    if document.front_matter.state != State::Absent || required.is_empty() {
        return;
    }
    let first_line = document.source.line(0);
    let keys = required.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    findings.push(
        Finding::new(document.source.span(first_line), format!("{kind} has no front matter"))
            .label("front matter starts on the first line")
            .help(format!("start the file with `---`, the keys {keys}, and `---`")),
    );
}
