//! What the pages of a site offer to search.

use super::{SearchLabels, SearchPage, index};
use crate::export::{File, Rendered};
use crate::render;
use crate::site::Site;

/// The search index of a site.
pub(crate) fn export(site: &Site, pages: &[Rendered]) -> Vec<File> {
    if !site.config.publish.search {
        return Vec::new();
    }
    let pages: Vec<_> = pages.iter().map(|page| search_page(site, page)).collect();
    let labels = render::labels(&site.config.labels);
    let word = |key: &str| labels.get(key).cloned().unwrap_or_default();
    let labels = SearchLabels {
        search: word("search"),
        close: word("close"),
        results: word("search_results"),
        nothing: word("search_found_nothing"),
        failed: word("search_failed"),
    };
    index(&pages, &labels).into_iter().map(|(path, bytes)| (path, bytes.into())).collect()
}

fn search_page(site: &Site, page: &Rendered) -> SearchPage {
    let document = &site.documents[page.document];
    SearchPage {
        route: page.route.to_string(),
        title: document.title().to_owned(),
        trail: site.trail(page.document).into_iter().map(|id| site.documents[id].title().to_owned()).collect(),
        description: document.front_matter.description.as_ref().map(|description| description.value.clone()),
        sections: page.extract.sections.clone(),
    }
}
