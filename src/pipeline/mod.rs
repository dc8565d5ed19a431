//! The one way from files to outputs, which every command takes: load, check, render, export.

mod derived;
mod facts;
mod folder;
mod key;
mod load;
mod mend;
mod render;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rayon::prelude::*;

pub use load::{Loaded, load};
pub use mend::{FileChange, Mended, MendedOne, Refused, changed_by, mend, mend_one};

use crate::cache::Cache;
use crate::calendar::Date;
use crate::check::baseline::Compared;
use crate::check::check_remembering;
use crate::diagnostic::{Diagnostic, Finding, Problem, Severity};
use crate::export::{self, File, Rendered};
use crate::output::Outputs;
use crate::render::Templates;
use crate::site::{PublishedFile, Route, Site};
use crate::source::{SitePath, Source, Span};
use crate::world::World;
use key::joined;
use render::Renderer;

/// Code of the rule for files that cannot be published under their name.
const UNPORTABLE_PATH: &str = "P06";

/// How a site is built; all of it comes from the command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether drafts are published too.
    pub drafts: bool,
    /// Replaces the site's own base URL.
    pub base_url: Option<String>,
    /// The day that dates of suppressions are compared with: a build knows no clock.
    pub today: Option<Date>,
    /// How long to wait for the servers of links to others; without it, they are not asked.
    pub external: Option<Duration>,
    /// Whether search engines are asked to leave the site alone.
    pub unlisted: bool,
    /// Replaces the site's own branch, to which edit links lead.
    pub branch: Option<String>,
    /// Whether raw HTML is cleaned whatever the site says.
    pub sanitised: bool,
}

/// Is told how far a build has come.
pub trait Progress: Sync {
    /// A stage of so many steps begins.
    fn stage(&self, name: &'static str, steps: usize);
    /// A page begins, on this thread; its step says that it is done.
    fn page(&self, _: &SitePath) {}
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

    /// A site in which a command found this, in place of what the rules find.
    pub fn with(loaded: Loaded, diagnostics: Vec<Diagnostic>) -> Self {
        let sources = Sources::new(&loaded);
        Self { site: loaded.site, sources, diagnostics, known: Vec::new(), gone: 0 }
    }

    /// Checks a site that has been loaded.
    fn new(loaded: Loaded, cache: &Cache) -> Self {
        let sources = Sources::new(&loaded);
        let site = loaded.site;
        let seen = OnceLock::new();
        let diagnostics = check_remembering(&site, |id, look| {
            let seen = || *seen.get_or_init(|| site.checked_by());
            cache.findings.get(|| joined(&[seen(), site.documents[id].source.hash()]), look)
        });
        let Compared { new, known, gone } = loaded.baseline.compare(&site, diagnostics);
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
    /// The pages that could not be rendered; what is wrong is among the diagnostics.
    pub failed: Vec<Route>,
}

/// The texts that diagnostics point into.
#[derive(Debug, Default)]
pub struct Sources(BTreeMap<SitePath, Source>);

impl Sources {
    fn new(loaded: &Loaded) -> Self {
        let Loaded { site, templates, own_templates, baseline_source, record_sources, .. } = loaded;
        let mut sources = Self::default();
        let config = site.config.source.iter();
        let included = site.included_files.readable().map(|file| &file.source);
        let documents = site.documents.iter().map(|document| &document.source);
        // A document that another one shows is one source, and comes last.
        for source in
            included.chain(config).chain(record_sources).chain(baseline_source).chain(own_templates).chain(documents)
        {
            sources.0.insert(source.path().clone(), source.clone());
        }
        if let Ok(templates) = templates {
            for source in templates.sources() {
                sources.0.entry(source.path().clone()).or_insert_with(|| source.clone());
            }
        }
        sources
    }

    /// All of them, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.values()
    }

    /// The text of a file, where it has been read.
    pub fn get(&self, path: &SitePath) -> Option<&Source> {
        self.0.get(path)
    }
}

/// Checks a site without rendering it.
pub fn check_site(world: &dyn World, cache: &Cache, options: &Options) -> Checked {
    Checked::new(load(world, cache, options), cache)
}

/// Builds a site: everything that a reader will see, as data.
pub fn build(world: &dyn World, cache: &Cache, options: &Options, progress: &dyn Progress) -> Build {
    let mut rendering = render(world, cache, options, progress);
    progress.stage("exporting", 0);
    let rest = rest(&rendering.loaded, &rendering.pages, cache);
    insert(&mut rendering.outputs, &rendering.loaded.site, rest, &mut rendering.problems);
    let pages = rendering.pages.len();
    progress.stage("checking", rendering.loaded.site.documents.len());
    let Rendering { outputs, failed, .. } = &mut rendering;
    let (outputs, failed) = (std::mem::take(outputs), std::mem::take(failed));
    Build { checked: Checked::new(rendering.loaded_with_problems(), cache), outputs, pages, failed }
}

/// A site with its pages, before it is checked, and before anything is made of all pages together.
#[derive(Debug)]
pub struct Rendering {
    /// The pages and the files that are published as they are.
    pub outputs: Outputs,
    /// The pages of documents.
    pub pages: Vec<Rendered>,
    /// The pages of documents that could not be rendered.
    pub failed: Vec<Route>,
    loaded: Loaded,
    problems: Vec<Problem>,
}

/// A rendered site that was checked; the rest of its outputs can be made when somebody wants it.
#[derive(Debug)]
pub struct Draft {
    /// The site and what is wrong in it.
    pub checked: Checked,
    pages: Vec<Rendered>,
    templates: Result<Arc<Templates>, Problem>,
}

impl Rendering {
    /// Checks the site. What the rest of its outputs may have wrong is for a whole build to tell.
    pub fn check(mut self, cache: &Cache) -> Draft {
        let pages = std::mem::take(&mut self.pages);
        let templates = self.loaded.templates.clone();
        Draft { pages, templates, checked: Checked::new(self.loaded_with_problems(), cache) }
    }

