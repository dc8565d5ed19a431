//! The pages that a change touches, each with what has become of it.

use std::collections::{BTreeMap, BTreeSet};

use super::account::{Change, HiddenAccount, PageAccount, SectionAccount};
use super::compare::{Comparison, Mark, Placed, Section, View, count_words};
use super::pair::Pair;
use super::side::Side;
use crate::document::{Document, LinkKind};
use crate::render::{self, Labels};
use crate::site::link::Target;
use crate::site::{DocumentId, PublishedPage, Route, Site};

/// A page that has changed, and how.
pub(super) struct PageChange<'s> {
    pub(super) account: PageAccount,
    /// For a page that both sites have: what differs.
    pub(super) marked: Option<MarkedPair<'s>>,
}

/// Both states of a page, and how they differ.
pub(super) struct MarkedPair<'s> {
    pub(super) before: View<'s>,
    pub(super) after: View<'s>,
    pub(super) comparison: Comparison,
}

/// Two built sites.
pub(super) struct Sides<'s> {
    pub(super) before: &'s Side,
    pub(super) after: &'s Side,
    pub(super) labels: Labels,
    /// Every URL that the later site answers.
    pub(super) answered: BTreeSet<String>,
    /// For each page of the one site and of the other the sources that link it.
    linked: (BTreeMap<DocumentId, Vec<String>>, BTreeMap<DocumentId, Vec<String>>),
}

/// What the pairs of pages come to: those that have changed, and those that only look different.
pub(super) struct Touched<'s> {
    pub(super) changed: Vec<PageChange<'s>>,
    /// Pages that say what they said, whose HTML is another.
    pub(super) markup: Vec<DocumentId>,
}

impl<'s> Sides<'s> {
    pub(super) fn new(before: &'s Side, after: &'s Side) -> Self {
        let site = &after.checked.site;
        let linked = (linked_from(&before.checked.site), linked_from(site));
        Self { before, after, labels: render::labels(&site.config.labels), answered: site.answered(), linked }
    }

    fn sites(&self) -> (&'s Site, &'s Site) {
        (&self.before.checked.site, &self.after.checked.site)
    }

