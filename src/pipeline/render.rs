//! Renders the pages of a site, each remembered by the hash of all that it shows.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::Progress;
use super::derived;
use super::folder::{Folder, Html};
use super::key::{hash_of, joined};
use crate::cache::{Cache, Shown};
use crate::config::RawHtml;
use crate::diagnostic::Problem;
use crate::export::{File, Rendered};
use crate::render::{self, Body, BodySettings, Extract, Frames, ImageSize, Includes, Links, Templates};
use crate::site::{DocumentId, Route, Site};

/// Renders pages, or remembers them, in two steps: a page is looked up first by all that its site declares, which is
/// known at once, and where that has changed by what the page itself shows, which takes a while to gather.
pub(super) struct Renderer<'a> {
    site: &'a Site,
    sizes: BTreeMap<&'a Route, ImageSize>,
    settings: BodySettings,
    settings_hash: blake3::Hash,
    templates: &'a Templates,
    frames: Frames,
    cache: &'a Cache,
    declared: OnceLock<blake3::Hash>,
}

impl<'a> Renderer<'a> {
    pub(super) fn new(
        site: &'a Site,
        files: &'a BTreeMap<Route, Arc<[u8]>>,
        templates: &'a Templates,
        cache: &'a Cache,
    ) -> Self {
        let sizes = files
            .par_iter()
            .filter(|(route, _)| render::is_image(route.as_str()))
            .filter_map(|(route, bytes)| Some((route, render::image_size(bytes)?)))
            .collect();
        let settings = BodySettings::of(&site.config);
        let trusted = settings.html == RawHtml::Trusted;
        let BodySettings { labels, notation, highlight, markdown, search, .. } = &settings;
        let settings_hash = hash_of(&(trusted, labels, notation.macros(), highlight, markdown, search));
        Self {
            site,
            sizes,
            settings,
            settings_hash,
            templates,
            frames: Frames::default(),
            cache,
            declared: OnceLock::new(),
        }
    }

    /// Every published page; what failed to render is told apart.
    pub(super) fn pages(&self, progress: &dyn Progress) -> (Vec<Rendered>, Vec<Problem>) {
        let ids: Vec<DocumentId> = self.site.published().collect();
        progress.stage("rendering", ids.len());
        let rendered = &|folder: &Folder, id: DocumentId| {
            progress.page(self.site.documents[id].path());
            let (extract, page) = self.page_and_rest(folder, id);
            progress.step();
            page.map(|html| Rendered { document: id, route: self.site.route(id).clone(), extract, html })
        };
        let mut results: Vec<(DocumentId, Result<Rendered, Problem>)> = self
            .folders(&ids)
            .into_par_iter()
            .flat_map_iter(|(folder, ids)| {
                let pages = ids.into_par_iter().map(|id| (id, rendered(&folder, id)));
                pages.collect::<Vec<_>>()
            })
            .collect();
        results.sort_by_key(|(id, _)| *id);
        let mut pages = Vec::new();
        let mut problems = Vec::new();
        for (_, result) in results {
            match result {
                Ok(page) => pages.push(page),
                // A fault of a template fails every page that uses it, and is one fault.
                Err(problem) if problems.contains(&problem) => {}
                Err(problem) => problems.push(problem),
            }
        }
        (pages, problems)
    }

    /// The pages of each folder.
    fn folders(&self, ids: &[DocumentId]) -> Vec<(Folder<'_>, Vec<DocumentId>)> {
        let mut folders: BTreeMap<&str, Vec<DocumentId>> = BTreeMap::new();
        for &id in ids {
            folders.entry(self.site.documents[id].path().folder()).or_default().push(id);
        }
        let shared = |ids: &[DocumentId]| {
            let (site, id) = (self.site, ids[0]);
            Folder::new(self.templates, &self.frames, move || {
                render::folder_context(site, site.route(id), Some(site.documents[id].path()))
            })
        };
        folders.into_values().map(|ids| (shared(&ids), ids)).collect()
    }

    /// The pages that no document stands behind. They show only what documents declare.
    pub(super) fn derived(&self) -> (Vec<File>, Vec<Problem>) {
        let made = self.cache.derived.get(
            || self.declared(),
            || Arc::new(derived::pages(self.site, &self.settings.labels, self.templates, &self.frames, self.cache)),
        );
        (*made).clone()
    }

    /// Identifies all that a page may depend on beside its own document.
    fn declared(&self) -> blake3::Hash {
        *self.declared.get_or_init(|| {
            let sizes = blake3::hash(format!("{:?}", self.sizes).as_bytes());
            joined(&[self.site.declared(), self.settings_hash, self.templates.hash(), sizes])
        })
    }

    fn page_and_rest(&self, folder: &Folder, id: DocumentId) -> (Arc<Extract>, Html) {
        if self.cache.forgets() {
            let (links, includes) = self.shown_by(id);
            let body = self.body(id, &links, &includes);
            let page = folder.page(&render::page_context(self.site, id, &body, &self.settings.labels), &body.html);
            return (body.extract, page);
        }
        let key = joined(&[self.declared(), self.site.documents[id].source.hash()]);
        let shown = self.cache.shown.find(key).inspect(|shown| self.cache.touch(shown)).unwrap_or_else(|| {
            let shown = self.remembered(folder, id);
            self.cache.shown.insert(key, shown.clone());
            shown
        });
        (Arc::clone(&shown.body.extract), shown.page)
    }

    fn remembered(&self, folder: &Folder, id: DocumentId) -> Shown {
        let (links, includes) = self.shown_by(id);
        let source = self.site.documents[id].source.hash();
        let body_key = joined(&[source, hash_of(&links), hash_of(&includes), self.settings_hash]);
        let body = self.cache.bodies.get(|| body_key, || Arc::new(self.body(id, &links, &includes)));
        let context = render::page_context(self.site, id, &body, &self.settings.labels);
        // The key of the body stands for the prose, which is most of a page.
        let page_key = joined(&[folder.key(), hash_of(&context), body_key]);
        let page = self.cache.pages.get(|| page_key, || folder.page(&context, &body.html));
        Shown { body, body_key, page, page_key }
    }

    /// What the prose of a document shows of others.
    fn shown_by(&self, id: DocumentId) -> (Links, Includes) {
        let links = Links::new(self.site, id, |route| self.sizes.get(route).copied());
        (links, Includes::new(self.site, id))
    }

    fn body(&self, id: DocumentId, links: &Links, includes: &Includes) -> Body {
        render::body(&self.site.documents[id], links, includes, &self.settings)
    }
}
