//! What follows from what documents declare and from where they link: navigation, dates, targets. An edit of prose
//! leaves all of it as it is.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::link::{self, Target};
use super::{Dates, DocumentId, Facets, Navigation, Prerequisites, Route, Site};
use crate::source::SitePath;

/// How the documents of a site belong together. It is cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Resolution {
    by_path: Arc<HashMap<SitePath, DocumentId>>,
    routes: Arc<Vec<Route>>,
    navigation: Arc<Navigation>,
    facets: Arc<Facets>,
    dates: Arc<Dates>,
    targets: Arc<Vec<Vec<Target>>>,
    prerequisites: Arc<Prerequisites>,
}

/// What two sites must have in common to be the same in some respect.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keys {
    /// Identifies all that documents declare, and the files beside them.
    pub(super) declared: blake3::Hash,
    /// Identifies that, and where documents link: all that a [`Resolution`] depends on.
    pub(super) linked: blake3::Hash,
}

impl Keys {
    fn of(site: &Site) -> Self {
        let Site { config, documents, files, last_changed, drafts, .. } = site;
        let mut hasher = blake3::Hasher::new();
        hasher.update(format!("{config:?} {drafts} {files:?}").as_bytes());
        for (path, day) in last_changed {
            hasher.update(path.as_str().as_bytes()).update(day.to_string().as_bytes()).update(b"\n");
        }
        for document in documents {
            hasher.update(document.declared().as_bytes());
        }
        let declared = hasher.finalize();
        for document in documents {
            hasher.update(document.linked().as_bytes());
        }
        Self { declared, linked: hasher.finalize() }
    }
}

impl Site {
    /// Resolves the site step by step: each reads what those before it have found.
    pub(super) fn resolve(&mut self) {
        let by_path = self.documents.iter().enumerate().map(|(id, document)| (document.path().clone(), id));
        self.resolution.by_path = Arc::new(by_path.collect());
        let routes = self.documents.iter().map(|document| Route::of_document(document.path()));
        self.resolution.routes = Arc::new(routes.collect());
        self.resolution.navigation = Arc::new(Navigation::new(self));
        self.resolution.facets = Arc::new(Facets::new(self));
        self.resolution.dates = Arc::new(Dates::new(self));
        let targets = (0..self.documents.len()).into_par_iter().map(|id| link::resolve_all(self, id));
        self.resolution.targets = Arc::new(targets.collect());
        self.resolution.prerequisites = Arc::new(Prerequisites::new(self));
    }

    /// Identifies what its [`Resolution`] depends on.
    pub fn key(&self) -> blake3::Hash {
        self.keys().linked
    }

    pub(super) fn keys(&self) -> Keys {
        *self.keys.get_or_init(|| Keys::of(self))
    }

    /// How its documents belong together: the same for every site of one [`Site::key`].
    pub fn resolution(&self) -> &Resolution {
        &self.resolution
    }

    /// The document at a path.
    pub fn document_at(&self, path: &SitePath) -> Option<DocumentId> {
        self.resolution.by_path.get(path).copied()
    }

    /// Where a document is published.
    pub fn route(&self, id: DocumentId) -> &Route {
        &self.resolution.routes[id]
    }

    /// The navigation, and with it the reading order.
    pub fn navigation(&self) -> &Navigation {
        &self.resolution.navigation
    }

    /// The tags, levels and kinds of the published documents.
    pub fn facets(&self) -> &Facets {
        &self.resolution.facets
    }

    /// How old the documents are.
    pub fn dates(&self) -> &Dates {
        &self.resolution.dates
    }

    /// Which tutorial has to be read before which.
    pub fn prerequisites(&self) -> &Prerequisites {
        &self.resolution.prerequisites
    }

    /// The targets of a document's links, in the order of [`Document::links`](crate::document::Document::links).
    pub fn targets(&self, id: DocumentId) -> &[Target] {
        self.resolution.targets.get(id).map_or(&[], Vec::as_slice)
    }
}
