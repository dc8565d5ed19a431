//! The prose of a document as HTML: a pure function of the document, its links and the site's words.

use std::sync::Arc;

use super::html::Writer;
use super::labels::Labels;
use super::links::Links;
use crate::config::RawHtml;
use crate::document::{Document, markdown};

/// The rendered prose of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Finished HTML.
    pub html: String,
    /// The items of the contract sections as finished inline HTML: what you will learn, then prerequisites.
    pub learn_items: Vec<String>,
    /// See [`Self::learn_items`].
    pub prerequisite_items: Vec<String>,
    /// The page as Markdown, title and contract sections included.
    pub markdown: Arc<[u8]>,
    /// Identifies the HTML with the items.
    pub hash: blake3::Hash,
    /// Its text, cut at the headings, for the search index.
    pub sections: Vec<TextSection>,
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

/// What a body depends on beside its document and its links.
#[derive(Debug, Clone)]
pub struct BodySettings {
    /// What happens to raw HTML.
    pub html: RawHtml,
    /// The words that the renderer writes: titles of alerts and the like.
    pub labels: Labels,
}

/// Renders the prose of a document.
pub fn body(document: &Document, links: &Links, settings: &BodySettings) -> Body {
    let mut writer = Writer::new(document, links, settings);
    for (event, _) in markdown::parse(&document.source, document.body.clone()).events {
        writer.event(event);
    }
    let (html, sections) = writer.finish();
    let front_matter = &document.front_matter;
    let inline = |items: &[crate::source::Placed<String>]| {
        items.iter().map(|item| super::item::item(&item.value, document, links, settings)).collect()
    };
    let learn_items: Vec<String> = inline(&front_matter.what_you_will_learn);
    let prerequisite_items: Vec<String> = inline(&front_matter.prerequisites);
    let mut hasher = blake3::Hasher::new();
    for text in learn_items.iter().chain(&prerequisite_items).chain([&html]) {
        hasher.update(&text.len().to_le_bytes()).update(text.as_bytes());
    }
    Body {
        markdown: super::markdown::twin(document, links, settings).into_bytes().into(),
        hash: hasher.finalize(),
        html,
        learn_items,
        prerequisite_items,
        sections,
    }
}
