//! What is wrong, in the form in which pages show it.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Severity};
use crate::pipeline::{Checked, Sources};
use crate::source::{SitePath, Source};

/// More than this many findings are only counted.
const LISTED: usize = 50;

/// What is wrong in a site.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    errors: usize,
    warnings: usize,
    advice: usize,
    /// The worst first, else in reading order.
    findings: Vec<Found<'a>>,
}

/// One finding.
#[derive(Serialize)]
struct Found<'a> {
    code: &'a str,
    name: &'a str,
    severity: Severity,
    message: &'a str,
    label: Option<&'a str>,
    help: Option<&'a str>,
    /// What its fix does, where it is one that a click may apply.
    fix: Option<&'a str>,
    why: &'a str,
    path: &'a str,
    /// Line and column, counted from 1.
    line: usize,
    column: usize,
    /// Where the page of the source is published.
    route: Option<String>,
    excerpt: Vec<Line<'a>>,
}

/// A line of a source, cut where the finding begins and ends.
#[derive(Serialize)]
struct Line<'a> {
    number: usize,
    before: &'a str,
    marked: &'a str,
    after: &'a str,
}

impl<'a> Report<'a> {
    /// The report of a check.
    pub(super) fn new(checked: &'a Checked) -> Self {
        let count = |severity| checked.diagnostics.iter().filter(|found| found.severity == severity).count();
        let mut worst: Vec<_> = checked.diagnostics.iter().collect();
        worst.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
        Self {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            advice: count(Severity::Advice),
            findings: worst.into_iter().take(LISTED).map(|diagnostic| found(diagnostic, checked)).collect(),
        }
    }
}

fn found<'a>(diagnostic: &'a Diagnostic, checked: &'a Checked) -> Found<'a> {
    let finding = &diagnostic.finding;
    let (line, column) = place(&checked.sources, &finding.span.path, finding.span.range.start);
    let source = checked.sources.get(&finding.span.path);
    let site = &checked.site;
    let published = site.document_at(&finding.span.path).filter(|&id| site.is_published(id));
    Found {
        code: diagnostic.code,
        name: diagnostic.name,
        severity: diagnostic.severity,
        message: &finding.message,
        label: finding.label.as_deref(),
        help: finding.help.as_deref(),
        fix: finding.fix.as_ref().filter(|fix| fix.is_safe()).map(|fix| fix.title.as_str()),
        why: diagnostic.why,
        path: finding.span.path.as_str(),
        line,
        column,
        route: published.map(|id| site.route(id).to_string()),
        excerpt: source.map(|source| excerpt(source, &finding.span.range)).unwrap_or_default(),
    }
}

/// Line and column of a byte, counted from 1.
pub(super) fn place(sources: &Sources, path: &SitePath, offset: usize) -> (usize, usize) {
    let place = sources.get(path).map(|source| source.line_column(offset));
    place.map_or((1, 1), |place| (place.line + 1, place.column + 1))
}

/// The line that a finding begins on, with the one before and the one behind.
fn excerpt<'a>(source: &'a Source, range: &std::ops::Range<usize>) -> Vec<Line<'a>> {
    let found = source.line_column(range.start).line;
    let last = source.line_column(source.text().len()).line;
    let text = source.text();
    (found.saturating_sub(1)..=(found + 1).min(last))
        .map(|number| {
            let line = source.line(number);
            let (from, to) = match number == found {
                true => (inside(text, range.start, &line), inside(text, range.end.max(range.start), &line)),
                false => (line.end, line.end),
            };
            Line {
                number: number + 1,
                before: &text[line.start..from],
                marked: &text[from..to],
                after: &text[to..line.end],
            }
        })
        .collect()
}

/// The offset moved into the line, and onto a character.
fn inside(text: &str, offset: usize, line: &std::ops::Range<usize>) -> usize {
    let mut offset = offset.clamp(line.start, line.end);
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::Cache;
    use crate::pipeline::{Options, check_site};
    use crate::world::MemoryWorld;

    #[test]
    fn a_finding_carries_its_excerpt() {
        let mut world = MemoryWorld::new();
        world.write("content/index.md", "---\ntitle: T\n---\n\nSee [é](gone.md) now.\n");
        let checked = check_site(&world, &Cache::new(), &Options::default());
        let report = Report::new(&checked);
        let found = report.findings.iter().find(|found| found.name == "link-missing").unwrap();
        assert_eq!((found.line, found.column, found.route.as_deref()), (5, 9, Some("index.html")));
        let lines: Vec<_> =
            found.excerpt.iter().map(|line| (line.number, line.before, line.marked, line.after)).collect();
        assert_eq!(lines, [(4, "", "", ""), (5, "See [é](", "gone.md", ") now."), (6, "", "", "")]);
    }
}
