//! Formulas: where they stand, and their TeX.

use std::ops::Range;

use super::dollar;
use crate::figure::math::Tex;
use crate::source::{Gathered, Source};

/// The language of code blocks that are formulas.
pub const LANGUAGE: &str = "math";

/// A formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// Its TeX, with the place of each line.
    pub tex: Gathered,
    /// All of it, dollar signs or fences included.
    pub range: Range<usize>,
    /// Whether it stands by itself, rather than within a line.
    pub display: bool,
}

impl Formula {
    /// A formula between dollar signs.
    pub(super) fn between_dollars(source: &Source, text: &str, range: Range<usize>, display: bool) -> Self {
        let text = dollar::tex(text);
        let mut tex = Gathered::default();
        let mut from = range.start;
        for line in text.split_inclusive('\n') {
            // Within a quote each line begins with its sign, which is no part of the formula.
            let words = line.trim_end_matches('\n');
            let there = source.text().get(from..range.end);
            let at = there.and_then(|there| there.find(words)).map_or(from, |at| from + at);
            tex.push(line, at);
            from = at + words.len();
        }
        Self { tex, range, display }
    }

    /// The formula for the converter.
    pub fn tex(&self) -> Tex<'_> {
        Tex { text: self.tex.text().trim_end(), display: self.display }
    }
}
