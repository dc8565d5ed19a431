//! Pages whose marks say what a rule finds in them: `^^^` below the text, and behind it words of the message.

use std::sync::Arc;

use crate::check::check;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Document;
use crate::site::include::{Unreadable, path_of};
use crate::site::pointer::Pointer;
use crate::site::{Parts, Site};
use crate::source::{SitePath, Source};

/// The page that a test is about, where it names no other.
const PAGE: &str = "content/example.md";

/// Front matter of a page that needs nothing else.
const PLAIN: &str = "---\ntitle: Load an extension\nkind: page\n---\n";

/// Checks that a rule finds in a page what is marked there, and nothing else. A page without front matter gets some,
/// unless that is what the rule is about.
#[track_caller]
pub(in crate::check) fn marks(rule: &str, page: &str) {
    marks_in(rule, page, &[]);
}

/// The same for a page of a site: `docent.yml`, other documents, and files, of which the contents do not matter.
#[track_caller]
pub(in crate::check) fn marks_in(rule: &str, page: &str, others: &[(&str, &str)]) {
    let (text, expected) = unmarked(&completed(rule, page));
    let site = site(&[&[(PAGE, text.as_str())], others].concat());
    let source = Source::new(SitePath::new(PAGE), text.as_str());
    let found: Vec<_> = found(rule, &site).iter().map(|diagnostic| mark(&source, diagnostic)).collect();
    let shown = |marks: &[Mark]| marks.iter().map(|mark| format!("{mark:?}\n")).collect::<String>();
    let agrees =
        found.len() == expected.len() && found.iter().zip(&expected).all(|(found, expected)| expected.fits(found));
    assert!(agrees, "{rule} should find\n{}and found\n{}in\n{text}", shown(&expected), shown(&found));
}

/// A page after the fixes that a rule offers in it, all that are more than shown.
pub(in crate::check) fn mended(rule: &str, page: &str) -> String {
    mended_in(rule, page, &[]).remove(0)
}

/// The same for a page of a site: the page and the other sources, in the order of the paths that were changed.
pub(in crate::check) fn mended_in(rule: &str, page: &str, others: &[(&str, &str)]) -> Vec<String> {
    let page = completed(rule, page);
    let sources = [&[(PAGE, page.as_str())], others].concat();
    let found = found(rule, &site(&sources));
    let edits = || found.iter().filter_map(|diagnostic| diagnostic.finding.fix.as_ref());
    let mended = |path: &str, text: &str| {
        let applied = edits().filter(|fix| fix.applicability != crate::diagnostic::Applicability::DisplayOnly);
        let mut edits: Vec<_> =
            applied.flat_map(|fix| &fix.edits).filter(|edit| edit.span.path.as_str() == path).collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.range.start));
        edits.dedup();
        edits.iter().fold(text.to_owned(), |mut text, edit| {
            text.replace_range(edit.span.range.clone(), &edit.replacement);
            text
        })
    };
    let all = sources.iter().map(|&(path, text)| mended(path, text));
    all.map(|text| text.strip_prefix(PLAIN).unwrap_or(&text).to_owned()).collect()
}

/// The severities of what a rule finds in a page of a site.
pub(in crate::check) fn severities(rule: &str, page: &str, others: &[(&str, &str)]) -> Vec<Severity> {
    let page = completed(rule, page);
    let site = site(&[&[(PAGE, page.as_str())], others].concat());
    found(rule, &site).iter().map(|diagnostic| diagnostic.severity).collect()
}

fn found(rule: &str, site: &Site) -> Vec<Diagnostic> {
    let mut found = check(site);
    found.retain(|diagnostic| diagnostic.name == rule && diagnostic.finding.span.path.as_str() == PAGE);
    found
}

/// Where a rule finds something in a site, in whatever file, and what: `file:line: message`.
pub(in crate::check) fn messages_in(rule: &str, page: &str, others: &[(&str, &str)]) -> Vec<String> {
    let page = completed(rule, page);
    let site = site(&[&[(PAGE, page.as_str())], others].concat());
    let found = check(&site).into_iter().filter(|diagnostic| diagnostic.name == rule);
    let told = found.map(|Diagnostic { finding, .. }| {
        let line =
            site.source(&finding.span.path).map_or(0, |source| source.line_column(finding.span.range.start).line + 1);
        format!("{}:{line}: {}", finding.span.path, finding.message)
    });
    told.collect()
}

/// A site of these texts. What is neither `docent.yml` nor a document is a file.
pub(in crate::check) fn site(texts: &[(&str, &str)]) -> Site {
    let mut parts = Parts::default();
    for &(path, text) in texts {
        let source = Source::new(SitePath::new(path), text);
        match path {
            "docent.yml" => (parts.config, parts.problems) = Config::read(source),
            path if path.ends_with(".md") => parts.documents.push(Arc::new(Document::parse(&source))),
            path => {
                parts.files.push(SitePath::new(path));
                parts.facts.image_sizes.insert(SitePath::new(path), text.len() as u64);
                parts.facts.code.push(source);
            }
        }
    }
    for document in &parts.documents {
        for path in document.code_blocks.iter().filter_map(|block| path_of(document, &block.include()?)) {
            let text = texts.iter().find(|(known, _)| *known == path.as_str()).map(|(_, text)| *text);
            let file = text.map(|text| Source::new(path.clone(), text)).ok_or(Unreadable::Missing(None));
            parts.included.insert(path, file);
        }
    }
    let pointers = parts.documents.iter().flat_map(|document| &document.links);
    for pointer in pointers.filter_map(|link| Pointer::read(&parts.config, &link.destination)) {
        let file = parts.facts.code.iter().find(|file| *file.path() == pointer.path);
        parts.facts.pointed.insert(pointer.path, file.map(|file| file.text().lines().count()));
    }
    Site::new(parts)
}

fn completed(rule: &str, page: &str) -> String {
    if page.starts_with("---\n") || rule == "front-matter-missing" { page.to_owned() } else { format!("{PLAIN}{page}") }
}

/// What is found on one line.
#[derive(Debug, PartialEq)]
struct Mark {
    line: usize,
    columns: std::ops::Range<usize>,
    message: String,
}

impl Mark {
    fn fits(&self, found: &Self) -> bool {
        self.line == found.line && self.columns == found.columns && found.message.contains(&self.message)
    }
}

/// Takes the lines of marks out of a page.
fn unmarked(page: &str) -> (String, Vec<Mark>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    for line in page.lines() {
        let marked = line.trim_start().trim_start_matches('^');
        if marked.len() == line.trim_start().len() {
            text.push_str(line);
            text.push('\n');
            continue;
        }
        let start = line.find('^').unwrap_or_default();
        let columns = start..line.len() - marked.len();
        marks.push(Mark { line: text.lines().count() - 1, columns, message: marked.trim().to_owned() });
    }
    (text, marks)
}

/// The mark of a diagnostic: of what spans lines, the part on the first.
fn mark(source: &Source, diagnostic: &Diagnostic) -> Mark {
    let range = &diagnostic.finding.span.range;
    let start = source.line_column(range.start);
    let end = source.line_column(range.end.min(source.line(start.line).end));
    Mark { line: start.line, columns: start.column..end.column, message: diagnostic.finding.message.clone() }
}
