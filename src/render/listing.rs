//! What an index lists: a card for each page, and the filters that narrow them.

use std::collections::BTreeMap;

use super::context::{Card, Filter};
use super::duration::duration;
use super::labels::{Labels, word};
use crate::config::CONTENT;
use crate::site::{DocumentId, FacetGroup, NavNode, Route, Site};

/// The pages below an index: those of its folder, and the index of each folder in it.
pub(super) fn cards(site: &Site, id: DocumentId, route: &Route, labels: &Labels) -> Vec<Card> {
    let folder = site.documents[id].path().folder();
    let folder = folder.strip_prefix(CONTENT).unwrap_or_default().trim_start_matches('/');
    let nodes =
        if folder.is_empty() { Some(&site.navigation().top[..]) } else { children(&site.navigation().top, folder) };
    let below = nodes.unwrap_or_default().iter().flat_map(|node| match node.document {
        Some(document) => vec![document],
        None => node.children.iter().filter_map(|child| child.document).collect(),
    });
    below.filter(|&below| below != id).map(|id| card(site, id, route, labels)).collect()
}

fn children<'s>(nodes: &'s [NavNode], folder: &str) -> Option<&'s [NavNode]> {
    nodes.iter().find_map(|node| match node.folder.as_deref() {
        Some(own) if own == folder => Some(&node.children[..]),
        Some(own) if folder.starts_with(own) => children(&node.children, folder),
        _ => None,
    })
}

/// A page as an index shows it.
pub(super) fn card(site: &Site, id: DocumentId, route: &Route, labels: &Labels) -> Card {
    let document = &site.documents[id];
    let front_matter = &document.front_matter;
    Card {
        url: route.to(site.route(id)),
        title: document.title().to_owned(),
        description: front_matter.description.as_ref().map(|description| description.value.clone()),
        kind: site.kind(id).to_owned(),
        level: front_matter.level.clone(),
        duration: duration(site, id, labels),
        status: front_matter.status.clone(),
        tags: front_matter.tags.clone(),
    }
}

/// The kinds, levels and tags of cards, each with how many have it.
pub(super) fn filters(site: &Site, cards: &[Card], route: &Route, labels: &Labels) -> Vec<Filter> {
    let mut counts: BTreeMap<(FacetGroup, Place, &str), usize> = BTreeMap::new();
    for card in cards {
        let kind = (FacetGroup::Kind, card.kind.as_str());
        let level = card.level.as_deref().map(|level| (FacetGroup::Level, level));
        let tags = card.tags.iter().map(|tag| (FacetGroup::Tag, tag.as_str()));
        for (group, value) in [kind].into_iter().chain(level).chain(tags) {
            *counts.entry((group, place(site, group, value), value)).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .map(|((group, _, value), count)| Filter {
            group: group.name(),
            value: value.to_owned(),
            title: shown(group, value, labels).to_owned(),
            count,
            url: site.facets().get(group, value).map(|facet| route.to(&facet.route)),
        })
        .collect()
}

/// A place among the values of a group: a rank, then the value as people sort words.
type Place = (usize, String);

fn place(site: &Site, group: FacetGroup, value: &str) -> Place {
    const LEVELS: [&str; 3] = ["beginner", "intermediate", "advanced"];
    let rank = match group {
        FacetGroup::Kind => site.config.kinds.iter().position(|kind| kind.name == value),
        FacetGroup::Level => LEVELS.iter().position(|level| *level == value),
        FacetGroup::Tag => None,
    };
    (rank.unwrap_or(usize::MAX), value.to_lowercase())
}

/// A value in the site's language; tags are in it already.
pub(super) fn shown<'v>(group: FacetGroup, value: &'v str, labels: &'v Labels) -> &'v str {
    match group {
        FacetGroup::Kind | FacetGroup::Level => word(labels, value),
        FacetGroup::Tag => value,
    }
}
