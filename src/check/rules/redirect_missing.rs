//! L08: URLs that were published and lead nowhere any more.

use crate::check::edit;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Fix, Severity};
use crate::site::{DocumentId, Published, PublishedPage, Route, Site};
use crate::source::{SitePath, Span};

declare_rule! {
    /// ## What it does
    /// Reports URLs that the site had before a change and that nothing answers after it: a page that was taken away,
    /// moved, renamed or made a draft, or an alias that was taken out. It compares two states of a site, so only
    /// `docent preview` can find it. Name the old URL in `aliases` of the page that takes its place:
    ///
    /// ~~~~yaml
    /// aliases: [old/place]
    /// ~~~~
    "L08", "redirect-missing", "links and bookmarks to the page lead nowhere", Some(Severity::Error), Check::Base(check),
}

fn check(site: &Site, published: &Published, findings: &mut Vec<Finding>) {
    let answered = site.answered();
    for (url, page) in published.urls().filter(|(url, _)| !answered.contains(*url)) {
        findings.push(match published.moved.get(&page.url) {
            Some(&id) => moved(site, id, url),
            None => gone(site, page, url),
        });
    }
}

fn moved(site: &Site, id: DocumentId, url: &str) -> Finding {
    let document = &site.documents[id];
    let place = document.front_matter.key("aliases").or_else(|| document.front_matter.key("title"));
    let span = document.source.span(place.map_or(0..0, |key| key.range.clone()));
    let alias = alias_of(url);
    let finding = Finding::new(span, format!("`{url}` was published and leads nowhere now"))
        .help(format!("the page is at `{}` now: add `{alias}` to its `aliases`", site.route(id)));
    match edit::alias(document, &alias) {
        Some(edit) => finding.fix(Fix::safe(format!("add the alias `{alias}`"), vec![edit])),
        None => finding,
    }
}

fn gone(site: &Site, page: &PublishedPage, url: &str) -> Finding {
    let source = SitePath::new(page.source.as_str());
    let alias = alias_of(url);
    let still_there = site.document_at(&source);
    let span = Span { path: source.clone(), range: 0..0 };
    let finding = Finding::new(span, format!("`{url}` was published and leads nowhere now"));
    match still_there {
        Some(id) if !site.is_published(id) => {
            finding.help("its page is a draft now: publish it, or add the URL to `aliases` of a page that is")
        }
        Some(id) => match edit::alias(&site.documents[id], &alias) {
            Some(edit) => finding
                .help(format!("its page is at `{}`: add `{alias}` to its `aliases` again", site.route(id)))
                .fix(Fix::safe(format!("add the alias `{alias}`"), vec![edit])),
            None => finding,
        },
        None => {
            let finding = finding.help(format!("add `{alias}` to `aliases` of the page that takes its place"));
            let index = site.document_at(&SitePath::new(format!("{}/index.md", source.folder())));
            let edit = index.filter(|&id| site.is_published(id)).and_then(|id| edit::alias(&site.documents[id], &alias));
            match edit {
                Some(edit) => finding.fix(Fix::risky("lead it to the index of its folder", vec![edit])),
                None => finding,
            }
        }
    }
}

/// The shortest way to write a URL as an alias.
fn alias_of(url: &str) -> String {
    let short = match url.strip_suffix("index.html") {
        Some(folder) if folder.ends_with('/') => folder,
        _ => url.strip_suffix(".html").unwrap_or(url),
    };
    if Route::of_alias(short).as_str() == url { short.to_owned() } else { url.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::against;

    fn page(keys: &str) -> String {
        format!("---\ntitle: T\nkind: page\n{keys}---\nText.\n")
    }

    #[test]
    fn an_alias_answers_for_a_page() {
        let before = page("");
        let later = page("aliases: [b]\n");
        assert_eq!(against("L08", &[("a", &before), ("b", &before)], &[("a", &later)]), [""; 0]);
        let found = against("L08", &[("a", &before), ("b", &before)], &[("a", &before)]);
        assert_eq!(found, ["content/b.md `b.html` was published and leads nowhere now"]);
        let draft = page("draft: true\n");
        assert_eq!(against("L08", &[("a", &before)], &[("a", &draft)]).len(), 1);
        assert_eq!(against("L08", &[("a", &draft)], &[("b", &before)]).len(), 0, "a draft had no URL");
    }

    #[test]
    fn an_alias_that_is_gone_is_written_again() {
        let found = against("L08", &[("a", &page("aliases: [old/]\n"))], &[("a", &page(""))]);
        assert_eq!(found, ["content/a.md `old/index.html` was published and leads nowhere now + aliases: [old/]\n"]);
    }

    #[test]
    fn aliases_are_written_shortly() {
        for (url, alias) in [("a/b.html", "a/b"), ("a/index.html", "a/"), ("index.html", "index"), ("v1.2.html", "v1.2.html")] {
            assert_eq!(alias_of(url), alias);
        }
    }
}
