//! F12: links from published pages to drafts.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::link::{Broken, Target};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports links from a published page to a draft, in its text and in its prerequisites, and drafts that `nav:`
    /// names. A draft may link other drafts. With `--drafts`, drafts are published and nothing is reported.
    "F12", "draft-leak", "the link leads to a page that is not published", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (link, target) in document.links.iter().zip(site.targets(id)) {
        if let Target::Broken(Broken::Draft(draft)) = target {
            let draft = &site.documents[*draft];
            let key = draft.front_matter.key("draft").map_or(0..0, |key| key.range.start..key.value.end);
            findings.push(
                Finding::new(
                    document.source.span(link.destination_range.clone()),
                    format!("`{}` is a draft", draft.path()),
                )
                .label("this page is published, the draft is not")
                .other(draft.source.span(key), "it says so here")
                .help("publish the draft too, or take the link out"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    const DRAFT: (&str, &str) = ("content/draft.md", "---\ntitle: D\nkind: page\ndraft: true\n---\n");

    #[test]
    fn published_pages_do_not_link_drafts() {
        marks_in("draft-leak", "See [it](draft.md).\n         ^^^^^^^^ `content/draft.md` is a draft\n", &[DRAFT]);
        let page = "---\ntitle: T\nprerequisites:\n  - \"[it](draft.md)\"\n          ^^^^^^^^\n---\n";
        marks_in("draft-leak", page, &[DRAFT]);
    }

    #[test]
    fn drafts_may_link_drafts() {
        let page = "---\ntitle: T\ndraft: true\n---\n\nSee [it](draft.md).\n";
        marks_in("draft-leak", page, &[DRAFT]);
        marks_in("link-missing", page, &[DRAFT]);
        marks_in("link-missing", "See [it](draft.md).\n", &[DRAFT]);
    }
}
