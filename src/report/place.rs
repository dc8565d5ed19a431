//! Where diagnostics stand, as the readers of reports count: from 1, and from the root of the repository.

use std::collections::BTreeMap;

use crate::check::fingerprint;
use crate::diagnostic::Diagnostic;
use crate::pipeline::Checked;
use crate::source::{SitePath, Span};

/// What was found in a site, for a reader who knows the repository that the site is in.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The site and what is wrong in it.
    pub checked: &'a Checked,
    /// What leads from the root of the repository to the site: empty, or a path with `/` at its end.
    pub prefix: &'a str,
}

/// The two ends of a span, the second behind its last character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) start: Point,
    pub(super) end: Point,
}

/// A place in a text, counted from 1; the offset in bytes from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) line: usize,
    /// In characters.
    pub(super) column: usize,
    /// In bytes of UTF-8.
    pub(super) byte_column: usize,
    pub(super) offset: usize,
}

impl<'a> Report<'a> {
    pub(super) fn diagnostics(&self) -> &'a [Diagnostic] {
        &self.checked.diagnostics
    }

    /// The path of a file from the root of the repository.
    pub(super) fn path(&self, path: &SitePath) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Where a span stands; `None` in a file that is no text.
    pub(super) fn place(&self, span: &Span) -> Option<Place> {
        let source = self.checked.sources.get(&span.path)?;
        let point = |offset: usize| {
            let place = source.line_column(offset);
            let start = source.line(place.line).start;
            Point { line: place.line + 1, column: place.column + 1, byte_column: offset - start + 1, offset }
        };
        let end = span.range.end.min(source.text().len());
        Some(Place { start: point(span.range.start.min(end)), end: point(end) })
    }

    /// The line that a diagnostic starts on, for readers who must have one.
    pub(super) fn line(&self, span: &Span) -> usize {
        self.place(span).map_or(1, |place| place.start.line)
    }

    /// A fingerprint for each diagnostic, no two of them the same: findings that say the same of equal lines are numbered.
    pub(super) fn fingerprints(&self) -> Vec<String> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let numbered = |diagnostic: &Diagnostic| {
            let fingerprint = fingerprint(&self.checked.site, diagnostic).to_string();
            let number = seen.entry(fingerprint.clone()).or_default();
            *number += 1;
            let key = format!("{fingerprint} {number}");
            blake3::hash(key.as_bytes()).to_hex()[..32].to_owned()
        };
        self.diagnostics().iter().map(numbered).collect()
    }
}
