//! F06: values that are not allowed, and kinds that do not exist.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity, nearest};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports values of the right type that are not allowed: a word that is not among the known ones, a number out of
    /// range, a day that does not exist, a kind that no site declares.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// level: begginer
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// level: beginner
    /// ---
    /// ~~~~
    "F06", "bad-value", "a value that is not allowed is ignored or misread", Some(Severity::Error), Check::Document(check),
}

/// The parser checks all other values; which kinds there are, only the site knows.
fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(kind) = &document.front_matter.kind else { return };
    if site.config.kind(&kind.value).is_some() {
        return;
    }
    let names: Vec<_> = site.config.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let span = document.source.span(kind.range.clone());
    let finding = Finding::new(span.clone(), format!("no kind is called `{}`", kind.value));
    findings.push(match nearest(&kind.value, names.iter().copied()) {
        Some(name) => finding
            .help(format!("did you mean `{name}`?"))
            .fix(Fix::safe(format!("write `{name}`"), vec![Edit::replace(span, name)])),
        None => finding.help(format!("known kinds are `{}`", names.join("`, `"))),
    });
}
