//! Parts of pages, for those who lay out pages of their own.

use std::sync::Arc;

use super::fence;
use super::formula::Formulas;
use super::highlight;
use super::labels::Labels;
use crate::document::{CodeBlock, formula};
use crate::figure::math::Notation;

/// A code block as the page shows it: code, a diagram or a formula. `place` makes the ids within it unique.
pub fn figure(block: &CodeBlock, code: &str, place: usize, notation: &Notation, labels: &Labels) -> String {
    let is_formula = block.language() == Some(formula::LANGUAGE);
    let mut formulas = Formulas::of_fences(is_formula.then_some(code).into_iter(), notation);
    fence::figure(block, code, place, &mut formulas, labels)
}

/// The lines of a code block as HTML, without their line ends.
pub fn code_lines(language: &str, code: &str) -> Vec<Arc<str>> {
    highlight::lines(language, &super::escape::printable(code))
}