    fn loaded_with_problems(self) -> Loaded {
        let Self { mut loaded, problems, .. } = self;
        loaded.site.problems.extend(problems);
        loaded
    }
}

impl Draft {
    /// Whether there are pages of which anything could be made.
    pub fn has_pages(&self) -> bool {
        self.templates.is_ok()
    }

    /// How many pages of documents there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// What is made of all pages together. It takes longer than the pages do: the search index above all.
    pub fn rest(&self, cache: &Cache) -> Vec<File> {
        rest_of(&self.checked.site, &self.templates, &self.pages, cache)
    }
}

/// Renders the pages of a site. Together with [`rest`](Draft::rest) they are a [`build`].
pub fn render(world: &dyn World, cache: &Cache, options: &Options, progress: &dyn Progress) -> Rendering {
    progress.stage("reading", 0);
    let mut loaded = load::load_with_history(world, cache, options);
    let files = read_files(world, &mut loaded.site);
    let site = &loaded.site;
    let mut outputs = Outputs::new();
    let mut problems = Vec::new();
    let mut pages = Vec::new();
    if let Ok(templates) = &loaded.templates {
        let renderer = Renderer::new(site, &files, templates, cache);
        let (rendered, failed) = renderer.pages(progress);
        problems.extend(failed);
        insert(&mut outputs, site, export::pages(&rendered), &mut problems);
        let (derived, failed) = renderer.derived();
        problems.extend(failed.into_iter().filter(|failed| !problems.contains(failed)).collect::<Vec<_>>());
        insert(&mut outputs, site, export::unclaimed(site, &rendered, derived), &mut problems);
        pages = rendered;
    }
    insert(&mut outputs, site, files.into_iter().map(|(route, bytes)| (route.to_string(), bytes)), &mut problems);
    let published = site.published().map(|id| site.route(id));
    let failed = published.filter(|route| outputs.get(route.as_str()).is_none()).cloned().collect();
    Rendering { outputs, pages, failed, loaded, problems }
}

fn rest(loaded: &Loaded, pages: &[Rendered], cache: &Cache) -> Vec<File> {
    rest_of(&loaded.site, &loaded.templates, pages, cache)
}

/// Without templates there are no pages, and nothing is made of them.
fn rest_of(site: &Site, templates: &Result<Arc<Templates>, Problem>, pages: &[Rendered], cache: &Cache) -> Vec<File> {
    if templates.is_err() {
        return Vec::new();
    }
    let mut files = export::files(site, pages);
    files.extend(export::unclaimed(site, pages, derived::social_cards(site, cache)));
    files
}

/// Reads the files that are published as they are; one that cannot be read is a problem of the site.
fn read_files(world: &dyn World, site: &mut Site) -> BTreeMap<Route, Arc<[u8]>> {
    let read: Vec<_> = site
        .files
        .par_iter()
        .map(|(route, file)| match file {
            PublishedFile::OfTheme(path) => {
                Ok((route.clone(), crate::render::static_file(path).unwrap_or_default().into()))
            }
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

/// Adds files to the outputs; a path that cannot be one is a problem of the source that wants it.
fn insert(
    outputs: &mut Outputs,
    site: &Site,
    files: impl IntoIterator<Item = (String, Arc<[u8]>)>,
    problems: &mut Vec<Problem>,
) {
    for (path, bytes) in files {
        if let Err(error) = outputs.insert(path.clone(), bytes) {
            let span = Span { path: site.source_of(&Route::new(path)), range: 0..0 };
            // A page has files beside it, such as its Markdown, whose names are no better: one word is enough.
            if !problems.iter().any(|known| known.code == UNPORTABLE_PATH && known.finding.span.path == span.path) {
                let finding = Finding::new(span, error.to_string()).help("rename the file, or change its alias");
                problems.push(Problem::new(UNPORTABLE_PATH, finding));
            }
        }
    }
}

#[cfg(test)]
mod tests;
