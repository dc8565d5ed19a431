//! L15: links to pages of others whose server did not say whether they are there.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};
use crate::web::Fate;

declare_rule! {
    /// ## What it does
    /// Reports links to pages of others whose server did not answer, was too busy, had an error, or lets no program in.
    /// That says nothing about the page, so it never fails a check by itself. Only `docent check --external` asks.
    "L15", "external-link-uncertain", "nobody knows whether readers will find the page", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        if let Some(Fate::Uncertain(answer)) = site.facts.fate(&link.destination) {
            let span = document.source.span(link.destination_range.clone());
            let message = format!("nobody knows whether this page is there: its server {answer}");
            findings.push(Finding::new(span, message).help("follow the link yourself, or check again later"));
        }
    }
}
