//! F08: two sources that claim one URL.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use crate::check::rule::{Check, declare_rule};
use crate::config::STATIC;
use crate::diagnostic::{Finding, Severity};
use crate::document::Document;
use crate::output::path;
use crate::site::made::Made;
use crate::site::{DocumentId, PublishedFile, Route, Site};
use crate::source::{Placed, SitePath, Span};

declare_rule! {
    /// ## What it does
    /// Reports pages, aliases and files that are published at one URL. Upper and lower case do not tell URLs apart, nor
    /// does the way in which an accent is encoded, because they do not on every host. What a build makes itself has its URL
    /// too: the list of its pages, the search index, the Markdown of a page. A file of the site may take the place of
    /// `robots.txt`, `llms.txt`, `404.html`, the map of the site, the feed, social cards and the pages of tags: that is
    /// advice. What a page has to say about its own URL is for `redirect-bad`.
    "F08", "duplicate-url", "only one of the two can be published there", Some(Severity::Error), Check::Site(check),
}

/// Who publishes at a route.
#[derive(Clone, Copy)]
enum Claim<'s> {
    Page(DocumentId, &'s Document),
    Alias(&'s Document, &'s Placed<String>),
    File(&'s Route, &'s SitePath),
    Theme(&'s Route),
}

impl Claim<'_> {
    fn route(self) -> Route {
        match self {
            Self::Page(_, document) => Route::of_document(document.path()),
            Self::Alias(_, alias) => Route::of_alias(&alias.value),
            Self::File(route, _) | Self::Theme(route) => route.clone(),
        }
    }

    /// Where to point.
    fn span(self) -> Span {
        match self {
            Self::Page(_, document) => document.source.span(document.source.line(0)),
            Self::Alias(document, alias) => document.source.span(alias.range.clone()),
            Self::File(_, path) => Span { path: path.clone(), range: 0..0 },
            Self::Theme(route) => Span { path: SitePath::new(format!("{STATIC}/{route}")), range: 0..0 },
        }
    }

    fn name(self) -> String {
        match self {
            Self::Page(_, document) => format!("`{}`", document.path()),
            Self::Alias(document, _) => format!("an alias of `{}`", document.path()),
            Self::File(_, path) => format!("`{path}`"),
            Self::Theme(_) => "a file of the theme".to_owned(),
        }
    }
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let mut first: HashMap<String, Claim<'_>> = HashMap::with_capacity(site.documents.len());
    for claim in pages(site).chain(aliases(site)).chain(files(site)).chain(doubled(site)) {
        let folded = path::folded(claim.route().as_str());
        let page = |folded: &str| match first.get(folded) {
            Some(Claim::Page(id, _)) => Some(*id),
            _ => None,
        };
        findings.extend(site.made_at(&folded, page).map(|made| instead_of(&made, claim)));
        match first.entry(folded) {
            Entry::Vacant(free) => _ = free.insert(claim),
            Entry::Occupied(taken) => findings.push(both(*taken.get(), claim)),
        }
    }
    for made in site.made_listings() {
        let taken = first.get(&path::folded(made.route.as_str()));
        findings.extend(taken.map(|claim| instead_of(&made, *claim)));
    }
}

/// What is made has to give way: that may be meant, where it is replaced and not only hidden on some hosts.
fn instead_of(made: &Made, claim: Claim<'_>) -> Finding {
    let Made { route, what, replaceable } = made;
    let is_replaced = *replaceable && claim.route() == *route && !matches!(claim, Claim::Alias(..));
    if is_replaced {
        return Finding::new(claim.span(), format!("{} takes the place of {what}", claim.name()))
            .help("leave it there if that is meant, or rename it")
            .at_most(Severity::Advice);
    }
    Finding::new(claim.span(), format!("`{route}` is the URL of {what}, which Docent makes"))
        .label(format!("{} would be published there too", claim.name()))
        .help("rename it")
}

fn both(first: Claim<'_>, other: Claim<'_>) -> Finding {
    Finding::new(other.span(), format!("`{}` is already the URL of {}", other.route(), first.name()))
        .label(format!("{} would be published there too", other.name()))
        .other(first.span(), "this is published there first")
        .help("rename one of the two")
}

fn pages(site: &Site) -> impl Iterator<Item = Claim<'_>> {
    site.published().map(|id| Claim::Page(id, &site.documents[id]))
}

fn aliases(site: &Site) -> impl Iterator<Item = Claim<'_>> {
    let with_aliases = site.published().map(|id| &site.documents[id]);
    with_aliases.filter(|document| !document.front_matter.aliases.is_empty()).flat_map(|document| {
        let own = Route::of_document(document.path()).as_str().to_lowercase();
        let mut seen = BTreeSet::from([own]);
        let aliases = document.front_matter.aliases.iter();
        let aliases = aliases.filter(move |alias| seen.insert(Route::of_alias(&alias.value).as_str().to_lowercase()));
        aliases.map(move |alias| Claim::Alias(document, alias))
    })
}

fn files(site: &Site) -> impl Iterator<Item = Claim<'_>> {
    site.files.iter().filter_map(|(route, file)| match file {
        PublishedFile::OfSite(path) => Some(Claim::File(route, path)),
        PublishedFile::OfTheme(_) => None,
    })
}

/// Files whose URL another file has, each behind that of the theme where that is the other one.
fn doubled(site: &Site) -> impl Iterator<Item = Claim<'_>> {
    site.doubled.iter().flat_map(|(route, path)| {
        let of_theme = matches!(site.files.get(route), Some(PublishedFile::OfTheme(_)));
        of_theme.then_some(Claim::Theme(route)).into_iter().chain([Claim::File(route, path)])
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    #[test]
    fn pages_aliases_and_files_claim_their_url_once() {
        let page = "---\ntitle: T\naliases: [other.html, Files/A.svg, example, free]\n          ^^^^^^^^^^ already the URL of `content/other.md`\n---\n";
        marks_in("duplicate-url", page, &[("content/other.md", "---\ntitle: O\n---\n")]);
        let page = "---\n^^^\ntitle: T\n---\n";
        marks_in("duplicate-url", page, &[("content/EXAMPLE.md", "---\ntitle: O\n---\n")]);
    }

    #[test]
    fn accents_tell_nothing_apart() {
        let page = "---\ntitle: T\naliases: [\"caf\\u00e9.html\"]\n          ^^^^^^^^^^^^^^^^ already the URL of `content/cafe\u{301}.md`\n---\n";
        marks_in("duplicate-url", page, &[("content/cafe\u{301}.md", "---\ntitle: O\n---\n")]);
    }
}
