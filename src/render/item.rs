//! Inline Markdown in the front matter, such as a prerequisite, as HTML.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::body::BodySettings;
use super::html::Writer;
use super::links::Links;
use crate::document::{Document, markdown};

/// Renders one item of the front matter.
pub(super) fn item(text: &str, document: &Document, links: &Links, settings: &BodySettings) -> String {
    let mut writer = Writer::new(document, links, settings);
    for (event, _) in markdown::parse_inline(text) {
        match event {
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {
                writer.event(event);
            }
            // Front matter is text: what looks like a tag in it, such as `Vec<T>`, is shown.
            Event::Html(raw) | Event::InlineHtml(raw) => writer.text(&raw),
            // Blocks have no place in a line: `- x` or `# x` in an item shows its words.
            Event::Start(_) | Event::End(_) | Event::Rule => {}
            event => writer.event(event),
        }
    }
    writer.into_inline()
}
