//! What one page may hold: nesting, tables, and files in its code blocks.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::Document;
use super::events::Placing;
use crate::diagnostic::{Finding, Problem};
use crate::limit::{CODE_BLOCKS, HEADINGS, INCLUDES, LINKS, NESTING, TABLE_CELLS};

/// Code of the rule for pages that ask too much of the machine.
pub const TOO_LARGE: &str = "P08";

/// Counts what is bounded, and remembers where a bound was first passed.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    depth: usize,
    cells: usize,
    too_deep: Option<Range<usize>>,
    too_many_cells: Option<Range<usize>>,
}

impl Bounds {
    /// Takes the next event of the body.
    pub(super) fn event(&mut self, (event, range): &Placing<'_>) {
        match event {
            Event::Start(Tag::List(_) | Tag::BlockQuote(_)) => {
                self.depth += 1;
                if self.depth > NESTING {
                    self.too_deep.get_or_insert(range.clone());
                }
            }
            Event::End(TagEnd::List(_) | TagEnd::BlockQuote(_)) => self.depth -= 1,
            Event::Start(Tag::TableCell) => {
                self.cells += 1;
                if self.cells > TABLE_CELLS {
                    self.too_many_cells.get_or_insert(range.clone());
                }
            }
            _ => {}
        }
    }

    /// Reports what passed its bound. Code blocks beyond theirs show no file.
    pub(super) fn report(self, document: &mut Document) {
        let Self { cells, too_deep, too_many_cells, .. } = self;
        let mut passed: Vec<(Range<usize>, String, &str)> = Vec::new();
        if let Some(place) = too_deep {
            let message = format!("lists and quotes stand more than {NESTING} deep within each other");
            passed.push((place, message, "no browser shows them; take some of them apart"));
        }
        if let Some(place) = too_many_cells {
            let message = format!("the tables of this page have {cells} cells, at most {TABLE_CELLS} are taken");
            passed.push((place, message, "offer the table as a file, such as CSV, and show its first rows"));
        }
        let counts = [
            (document.headings.len(), HEADINGS, "headings"),
            (document.other_anchors.len(), HEADINGS, "ids"),
            (document.links.len(), LINKS, "links"),
            (document.code_blocks.len(), CODE_BLOCKS, "code blocks"),
        ];
        for (count, most, what) in counts.into_iter().filter(|(count, most, _)| count > most) {
            let start = document.body.start;
            passed.push((start..start, format!("the page has {count} {what}, at most {most} are taken"), DIVIDE));
        }
        let files = document.code_blocks.iter_mut().filter(|block| block.has("file")).skip(INCLUDES);
        for (number, block) in files.enumerate() {
            if number == 0 {
                let message = format!("more than {INCLUDES} code blocks of this page show files");
                passed.push((block.range.clone(), message, DIVIDE));
            }
            block.attributes.retain(|attribute| attribute.name != "file");
        }
        for (place, message, help) in passed {
            // The place is where the bound is passed, and not all that follows.
            let source = &document.source;
            let line = source.line_around(place.start);
            let span = source.span(place.start..place.end.min(line.end).max(place.start));
            let finding = Finding::new(span, message).help(format!("{help}; until then nothing else is checked in it"));
            document.problems.push(Problem::new(TOO_LARGE, finding));
        }
    }
}

const DIVIDE: &str = "divide the page";
