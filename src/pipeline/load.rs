//! Reads a world into a site.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Options, facts};
use crate::cache::{Cache, ReadFile};
use crate::calendar::Date;
use crate::check::baseline::{BASELINE_PATH, Baseline};
use crate::config::{CONFIG_PATH, CONTENT, Config, RawHtml, STATIC, TEMPLATES, VERIFICATION};
use crate::diagnostic::{Finding, Problem, nearest};
use crate::document::{Document, TOO_LARGE};
use crate::limit::{self, INCLUDE_BYTES, PAGE_BYTES};
use crate::render::{self, Templates};
use crate::site::include::{Included, Unreadable, path_of};
use crate::site::verification::Record;
use crate::site::{Parts, Site};
use crate::source::{SitePath, Source, Span};
use crate::world::World;

/// Code of the rule for bytes that are no text.
const NOT_UTF8: &str = "P03";
/// Code of the rule for files that cannot be read.
const UNREADABLE: &str = "P04";

/// A site and the templates of its pages.
#[derive(Debug)]
pub struct Loaded {
    /// The site.
    pub site: Site,
    /// The compiled templates, unless one of them is wrong: then the site says so among its problems.
    pub templates: Result<Arc<Templates>, Problem>,
    /// The site's own templates.
    pub own_templates: Vec<Source>,
    /// The findings that the site knows of.
    pub baseline: Baseline,
    /// The file that names them, where there is one.
    pub baseline_source: Option<Source>,
    /// The records of code that was run, those that cannot be read too.
    pub record_sources: Vec<Source>,
}

/// Loads a site. What cannot be read is among its problems.
pub fn load(world: &dyn World, cache: &Cache, options: &Options) -> Loaded {
    load_with(world, cache, options, BTreeMap::new)
}

/// Loads a site with the days on which its sources changed, which only a reader of the pages wants to know.
pub(super) fn load_with_history(world: &dyn World, cache: &Cache, options: &Options) -> Loaded {
    load_with(world, cache, options, || world.last_changed())
}

fn load_with(
    world: &dyn World,
    cache: &Cache,
    options: &Options,
    last_changed: impl FnOnce() -> BTreeMap<SitePath, Date> + Send,
) -> Loaded {
    cache.start_run();
    let mut problems = Vec::new();
    let mut config = config(world, &mut problems);
    if options.base_url.is_some() {
        config.base_url.clone_from(&options.base_url);
    }
    config.unlisted = options.unlisted;
    if let Some(branch) = &options.branch {
        config.branch.clone_from(branch);
    }
    if options.sanitised {
        config.html = RawHtml::Sanitised;
    }
    let (documents, mut files): (Vec<_>, Vec<_>) =
        list(world, CONTENT, &mut problems).into_iter().partition(|path| path.extension() == Some("md"));
    files.extend(list(world, STATIC, &mut problems));
    let (documents, last_changed) = rayon::join(
        || documents_of(world, documents, cache, &mut problems),
        // Another process finds them out, meanwhile.
        last_changed,
    );
    let included = included_files(world, &documents);
    let (baseline, baseline_source) = baseline(world, &mut problems);
    let templates = list(world, TEMPLATES, &mut problems).into_iter().filter(|path| path.extension() == Some("html"));
    let own_templates = read_all(world, templates.collect(), &mut problems);
    let templates = compile(&own_templates, &config, cache);
    problems.extend(templates.as_ref().err().cloned());
    let theme_files = render::static_files().collect();
    let drafts = options.drafts;
    let record_sources = record_sources(world, &mut problems);
    let records = records(&record_sources, &mut problems);
    let facts = facts::gather(world, &config, &documents, &files, &records, options.external);
    let parts = Parts {
        config,
        documents,
        files,
        theme_files,
        included,
        facts,
        records,
        last_changed,
        problems,
        drafts,
        today: options.today,
    };
    let known = |site: &Site| if cache.forgets() { None } else { cache.resolutions.find(site.key()) };
    let site = Site::with_resolution(parts, known);
    if !cache.forgets() {
        cache.resolutions.insert(site.key(), site.resolution().clone());
    }
    Loaded { site, templates, own_templates, baseline, baseline_source, record_sources }
}

