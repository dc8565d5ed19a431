//! Sections: the parts of a body, each below one of its top headings.

use std::ops::Range;

use super::{Block, BlockKind, Document, Heading};

/// A part of the body, from its heading to the next one that is not below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Section<'d> {
    /// What it is called.
    pub heading: &'d Heading,
    /// All of it, the heading included.
    pub range: Range<usize>,
}

impl Document {
    /// The sections at the top of the body, in order. A heading that only repeats the title is none, nor is a single `#`
    /// that opens the body: it is the title of a document that its forge should show well.
    pub fn sections(&self) -> Vec<Section<'_>> {
        let below = self.headings_below_title();
        let top = below.iter().map(|heading| heading.level).min();
        below.iter().filter(|heading| Some(heading.level) == top).map(|heading| self.section(heading)).collect()
    }

    /// The headings without the one that stands for the title.
    pub fn headings_below_title(&self) -> &[Heading] {
        let tops = self.headings.iter().filter(|heading| heading.level == 1).count();
        let opens = self.headings.first().is_some_and(|heading| heading.level == 1);
        if (opens && tops == 1) || self.repeated_title().is_some() { &self.headings[1..] } else { &self.headings }
    }

    /// The part of the body that stands below a heading, and the heading.
    pub fn section<'d>(&self, heading: &'d Heading) -> Section<'d> {
        let next =
            self.headings.iter().find(|other| other.range.start > heading.range.start && other.level <= heading.level);
        let end = next.map_or(self.body.end, |next| next.range.start);
        Section { heading, range: heading.range.start..end }
    }

    /// Where a heading stands, on its first line.
    pub fn line_of(&self, heading: &Heading) -> Range<usize> {
        let text = &self.source.text()[heading.range.clone()];
        let line = text.lines().next().unwrap_or_default();
        heading.range.start..heading.range.start + line.trim_end().len()
    }

    /// The blocks of a section without its heading and without what other blocks hold.
    pub fn blocks_of(&self, section: &Section<'_>) -> impl Iterator<Item = &Block> {
        let range = section.heading.range.end..section.range.end;
        self.blocks.iter().filter(move |block| {
            block.depth == 0 && range.contains(&block.range.start) && block.kind != BlockKind::Comment
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SitePath, Source};

    #[test]
    fn sections_stand_below_the_title() {
        for (page, sections) in [
            ("---\ntitle: T\n---\n# T\n\n## A\n\n### B\n\n## C\n", ["A", "C"]),
            ("# Not in the front matter\n\n## A\n\n## C\n", ["A", "C"]),
            ("---\ntitle: T\n---\n# A\n\n## B\n\n# C\n", ["A", "C"]),
            ("### A\n\n### C\n", ["A", "C"]),
        ] {
            let document = Document::parse(&Source::new(SitePath::new("content/a.md"), page));
            let found: Vec<_> = document.sections().iter().map(|section| section.heading.text.clone()).collect();
            assert_eq!(found, sections, "{page}");
            assert_eq!(document.sections().last().map(|section| section.range.end), Some(page.len()));
        }
    }
}
