//! What a build publishes beside its static files: one static list of exporters.

pub mod search;

use std::sync::Arc;

use crate::render::{self, Body};
use crate::site::{DocumentId, Route, Site};

/// A page as it was rendered.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The document.
    pub document: DocumentId,
    /// Where it is published.
    pub route: Route,
    /// Its prose.
    pub body: Arc<Body>,
    /// The finished HTML.
    pub html: Arc<[u8]>,
}

/// A file of the output: its path and its bytes.
pub type File = (String, Arc<[u8]>);

/// Makes files from a site and its pages.
type Exporter = fn(&Site, &[Rendered]) -> Vec<File>;

/// Every exporter. Their files do not overlap.
const EXPORTERS: &[Exporter] = &[pages, search_index];

/// The files of all exporters.
pub fn files(site: &Site, pages: &[Rendered]) -> Vec<File> {
    EXPORTERS.iter().flat_map(|export| export(site, pages)).collect()
}

fn pages(_: &Site, pages: &[Rendered]) -> Vec<File> {
    pages.iter().map(|page| (page.route.to_string(), Arc::clone(&page.html))).collect()
}

fn search_index(site: &Site, pages: &[Rendered]) -> Vec<File> {
    let pages: Vec<_> = pages.iter().map(|page| search_page(site, page)).collect();
    let labels = render::labels(&site.config.labels);
    let word = |key: &str| labels.get(key).cloned().unwrap_or_default();
    let labels = search::SearchLabels {
        search: word("search"),
        close: word("close"),
        results: word("search_results"),
        nothing: word("search_found_nothing"),
        failed: word("search_failed"),
    };
    search::index(&pages, &labels).into_iter().map(|(path, bytes)| (path, bytes.into())).collect()
}

fn search_page(site: &Site, page: &Rendered) -> search::SearchPage {
    let document = &site.documents[page.document];
    search::SearchPage {
        route: page.route.to_string(),
        title: document.title().to_owned(),
        trail: site.trail(page.document).into_iter().map(|id| site.documents[id].title().to_owned()).collect(),
        description: document.front_matter.description.as_ref().map(|description| description.value.clone()),
        sections: page.body.sections.clone(),
    }
}