    /// Looks at each pair of pages.
    pub(super) fn touched(&self, pairs: &[Pair]) -> Touched<'s> {
        let mut touched = Touched { changed: Vec::new(), markup: Vec::new() };
        for pair in pairs {
            match *pair {
                Pair::Same(was, is) if self.says_the_same(was, is) => {
                    if self.looks_different(was, is) {
                        touched.markup.push(is);
                    }
                }
                pair => touched.changed.extend(self.change(pair)),
            }
        }
        touched
    }

    /// Whether nothing that the page is made of has changed, but for what it shares with other pages.
    fn says_the_same(&self, was: DocumentId, is: DocumentId) -> bool {
        let (before, after) = self.sites();
        let (old, new) = (&before.documents[was], &after.documents[is]);
        old.source.hash() == new.source.hash()
            && (!shows_files(new) || before.filled_code(was) == after.filled_code(is))
            && shown_files(before, was) == shown_files(after, is)
            && self.shown_that_differ(was, is).is_empty()
    }

    fn looks_different(&self, was: DocumentId, is: DocumentId) -> bool {
        let (before, after) = self.sites();
        let page = |side: &'s Side, route: &Route| side.outputs.get(route.as_str());
        let (old, new) = (page(self.before, before.route(was)), page(self.after, after.route(is)));
        // A page that could not be made is a finding, not another look.
        old.zip(new).is_some_and(|(old, new)| old != new)
    }

    /// The files that both pages show and whose bytes differ.
    fn shown_that_differ(&self, was: DocumentId, is: DocumentId) -> Vec<&'s Route> {
        let (before, after) = self.sites();
        let bytes = |side: &'s Side, route: &Route| side.outputs.get(route.as_str());
        let differs = |route: &&Route| bytes(self.before, route) != bytes(self.after, route);
        let (there, here) = (shown_files(before, was), shown_files(after, is));
        let both = there.intersection(&here).filter(|route| after.files.contains_key(route));
        both.copied().filter(differs).collect()
    }

    fn change(&self, pair: Pair) -> Option<PageChange<'s>> {
        let (before, after) = self.sites();
        Some(match pair {
            Pair::Same(was, is) => {
                let marked = self.compared(was, is);
                let why = self.why(was, is);
                let edited = before.documents[was].source.hash() != after.documents[is].source.hash();
                let change = match (marked.comparison.is_visible(), edited) {
                    (true, true) => Change::Edited,
                    (true, false) => Change::Affected,
                    // Something may have changed that this comparison does not know: silence would be a loss.
                    (false, _) if self.looks_different(was, is) && marked.comparison.hidden.is_empty() && !edited => {
                        Change::Affected
                    }
                    (false, _) => Change::NotVisible,
                };
                self.both(change, why, marked)
            }
            Pair::Moved(was, is) => {
                let marked = self.compared(was, is);
                let why = vec![format!("moved from {}", before.documents[was].path())];
                let mut page = self.both(Change::Renamed, why, marked);
                let earlier = before.route(was).to_string();
                page.account.redirected = Some(self.answered.contains(&earlier));
                page.account.earlier_url = Some(earlier);
                page
            }
            Pair::Added(is) => self.alone(Change::Added, is),
            Pair::Appeared(_, is) => self.alone(Change::Appeared, is),
            Pair::Deleted(was) => self.gone(Change::Deleted, was),
            Pair::Disappeared(was, _) => self.gone(Change::Disappeared, was),
        })
    }

    fn compared(&self, was: DocumentId, is: DocumentId) -> MarkedPair<'s> {
        let (before, after) = self.sites();
        let before = View::new(before, was, &self.before.outputs);
        let after = View::new(after, is, &self.after.outputs);
        let comparison = Comparison::of(&before, &after, &self.labels);
        MarkedPair { before, after, comparison }
    }

    /// What has changed of what the page is made of.
    fn why(&self, was: DocumentId, is: DocumentId) -> Vec<String> {
        let (before, after) = self.sites();
        let (old, new) = (&before.documents[was], &after.documents[is]);
        let mut why = Vec::new();
        if old.source.hash() != new.source.hash() {
            why.push("its source was edited".to_owned());
        }
        let shown = new.code_blocks.iter().filter_map(|block| after.inclusion(is, block)?.path);
        let differs = |path: &crate::source::SitePath| {
            let (old, new) = (before.included_files.source(path), after.included_files.source(path));
            old.zip(new).is_some_and(|(old, new)| old.hash() != new.hash())
        };
        let files: BTreeSet<_> = shown.filter(differs).collect();
        why.extend(files.iter().map(|path| format!("it shows {path}, which has changed")));
        let tell = |route: &Route, state| format!("{} {route}, which {state}", verb(route));
        why.extend(self.shown_that_differ(was, is).into_iter().map(|route| tell(route, "has changed")));
        if old.source.hash() == new.source.hash() {
            // The page names the files that it named: they have come or gone.
            let (there, here) = (shown_files(before, was), shown_files(after, is));
            why.extend(there.difference(&here).map(|route| tell(route, "is gone")));
            why.extend(here.difference(&there).map(|route| tell(route, "is new")));
        }
        why
    }

    fn both(&self, change: Change, why: Vec<String>, marked: MarkedPair<'s>) -> PageChange<'s> {
        let comparison = &marked.comparison;
        let id = marked.after.id;
        let changes = comparison.changes();
        let account = PageAccount {
            words_added: comparison.added,
            words_removed: comparison.removed,
            changes,
            sections: sections(comparison),
            not_visible: hidden(comparison),
            marked: Some(format!("diff/{}", marked.after.route())),
            why,
            ..self.present(change, id)
        };
        PageChange { account, marked: Some(marked) }
    }

    /// A page that there is nothing to compare with.
    pub(super) fn alone(&self, change: Change, id: DocumentId) -> PageChange<'s> {
        let document = &self.after.checked.site.documents[id];
        let why = if change == Change::Added { "it is new" } else { "it was a draft" };
        let account = PageAccount {
            words_added: count_words(&document.source.text()[document.body.clone()]),
            why: vec![why.to_owned()],
            ..self.present(change, id)
        };
        PageChange { account, marked: None }
    }

    fn gone(&self, change: Change, id: DocumentId) -> PageChange<'s> {
        let site = &self.before.checked.site;
        let document = &site.documents[id];
        let url = site.route(id).to_string();
        let why = if change == Change::Deleted { "its source was taken away" } else { "it is a draft now" };
        let account = PageAccount {
            redirected: Some(self.answered.contains(&url)),
            why: vec![why.to_owned()],
            words_removed: count_words(&document.source.text()[document.body.clone()]),
            linked_from: self.linked.0.get(&id).cloned().unwrap_or_default(),
            ..PageAccount::bare(change, &url, document.title(), document.path().as_str())
        };
        PageChange { account, marked: None }
    }

    /// A page that was published at another URL; what it said there is not known.
    pub(super) fn moved_from(&self, id: DocumentId, page: &PublishedPage) -> PageChange<'s> {
        let account = PageAccount {
            why: vec![format!("moved from {}", page.source)],
            redirected: Some(self.answered.contains(&page.url)),
            earlier_url: Some(page.url.clone()),
            ..self.present(Change::Renamed, id)
        };
        PageChange { account, marked: None }
    }

    /// What is to be said of a page that the later site has.
    fn present(&self, change: Change, id: DocumentId) -> PageAccount {
        let site = &self.after.checked.site;
        let document = &site.documents[id];
        let url = site.route(id).to_string();
        PageAccount {
            page: Some(format!("site/{url}")),
            in_navigation: site.navigation().place(id).is_some(),
            linked_from: self.linked.1.get(&id).cloned().unwrap_or_default(),
            ..PageAccount::bare(change, &url, document.title(), document.path().as_str())
        }
    }
}

