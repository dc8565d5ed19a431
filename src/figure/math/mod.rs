//! Formulas in TeX to MathML: the only owner of math-core.

mod bounds;
mod markup;

use std::fmt;
use std::sync::Arc;

use math_core::{LatexError, LatexToMathML, MathCoreConfig, MathDisplay};

use super::{Mistake, within};

/// A formula as it is written, without its dollar signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tex<'t> {
    /// The text.
    pub text: &'t str,
    /// Whether it stands by itself, rather than within a line.
    pub display: bool,
}

/// The macros of a site, ready for use.
#[derive(Clone)]
pub struct Notation(Arc<Inner>);

#[derive(Default)]
struct Inner {
    macros: Vec<(String, String)>,
    converter: LatexToMathML,
}

/// Commands of other TeX systems that math-core lacks.
const OWN_MACROS: [(&str, &str); 1] = [("textcolor", r"{\color{#1}#2}")];

impl Notation {
    /// Takes macros: the name without its backslash, and what it stands for, with `#1` to `#9` for its arguments.
    ///
    /// # Errors
    ///
    /// Says which macro is wrong by its place in the list, and what is wrong in what it stands for.
    pub fn new(macros: Vec<(String, String)>) -> Result<Self, (usize, Mistake)> {
        let all = OWN_MACROS.map(|(name, text)| (name.to_owned(), text.to_owned())).into_iter().chain(macros.clone());
        let config = MathCoreConfig { macros: all.collect(), annotation: true, ..MathCoreConfig::default() };
        let converter = LatexToMathML::new(config)
            .map_err(|(error, at, text)| (at.saturating_sub(OWN_MACROS.len()), mistake(&error, &text)))?;
        Ok(Self(Arc::new(Inner { macros, converter })))
    }

    /// The macros that a site gave.
    pub fn macros(&self) -> &[(String, String)] {
        &self.0.macros
    }

    /// The MathML of one formula.
    ///
    /// # Errors
    ///
    /// Says what is wrong in its text, and where.
    pub fn mathml(&self, formula: Tex<'_>) -> Result<String, Mistake> {
        self.mathml_of_page(&[formula]).pop().unwrap_or_else(|| Err(failed()))
    }

    /// The MathML of the formulas of a page: their equations are numbered through, and can refer to each other.
    pub fn mathml_of_page(&self, formulas: &[Tex<'_>]) -> Vec<Result<String, Mistake>> {
        let bounded: Vec<_> = formulas.iter().map(|formula| bounds::check(formula.text, &self.0.macros)).collect();
        let fit = formulas.iter().zip(&bounded).filter(|(_, bounded)| bounded.is_ok());
        let snippets: Vec<_> = fit.map(|(formula, _)| (formula.text, display(*formula))).collect();
        let convert = || -> Vec<_> {
            let converted = self.0.converter.convert_all(&snippets);
            let texts = snippets.iter().map(|(text, _)| *text);
            converted
                .into_iter()
                .zip(texts)
                .map(|(result, text)| result.map(|result| result.mathml).map_err(|error| mistake(&error, text)))
                .collect()
        };
        let mut converted = bounds::with_deep_stack(&snippets, convert).into_iter();
        bounded
            .into_iter()
            .map(|bounded| {
                bounded?;
                let converted = converted.next().unwrap_or_else(|| Err(failed()));
                converted.map(|mathml| markup::without_styles(&mathml))
            })
            .collect()
    }
}

impl Default for Notation {
    fn default() -> Self {
        Self::new(Vec::new()).unwrap_or_else(|_| Self(Arc::default()))
    }
}

impl fmt::Debug for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notation").field(&self.0.macros).finish()
    }
}

fn display(formula: Tex<'_>) -> MathDisplay {
    if formula.display { MathDisplay::Block } else { MathDisplay::Inline }
}

fn failed() -> Mistake {
    Mistake { range: 0..0, message: "the formula cannot be converted".to_owned() }
}

/// The message as a phrase: code between backticks, lower case, no full stop.
fn mistake(error: &LatexError, text: &str) -> Mistake {
    let message = error.to_string().trim_end_matches('.').replace('"', "`");
    let mut characters = message.chars();
    let first = characters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    Mistake { range: within(error.0.clone(), text), message: first + characters.as_str() }
}

#[cfg(test)]
mod tests;
