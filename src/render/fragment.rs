//! Parts of pages, for those who lay out pages of their own.

use std::sync::Arc;

use super::escape::{escaped, printable};
use super::fence;
use super::formula::Formulas;
use super::highlight;
use super::settings::BodySettings;
use crate::document::{CodeBlock, formula};

/// A code block as the page shows it: code, a diagram or a formula. `place` makes the ids within it unique.
pub fn figure(block: &CodeBlock, code: &str, place: usize, settings: &BodySettings) -> String {
    let is_formula = block.language() == Some(formula::LANGUAGE);
    let mut formulas = Formulas::of_fences(is_formula.then_some(code).into_iter(), &settings.notation);
    fence::figure(block, code, place, &mut formulas, settings)
}

/// The lines of a code block as HTML, without their line ends.
pub fn code_lines(language: &str, code: &str, settings: &BodySettings) -> Vec<Arc<str>> {
    let code = printable(code);
    if settings.highlight {
        highlight::lines(language, &code)
    } else {
        code.lines().map(|line| escaped(line).into()).collect()
    }
}
