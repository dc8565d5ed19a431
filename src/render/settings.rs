//! What a site says about how bodies are rendered.

use super::labels::{Labels, labels};
use crate::config::{Config, RawHtml};
use crate::figure::math::Notation;

/// What a body depends on beside its document, its links and the files that it shows.
#[derive(Debug, Clone)]
pub struct BodySettings {
    /// What happens to raw HTML.
    pub html: RawHtml,
    /// The words that the renderer writes: titles of alerts and the like.
    pub labels: Labels,
    /// The macros of formulas.
    pub notation: Notation,
    /// Whether code is coloured.
    pub highlight: bool,
    /// Whether the page is wanted as Markdown too.
    pub markdown: bool,
    /// Whether the page's text is wanted for the search index.
    pub search: bool,
}

impl BodySettings {
    /// The settings of a site.
    pub fn of(config: &Config) -> Self {
        Self {
            html: config.html,
            labels: labels(&config.labels),
            notation: config.notation.clone(),
            highlight: config.highlight,
            markdown: config.publish.markdown || config.publish.notebooks,
            search: config.publish.search,
        }
    }
}
