//! L09: anchors that were published, are linked, and are gone.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity, nearest};
use crate::document::{Document, Heading};
use crate::site::link::Target;
use crate::site::{DocumentId, Published, PublishedPage, Site};
use crate::source::SitePath;

declare_rule! {
    /// ## What it does
    /// Reports ids that a page had before a change, that links of the site led to, and that the page has no more: who
    /// comes from elsewhere by the same link lands at its top. It compares two states of a site, so only
    /// `docent preview` can find it. A heading that says the same in other words can keep its id:
    ///
    /// ~~~~markdown
    /// ## Set it up {#install}
    /// ~~~~
    "L09", "anchor-removed", "links from elsewhere land at the top of the page", Some(Severity::Warning), Check::Base(check),
}

fn check(site: &Site, published: &Published, findings: &mut Vec<Finding>) {
    for page in &published.pages {
        let here = site.document_at(&SitePath::new(page.source.as_str())).filter(|&id| site.is_published(id));
        let Some(id) = here.or_else(|| published.moved.get(&page.url).copied()) else { continue };
        let document = &site.documents[id];
        let gone = page.anchors.iter().filter(|anchor| !document.has_anchor(anchor));
        for anchor in gone.filter(|anchor| page.linked_anchors.contains(anchor) || is_linked(site, id, anchor)) {
            findings.push(finding(document, page, anchor));
        }
    }
}

/// Whether a link of the site still leads there.
fn is_linked(site: &Site, id: DocumentId, wanted: &str) -> bool {
    let leads = |target: &Target| {
        matches!(target, Target::Page { document, anchor: Some(anchor), .. } if *document == id && anchor == wanted)
    };
    site.published().any(|from| site.targets(from).iter().any(leads))
}

fn finding(document: &Document, page: &PublishedPage, anchor: &str) -> Finding {
    let message = format!("`#{anchor}` was published and linked, and is gone");
    let Some(heading) = successor(document, page, anchor) else {
        return Finding::new(document.source.span(0..0), message)
            .help(format!("give the heading that says it now this id: `{{#{anchor}}}`"));
    };
    let line = document.line_of(heading);
    let written = &document.source.text()[line.clone()];
    let finding = Finding::new(document.source.span(line.clone()), message)
        .help(format!("if this heading says what it said, keep the id: `{{#{anchor}}}`"));
    if written.contains('{') || written.ends_with('#') {
        return finding;
    }
    let edit = Edit::insert(&document.source.span(line.clone()), line.end, format!(" {{#{anchor}}}"));
    finding.fix(Fix::safe(format!("keep the id `{anchor}`"), vec![edit]))
}

/// The new heading that stands where the one with this id stood, else the one whose id is most like it.
fn successor<'d>(document: &'d Document, page: &PublishedPage, anchor: &str) -> Option<&'d Heading> {
    let is_new = |heading: &&Heading| !page.anchors.contains(&heading.anchor);
    let place = page.anchors.iter().position(|other| other == anchor)?;
    let before = page.anchors[..place].iter().rev().find(|other| document.has_anchor(other));
    let start = before.and_then(|before| document.headings.iter().position(|heading| &heading.anchor == before));
    let next = document.headings.get(start.map_or(0, |start| start + 1)..)?.first().filter(is_new);
    let new = || document.headings.iter().filter(is_new);
    let near = || {
        let near = nearest(anchor, new().map(|heading| heading.anchor.as_str()))?;
        new().find(|heading| heading.anchor == near)
    };
    next.or_else(near)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::against;

    const LINKING: &str = "---\ntitle: T\nkind: page\n---\n[the steps](a.md#install)\n";

    fn page(headings: &str) -> String {
        format!("---\ntitle: T\nkind: page\n---\n{headings}\nText.\n")
    }

    #[test]
    fn a_linked_id_is_kept() {
        let (before, after) = (page("## Start\n\n## Install\n"), page("## Start\n\n## Set it up\n"));
        let plain = LINKING.replace("#install", "");
        let found = against("L09", &[("a", &before), ("b", LINKING)], &[("a", &after), ("b", &plain)]);
        assert_eq!(found, ["content/a.md `#install` was published and linked, and is gone +  {#install}"]);
        let kept = page("## Start\n\n## Set it up {#install}\n");
        assert_eq!(against("L09", &[("a", &before), ("b", LINKING)], &[("a", &kept), ("b", LINKING)]), [""; 0]);
    }

    #[test]
    fn an_id_that_nobody_links_may_go() {
        let (before, after) = (page("## Install\n"), page("## Set it up\n"));
        assert_eq!(against("L09", &[("a", &before)], &[("a", &after)]), [""; 0]);
    }
}
