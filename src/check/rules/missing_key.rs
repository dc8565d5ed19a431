//! F04: keys that the kind of a document requires.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::Document;
use crate::document::front_matter::State;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires the keys that the kind of a document requires. A key whose value is null, `~`, blank or an empty list
    /// counts as missing. `what_you_will_learn` and `prerequisites` have rules of their own.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description:
    /// kind: guide
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself.
    /// kind: guide
    /// ---
    /// ~~~~
    "F04", "missing-key", "readers, search and cards need what the kind requires", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let required = site.config.kind(site.kind(id)).map(|kind| kind.required.as_slice()).unwrap_or_default();
    for key in required.iter().filter(|key| !matches!(key.as_str(), "what_you_will_learn" | "prerequisites")) {
        if let Some(finding) = missing(&site.documents[id], site.kind(id), key) {
            findings.push(finding.help(format!("add `{key}: …`")));
        }
    }
}

/// The finding for a required key that is absent or says nothing; `None` where it is there, or where the front matter
/// could not be read and another rule says so.
pub(crate) fn missing(document: &Document, kind: &str, key: &str) -> Option<Finding> {
    let front_matter = &document.front_matter;
    if front_matter.state != State::Read || front_matter.says(key) {
        return None;
    }
    let source = &document.source;
    Some(match front_matter.key(key) {
        Some(blank) => {
            let end = blank.value.end.max(blank.range.end + 1).min(source.text().len());
            Finding::new(source.span(blank.range.start..end), format!("`{key}` of this {kind} is empty")).label("it says nothing")
        }
        None => Finding::new(source.span(source.line(0)), format!("{kind} has no `{key}`")).label("the front matter starts here"),
    })
}