fn config(world: &dyn World, problems: &mut Vec<Problem>) -> Config {
    let path = SitePath::new(CONFIG_PATH);
    match world.read(&path) {
        Ok(bytes) => {
            let (config, mistakes) = Config::read(source(path, &bytes, problems));
            problems.extend(mistakes);
            config
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Config::default(),
        Err(error) => {
            problems.push(unreadable(&path, &error.to_string()));
            Config::default()
        }
    }
}

/// The findings that the site knows of, and the file that names them; without one it knows of none.
fn baseline(world: &dyn World, problems: &mut Vec<Problem>) -> (Baseline, Option<Source>) {
    let path = SitePath::new(BASELINE_PATH);
    let source = match world.read(&path) {
        Ok(bytes) => source(path, &bytes, problems),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Baseline::default(), None),
        Err(error) => {
            problems.push(unreadable(&path, &error.to_string()));
            return (Baseline::default(), None);
        }
    };
    let baseline = Baseline::read(&source).unwrap_or_else(|problem| {
        problems.push(problem);
        Baseline::default()
    });
    (baseline, Some(source))
}

fn list(world: &dyn World, folder: &str, problems: &mut Vec<Problem>) -> Vec<SitePath> {
    let listing = world.list(folder);
    problems.extend(listing.unreadable.iter().map(|(path, why)| unreadable(path, why)));
    listing.files
}

fn record_sources(world: &dyn World, problems: &mut Vec<Problem>) -> Vec<Source> {
    let paths = list(world, VERIFICATION, problems).into_iter().filter(|path| path.extension() == Some("json"));
    read_all(world, paths.collect(), problems)
}

fn records(sources: &[Source], problems: &mut Vec<Problem>) -> Vec<(Source, Record)> {
    let (records, broken): (Vec<_>, Vec<_>) =
        sources.iter().map(|source| Record::read(source).map(|it| (source.clone(), it))).partition(Result::is_ok);
    problems.extend(broken.into_iter().filter_map(Result::err));
    records.into_iter().flatten().collect()
}

/// Parses documents; one whose bytes are those of the last run is not even read through.
fn documents_of(
    world: &dyn World,
    paths: Vec<SitePath>,
    cache: &Cache,
    problems: &mut Vec<Problem>,
) -> Vec<Arc<Document>> {
    let read: Vec<Result<(SitePath, ReadFile), Problem>> = paths
        .into_par_iter()
        .map(|path| {
            let bytes = world.read(&path).map_err(|error| unreadable(&path, &error.to_string()))?;
            if bytes.len() > PAGE_BYTES {
                return Err(too_large(&path, bytes.len()));
            }
            let file = cache.read_before(&path, &bytes).unwrap_or_else(|| {
                let mut problems = Vec::new();
                let source = source(path.clone(), &bytes, &mut problems);
                let document = cache.documents.get(|| source.hash(), || Arc::new(Document::parse(&source)));
                // What nobody will compare makes room for the next file.
                let bytes = if cache.forgets() { Arc::default() } else { bytes };
                ReadFile { bytes, document, problems }
            });
            Ok((path, file))
        })
        .collect();
    let mut documents = Vec::with_capacity(read.len());
    for file in &read {
        match file {
            Ok((_, file)) => {
                documents.push(Arc::clone(&file.document));
                problems.extend(file.problems.iter().cloned());
            }
            Err(problem) => problems.push(problem.clone()),
        }
    }
    cache.remember_files(read.into_iter().flatten());
    documents
}

fn read_all(world: &dyn World, paths: Vec<SitePath>, problems: &mut Vec<Problem>) -> Vec<Source> {
    let read: Vec<_> = paths
        .into_par_iter()
        .map(|path| {
            let mut problems = Vec::new();
            let source = match world.read(&path) {
                Ok(bytes) => Some(source(path, &bytes, &mut problems)),
                Err(error) => {
                    problems.push(unreadable(&path, &error.to_string()));
                    None
                }
            };
            (source, problems)
        })
        .collect();
    let mut sources = Vec::with_capacity(read.len());
    for (source, found) in read {
        sources.extend(source);
        problems.extend(found);
    }
    sources
}