/// How much a reader would notice: what sorts the pages.
pub(super) fn impact(page: &PageAccount) -> usize {
    let base = match page.change {
        Change::Deleted | Change::Disappeared if page.redirected == Some(false) => 20_000,
        Change::Renamed if page.redirected == Some(false) => 15_000,
        Change::Added | Change::Appeared => 10_000,
        Change::Deleted | Change::Disappeared | Change::Renamed => 5_000,
        Change::Edited => 1_000,
        Change::Affected => 500,
        Change::NotVisible => 0,
    };
    base + (page.words_added + page.words_removed).min(4_000) + 10 * page.linked_from.len() + page.changes
}

fn shows_files(document: &Document) -> bool {
    document.code_blocks.iter().any(|block| block.has("file"))
}

/// What a page shows: images, and what it plays.
pub(super) fn shown_files(site: &Site, id: DocumentId) -> BTreeSet<&Route> {
    let links = site.documents[id].links.iter().zip(site.targets(id));
    let shown = links
        .filter(|(link, _)| matches!(link.kind, LinkKind::Image | LinkKind::HtmlImage { .. } | LinkKind::HtmlMedia));
    shown
        .filter_map(|(_, target)| match target {
            Target::File { route, .. } => Some(route),
            // An image in name only, which is there or gone as any other.
            Target::Page { document, .. } => Some(site.route(*document)),
            _ => None,
        })
        .collect()
}

/// What a page does with a file that it shows.
fn verb(route: &Route) -> &'static str {
    if render::is_image(route.as_str()) { "it shows the image" } else { "it shows" }
}

/// For each page the sources of the published pages that link it.
fn linked_from(site: &Site) -> BTreeMap<DocumentId, Vec<String>> {
    /// More of them say no more.
    const MOST: usize = 20;
    let mut linked: BTreeMap<DocumentId, Vec<String>> = BTreeMap::new();
    for from in site.published() {
        let page = |target: &Target| match target {
            Target::Page { document, .. } => Some(*document),
            _ => None,
        };
        let to: BTreeSet<_> = site.targets(from).iter().filter_map(page).filter(|&to| to != from).collect();
        for document in to {
            let sources = linked.entry(document).or_default();
            if sources.len() < MOST {
                sources.push(site.documents[from].path().to_string());
            }
        }
    }
    linked
}

fn sections(comparison: &Comparison) -> Vec<SectionAccount> {
    let account = |section: &Section| SectionAccount {
        title: section.title.clone(),
        anchor: if section.level == 0 { String::new() } else { section.anchor.clone() },
        line: section.line,
        removed: section.placed == Placed::Removed,
    };
    let title_changed = comparison.title.iter().any(|marked| marked.mark != Mark::Same);
    let title = title_changed.then(|| SectionAccount {
        title: String::new(),
        anchor: String::new(),
        line: Some(1),
        removed: false,
    });
    title.into_iter().chain(comparison.sections.iter().filter(|section| section.is_changed()).map(account)).collect()
}

fn hidden(comparison: &Comparison) -> Vec<HiddenAccount> {
    let account = |hidden: &super::compare::Hidden| HiddenAccount {
        what: hidden.kind.word().to_owned(),
        name: hidden.name.clone(),
        before: hidden.before.clone(),
        after: hidden.after.clone(),
    };
    comparison.hidden.iter().map(account).collect()
}
