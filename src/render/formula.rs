//! Formulas as MathML, or as their TeX where they cannot be converted.

use super::escape;
use super::includes::Includes;
use crate::document::{Document, formula, tex};
use crate::figure::Mistake;
use crate::figure::math::{Notation, Tex};

/// The start of a paragraph, in which no block may stand.
const PARAGRAPH: &str = "<p>";

/// The formulas of a page, converted together and handed out in their order.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    converted: std::vec::IntoIter<Result<String, Mistake>>,
    /// Whether one of them was shown as a formula.
    pub(super) shown: bool,
}

impl Formulas {
    /// Those of the body of a document.
    pub(super) fn of_body(document: &Document, includes: &Includes, notation: &Notation) -> Self {
        let in_body = document.formulas.iter().filter(|formula| formula.range.start >= document.body.start);
        let formulas: Vec<_> = in_body
            .map(|formula| {
                let place = document.code_blocks.iter().position(|block| block.range == formula.range);
                let filled = place.and_then(|place| includes.code(place));
                Tex { text: filled.unwrap_or(formula.tex().text), ..formula.tex() }
            })
            .collect();
        Self { converted: notation.mathml_of_page(&formulas).into_iter(), shown: false }
    }

    /// Those of a line, such as an item of the front matter.
    pub(super) fn of_line<'t>(texts: impl Iterator<Item = &'t str>, notation: &Notation) -> Self {
        let formulas: Vec<_> = texts.map(|text| Tex { text: tex(text), display: false }).collect();
        Self { converted: notation.mathml_of_page(&formulas).into_iter(), shown: false }
    }

    /// Those of code blocks.
    pub(super) fn of_fences<'t>(texts: impl Iterator<Item = &'t str>, notation: &Notation) -> Self {
        let formulas: Vec<_> = texts.map(|text| Tex { text, display: true }).collect();
        Self { converted: notation.mathml_of_page(&formulas).into_iter(), shown: false }
    }

    /// Leaves one out that is not shown.
    pub(super) fn pass_over(&mut self) {
        self.converted.next();
    }

    fn next(&mut self) -> Option<String> {
        let mathml = self.converted.next()?.ok()?;
        self.shown = true;
        Some(mathml)
    }

    /// Writes a formula: within its line, or standing by itself.
    pub(super) fn write(&mut self, text: &str, display: bool, out: &mut String) {
        match self.next() {
            Some(mathml) if display => write_display(&mathml, out),
            Some(mathml) => out.push_str(&mathml),
            None => write_source(text, if display { "$$" } else { "$" }, out),
        }
    }

    /// Keeps what follows a formula without a blank on its line: a full stop, or the end of a word as in `$n$th`.
    pub(super) fn join(&self, text: &str, out: &mut String) {
        const WORD_JOINER: char = '\u{2060}';
        if out.ends_with("</math>") && !text.starts_with(char::is_whitespace) {
            out.push(WORD_JOINER);
        }
    }

    /// The figure of a code block that is a formula; `None` where it cannot be converted.
    pub(super) fn fence(&mut self, language: Option<&str>) -> Option<String> {
        (language == Some(formula::LANGUAGE)).then(|| self.next()).flatten().map(|mathml| block(&mathml))
    }
}

/// A formula that is a paragraph is a block of the page; others stay in their paragraph.
fn write_display(mathml: &str, out: &mut String) {
    if out.trim_end().ends_with(PARAGRAPH) {
        out.truncate(out.trim_end().len() - PARAGRAPH.len());
        out.push_str(&block(mathml));
        out.push_str(PARAGRAPH);
    } else {
        out.push_str(&format!("<span class=\"math\">{mathml}</span>"));
    }
}

fn block(mathml: &str) -> String {
    format!("<div class=\"math\">{mathml}</div>\n")
}

fn write_source(text: &str, sign: &str, out: &mut String) {
    out.push_str("<code class=\"math-source\">");
    out.push_str(sign);
    escape::text(text, out);
    out.push_str(sign);
    out.push_str("</code>");
}
