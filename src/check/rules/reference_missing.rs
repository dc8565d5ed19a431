//! L12: link references that nothing defines.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports `[text][label]` and `[label][]` where no line `[label]: destination` defines the label. Markdown shows
    /// such a link as plain text.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [the specification][spec].
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [the specification][spec].
    ///
    /// [spec]: https://example.org/spec
    /// ~~~~
    "L12", "reference-missing", "the link is shown as plain text, brackets and all", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for label in &document.undefined_references {
        findings.push(
            Finding::new(
                document.source.span(label.range.clone()),
                format!("nothing defines the link reference `{}`", label.value),
            )
            .help(format!("add a line `[{}]: …`, or write the link as `[text](destination)`", label.value)),
        );
    }
}