/// The text of a file. Bytes that are no text are replaced, so that everything else in it is still checked.
fn source(path: SitePath, bytes: &[u8], problems: &mut Vec<Problem>) -> Source {
    match std::str::from_utf8(bytes) {
        Ok(text) => Source::new(path, text),
        Err(error) => {
            let wrong = error.valid_up_to();
            let source = Source::new(path, String::from_utf8_lossy(bytes));
            // The text begins behind a byte order mark, and has a replacement character where the file has the byte.
            let at = wrong - (bytes.len() - without_mark(bytes).len());
            let finding = Finding::new(source.span(at..at + char::REPLACEMENT_CHARACTER.len_utf8()), "not valid UTF-8")
                .label(format!("byte 0x{:02x} stands here", bytes[wrong]))
                .help("save the file as UTF-8");
            problems.push(Problem::new(NOT_UTF8, finding));
            source
        }
    }
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Reads the files that code blocks show.
fn included_files(world: &dyn World, documents: &[Arc<Document>]) -> BTreeMap<SitePath, Included> {
    let named = documents.iter().flat_map(|document| {
        let includes = document.code_blocks.iter().filter_map(|block| block.include());
        includes.filter_map(|include| path_of(document, &include))
    });
    let mut paths: Vec<_> = named.collect();
    paths.sort();
    paths.dedup();
    let read = |path: SitePath| {
        let file = included_file(world, &path);
        (path, file)
    };
    paths.into_par_iter().map(read).collect()
}

fn included_file(world: &dyn World, path: &SitePath) -> Included {
    let bytes = world.read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Unreadable::Missing(beside(world, path)),
        _ => Unreadable::Refused(error.to_string()),
    })?;
    if bytes.len() > INCLUDE_BYTES {
        let most = limit::told(INCLUDE_BYTES, "bytes");
        return Err(Unreadable::Refused(format!(
            "it has {} bytes, and a code block shows files of at most {most}",
            bytes.len()
        )));
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| Unreadable::NotUtf8)?;
    Ok(Source::new(path.clone(), text))
}

/// The name of the file in the same folder that was probably meant.
fn beside(world: &dyn World, path: &SitePath) -> Option<String> {
    // The whole site is too much to search for a name that was misspelt.
    let files = if path.folder().is_empty() { Vec::new() } else { world.list(path.folder()).files };
    let names = files.iter().filter(|file| file.folder() == path.folder()).map(SitePath::name);
    nearest(path.name(), names).map(str::to_owned)
}

fn compile(own: &[Source], config: &Config, cache: &Cache) -> Result<Arc<Templates>, Problem> {
    let key = || {
        let mut key = blake3::Hasher::new();
        for source in own {
            key.update(source.hash().as_bytes());
        }
        for (label, word) in &config.labels {
            for text in [label, word] {
                key.update(&text.len().to_le_bytes()).update(text.as_bytes());
            }
        }
        key.finalize()
    };
    cache.templates.get(key, || Templates::compile(own, &render::labels(&config.labels)).map(Arc::new))
}

/// The problem of a file that cannot be read.
pub(super) fn unreadable(path: &SitePath, why: &str) -> Problem {
    let span = Span { path: path.clone(), range: 0..0 };
    Problem::new(
        UNREADABLE,
        Finding::new(span, format!("`{path}` cannot be read: {why}")).help("mend the file, or take it away"),
    )
}

fn too_large(path: &SitePath, bytes: usize) -> Problem {
    let span = Span { path: path.clone(), range: 0..0 };
    let most = limit::told(PAGE_BYTES, "bytes");
    let finding = Finding::new(span, format!("`{path}` has {bytes} bytes; a page has at most {most}"));
    Problem::new(TOO_LARGE, finding.help("divide the page, or offer what is not prose as a file"))
}
