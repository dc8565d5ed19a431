//! Gathers what rules need to know of files that are no documents.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use crate::config::Config;
use crate::document::{CodeBlock, Document, language};
use crate::limit::SAMPLE_BYTES;
use crate::render;
use crate::site::pointer::Pointer;
use crate::site::verification::Record;
use crate::site::{Facts, attached};
use crate::source::{SitePath, Source};
use crate::web;
use crate::world::World;

/// Looks at the files that documents point at, and at the code that they may have copied; asks the servers of links to
/// others, where it is told how long to wait for an answer.
pub(super) fn gather(
    world: &dyn World,
    config: &Config,
    documents: &[Arc<Document>],
    files: &[SitePath],
    records: &[(Source, Record)],
    ask: Option<Duration>,
) -> Facts {
    let pointed: BTreeSet<_> = documents
        .iter()
        .flat_map(|document| &document.links)
        .filter_map(|link| Pointer::read(config, &link.destination))
        .map(|pointer| pointer.path)
        .collect();
    let pointed: BTreeMap<_, _> = pointed.into_par_iter().map(|path| (path.clone(), lines(world, &path))).collect();
    let copies = documents.iter().flat_map(|document| &document.code_blocks).any(CodeBlock::may_be_copy);
    let code = if copies { files.par_iter().filter_map(|path| code(world, path)).collect() } else { Vec::new() };
    let recorded =
        |document: &&Arc<Document>| records.iter().any(|(_, record)| record.page == document.path().as_str());
    let found = documents.iter().filter(recorded).flat_map(|document| attached(document, &files.iter()).files);
    let hash = |(_, path): (String, SitePath)| Some((path.clone(), blake3::hash(&world.read(&path).ok()?)));
    let external = ask.map_or_else(BTreeMap::new, |timeout| web::fates(&external_urls(documents), timeout));
    let images = files.par_iter().filter(|path| render::is_image(path.as_str()));
    let image_sizes = images.filter_map(|path| Some((path.clone(), world.size(path).ok()?))).collect();
    Facts { pointed, code, attached: found.filter_map(hash).collect(), external, image_sizes }
}

/// The pages of others that documents link, without fragments.
fn external_urls(documents: &[Arc<Document>]) -> BTreeSet<String> {
    let links = documents.iter().flat_map(|document| &document.links);
    let urls = links.filter(|link| link.destination.starts_with("https://") || link.destination.starts_with("http://"));
    urls.filter_map(|link| Some(link.destination.split('#').next()?.to_owned())).collect()
}

fn lines(world: &dyn World, path: &SitePath) -> Option<usize> {
    let bytes = world.read(path).ok()?;
    Some(bytes.split_inclusive(|&byte| byte == b'\n').count())
}

/// The text of a file of code; `None` for what is none, and for what is too long to be a sample.
fn code(world: &dyn World, path: &SitePath) -> Option<Source> {
    let language = language::canonical(path.extension()?)?;
    if matches!(language, "text" | "svg" | "csv" | "log" | "markdown") {
        return None;
    }
    let bytes = world.read(path).ok().filter(|bytes| bytes.len() <= SAMPLE_BYTES)?;
    Some(Source::new(path.clone(), std::str::from_utf8(&bytes).ok()?))
}
