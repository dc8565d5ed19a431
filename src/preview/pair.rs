//! Which page of the later site is which of the earlier one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::compare::{bag, likeness};
use crate::limit::PREVIEW_MOVED;
use crate::site::{DocumentId, Site};
use crate::source::SitePath;

/// A page in both sites, or in one of them. Drafts are no pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// At the same place.
    Same(DocumentId, DocumentId),
    /// At another place.
    Moved(DocumentId, DocumentId),
    /// In the later site only.
    Added(DocumentId),
    /// In the earlier site only.
    Deleted(DocumentId),
    /// A draft that is published now.
    Appeared(DocumentId, DocumentId),
    /// A page that is a draft now.
    Disappeared(DocumentId, DocumentId),
}

/// The pages of two sites, in the order of their sources: those of the later site, then those that are gone.
pub(super) fn pairs(before: &Site, after: &Site) -> Vec<Pair> {
    let (mut pairs, mut added, mut gone) = (Vec::new(), Vec::new(), Vec::new());
    for id in 0..after.documents.len() {
        let there = before.document_at(after.documents[id].path());
        let was = there.filter(|&there| before.is_published(there));
        match (was, there, after.is_published(id)) {
            (Some(was), _, true) => pairs.push(Pair::Same(was, id)),
            (Some(was), _, false) => pairs.push(Pair::Disappeared(was, id)),
            (None, Some(was), true) => pairs.push(Pair::Appeared(was, id)),
            (None, None, true) => added.push(id),
            (None, _, false) => {}
        }
    }
    for id in before.published() {
        if after.document_at(before.documents[id].path()).is_none() {
            gone.push(id);
        }
    }
    let moved = moved(before, &gone, after, &added);
    for id in added {
        pairs.push(moved.get(&id).map_or(Pair::Added(id), |&was| Pair::Moved(was, id)));
    }
    let found: BTreeSet<_> = moved.values().copied().collect();
    pairs.extend(gone.into_iter().filter(|id| !found.contains(id)).map(Pair::Deleted));
    pairs
}

/// For each new page the one that it was, where it was one: by its title, or by what it says.
fn moved(before: &Site, gone: &[DocumentId], after: &Site, added: &[DocumentId]) -> BTreeMap<DocumentId, DocumentId> {
    let by_words = gone.len().saturating_mul(added.len()) <= PREVIEW_MOVED;
    let mut candidates = if by_words {
        alike(before, gone, after, added)
    } else {
        // One with one, or those of a name that many have would be as many again, squared.
        of_one_title(before, gone, after, added)
    };
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut moved, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (_, was, is) in candidates {
        if !moved.contains_key(&is) && taken.insert(was) {
            moved.insert(is, was);
        }
    }
    moved
}

/// A page that could be another one, and how alike the two are.
type Candidate = (f32, DocumentId, DocumentId);

fn alike(before: &Site, gone: &[DocumentId], after: &Site, added: &[DocumentId]) -> Vec<Candidate> {
    /// Below this, a page has given way to another.
    const LEAST_ALIKE: f32 = 0.55;
    let bags = |site: &Site, ids: &[DocumentId]| {
        let documents = ids.iter().map(|&id| &site.documents[id]);
        documents.map(|document| bag(&document.source.text()[document.body.clone()])).collect::<Vec<_>>()
    };
    let (old, new) = (bags(before, gone), bags(after, added));
    let mut candidates = Vec::new();
    for (b, &was) in gone.iter().enumerate() {
        for (a, &is) in added.iter().enumerate() {
            let words = likeness(&old[b], &new[a]);
            let same_title = before.documents[was].title() == after.documents[is].title();
            if words >= LEAST_ALIKE || same_title {
                candidates.push((words + if same_title { 1.0 } else { 0.0 }, was, is));
            }
        }
    }
    candidates
}

fn of_one_title(before: &Site, gone: &[DocumentId], after: &Site, added: &[DocumentId]) -> Vec<Candidate> {
    let mut by_title: BTreeMap<&str, VecDeque<DocumentId>> = BTreeMap::new();
    for &was in gone {
        by_title.entry(before.documents[was].title()).or_default().push_back(was);
    }
    let was = |is: &DocumentId| by_title.get_mut(after.documents[*is].title())?.pop_front();
    let pairs: Vec<_> = added.iter().map(was).collect();
    pairs.into_iter().zip(added).filter_map(|(was, &is)| Some((1.0, was?, is))).collect()
}

/// The new path of each source that has moved, by its old one.
pub(super) fn moves(before: &Site, after: &Site, pairs: &[Pair]) -> BTreeMap<SitePath, SitePath> {
    let moved = pairs.iter().filter_map(|pair| match pair {
        Pair::Moved(was, is) => Some((before.documents[*was].path().clone(), after.documents[*is].path().clone())),
        _ => None,
    });
    moved.collect()
}

/// The page that each URL of a moved page has now.
pub(super) fn moved_urls(before: &Site, pairs: &[Pair]) -> BTreeMap<String, DocumentId> {
    let moved = pairs.iter().filter_map(|pair| match pair {
        Pair::Moved(was, is) => Some((before.route(*was).to_string(), *is)),
        _ => None,
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::site::Parts;
    use crate::source::Source;
    use std::sync::Arc;

    fn site(pages: &[(&str, &str)]) -> Site {
        let document = |(path, text): &(&str, &str)| {
            Arc::new(Document::parse(&Source::new(SitePath::new(format!("content/{path}.md")), *text)))
        };
        Site::new(Parts { documents: pages.iter().map(document).collect(), ..Parts::default() })
    }

    #[test]
    fn pages_are_found_again_by_place_then_title_then_words() {
        let words = "one two three four five six seven eight nine ten";
        let (titled, other) = ("---\ntitle: T\n---\nfirst words\n", "---\ntitle: T\n---\nquite different\n");
        let draft = "---\ntitle: D\ndraft: true\n---\n";
        let before = site(&[("a", "x"), ("b", titled), ("c", words), ("d", draft), ("e", "gone for good"), ("f", "f")]);
        let changed = format!("{words} eleven");
        let after =
            site(&[("a", "y"), ("d", "published"), ("f", draft), ("g/b", other), ("g/c", &changed), ("h", "new")]);
        assert_eq!(
            pairs(&before, &after),
            [
                Pair::Same(0, 0),
                Pair::Appeared(3, 1),
                Pair::Disappeared(5, 2),
                Pair::Moved(1, 3),
                Pair::Moved(2, 4),
                Pair::Added(5),
                Pair::Deleted(4),
            ]
        );
    }
}
