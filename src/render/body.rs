//! The prose of a document as HTML: a pure function of the document, its links and the site's words.

use std::sync::Arc;

use super::diagram;
use super::formula::Formulas;
use super::html::Writer;
use super::includes::Includes;
use super::links::Links;
use super::outcome::{Body, Extract, Needs};
use super::settings::BodySettings;
use crate::document::Document;

/// Renders the prose of a document.
pub fn body(document: &Document, links: &Links, includes: &Includes, settings: &BodySettings) -> Body {
    let formulas = Formulas::of_body(document, includes, &settings.notation);
    let writer = Writer::new(document, links, includes, settings, formulas);
    let mut writer = writer.with_room_for(document.body.len() * 2);
    for (event, _) in document.events() {
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
    // The longest goes first: from the start on, many parts are hashed at once.
    for text in [&html].into_iter().chain(&learn_items).chain(&prerequisite_items) {
        hasher.update(text.as_bytes()).update(&text.len().to_le_bytes());
    }
    let markdown = settings.markdown.then(|| super::markdown::twin(document, links, includes, settings).into_bytes());
    let extract = Extract { markdown: markdown.map(Into::into), hash: hasher.finalize(), sections };
    Body { html: html.into(), learn_items, prerequisite_items, needs, extract: Arc::new(extract) }
}
