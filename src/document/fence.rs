//! The fences of a code block: the line that opens it, and the one that closes it.

use std::ops::Range;

use memchr::memchr2;

use super::{CodeBlock, Document};
use crate::source::Source;

/// The fences of a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Fences {
    /// The sign that they are made of.
    pub sign: char,
    /// The signs that open it.
    pub opening: Range<usize>,
    /// The signs that close it; `None` where nothing does but the end of what the block stands in.
    pub closing: Option<Range<usize>>,
}

/// A line that has the form of a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FenceLine<'l> {
    /// How many blanks stand before it; a tab counts as enough to make it code.
    pub indent: usize,
    /// The sign that it is made of.
    pub sign: char,
    /// How many of them.
    pub length: usize,
    /// What follows them.
    pub info: &'l str,
}

/// A line that is indented so far is code.
pub const CODE_INDENT: usize = 4;

impl Document {
    /// The fences of a block; `None` for indented code.
    pub fn fences(&self, block: &CodeBlock) -> Option<Fences> {
        let text = self.source.text();
        let start = block.range.start;
        let sign = text[start..].chars().next().filter(|_| !block.indented)?;
        let opening = start..start + run(&text[start..], sign);
        let closing = closing(&self.source, block, sign, opening.len());
        Some(Fences { sign, opening, closing })
    }

    /// The last line of a block that holds code, or the one of its fence.
    pub fn last_line_of(&self, block: &CodeBlock) -> Range<usize> {
        let last = block.code.text().trim_end().len().checked_sub(1);
        self.source.line_around(last.map_or(block.range.start, |last| block.code.place(last)))
    }
}

impl CodeBlock {
    /// Where the first line of the code stands that has the form of such a fence, the blanks around it left out.
    pub fn find_fence(&self, is_it: impl Fn(&FenceLine<'_>) -> bool) -> Option<Range<usize>> {
        // Nearly all code has no sign of a fence at all.
        memchr2(b'`', b'~', self.code.text().as_bytes())?;
        let mut at = 0;
        for line in self.code.text().split_inclusive('\n') {
            if FenceLine::read(line).is_some_and(|line| is_it(&line)) {
                let words = at + line.len() - line.trim_start().len()..at + line.trim_end().len();
                return Some(self.code.places(words));
            }
            at += line.len();
        }
        None
    }
}

impl<'l> FenceLine<'l> {
    /// Reads a line.
    pub fn read(line: &'l str) -> Option<Self> {
        /// Fewer signs are no fence.
        const SHORTEST: usize = 3;
        let written = line.trim_start();
        let sign = written.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let length = run(written, sign);
        let info = written[length..].trim();
        let is_inline_code = sign == '`' && info.contains('`');
        let before = &line[..line.len() - written.len()];
        let indent = if before.contains('\t') { CODE_INDENT } else { before.len() };
        (length >= SHORTEST && !is_inline_code).then_some(Self { indent, sign, length, info })
    }
}

/// Where the last line of a block closes it.
fn closing(source: &Source, block: &CodeBlock, sign: char, shortest: usize) -> Option<Range<usize>> {
    let text = source.text();
    let last = source.line_around(block.range.end.saturating_sub(1));
    let at = last.start + text[last.clone()].find(|sign: char| !sign.is_whitespace() && sign != '>')?;
    let closing = at..at + run(&text[at..last.end], sign);
    let is_code = |at: usize| block.code.place(at) >= last.start;
    let holds_code = block.code.text().len().checked_sub(1).is_some_and(is_code);
    let is_alone = text[closing.end..last.end].trim().is_empty();
    (last.start > block.range.start && closing.len() >= shortest && is_alone && !holds_code).then_some(closing)
}

/// How many of `sign` a text starts with.
pub(super) fn run(text: &str, sign: char) -> usize {
    text.len() - text.trim_start_matches(sign).len()
}
