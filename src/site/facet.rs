//! Facets: the tags, levels and kinds of a site, each with the page that lists what has it.

use std::collections::{BTreeMap, BTreeSet};

use super::{DocumentId, Route, Site};
use crate::document::anchor;

/// What a facet is one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FacetGroup {
    /// Kinds of documents; an index lists others and is not listed itself.
    Kind,
    /// How much the reader should know.
    Level,
    /// Free words.
    Tag,
}

impl FacetGroup {
    /// Its name in the singular, as templates know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Level => "level",
            Self::Tag => "tag",
        }
    }
}

/// A tag, a level or a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// What it is one of.
    pub group: FacetGroup,
    /// As documents write it.
    pub value: String,
    /// Where the page that lists its documents is published.
    pub route: Route,
    /// The published documents that have it, in reading order.
    pub documents: Vec<DocumentId>,
}

/// A part of the documents of a facet, small enough for a reader to look through and for a build to write again.
#[derive(Debug, Clone, PartialEq)]
pub struct FacetPage<'f> {
    /// Where it is published: the facet's own route for the first.
    pub route: Route,
    /// Counted from 1.
    pub number: usize,
    /// What it lists.
    pub documents: &'f [DocumentId],
}

/// How many documents stand on one page.
const DOCUMENTS_A_PAGE: usize = 200;

impl Facet {
    /// The pages that together list the documents: `tags/gpu.html`, then `tags/gpu/2.html`.
    pub fn pages(&self) -> Vec<FacetPage<'_>> {
        let route = |number: usize| match number {
            1 => self.route.clone(),
            _ => Route::new(format!("{}/{number}.html", self.route.as_str().trim_end_matches(".html"))),
        };
        let parts = (1..).zip(self.documents.chunks(DOCUMENTS_A_PAGE));
        parts.map(|(number, documents)| FacetPage { route: route(number), number, documents }).collect()
    }
}

/// Every facet of a site, by group and value.
#[derive(Debug, Clone, Default)]
pub struct Facets(BTreeMap<(FacetGroup, String), Facet>);

impl Facets {
    pub(super) fn new(site: &Site) -> Self {
        let mut documents: BTreeMap<(FacetGroup, String), BTreeSet<_>> = BTreeMap::new();
        for id in site.published() {
            for facet in of_document(site, id) {
                // Pages that the navigation leaves out come last.
                let place = site.navigation().place(id).unwrap_or(usize::MAX);
                documents.entry(facet).or_default().insert((place, id));
            }
        }
        let mut taken = BTreeSet::new();
        let facets = documents.into_iter().map(|((group, value), documents)| {
            let route = free_route(group, &value, &mut taken);
            let documents = documents.into_iter().map(|(_, id)| id).collect();
            ((group, value.clone()), Facet { group, value, route, documents })
        });
        Self(facets.collect())
    }

    /// A facet by its value.
    pub fn get(&self, group: FacetGroup, value: &str) -> Option<&Facet> {
        self.0.get(&(group, value.to_owned()))
    }

    /// All of them, by group and value.
    pub fn iter(&self) -> impl Iterator<Item = &Facet> {
        self.0.values()
    }
}

fn of_document(site: &Site, id: DocumentId) -> impl Iterator<Item = (FacetGroup, String)> + '_ {
    let front_matter = &site.documents[id].front_matter;
    let kind = Some(site.kind(id)).filter(|&kind| kind != "index").map(|kind| (FacetGroup::Kind, kind.to_owned()));
    let level = front_matter.level.clone().map(|level| (FacetGroup::Level, level));
    let tags = front_matter.tags.iter().map(|tag| (FacetGroup::Tag, tag.clone()));
    kind.into_iter().chain(level).chain(tags)
}

/// `tags/c.html` for the tag `C`, and `tags/c-1.html` for `C++`: their letters are the same.
fn free_route(group: FacetGroup, value: &str, taken: &mut BTreeSet<Route>) -> Route {
    let slug = anchor::of_heading(value);
    // A page called `index` would be shown for the folder.
    let mut name = if slug == "index" { format!("{slug}-1") } else { slug.clone() };
    let mut number = 0;
    loop {
        let route = Route::new(format!("{}s/{name}.html", group.name()));
        if taken.insert(route.clone()) {
            return route;
        }
        number += 1;
        name = format!("{slug}-{number}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_documents_stand_on_several_pages() {
        let facet = |count: usize| Facet {
            group: FacetGroup::Tag,
            value: "GPU".to_owned(),
            route: Route::new("tags/gpu.html"),
            documents: (0..count).collect(),
        };
        let pages = |facet: &Facet| {
            facet.pages().iter().map(|page| (page.route.to_string(), page.documents.len())).collect::<Vec<_>>()
        };
        assert_eq!(pages(&facet(200)), [("tags/gpu.html".to_owned(), 200)]);
        let expected = [("tags/gpu.html", 200), ("tags/gpu/2.html", 200), ("tags/gpu/3.html", 1)];
        assert_eq!(pages(&facet(401)), expected.map(|(route, count)| (route.to_owned(), count)));
    }

    #[test]
    fn values_of_the_same_letters_have_pages_of_their_own() {
        let mut taken = BTreeSet::new();
        let mut route = |value: &str| free_route(FacetGroup::Tag, value, &mut taken).to_string();
        assert_eq!(route("C"), "tags/c.html");
        assert_eq!(route("C++"), "tags/c-1.html");
        assert_eq!(route("c 1"), "tags/c-1-1.html");
        assert_eq!(route("index"), "tags/index-1.html");
    }
}
