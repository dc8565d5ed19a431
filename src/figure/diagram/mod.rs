//! Diagrams: what they say, and how they look. The text is Mermaid.

#[cfg(not(feature = "diagrams"))]
mod absent;
#[cfg(feature = "diagrams")]
mod engine;
mod expectation;
mod model;
#[cfg(feature = "diagrams")]
mod quotes;
#[cfg(feature = "diagrams")]
mod semantics;
#[cfg(feature = "diagrams")]
mod svg;
#[cfg(feature = "diagrams")]
mod width;

use std::sync::Arc;

#[cfg(not(feature = "diagrams"))]
use absent as engine;
pub use expectation::Expectation;
pub use model::{Edge, Kind, Model};

use super::Mistake;

/// The language of code blocks that are drawn.
pub const LANGUAGE: &str = "mermaid";

/// A drawn diagram: the inside of an `svg` element, and its size.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// With [`ID`] where a page's own prefix goes.
    markup: String,
    /// `viewBox` of the element.
    pub view_box: String,
    /// Pixels across, with text at its full size.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A character that no markup holds: it stands for the prefix of ids.
const ID: char = '\u{1}';

impl Drawing {
    /// The markup with ids that begin with `prefix`, so that each is unique in its page.
    pub fn markup(&self, prefix: &str) -> String {
        self.markup.replace(ID, prefix)
    }
}

/// What a diagram says, and how it looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// What it says.
    pub model: Model,
    /// How it looks.
    pub drawing: Drawing,
}

/// Reads and draws a diagram; `None` where Docent was built without the feature `diagrams`.
///
/// # Errors
///
/// Says what is wrong in the text, and where: a mistake, or more of it than can be drawn.
pub fn read(text: &str) -> Option<Result<Arc<Diagram>, Mistake>> {
    engine::read(text)
}

#[cfg(all(test, feature = "diagrams"))]
mod tests;
