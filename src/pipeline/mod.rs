//! The one way from files to outputs, which every command takes: load, check, render, export.

mod derived;
mod facts;
mod load;
mod mend;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

pub use load::{Loaded, load};
pub use mend::{FileChange, Mended, Refused, mend};

use crate::cache::Cache;
use crate::calendar::Date;
use crate::check::baseline::Compared;
use crate::check::check;
use crate::diagnostic::{Diagnostic, Finding, Problem, Severity};
use crate::export::{self, Rendered};
use crate::output::Outputs;
use crate::render::{self, Body, BodySettings, ImageSize, Includes, Links, PageContext, Templates};
use crate::site::{DocumentId, PublishedFile, Route, Site};
use crate::source::{SitePath, Source, Span};
use crate::world::World;

/// How a site is built; all of it comes from the command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether drafts are published too.
    pub drafts: bool,
    /// Replaces the site's own base URL.
    pub base_url: Option<String>,
    /// The day that dates of suppressions are compared with: a build knows no clock.
    pub today: Option<Date>,
}

/// Is told how far a build has come.
pub trait Progress: Sync {
    /// A stage of so many steps begins.
    fn stage(&self, name: &'static str, steps: usize);
    /// A step of the stage is done.
    fn step(&self);
}

/// Tells nobody.
impl Progress for () {
    fn stage(&self, _: &'static str, _: usize) {}
    fn step(&self) {}
}

/// A site and what is wrong in it.
#[derive(Debug)]
pub struct Checked {
    /// The site.
    pub site: Site,
    /// The texts that diagnostics point into.
    pub sources: Sources,
    /// What is wrong, in reading order, without what the baseline knows.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong and known to the baseline.
    pub known: Vec<Diagnostic>,
    /// How many findings of the baseline are no longer there.
    pub gone: usize,
}

impl Checked {
    /// What is wrong, known or not.
    pub fn all(&self) -> Vec<Diagnostic> {
        self.diagnostics.iter().chain(&self.known).cloned().collect()
    }

    /// Checks a site that has been loaded.
    fn new(loaded: Loaded) -> Self {
        let sources = Sources::new(&loaded);
        let site = loaded.site;
        let Compared { new, known, gone } = loaded.baseline.compare(&site, check(&site));
        Self { site, sources, diagnostics: new, known, gone }
    }
}

impl Checked {
    /// Takes the advice out, which is shown on request only. Says how much there was.
    pub fn take_advice(&mut self) -> usize {
        let before = self.diagnostics.len();
        self.diagnostics.retain(|diagnostic| diagnostic.severity > Severity::Advice);
        before - self.diagnostics.len()
    }
}

/// A built site.
#[derive(Debug)]
pub struct Build {
    /// The site and what is wrong in it.
    pub checked: Checked,
    /// The files of the build.
    pub outputs: Outputs,
    /// How many pages it has.
    pub pages: usize,
}

/// The texts that diagnostics point into.
#[derive(Debug, Default)]
pub struct Sources(BTreeMap<SitePath, Source>);

impl Sources {
    fn new(loaded: &Loaded) -> Self {
        let Loaded { site, templates, own_templates, baseline_source, .. } = loaded;
        let mut sources = Self::default();
        let config = site.config.source.iter();
        let included = site.included_files.readable().map(|file| &file.source);
        let documents = site.documents.iter().map(|document| &document.source);
        // A document that another one shows is one source, and comes last.
        for source in included.chain(config).chain(baseline_source).chain(own_templates).chain(documents) {
            sources.0.insert(source.path().clone(), source.clone());
        }
        if let Ok(templates) = templates {
            for source in templates.sources() {
                sources.0.entry(source.path().clone()).or_insert_with(|| source.clone());
            }
        }
        sources
    }

