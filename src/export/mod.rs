//! What a build publishes beside its static files: one static list of exporters.

use std::sync::Arc;

use crate::render::Body;
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
const EXPORTERS: &[Exporter] = &[pages];

/// The files of all exporters.
pub fn files(site: &Site, pages: &[Rendered]) -> Vec<File> {
    EXPORTERS.iter().flat_map(|export| export(site, pages)).collect()
}

fn pages(_: &Site, pages: &[Rendered]) -> Vec<File> {
    pages.iter().map(|page| (page.route.to_string(), Arc::clone(&page.html))).collect()
}
