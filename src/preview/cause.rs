//! Which changed line caused a finding: a reviewer looks at what has changed, not at what it broke elsewhere.

use std::collections::BTreeMap;

use super::compare::{Stretch, stretches};
use crate::diagnostic::{Diagnostic, Finding};
use crate::pipeline::Checked;
use crate::site::link::{Broken, Target};
use crate::site::{DocumentId, Site};
use crate::source::{SitePath, Source, Span};

/// The lines that a change has touched.
pub(super) struct Causes<'s> {
    after: &'s Checked,
    /// For each file that has changed, the lines of it that are new or stand beside what is gone, counted from 0.
    lines: BTreeMap<SitePath, Vec<usize>>,
    moves: &'s BTreeMap<SitePath, SitePath>,
}

impl<'s> Causes<'s> {
    pub(super) fn new(before: &Checked, after: &'s Checked, moves: &'s BTreeMap<SitePath, SitePath>) -> Self {
        let mut lines = BTreeMap::new();
        let earlier: BTreeMap<_, _> = moves.iter().map(|(was, is)| (is, was)).collect();
        for source in after.sources.iter() {
            let was = before.sources.get(earlier.get(source.path()).unwrap_or(&source.path()));
            let changed = changed_lines(was, source);
            if !changed.is_empty() {
                lines.insert(source.path().clone(), changed);
            }
        }
        Self { after, lines, moves }
    }

    /// Whether a finding stands on a line that has changed.
    pub(super) fn is_on_changed_line(&self, diagnostic: &Diagnostic) -> bool {
        let span = &diagnostic.finding.span;
        let Some(source) = self.after.sources.get(&span.path) else { return true };
        let (first, last) = (source.line_column(span.range.start).line, source.line_column(span.range.end).line);
        let changed = self.lines.get(&span.path).map(Vec::as_slice).unwrap_or_default();
        changed.get(changed.partition_point(|&line| line < first)).is_some_and(|&line| line <= last)
    }

    /// The changed line that caused a finding, unless it stands on one.
    pub(super) fn of(&self, diagnostic: &Diagnostic) -> Option<Span> {
        if self.is_on_changed_line(diagnostic) {
            return None;
        }
        let span = &diagnostic.finding.span;
        let site = &self.after.site;
        let linked = site.document_at(&span.path).and_then(|id| self.linked(site, id, span));
        let path = linked.or_else(|| {
            let id = site.document_at(&span.path)?;
            let block = site.documents[id].code_blocks.iter().find(|block| block.range.contains(&span.range.start))?;
            site.inclusion(id, block)?.path
        });
        let candidates = path.into_iter().chain([span.path.clone(), SitePath::new(crate::config::CONFIG_PATH)]);
        candidates.filter_map(|path| self.first_changed(&path)).next()
    }

    /// The source that a broken link was meant to lead to, by the name that it has now.
    fn linked(&self, site: &Site, id: DocumentId, span: &Span) -> Option<SitePath> {
        let document = &site.documents[id];
        let place = document.links.iter().position(|link| {
            link.range.start <= span.range.start && span.range.start < link.range.end.max(link.destination_range.end)
        })?;
        match site.targets(id).get(place)? {
            Target::Page { document, .. } | Target::Broken(Broken::Draft(document)) => {
                Some(site.documents[*document].path().clone())
            }
            Target::Broken(Broken::Missing(path, _)) => Some(self.moves.get(path).unwrap_or(path).clone()),
            _ => None,
        }
    }

    fn first_changed(&self, path: &SitePath) -> Option<Span> {
        let source = self.after.sources.get(path)?;
        let line = source.line(*self.lines.get(path)?.first()?);
        Some(source.span(line))
    }

    /// The diagnostic at the line that caused it, for those who show only what has changed.
    pub(super) fn anchored(&self, diagnostic: &Diagnostic) -> Diagnostic {
        let Some(cause) = self.of(diagnostic) else { return diagnostic.clone() };
        let finding = &diagnostic.finding;
        let line =
            self.after.sources.get(&finding.span.path).map(|source| source.line_column(finding.span.range.start).line);
        let place =
            line.map_or_else(|| finding.span.path.to_string(), |line| format!("{}:{}", finding.span.path, line + 1));
        let message = format!("this change breaks {place}: {}", finding.message);
        let finding = Finding { span: cause, message, fix: None, ..finding.clone() };
        Diagnostic { finding, ..diagnostic.clone() }
    }
}

/// The lines of a source that the earlier one did not have, and the line at which lines are gone.
fn changed_lines(before: Option<&Source>, after: &Source) -> Vec<usize> {
    let Some(before) = before else { return (0..after.text().lines().count().max(1)).collect() };
    if before.text() == after.text() {
        return Vec::new();
    }
    let lines = |source: &Source| source.text().lines().map(str::to_owned).collect::<Vec<_>>();
    let mut changed = Vec::new();
    for stretch in stretches(&lines(before), &lines(after)) {
        if let Stretch::Differs(_, there) = stretch {
            changed.extend(there.start..there.end.max(there.start + 1));
        }
    }
    changed
}
