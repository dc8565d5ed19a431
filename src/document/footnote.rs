//! Footnotes of a body: those that nothing defines, and those that nothing refers to.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Document;
use crate::diagnostic::{Finding, Problem, Severity, nearest};
use crate::source::{Placed, Source};

/// Code of the rule for references that nothing defines.
const REFERENCE_MISSING: &str = "L12";

/// Among more notes that nothing refers to, nobody looks for the one that was meant.
const MOST_MEANT: usize = 50;

/// The footnotes of a body, as far as it is read.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    defined: Vec<Placed<String>>,
    /// The labels of references, in lower case: case does not count in labels.
    referred: BTreeSet<String>,
    /// What looks like a reference and is text.
    undefined: Vec<Placed<String>>,
}

impl Footnotes {
    /// A definition, which stands at `range`.
    pub(super) fn define(&mut self, source: &Source, label: &str, range: &Range<usize>) {
        let end = source.text()[range.clone()].find(':').map_or(range.end, |colon| range.start + colon);
        self.defined.push(Placed { value: label.to_owned(), range: range.start..end });
    }

    /// A reference to a definition.
    pub(super) fn refer(&mut self, label: &str) {
        self.referred.insert(label.to_lowercase());
    }

    /// Text, which could be meant as a reference.
    pub(super) fn text(&mut self, source: &Source, range: &Range<usize>) {
        let text = &source.text()[range.clone()];
        // Nearly no text does, and this is found out faster than where.
        if !text.contains("[^") {
            return;
        }
        let found = references(text).map(|(at, label)| Placed {
            value: label.to_owned(),
            range: range.start + at..range.start + at + "[^]".len() + label.len(),
        });
        self.undefined.extend(found);
    }

    /// Reports what does not fit together.
    pub(super) fn report(self, document: &mut Document) {
        let source = document.source.clone();
        let is_unused = |note: &&Placed<String>| !self.referred.contains(&note.value.to_lowercase());
        let unused: Vec<_> = self.defined.iter().filter(is_unused).collect();
        // `[^a-z]` on a page without footnotes is an expression that somebody searches with.
        let is_meant = |label: &str| !self.defined.is_empty() || label.chars().all(|sign| sign.is_ascii_digit());
        for note in self.undefined.iter().filter(|note| is_meant(&note.value)) {
            let label = &note.value;
            let finding =
                Finding::new(source.span(note.range.clone()), format!("nothing defines the footnote `{label}`"));
            let finding = match nearest(label, unused.iter().take(MOST_MEANT).map(|note| note.value.as_str())) {
                Some(near) => finding.help(format!("did you mean `[^{near}]`?")),
                None => finding.help(format!("add a line `[^{label}]: …` with the note")),
            };
            document.problems.push(Problem::new(REFERENCE_MISSING, finding));
        }
        for note in unused {
            let label = &note.value;
            let finding =
                Finding::new(source.span(note.range.clone()), format!("nothing refers to the footnote `{label}`"))
                    .at_most(Severity::Warning)
                    .help(format!("put `[^{label}]` where the note belongs, or take it out"));
            document.problems.push(Problem::new(REFERENCE_MISSING, finding));
        }
    }
}

/// Where a text holds `[^label]`, and the labels.
fn references(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("[^").filter_map(|(at, opening)| {
        let rest = &text[at + opening.len()..];
        let ends = |sign: char| matches!(sign, ']' | '[' | '^' | '\\' | '`') || sign.is_whitespace();
        let (label, behind) = rest.split_at(rest.find(ends)?);
        let behind = behind.strip_prefix(']')?;
        let is_link = behind.starts_with(['(', '[']);
        (!label.is_empty() && !is_link && !text[..at].ends_with('\\')).then_some((at, label))
    })
}
