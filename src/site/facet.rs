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

/// Every facet of a site, by group and value.
#[derive(Debug, Clone, Default)]
pub struct Facets(BTreeMap<(FacetGroup, String), Facet>);

impl Facets {
    pub(super) fn new(site: &Site) -> Self {
        let mut documents: BTreeMap<(FacetGroup, String), BTreeSet<_>> = BTreeMap::new();
        for id in site.published() {
            for facet in of_document(site, id) {
                // Pages that the navigation leaves out come last.
                let place = site.navigation.place(id).unwrap_or(usize::MAX);
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
    let numbered = (1..).map(|number| format!("{slug}-{number}"));
    // A page called `index` would be shown for the folder.
    let first = Some(slug.clone()).filter(|slug| slug != "index");
    let routes = first.into_iter().chain(numbered).map(|slug| Route::new(format!("{}s/{slug}.html", group.name())));
    let mut routes = routes.skip_while(|route| taken.contains(route));
    let route = routes.next().unwrap_or_else(|| Route::new("tags/tag.html"));
    taken.insert(route.clone());
    route
}
