//! The prose of a document as HTML: a pure function of the document, its links and the site's words.

use std::sync::Arc;

use super::diagram;
use super::formula::Formulas;
use super::html::Writer;
use super::includes::Includes;
use super::labels::Labels;
use super::links::Links;
use crate::config::{Config, RawHtml};
use crate::document::{Document, markdown};
use crate::figure::math::Notation;

/// The rendered prose of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Finished HTML.
    pub html: Box<str>,
    /// The items of the contract sections as finished inline HTML: what you will learn, then prerequisites.
    pub learn_items: Vec<String>,
    /// See [`Self::learn_items`].
    pub prerequisite_items: Vec<String>,
    /// What the page needs for what it shows.
    pub needs: Needs,
    /// What is made of it beside the page.
    pub extract: Arc<Extract>,
}

/// What is made of a body beside the page: what there is to keep when the page is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Extract {
    /// The page as Markdown, title and contract sections included, where that is wanted.
    pub markdown: Option<Arc<[u8]>>,
    /// Identifies the HTML with the items.
    pub hash: blake3::Hash,
    /// Its text, cut at the headings, for the search index; empty where there is none.
    pub sections: Vec<TextSection>,
}

/// What a page needs beside the style sheet that every page has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// The style sheet, the font and the script of formulas.
    pub math: bool,
    /// The style sheet of diagrams.
    pub diagrams: bool,
}

/// The text below one heading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextSection {
    /// Id of the heading; `None` for what stands before the first.
    pub anchor: Option<String>,
    /// Text of the heading.
    pub heading: String,
    /// Prose.
    pub text: String,
    /// Code, whose names readers look for.
    pub code: String,
}

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
            labels: super::labels(&config.labels),
            notation: config.notation.clone(),
            highlight: config.highlight,
            markdown: config.publish.markdown || config.publish.notebooks,
            search: config.publish.search,
        }
    }
}

/// Renders the prose of a document.
pub fn body(document: &Document, links: &Links, includes: &Includes, settings: &BodySettings) -> Body {
    let formulas = Formulas::of_body(document, includes, &settings.notation);
    let mut writer = Writer::new(document, links, includes, settings, formulas);
    for (event, _) in markdown::parse(&document.source, document.body.clone()).events {
        writer.event(event);
    }
    let diagrams = document.code_blocks.iter().any(|block| diagram::is_diagram(block) && !block.has("hidden"));
    let mut needs = Needs { math: writer.shows_math(), diagrams };
    let (html, sections) = writer.finish();
    let front_matter = &document.front_matter;
    let mut inline = |items: &[crate::source::Placed<String>]| {
        items.iter().map(|item| super::item::item(&item.value, document, links, settings, &mut needs)).collect()
    };
    let learn_items: Vec<String> = inline(&front_matter.what_you_will_learn);
    let prerequisite_items: Vec<String> = inline(&front_matter.prerequisites);
    let mut hasher = blake3::Hasher::new();
    for text in learn_items.iter().chain(&prerequisite_items).chain([&html]) {
        hasher.update(&text.len().to_le_bytes()).update(text.as_bytes());
    }
    let markdown = settings.markdown.then(|| super::markdown::twin(document, links, includes, settings).into_bytes());
    let extract = Extract { markdown: markdown.map(Into::into), hash: hasher.finalize(), sections };
    Body { html: html.into(), learn_items, prerequisite_items, needs, extract: Arc::new(extract) }
}
