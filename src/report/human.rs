//! Diagnostics with the excerpt that they point at: the only owner of annotate-snippets.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{visible, visible_lines};
use crate::diagnostic::{Diagnostic, Finding, Label, Severity};
use crate::pipeline::Sources;
use crate::source::{Source, Span};

/// The diagnostics, each with its excerpt, one blank line between them.
pub fn human(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    // Colours are always written; whoever prints takes them off where they are not wanted.
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    diagnostics.iter().map(|diagnostic| format!("{}\n\n", renderer.render(&[group(diagnostic, sources)]))).collect()
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let finding = &diagnostic.finding;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Advice => Level::NOTE.with_name("advice"),
    };
    let mut group = Group::with_title(level.primary_title(finding.message.as_str()).id(diagnostic.code));
    let excerpt = sources.get(&finding.span.path).and_then(|source| Excerpt::of(source, finding));
    group = match &excerpt {
        Some(excerpt) => group.element(excerpt.snippet(finding)),
        None => group.element(place(&finding.span, sources)),
    };
    let is_shown = |other: &&Label| excerpt.as_ref().is_some_and(|excerpt| excerpt.holds(finding, &other.span));
    for other in finding.others.iter().filter(|other| !is_shown(other)) {
        let line = sources.get(&other.span.path).map(|source| source.line_column(other.span.range.start).line + 1);
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        let (path, text) = (visible(other.span.path.as_str()), visible(&other.text));
        group = group.element(Level::NOTE.message(format!("{path}{line}: {text}")));
    }
    group = group.element(Level::NOTE.with_name("why").message(diagnostic.why));
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.with_name("fix").message(visible_lines(help)));
    }
    group.element(Level::NOTE.with_name("more").message(format!("docent explain {}", diagnostic.code)))
}

/// The place alone, where there is no text that could be shown.
fn place<'a>(span: &'a Span, sources: &Sources) -> Origin<'a> {
    let origin = Origin::path(visible(span.path.as_str()));
    match sources.get(&span.path).map(|source| source.line_column(span.range.start)) {
        Some(place) => origin.line(place.line + 1).char_column(place.column + 1),
        None => origin,
    }
}

/// The lines of a source around a finding. An excerpt of the whole source would cost each finding as much as the source.
struct Excerpt<'a> {
    source: &'a Source,
    lines: Range<usize>,
    bytes: Range<usize>,
}

impl<'a> Excerpt<'a> {
    /// Other places that are so many lines away are told by their line.
    const FAR: usize = 100;
    /// A longer excerpt, or one line of this length, tells nobody anything.
    const LONGEST: usize = 16 * 1024;

    fn of(source: &'a Source, finding: &Finding) -> Option<Self> {
        let line = |offset: usize| source.line_column(offset).line;
        let Span { range, path } = &finding.span;
        let main = line(range.start)..line(range.end) + 1;
        let near = |it: &Range<usize>| it.start + Self::FAR > main.start && it.end < main.end + Self::FAR;
        let others = finding.others.iter().filter(|other| other.span.path == *path);
        let others = others.map(|other| line(other.span.range.start)..line(other.span.range.end) + 1).filter(near);
        let lines = others.fold(main.clone(), |all, it| all.start.min(it.start)..all.end.max(it.end));
        let bytes = source.line(lines.start).start..source.line(lines.end - 1).end.max(range.end);
        (bytes.len() <= Self::LONGEST).then_some(Self { source, lines, bytes })
    }

    fn holds(&self, finding: &Finding, span: &Span) -> bool {
        let Range { start, end } = span.range;
        span.path == finding.span.path && self.bytes.start <= start && end <= self.bytes.end
    }

    fn snippet(&self, finding: &'a Finding) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let within = |range: &Range<usize>| range.start - self.bytes.start..range.end - self.bytes.start;
        let mut main = AnnotationKind::Primary.span(within(&finding.span.range));
        if let Some(label) = &finding.label {
            main = main.label(label.as_str());
        }
        let here = finding.others.iter().filter(|other| self.holds(finding, &other.span));
        let others =
            here.map(|other| AnnotationKind::Context.span(within(&other.span.range)).label(other.text.as_str()));
        let snippet = Snippet::source(&self.source.text()[self.bytes.clone()]).line_start(self.lines.start + 1);
        snippet.path(visible(finding.span.path.as_str())).annotation(main).annotations(others)
    }
}
