//! L02: links to anchors that do not exist in their page.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity, nearest};
use crate::site::link::Target;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports links whose page exists and has no element of that id. Anchors are made from headings as GitHub makes
    /// them; `## Heading {#id}` sets one. `#` and `#top` are the top of the page.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// [Jump](#instal)
    ///
    /// ## Install
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// [Jump](#install)
    ///
    /// ## Install
    /// ~~~~
    "L02", "anchor-missing", "the reader lands at the top and has to search", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (link, target) in document.links.iter().zip(site.targets(id)) {
        let Target::Page { document: to, anchor: Some(anchor), anchor_found: false, .. } = target else { continue };
        let there = &site.documents[*to];
        let span = document.source.span(link.destination_range.clone());
        let finding = Finding::new(span.clone(), format!("`{}` has no anchor `#{anchor}`", there.path()));
        let near = nearest(anchor, there.headings.iter().map(|heading| heading.anchor.as_str()));
        findings.push(match near {
            Some(near) => {
                let written = &document.source.text()[link.destination_range.clone()];
                let path = written.split('#').next().unwrap_or_default();
                let edit = Edit::replace(span, format!("{path}#{near}"));
                finding.help(format!("did you mean `#{near}`?")).fix(Fix::risky(format!("link `#{near}`"), vec![edit]))
            }
            None => finding.help("link a heading of that page, or give one this id with `{#id}`"),
        });
    }
}
