//! What makes a finding the same one when its lines have moved.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::source::{SitePath, Source};

/// A finding without its place: the rule, the file, the section and the text of the line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint {
    /// The file.
    pub path: SitePath,
    /// Name of the rule.
    pub rule: String,
    /// Id of the heading above; empty before the first.
    pub section: String,
    /// Hash of the line, white space aside.
    pub line: String,
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} #{} {}", self.path, self.rule, self.section, self.line)
    }
}

/// The fingerprint of a diagnostic. Findings that say the same of equal lines in one section share one.
pub fn fingerprint(site: &Site, diagnostic: &Diagnostic) -> Fingerprint {
    const DIGITS: usize = 16;
    let span = &diagnostic.finding.span;
    let line = site.source(&span.path).map_or_else(String::new, |source| line_at(source, span.range.start));
    Fingerprint {
        path: span.path.clone(),
        rule: diagnostic.name.to_owned(),
        section: section_at(site, &span.path, span.range.start),
        line: blake3::hash(line.as_bytes()).to_hex()[..DIGITS].to_owned(),
    }
}

fn line_at(source: &Source, offset: usize) -> String {
    /// Of a longer line, which no author wrote, what stands around the finding is enough.
    const LONGEST: usize = 512;
    let text = source.text();
    let mut line = source.line_around(offset);
    if line.len() > LONGEST {
        let start = text.floor_char_boundary(offset.saturating_sub(LONGEST / 2));
        line = line.start.max(start)..line.end.min(text.floor_char_boundary(offset + LONGEST / 2));
    }
    text[line].split_whitespace().collect::<Vec<_>>().join(" ")
}

fn section_at(site: &Site, path: &SitePath, offset: usize) -> String {
    let Some(id) = site.document_at(path) else { return String::new() };
    let headings = &site.documents[id].headings;
    let behind = headings.partition_point(|heading| heading.range.start <= offset);
    headings[..behind].last().map_or_else(String::new, |heading| heading.anchor.clone())
}
