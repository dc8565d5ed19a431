//! Pages that no document stands behind: one for each facet, and the one for addresses that lead nowhere.

use super::context::{LinkTo, PageContext, PageFacts};
use super::labels::{Labels, word};
use super::listing::{card, shown};
use super::page::{navigation, site_context};
use crate::config::CONTENT;
use crate::site::{Facet, Route, Site};
use crate::source::SitePath;

/// The page that lists what has a tag, a level or a kind.
pub fn facet_context(site: &Site, facet: &Facet, labels: &Labels) -> PageContext {
    let route = &facet.route;
    let title = format!("{}: {}", word(labels, facet.group.name()), shown(facet.group, &facet.value, labels));
    let home = site.document_at(&SitePath::new(format!("{CONTENT}/index.md"))).filter(|&home| site.is_published(home));
    let link = |id| LinkTo { url: route.to(&site.route(id)), title: site.documents[id].title().to_owned() };
    PageContext {
        cards: facet.documents.iter().map(|&id| card(site, id, route)).collect(),
        breadcrumbs: home.map(link).into_iter().collect(),
        ..bare(site, route, title, "tag", labels)
    }
}

/// The page that a host shows for an address that leads nowhere. It is shown at any depth: its URLs are relative to the
/// site's root, which `site.base` names.
pub fn not_found_context(site: &Site, labels: &Labels) -> PageContext {
    let route = Route::new("404.html");
    let title = word(labels, "page_not_found").to_owned();
    let mut context = bare(site, &route, title, "not-found", labels);
    context.page.canonical = None;
    context.page.robots = Some("noindex".to_owned());
    context.site.base = Some(site.config.root_path().to_owned());
    context
}

fn bare(site: &Site, route: &Route, title: String, kind: &str, labels: &Labels) -> PageContext {
    PageContext {
        site: site_context(site, route),
        page: PageFacts {
            title,
            kind: kind.to_owned(),
            route: route.to_string(),
            canonical: site.config.base_url.as_ref().map(|base| route.below(base)),
            ..PageFacts::default()
        },
        contract: Vec::new(),
        needed_for: Vec::new(),
        navigation: navigation(site, &site.navigation.top, None, route),
        breadcrumbs: Vec::new(),
        outline: Vec::new(),
        previous: None,
        next: None,
        cards: Vec::new(),
        filters: Vec::new(),
        labels: labels.clone(),
        body_html: String::new(),
    }
}
