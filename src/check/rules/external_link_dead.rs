//! L14: links to pages of others that are gone.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};
use crate::web::Fate;

declare_rule! {
    /// ## What it does
    /// Reports links to pages of others of which their server says that they are not there: it answers 404 or 410. Only
    /// `docent check --external` asks; without that flag nothing leaves your machine.
    "L14", "external-link-dead", "the reader finds an error page in place of what was promised", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        if let Some(Fate::Dead(answer)) = site.facts.fate(&link.destination) {
            let span = document.source.span(link.destination_range.clone());
            let message = format!("this page is gone: its server {answer}");
            findings.push(Finding::new(span, message).help("link where it is now, or an archived copy, or leave the link out"));
        }
    }
}
