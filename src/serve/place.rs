//! From a block of a page to the line of its source.

use std::ops::Range;

use serde::Deserialize;

use crate::document::{BlockKind, Document, anchor};

/// Where on a page a block is: counted from the heading before it, since ids survive what templates do around them.
#[derive(Debug, Deserialize)]
pub(super) struct Spot {
    /// Id of the heading or section; empty above the first.
    anchor: String,
    /// Blocks between them: 0 for the heading itself, or for the first block of the page.
    block: usize,
    /// What the block shows, or its beginning.
    text: String,
}

/// The line, counted from 1, that a block of a document's page comes from.
pub(super) fn line(document: &Document, spot: &Spot) -> usize {
    let (section, block) = section_and_block(document, spot);
    let text = document.source.text();
    // Raw HTML and templates may make more or fewer blocks than the source has: words that fit better elsewhere in the
    // section are the ones that were clicked.
    let (in_block, in_section) = (best(text, block, &spot.text), best(text, section, &spot.text));
    let (_, offset) = if in_section.0 > in_block.0 { in_section } else { in_block };
    document.source.line_column(offset).line + 1
}

/// The bytes of the section that a block is in, and those of the block itself.
fn section_and_block(document: &Document, spot: &Spot) -> (Range<usize>, Range<usize>) {
    let key = match spot.anchor.as_str() {
        "" if spot.block == 0 => Some("title"),
        anchor::LEARN => Some("what_you_will_learn"),
        anchor::PREREQUISITES => Some("prerequisites"),
        _ => None,
    };
    if let Some(key) = key
        && let Some(written) = document.front_matter.key(key)
    {
        let section = written.range.start..document.body.start.max(written.range.end);
        return (section.clone(), section);
    }
    let headings = &document.headings;
    let place = headings.iter().position(|heading| heading.anchor == spot.anchor);
    let start = match place {
        Some(place) => headings[place].range.start,
        None => document.body.start,
    };
    let next = place.map_or(0, |place| place + 1);
    let end = headings.get(next).map_or(document.source.text().len(), |heading| heading.range.start).max(start);
    let blocks: Vec<_> = blocks(document).filter(|block| (start..end).contains(&block.start)).collect();
    // The heading, or the title of the page, is block 0; above the first heading the first block is 1.
    let nth = if place.is_some() { spot.block } else { spot.block.saturating_sub(1) };
    let block = blocks.get(nth.min(blocks.len().saturating_sub(1)));
    (start..end, block.cloned().unwrap_or(start..end))
}

/// The outermost blocks of the body that a page shows where they stand.
fn blocks(document: &Document) -> impl Iterator<Item = Range<usize>> {
    let title = document.repeated_title().map(|title| title.range.start);
    let mut in_tabs = false;
    document.blocks.iter().filter(|block| block.depth == 0).filter_map(move |block| {
        let code = document.code_blocks.iter().find(|code| code.range.start == block.range.start);
        let was_in_tabs = std::mem::replace(&mut in_tabs, code.is_some_and(|code| code.value("tab").is_some()));
        let shown = match (&block.kind, code) {
            (BlockKind::Footnote | BlockKind::Comment, _) => false,
            // Neighbours with `tab=` are one block of the page.
            (_, Some(code)) => !(code.has("hidden") || was_in_tabs && in_tabs),
            (_, None) => title != Some(block.range.start),
        };
        shown.then(|| block.range.clone())
    })
}

/// How many of the words the best line has, and where it begins; the first line where none has any.
fn best(text: &str, within: Range<usize>, shown: &str) -> (usize, usize) {
    let words: Vec<&str> = shown.split_whitespace().filter(|word| word.len() > 1).take(12).collect();
    let mut best = (0, within.start);
    let mut start = within.start;
    for line in text.get(within).unwrap_or_default().split_inclusive('\n') {
        let count = words.iter().filter(|word| line.contains(**word)).count();
        if count > best.0 {
            best = (count, start);
        }
        start += line.len();
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SitePath, Source};

    const TEXT: &str = "\
---
title: T
what_you_will_learn:
  - Load a device
---

First words.

## Install

Run this:

```console
$ pip install foo
```

- one
- two things
  and more

---

Last of it.

## Next

Text.
";

    fn line(anchor: &str, block: usize, text: &str) -> usize {
        let document = Document::parse(&Source::new(SitePath::new("content/a.md"), TEXT));
        super::line(&document, &Spot { anchor: anchor.to_owned(), block, text: text.to_owned() })
    }

    #[test]
    fn a_block_leads_to_its_line() {
        assert_eq!(line("", 0, "T"), 2);
        assert_eq!(line("", 1, "First words."), 7);
        assert_eq!(line("install", 0, "Install"), 9);
        assert_eq!(line("install", 1, "Run this:"), 11);
        assert_eq!(line("install", 2, "$ pip install foo"), 14);
        assert_eq!(line("install", 3, "two things and more"), 18);
        assert_eq!(line("install", 5, "Last of it."), 23);
        assert_eq!(line("next", 1, "Text."), 27);
        assert_eq!(line("what-you-will-learn", 0, "Load a device"), 4);
    }

    #[test]
    fn what_is_not_there_leads_near() {
        assert_eq!(line("next", 99, "zzz"), 27);
        assert_eq!(line("gone", 3, ""), 7);
    }
}