    /// The text of a file, where it has been read.
    pub fn get(&self, path: &SitePath) -> Option<&Source> {
        self.0.get(path)
    }
}

/// Checks a site without rendering it.
pub fn check_site(world: &dyn World, cache: &Cache, options: &Options) -> Checked {
    Checked::new(load(world, cache, options))
}

/// Builds a site: everything that a reader will see, as data.
pub fn build(world: &dyn World, cache: &Cache, options: &Options, progress: &dyn Progress) -> Build {
    let mut loaded = load::load_with_history(world, cache, options);
    let files = read_files(world, &mut loaded.site);
    let site = &loaded.site;
    let mut outputs = Outputs::new();
    let mut problems = Vec::new();
    let mut pages = 0;
    if let Ok(templates) = &loaded.templates {
        let (rendered, failed) = render_pages(site, &files, templates, cache, progress);
        pages = rendered.len();
        problems.extend(failed);
        insert(&mut outputs, export::files(site, &rendered), &mut problems);
        let (derived, failed) = derived::files(site, templates, cache);
        problems.extend(failed.into_iter().filter(|failed| !problems.contains(failed)).collect::<Vec<_>>());
        insert(&mut outputs, export::unclaimed(site, &rendered, derived), &mut problems);
    }
    insert(&mut outputs, files.into_iter().map(|(route, bytes)| (route.to_string(), bytes)), &mut problems);
    progress.stage("checking", site.documents.len());
    loaded.site.problems.extend(problems);
    Build { checked: Checked::new(loaded), outputs, pages }
}

/// Reads the files that are published as they are; one that cannot be read is a problem of the site.
fn read_files(world: &dyn World, site: &mut Site) -> BTreeMap<Route, Arc<[u8]>> {
    let read: Vec<_> = site
        .files
        .par_iter()
        .map(|(route, file)| match file {
            PublishedFile::OfTheme(path) => Ok((route.clone(), render::static_file(path).unwrap_or_default().into())),
            PublishedFile::OfSite(path) => world
                .read(path)
                .map(|bytes| (route.clone(), bytes))
                .map_err(|error| load::unreadable(path, &error.to_string())),
        })
        .collect();
    let mut files = BTreeMap::new();
    for result in read {
        match result {
            Ok((route, bytes)) => {
                files.insert(route, bytes);
            }
            Err(problem) => site.problems.push(problem),
        }
    }
    files
}

/// Renders every published page; what failed to render is told apart.
fn render_pages(
    site: &Site,
    files: &BTreeMap<Route, Arc<[u8]>>,
    templates: &Templates,
    cache: &Cache,
    progress: &dyn Progress,
) -> (Vec<Rendered>, Vec<Problem>) {
    let sizes: BTreeMap<&Route, ImageSize> = files
        .par_iter()
        .filter(|(route, _)| render::is_image(route.as_str()))
        .filter_map(|(route, bytes)| Some((route, render::image_size(bytes)?)))
        .collect();
    let settings = BodySettings {
        html: site.config.html,
        labels: render::labels(&site.config.labels),
        notation: site.config.notation.clone(),
    };
    let settings_hash =
        hash_of(&(settings.html == crate::config::RawHtml::Trusted, &settings.labels, settings.notation.macros()));
    let ids: Vec<DocumentId> = site.published().collect();
    progress.stage("rendering", ids.len());
    let results: Vec<Result<Rendered, Problem>> = ids
        .par_iter()
        .map(|&id| {
            let body = body(site, id, &sizes, &settings, settings_hash, cache);
            let context = render::page_context(site, id, &body, &settings.labels);
            let html = page(&context, templates, cache);
            progress.step();
            html.map(|html| Rendered { document: id, route: site.route(id), body, html })
        })
        .collect();
    let mut pages = Vec::new();
    let mut problems = Vec::new();
    for result in results {
        match result {
            Ok(page) => pages.push(page),
            // A fault of a template fails every page that uses it, and is one fault.
            Err(problem) if problems.contains(&problem) => {}
            Err(problem) => problems.push(problem),
        }
    }
    (pages, problems)
}

fn body(
    site: &Site,
    id: DocumentId,
    sizes: &BTreeMap<&Route, ImageSize>,
    settings: &BodySettings,
    settings_hash: blake3::Hash,
    cache: &Cache,
) -> Arc<Body> {
    let document = &site.documents[id];
    let links = Links::new(site, id, |route| sizes.get(route).copied());
    let includes = Includes::new(site, id);
    let mut key = blake3::Hasher::new();
    for hash in [document.source.hash(), hash_of(&links), hash_of(&includes), settings_hash] {
        key.update(hash.as_bytes());
    }
    cache.bodies.get(key.finalize(), || Arc::new(render::body(document, &links, &includes, settings)))
}

fn page(context: &PageContext, templates: &Templates, cache: &Cache) -> Result<Arc<[u8]>, Problem> {
    let mut key = blake3::Hasher::new();
    key.update(templates.hash().as_bytes()).update(hash_of(context).as_bytes());
    cache.pages.get(key.finalize(), || templates.render(context).map(|html| html.into_bytes().into()))
}

/// The hash of a value by its JSON, which holds all of it and in a fixed order.
fn hash_of(value: &impl serde::Serialize) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    // Writing to a hasher cannot fail, and every value here has a JSON form.
    let _ = serde_json::to_writer(&mut hasher, value);
    hasher.finalize()
}

/// Adds files to the outputs; a path that cannot be one is a problem of the file that wants it.
fn insert(outputs: &mut Outputs, files: impl IntoIterator<Item = (String, Arc<[u8]>)>, problems: &mut Vec<Problem>) {
    for (path, bytes) in files {
        if let Err(error) = outputs.insert(path.clone(), bytes) {
            let span = Span { path: SitePath::new(path), range: 0..0 };
            problems.push(Problem::new("P06", Finding::new(span, error.to_string())));
        }
    }
}

#[cfg(test)]
mod tests;
