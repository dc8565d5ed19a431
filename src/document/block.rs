//! Blocks: what a body is made of, in order, with places.

use std::ops::Range;

use super::Document;

/// A block of the body.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Where it stands, the blank lines behind it left out.
    pub range: Range<usize>,
    /// How many lists, quotes and notes hold it.
    pub depth: u8,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind {
    /// A heading, and whether all of its text is bold.
    Heading {
        /// Whether all of its text is bold.
        bold: bool,
    },
    /// A paragraph, and whether all of its text is bold.
    Paragraph {
        /// Whether all of its text is bold.
        bold: bool,
    },
    /// A list with the places of its items.
    List {
        /// Whether its items are numbered.
        ordered: bool,
        /// Where its items stand, their markers included.
        items: Vec<Range<usize>>,
    },
    /// A code block.
    Code,
    /// A quote, or an alert.
    Quote,
    /// A table.
    Table,
    /// Raw HTML.
    Html,
    /// Raw HTML that is nothing but comments.
    Comment,
    /// A line across the page.
    Rule,
    /// A footnote.
    Footnote,
    /// A list of terms and what they mean.
    Definitions,
}

impl Document {
    /// The list, quote or note that directly holds the block that starts at a byte of the file.
    pub fn holder_of(&self, start: usize) -> Option<&Block> {
        let at = self.blocks.iter().rposition(|block| block.range.start == start)?;
        let depth = self.blocks[at].depth.checked_sub(1)?;
        self.blocks[..at].iter().rfind(|block| block.depth == depth)
    }
}
