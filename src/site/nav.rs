//! Navigation: the tree of folders and pages, and the reading order that it gives.

use std::collections::BTreeMap;

use super::{DocumentId, Site};
use crate::config::CONTENT;
use crate::source::{Placed, SitePath};

/// The navigation of a site.
#[derive(Debug, Clone, Default)]
pub struct Navigation {
    /// The top level; the site's first page is not part of it.
    pub top: Vec<NavNode>,
    /// The published documents in reading order, the site's first page first.
    pub order: Vec<DocumentId>,
    /// Entries of `nav:` that name nothing.
    pub missing: Vec<Placed<String>>,
    place_in_order: BTreeMap<DocumentId, usize>,
}

/// A page or a folder.
#[derive(Debug, Clone, PartialEq)]
pub struct NavNode {
    /// Its title: of the page, or of the folder's index, else the folder's name in words.
    pub title: String,
    /// The page, or the folder's index.
    pub document: Option<DocumentId>,
    /// For a folder, its path below `content`.
    pub folder: Option<String>,
    /// What is in the folder.
    pub children: Vec<NavNode>,
}

impl Navigation {
    pub(super) fn new(site: &Site) -> Self {
        let tree = Folder::of(site);
        let mut missing = Vec::new();
        let top = if site.config.nav.is_empty() {
            tree.nodes(site, "")
        } else {
            site.config.nav.iter().filter_map(|entry| chosen(site, &tree, entry, &mut missing)).collect()
        };
        let mut order = Vec::new();
        order.extend(tree.index);
        collect(&top, &mut order);
        // A page can be named by `nav:` and stand in a folder named there too: its first place counts.
        let mut place_in_order = BTreeMap::new();
        order.retain(|&id| {
            let place = place_in_order.len();
            place_in_order.insert(id, place).is_none()
        });
        let place_in_order = order.iter().enumerate().map(|(place, &id)| (id, place)).collect();
        Self { top, order, missing, place_in_order }
    }

    /// The place of a document in reading order; `None` where the navigation does not hold it.
    pub fn place(&self, id: DocumentId) -> Option<usize> {
        self.place_in_order.get(&id).copied()
    }

    /// The documents before and after this one.
    pub fn neighbours(&self, id: DocumentId) -> (Option<DocumentId>, Option<DocumentId>) {
        let Some(place) = self.place(id) else { return (None, None) };
        let before = place.checked_sub(1).and_then(|place| self.order.get(place)).copied();
        (before, self.order.get(place + 1).copied())
    }
}

fn collect(nodes: &[NavNode], order: &mut Vec<DocumentId>) {
    for node in nodes {
        order.extend(node.document);
        collect(&node.children, order);
    }
}

/// The node that an entry of `nav:` names.
fn chosen(site: &Site, tree: &Folder, entry: &Placed<String>, missing: &mut Vec<Placed<String>>) -> Option<NavNode> {
    let wanted = entry.value.trim().trim_start_matches("./").trim_matches('/');
    let path = SitePath::new(format!("{CONTENT}/{wanted}"));
    let node = match site.document_at(&path) {
        Some(id) => site.is_published(id).then(|| page(site, id)),
        None => tree.descend(wanted).map(|folder| folder.node(site, wanted)),
    };
    if node.is_none() && site.document_at(&path).is_none() {
        missing.push(entry.clone());
    }
    node
}

/// The documents of a folder, unordered.
#[derive(Default)]
struct Folder {
    index: Option<DocumentId>,
    pages: Vec<DocumentId>,
    folders: BTreeMap<String, Folder>,
}

impl Folder {
    fn of(site: &Site) -> Self {
        let mut root = Self::default();
        for id in site.published() {
            let path = site.documents[id].path();
            let folder = path.folder().strip_prefix(CONTENT).unwrap_or_default();
            let mut at = &mut root;
            for part in folder.split('/').filter(|part| !part.is_empty()) {
                at = at.folders.entry(part.to_owned()).or_default();
            }
            if path.name() == "index.md" { at.index = Some(id) } else { at.pages.push(id) }
        }
        root
    }

    fn descend(&self, path: &str) -> Option<&Self> {
        path.split('/').filter(|part| !part.is_empty()).try_fold(self, |folder, part| folder.folders.get(part))
    }

    /// What is in the folder, in order: by weight, then title, then path.
    fn nodes(&self, site: &Site, path: &str) -> Vec<NavNode> {
        let pages = self.pages.iter().map(|&id| page(site, id));
        let folders = self.folders.iter().map(|(name, folder)| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            folder.node(site, &path)
        });
        let mut nodes: Vec<_> = pages.chain(folders).collect();
        nodes.sort_by_cached_key(|node| {
            let weight = node.document.and_then(|id| site.documents[id].front_matter.weight);
            // Pages without a weight come behind those that have one.
            (weight.is_none(), weight, node.title.to_lowercase(), node.folder.clone(), node.document)
        });
        nodes
    }

    fn node(&self, site: &Site, path: &str) -> NavNode {
        let name = path.rsplit('/').next().unwrap_or(path);
        NavNode {
            title: self.index.map_or_else(|| in_words(name), |id| site.documents[id].title().to_owned()),
            document: self.index,
            folder: Some(path.to_owned()),
            children: self.nodes(site, path),
        }
    }
}

fn page(site: &Site, id: DocumentId) -> NavNode {
    NavNode { title: site.documents[id].title().to_owned(), document: Some(id), folder: None, children: Vec::new() }
}

/// `getting-started` as a title.
pub fn in_words(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
