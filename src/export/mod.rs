//! What a build publishes beside its static files: one static list of exporters.

mod feed;
mod llms;
mod manifest;
mod notebook;
mod redirect;
mod robots;
pub mod search;
mod sitemap;

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::render::Extract;
use crate::site::{DocumentId, Route, Site};

/// A page as it was rendered.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The document.
    pub document: DocumentId,
    /// Where it is published.
    pub route: Route,
    /// What was made of its prose beside the page.
    pub extract: Arc<Extract>,
    /// The finished HTML.
    pub html: Arc<[u8]>,
}

/// A file of the output: its path and its bytes.
pub type File = (String, Arc<[u8]>);

/// Makes files from a site and its pages.
type Exporter = fn(&Site, &[Rendered]) -> Vec<File>;

/// Every exporter beside that of the pages. Their files do not overlap.
const EXPORTERS: &[Exporter] = &[
    twins,
    notebook::export,
    redirect::export,
    sitemap::export,
    feed::export,
    robots::export,
    llms::export,
    manifest::export,
    search::export,
];

/// The pages themselves.
pub fn pages(pages: &[Rendered]) -> Vec<File> {
    pages.iter().map(|page| (page.route.to_string(), Arc::clone(&page.html))).collect()
}

/// The files of all exporters. A file that the site has itself, or a page, takes the place of one that would be made.
pub fn files(site: &Site, pages: &[Rendered]) -> Vec<File> {
    let made = EXPORTERS.par_iter().flat_map_iter(|export| export(site, pages)).collect();
    unclaimed(site, pages, made)
}

/// Leaves out the files whose place is taken by a page or by a file of the site: authors have the last word.
pub fn unclaimed(site: &Site, pages: &[Rendered], mut files: Vec<File>) -> Vec<File> {
    let pages: BTreeSet<&str> = pages.iter().map(|page| page.route.as_str()).collect();
    files.retain(|(path, _)| !pages.contains(path.as_str()) && !site.files.contains_key(&Route::new(path.as_str())));
    files
}

/// The Markdown twins of the pages.
fn twins(site: &Site, pages: &[Rendered]) -> Vec<File> {
    if !site.config.publish.markdown {
        return Vec::new();
    }
    let twin = |page: &Rendered| Some((page.route.with_ending("md").to_string(), page.extract.markdown.clone()?));
    pages.iter().filter_map(twin).collect()
}

/// A file of text.
fn text_file(path: &str, text: String) -> File {
    (path.to_owned(), text.into_bytes().into())
}
