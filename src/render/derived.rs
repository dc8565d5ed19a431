//! Pages that no document stands behind: those of each facet, and the one for addresses that lead nowhere.

use super::context::{FolderContext, LinkTo, PageContext, PageFacts};
use super::folder::folder_context;
use super::labels::{Labels, counted, word};
use super::listing::{card, shown};
use super::social_card;
use crate::config::CONTENT;
use crate::site::made::NOT_FOUND;
use crate::site::{Facet, FacetPage, Route, Site};
use crate::source::SitePath;

/// The pages that list what has a tag, a level or a kind.
pub fn facet_contexts(site: &Site, facet: &Facet, labels: &Labels) -> Vec<PageContext> {
    let pages = facet.pages();
    let title = format!("{}: {}", word(labels, facet.group.name()), shown(facet.group, &facet.value, labels));
    let titles: Vec<_> = pages.iter().map(|page| numbered(&title, page.number)).collect();
    let context = |(place, page): (usize, &FacetPage<'_>)| {
        let neighbour = |place: Option<usize>| {
            let place = place?;
            Some(LinkTo { url: page.route.to(&pages.get(place)?.route), title: titles.get(place)?.clone() })
        };
        PageContext {
            previous: neighbour(place.checked_sub(1)),
            next: neighbour(Some(place + 1)),
            ..facet_context(site, page, titles[place].clone(), labels)
        }
    };
    pages.iter().enumerate().map(context).collect()
}

fn numbered(title: &str, number: usize) -> String {
    if number == 1 { title.to_owned() } else { format!("{title} ({number})") }
}

fn facet_context(site: &Site, page: &FacetPage<'_>, title: String, labels: &Labels) -> PageContext {
    let route = &page.route;
    let home = site.document_at(&SitePath::new(format!("{CONTENT}/index.md"))).filter(|&home| site.is_published(home));
    let link = |id| LinkTo { url: route.to(site.route(id)), title: site.documents[id].title().to_owned() };
    let mut context = bare(site, route, title, "tag");
    context.page.card_image = home.and_then(|home| social_card::url(site, home));
    let pages = counted(labels, page.documents.len(), "one_page", "n_pages");
    context.page.description = Some(format!("{} · {pages}", context.page.title));
    context.cards = page.documents.iter().map(|&id| card(site, id, route, labels)).collect();
    context.breadcrumbs = home.map(link).into_iter().collect();
    context
}

/// The page that a host shows for an address that leads nowhere. It is shown at any depth: its URLs are relative to the
/// site's root, which `site.base` names.
pub fn not_found_context(site: &Site, labels: &Labels) -> PageContext {
    let route = Route::new(NOT_FOUND);
    let title = word(labels, "page_not_found").to_owned();
    let mut context = bare(site, &route, title, "not-found");
    context.page.canonical = None;
    context.page.robots = Some("noindex".to_owned());
    context
}

/// What the page for addresses that lead nowhere shows of the site.
pub fn not_found_folder(site: &Site) -> FolderContext {
    let mut folder = folder_context(site, &Route::new(NOT_FOUND), None);
    folder.site.base = Some(site.config.root_path().to_owned());
    folder
}

fn bare(site: &Site, route: &Route, title: String, kind: &str) -> PageContext {
    PageContext {
        page: PageFacts {
            title,
            kind: kind.to_owned(),
            route: route.to_string(),
            canonical: site.config.base_url.as_ref().map(|base| route.below(base)),
            robots: site.config.unlisted.then(|| "noindex".to_owned()),
            ..PageFacts::default()
        },
        contract: Vec::new(),
        needed_for: Vec::new(),
        breadcrumbs: Vec::new(),
        outline: Vec::new(),
        previous: None,
        next: None,
        cards: Vec::new(),
        filters: Vec::new(),
    }
}
