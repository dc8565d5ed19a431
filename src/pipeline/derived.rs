//! Files that are made for a page, or for many: social cards, the pages of facets, and the page for addresses that lead
//! nowhere. All are remembered like pages.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::folder::{Folder, Html};
use super::key::{hash_of, joined};
use crate::cache::Cache;
use crate::diagnostic::Problem;
use crate::export::File;
use crate::render::{self, Frames, Labels, PageContext, SocialCard, Templates, social_card};
use crate::site::{Route, Site};

/// The social cards of all documents that can be shared.
pub(super) fn social_cards(site: &Site, cache: &Cache) -> Vec<File> {
    let labels = render::labels(&site.config.labels);
    let ids: Vec<_> = site.listed().collect();
    ids.par_iter()
        .filter_map(|&id| {
            let route = social_card::route(site, id)?;
            let card = SocialCard::of(site, id, &labels);
            Some((route.to_string(), cache.cards.get(|| hash_of(&card), || card.png().into())))
        })
        .collect()
}

/// The pages that no document stands behind, and what failed in their templates.
pub(super) fn pages(
    site: &Site,
    labels: &Labels,
    templates: &Templates,
    frames: &Frames,
    cache: &Cache,
) -> (Vec<File>, Vec<Problem>) {
    let facets: Vec<_> = site.facets().iter().collect();
    let contexts: Vec<PageContext> =
        facets.par_iter().flat_map(|facet| render::facet_contexts(site, facet, labels)).collect();
    let mut folders: BTreeMap<&str, (Folder, Vec<&PageContext>)> = BTreeMap::new();
    for context in &contexts {
        let name = context.page.route.rsplit_once('/').map_or("", |(name, _)| name);
        let shared = || render::folder_context(site, &Route::new(context.page.route.as_str()), None);
        folders.entry(name).or_insert_with(|| (Folder::new(templates, frames, shared), Vec::new())).1.push(context);
    }
    let not_found = render::not_found_context(site, labels);
    let of_site = (Folder::new(templates, frames, || render::not_found_folder(site)), vec![&not_found]);
    let folders: Vec<_> = folders.into_values().chain([of_site]).collect();
    let file = &|folder: &Folder, context: &PageContext| {
        page(context, folder, cache).map(|html: Arc<[u8]>| (context.page.route.clone(), html))
    };
    let results: Vec<Result<File, Problem>> = folders
        .par_iter()
        .flat_map(|(folder, contexts)| contexts.par_iter().map(move |context| file(folder, context)))
        .collect();
    let (files, problems): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    (files.into_iter().flatten().collect(), problems.into_iter().filter_map(Result::err).collect())
}

/// No document stands behind it, so that its context is all that it shows.
fn page(context: &PageContext, folder: &Folder, cache: &Cache) -> Html {
    cache.pages.get(|| joined(&[folder.key(), hash_of(context)]), || folder.page(context, ""))
}
