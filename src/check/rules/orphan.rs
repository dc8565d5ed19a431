//! L11: pages that nothing leads to.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::link::Target;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports published pages that `nav:` leaves out and that no page links which a reader can reach. Without `nav:`
    /// every page is in the navigation.
    "L11", "orphan", "readers cannot find a page that nothing leads to", Some(Severity::Warning), Check::Site(check),
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let reached = reached(site);
    for id in site.published().filter(|&id| !reached[id]) {
        let document = &site.documents[id];
        findings.push(
            Finding::new(document.source.span(document.source.line(0)), "no page leads to this one")
                .help("add it to `nav:` in `docent.yml`, link it from a page, or make it a draft"),
        );
    }
}

/// Which documents a reader can reach, from the navigation and the first page, by links.
fn reached(site: &Site) -> Vec<bool> {
    let mut reached = vec![false; site.documents.len()];
    let mut next: Vec<DocumentId> = site.navigation().order.clone();
    while let Some(id) = next.pop() {
        if !std::mem::replace(&mut reached[id], true) {
            next.extend(site.targets(id).iter().filter_map(|target| match target {
                Target::Page { document, .. } => Some(*document),
                _ => None,
            }));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    const INDEX: (&str, &str) = ("content/index.md", "---\ntitle: I\n---\n\n[a](a.md)\n");
    const A: (&str, &str) = ("content/a.md", "---\ntitle: A\n---\n");

    #[test]
    fn pages_outside_the_navigation_need_a_link() {
        let nav = ("docent.yml", "nav: [a.md]\n");
        marks_in("orphan", "---\n^^^ no page leads to this one\ntitle: T\n---\n", &[nav, INDEX, A]);
        marks_in("orphan", "---\ntitle: T\ndraft: true\n---\n", &[nav, INDEX, A]);
        marks_in(
            "orphan",
            "---\ntitle: T\n---\n",
            &[nav, INDEX, ("content/a.md", "---\ntitle: A\n---\n\n[x](example.md)\n")],
        );
        marks_in("orphan", "---\ntitle: T\n---\n", &[INDEX, A]);
    }
}
