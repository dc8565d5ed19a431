//! What an earlier state of a site has published: its URLs, and the anchors of their pages.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{DocumentId, Route, Site};
use crate::document::{Document, anchor};

/// The pages of an earlier state of a site. `manifest.json` holds all of it but where pages went.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Published {
    /// The pages, in the order of their sources.
    pub pages: Vec<PublishedPage>,
    /// Where the source of a page is now, by its URL, where it has moved.
    #[serde(skip)]
    pub moved: BTreeMap<String, DocumentId>,
}

/// A page that was published.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PublishedPage {
    /// Below the site's root.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The path of its source.
    pub source: String,
    /// Changes with the source.
    #[serde(default)]
    pub source_hash: String,
    /// The ids within it that a link can lead to.
    #[serde(default)]
    pub anchors: Vec<String>,
    /// Earlier URLs that led to it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Those of its anchors that links of the site led to.
    #[serde(skip)]
    pub linked_anchors: Vec<String>,
}

impl Published {
    /// What a site publishes.
    pub fn of(site: &Site) -> Self {
        let mut linked = linked_anchors(site);
        let page = |id: DocumentId| {
            let document = &site.documents[id];
            PublishedPage {
                url: site.route(id).to_string(),
                title: document.title().to_owned(),
                source: document.path().to_string(),
                source_hash: document.source.hash().to_hex().to_string(),
                anchors: anchors(document).into_iter().map(str::to_owned).collect(),
                aliases: aliases(document).iter().map(ToString::to_string).collect(),
                linked_anchors: linked.remove(&id).unwrap_or_default(),
            }
        };
        Self { pages: site.published().map(page).collect(), moved: BTreeMap::new() }
    }

    /// Every URL, with the page that it leads to.
    pub fn urls(&self) -> impl Iterator<Item = (&str, &PublishedPage)> {
        self.pages.iter().flat_map(|page| {
            std::iter::once(page.url.as_str())
                .chain(page.aliases.iter().map(String::as_str))
                .map(move |url| (url, page))
        })
    }
}

impl Site {
    /// Every URL that a page of the site has, that leads to one, or that a file has.
    pub fn answered(&self) -> BTreeSet<String> {
        let pages =
            self.published().flat_map(|id| aliases(&self.documents[id]).into_iter().chain([self.route(id).clone()]));
        pages.chain(self.files.keys().cloned()).map(|route| route.to_string()).collect()
    }
}

/// The earlier URLs of a document.
pub fn aliases(document: &Document) -> Vec<Route> {
    document.front_matter.aliases.iter().map(|alias| Route::of_alias(&alias.value)).collect()
}

/// The ids of a page, in its order: the contract sections, the headings, and what raw HTML adds.
pub fn anchors(document: &Document) -> Vec<&str> {
    let sections = [anchor::LEARN, anchor::PREREQUISITES].into_iter().filter(|section| document.has_anchor(section));
    let shown = document.headings.iter().filter(|heading| Some(*heading) != document.repeated_title());
    let headings = shown.map(|heading| heading.anchor.as_str());
    sections.chain(headings).chain(document.other_anchors.iter().map(String::as_str)).collect()
}

/// The anchors that links of the site lead to, by document.
fn linked_anchors(site: &Site) -> BTreeMap<DocumentId, Vec<String>> {
    let mut linked: BTreeMap<DocumentId, Vec<String>> = BTreeMap::new();
    for id in site.published() {
        for target in site.targets(id) {
            if let super::link::Target::Page { document, anchor: Some(anchor), anchor_found: true, .. } = target {
                linked.entry(*document).or_default().push(anchor.clone());
            }
        }
    }
    for anchors in linked.values_mut() {
        anchors.sort();
        anchors.dedup();
    }
    linked
}
