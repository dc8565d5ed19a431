//! What has changed for many pages at once: one line for it, and a few pages to look at.

use std::collections::BTreeSet;

use super::account::SiteWide;
use super::pages::{self, Sides};
use super::side::Side;
use crate::config::{CONFIG_PATH, TEMPLATES};
use crate::site::{DocumentId, PublishedFile, Route, Site};
use crate::world::World;

/// What is published beside the pages, and shown by none of them.
pub(super) const FILES: &str = "files";
/// What is read from the disk on both sides.
pub(super) const SUBMODULES: &str = "submodules";

/// The changes that are not those of one page. `markup` are the pages that say what they said and look different.
pub(super) fn changes(sides: &Sides<'_>, worlds: (&dyn World, &dyn World), markup: &[DocumentId]) -> Vec<SiteWide> {
    let site = &sides.after.checked.site;
    let mut found = Vec::new();
    let styles = styles(sides);
    if !styles.is_empty() {
        // A style sheet changes how every page looks, and the HTML of none.
        let all: Vec<_> = site.published().collect();
        found.push(site_wide("styles and scripts", styles, &all, site));
    }
    let templates = templates(worlds.0, worlds.1);
    let text = |site: &Site| site.config.source.as_ref().map(|source| source.text().to_owned());
    let configured = text(&sides.before.checked.site) != text(site);
    let files = files(sides);
    if !files.is_empty() {
        found.push(site_wide(FILES, files, &[], site));
    }
    if !templates.is_empty() {
        found.push(site_wide("templates", templates.clone(), markup, site));
    }
    if configured {
        let pages = if templates.is_empty() { markup } else { &[] };
        found.push(site_wide("configuration", vec![CONFIG_PATH.to_owned()], pages, site));
    }
    if templates.is_empty() && !configured && !markup.is_empty() {
        // What has changed there is among the pages already.
        found.push(SiteWide { samples: Vec::new(), ..site_wide("navigation", Vec::new(), markup, site) });
    }
    found
}

/// Submodules that a change touches. Their pages seem the same, or never to have been.
pub(super) fn submodules(paths: Vec<String>) -> Option<SiteWide> {
    let is_any = !paths.is_empty();
    is_any.then(|| SiteWide { what: SUBMODULES.to_owned(), files: paths, pages: 0, samples: Vec::new() })
}

fn site_wide(what: &str, files: Vec<String>, pages: &[DocumentId], site: &Site) -> SiteWide {
    SiteWide { what: what.to_owned(), files, pages: pages.len(), samples: samples(site, pages) }
}

/// A few of the pages, each of another kind as long as there are kinds.
fn samples(site: &Site, pages: &[DocumentId]) -> Vec<String> {
    const MOST: usize = 5;
    let mut kinds = BTreeSet::new();
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for &id in pages {
        if kinds.insert(site.kind(id)) { first.push(id) } else { rest.push(id) }
    }
    first.into_iter().chain(rest).take(MOST).map(|id| site.route(id).to_string()).collect()
}

/// The style sheets and scripts of the site that differ.
fn styles(sides: &Sides<'_>) -> Vec<String> {
    let (before, after) = (&sides.before.checked.site, &sides.after.checked.site);
    // Without pages to compare with, every file of the built-in theme would be one.
    if before.documents.is_empty() {
        return Vec::new();
    }
    let path = |route: &Route| match after.files.get(route).or_else(|| before.files.get(route)) {
        Some(PublishedFile::OfSite(path)) => path.to_string(),
        _ => format!("static/{route}"),
    };
    differing(sides).into_iter().filter(|route| is_style(route)).map(path).collect()
}

/// The other files of the site that differ. What a page shows is told of the page.
fn files(sides: &Sides<'_>) -> Vec<String> {
    let (before, after) = (&sides.before.checked.site, &sides.after.checked.site);
    let shown =
        |site| -> BTreeSet<&Route> { Site::published(site).flat_map(|id| pages::shown_files(site, id)).collect() };
    let shown: BTreeSet<&Route> = shown(before).union(&shown(after)).copied().collect();
    let path = |route: &Route| match after.files.get(route).or_else(|| before.files.get(route))? {
        PublishedFile::OfSite(path) => Some(path.to_string()),
        _ => None,
    };
    let others = differing(sides).into_iter().filter(|route| !is_style(route) && !shown.contains(route));
    others.filter_map(path).collect()
}

/// The published files that only one side has, or whose bytes are others.
fn differing<'s>(sides: &Sides<'s>) -> Vec<&'s Route> {
    let files = |side: &'s Side| side.checked.site.files.keys();
    let routes: BTreeSet<&Route> = files(sides.before).chain(files(sides.after)).collect();
    let bytes = |side: &'s Side, route: &Route| side.outputs.get(route.as_str());
    routes.into_iter().filter(|route| bytes(sides.before, route) != bytes(sides.after, route)).collect()
}

fn is_style(route: &Route) -> bool {
    matches!(route.as_str().rsplit('.').next(), Some("css" | "js"))
}

/// The templates of the site that differ.
fn templates(before: &dyn World, after: &dyn World) -> Vec<String> {
    let paths: BTreeSet<_> = before.list(TEMPLATES).files.into_iter().chain(after.list(TEMPLATES).files).collect();
    paths
        .into_iter()
        .filter(|path| before.read(path).ok() != after.read(path).ok())
        .map(|path| path.to_string())
        .collect()
}
