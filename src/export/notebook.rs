//! Jupyter notebooks: the pages with Python code, its blocks as cells that a reader can run from top to bottom.
//!
//! The format is nbformat 4.5. A notebook is made of the page's Markdown twin, so that it says what the page says.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

use super::{File, Rendered};
use crate::document::{CodeBlock, Document};
use crate::site::route::decode;
use crate::site::{Route, Site};
use crate::source::{SitePath, Source};

#[derive(Serialize)]
struct Notebook {
    cells: Vec<Cell>,
    metadata: Metadata,
    nbformat: u32,
    nbformat_minor: u32,
}

#[derive(Serialize)]
struct Metadata {
    kernelspec: Kernel,
    language_info: Language,
}

#[derive(Serialize)]
struct Kernel {
    display_name: &'static str,
    language: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct Language {
    name: &'static str,
}

#[derive(Serialize)]
#[serde(tag = "cell_type", rename_all = "lowercase")]
enum Cell {
    Markdown { id: String, metadata: Nothing, source: Vec<String> },
    Code { execution_count: Option<u32>, id: String, metadata: Nothing, outputs: [(); 0], source: Vec<String> },
}

/// An empty mapping, which the format requires.
#[derive(Serialize)]
struct Nothing {}

pub(super) fn export(site: &Site, pages: &[Rendered]) -> Vec<File> {
    let notebook = |page: &Rendered| {
        let twin = page.extract.markdown.as_ref().filter(|_| site.has_notebook(page.document))?;
        let text = String::from_utf8_lossy(twin).into_owned();
        Some((page.route.with_ending("ipynb").to_string(), json(&notebook(site, &page.route, text)).into()))
    };
    pages.par_iter().filter_map(notebook).collect()
}

/// Indented by one blank, as Jupyter writes it.
fn json(notebook: &Notebook) -> Vec<u8> {
    let mut json = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut json, PrettyFormatter::with_indent(b" "));
    // Writing to memory cannot fail, and every value here has a JSON form.
    let _ = notebook.serialize(&mut serializer);
    json.push(b'\n');
    json
}

fn notebook(site: &Site, route: &Route, twin: String) -> Notebook {
    let source = Source::new(SitePath::new(route.with_ending("md").as_str()), twin);
    let page = Document::parse(&source);
    let text = source.text();
    let mut cells = Cells::default();
    let (mut from, mut indent) = (0, "");
    for block in page.code_blocks.iter().filter(|block| block.is_python() && stands_alone(text, block)) {
        let start = line_start(text, block.range.start);
        cells.markdown(&dedented(&prose(site, route, &page, from..start), indent));
        cells.code(block.code.text());
        indent = &text[start..block.range.start];
        from = line_end(text, block.range.end);
    }
    cells.markdown(&dedented(&prose(site, route, &page, from..text.len()), indent));
    let kernelspec = Kernel { display_name: "Python 3", language: "python", name: "python3" };
    let metadata = Metadata { kernelspec, language_info: Language { name: "python" } };
    Notebook { cells: cells.0, metadata, nbformat: 4, nbformat_minor: 5 }
}

/// The cells, numbered from the first.
#[derive(Default)]
struct Cells(Vec<Cell>);

impl Cells {
    fn markdown(&mut self, text: &str) {
        let text = text.trim_matches('\n').trim_end();
        if !text.trim().is_empty() {
            self.0.push(Cell::Markdown { id: self.id(), metadata: Nothing {}, source: lines(text) });
        }
    }

    fn code(&mut self, code: &str) {
        let source = lines(code.trim_end_matches('\n'));
        self.0.push(Cell::Code { execution_count: None, id: self.id(), metadata: Nothing {}, outputs: [], source });
    }

    fn id(&self) -> String {
        format!("cell-{}", self.0.len() + 1)
    }
}

/// The lines of a cell, without the control characters that the page leaves out too.
fn lines(text: &str) -> Vec<String> {
    let is_shown = |sign: &char| !sign.is_control() || matches!(sign, '\n' | '\t');
    text.split_inclusive('\n').map(|line| line.chars().filter(is_shown).collect()).collect()
}

/// Whether nothing but blanks stands before the fence: a block in a quote cannot be cut out of it.
fn stands_alone(text: &str, block: &CodeBlock) -> bool {
    text[line_start(text, block.range.start)..block.range.start].trim().is_empty()
}

/// What goes on behind a block within a list is no longer in the list, where so many blanks could mean code.
fn dedented(text: &str, indent: &str) -> String {
    let mut within = true;
    let lines = text.split_inclusive('\n').map(|line| {
        within &= line.trim().is_empty() || line.starts_with(indent);
        line.strip_prefix(indent).filter(|_| within).unwrap_or(line)
    });
    lines.collect()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    if text[..at].ends_with('\n') { at } else { text[at..].find('\n').map_or(text.len(), |end| at + end + 1) }
}

/// A part of the page with links that lead to the published site, where its address is known: a notebook is opened far
/// from the page that it belongs to.
fn prose(site: &Site, route: &Route, page: &Document, range: Range<usize>) -> String {
    let text = page.source.text();
    let mut prose = String::new();
    let mut from = range.start;
    for link in &page.links {
        let place = link.destination_range.clone();
        let within = place.start >= from && place.end <= range.end && place != link.range;
        if let Some(url) = absolute(site, route, &link.destination).filter(|_| within) {
            prose.push_str(&text[from..place.start]);
            prose.push_str(&url);
            from = place.end;
        }
    }
    prose.push_str(&text[from..range.end]);
    prose
}

/// The absolute URL of a relative link of a twin: that of the page, where it leads to another twin.
fn absolute(site: &Site, route: &Route, destination: &str) -> Option<String> {
    let base = site.config.base_url.as_deref()?;
    let end = destination.find(['?', '#']).unwrap_or(destination.len());
    let (path, rest) = destination.split_at(end);
    if path.is_empty() || path.starts_with('/') || path.split('/').next()?.contains(':') {
        return None;
    }
    let folder = route.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
    let target = SitePath::resolve(folder, &decode(path))?;
    let target = match target.as_str().strip_suffix(".md") {
        Some(page) => Route::new(format!("{page}.html")),
        None => Route::new(target.as_str()),
    };
    let url = format!("{}{rest}", target.below(base));
    Some(url.replace('(', "%28").replace(')', "%29"))
}
