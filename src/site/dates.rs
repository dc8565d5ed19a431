//! How old pages are: what authors say, and what version control remembers.

use super::{DocumentId, Site};
use crate::calendar::Date;

/// The days of the documents of a site.
#[derive(Debug, Clone, Default)]
pub struct Dates {
    changed: Vec<Option<Date>>,
    latest: Vec<Option<Date>>,
    newest: Vec<DocumentId>,
}

impl Dates {
    pub(super) fn new(site: &Site) -> Self {
        let changed: Vec<_> =
            site.documents.iter().map(|document| site.last_changed.get(document.path()).copied()).collect();
        let stated = site.documents.iter().map(|document| document.front_matter.date);
        let latest: Vec<_> = stated.zip(&changed).map(|(stated, &changed)| stated.max(changed)).collect();
        let mut newest: Vec<_> = site.listed().filter(|&id| latest[id].is_some() && site.kind(id) != "index").collect();
        // Documents stand in the order of their paths, and those of one day keep it.
        newest.sort_by_key(|&id| std::cmp::Reverse(latest[id]));
        Self { changed, latest, newest }
    }

    /// The day on which a source last changed, as version control remembers it.
    pub fn changed(&self, id: DocumentId) -> Option<Date> {
        self.changed.get(id).copied().flatten()
    }

    /// The later of that day and the one that the document gives itself.
    pub fn latest(&self, id: DocumentId) -> Option<Date> {
        self.latest.get(id).copied().flatten()
    }

    /// What a feed can offer: the documents whose day is known, the newest first; indexes and drafts left out.
    pub fn newest(&self) -> &[DocumentId] {
        &self.newest
    }
}
