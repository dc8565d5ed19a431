//! What the pages of a folder share: the site and its navigation, as they are seen from there.

use super::context::{FolderContext, NavigationItem, SiteContext};
use crate::config::CONTENT;
use crate::site::made::FEED;
use crate::site::{DocumentId, NavNode, Route, Site};
use crate::source::SitePath;

/// What a page shares with those beside it. The branch of its source is opened, where it has one; none of the items is
/// marked as this page, since it is another one on each.
pub fn folder_context(site: &Site, route: &Route, source: Option<&SitePath>) -> FolderContext {
    FolderContext {
        site: site_context(site, route),
        navigation: navigation(site, &site.navigation().top, route, source),
    }
}

fn site_context(site: &Site, route: &Route) -> SiteContext {
    let language = site.config.language.clone();
    SiteContext {
        title: site.title().to_owned(),
        direction: direction(&language),
        language,
        home: site.home().map_or_else(String::new, |id| route.to(site.route(id))),
        root: route.to_root(),
        base: None,
        repository: site.config.repository.clone(),
        has_search: site.config.publish.search,
        feed: site.has_feed().then(|| route.to(&Route::new(FEED))),
    }
}

fn direction(language: &str) -> &'static str {
    match language.split('-').next().unwrap_or(language) {
        "ar" | "he" | "fa" | "ur" | "ps" | "sd" | "ug" | "yi" | "dv" => "rtl",
        _ => "ltr",
    }
}

fn navigation(site: &Site, nodes: &[NavNode], route: &Route, source: Option<&SitePath>) -> Vec<NavigationItem> {
    let item = |node: &NavNode| {
        let open = source.zip(node.folder.as_deref()).is_some_and(|(source, folder)| is_within(source, folder));
        NavigationItem {
            title: node.title.clone(),
            url: node.document.or_else(|| first_page(node)).map(|id| route.to(site.route(id))),
            page: node.document.is_some(),
            current: false,
            open,
            items: if open { navigation(site, &node.children, route, source) } else { Vec::new() },
        }
    };
    nodes.iter().map(item).collect()
}

fn is_within(path: &SitePath, folder: &str) -> bool {
    let within = path.as_str().strip_prefix(CONTENT).and_then(|rest| rest.strip_prefix('/'));
    within.and_then(|within| within.strip_prefix(folder)).is_some_and(|rest| rest.starts_with('/'))
}

fn first_page(node: &NavNode) -> Option<DocumentId> {
    node.children.iter().find_map(|child| child.document.or_else(|| first_page(child)))
}
