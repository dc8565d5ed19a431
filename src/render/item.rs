//! Inline Markdown in the front matter, such as a prerequisite, as HTML.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::formula::Formulas;
use super::html::Writer;
use super::includes::Includes;
use super::links::Links;
use super::outcome::Needs;
use super::settings::BodySettings;
use crate::document::{Document, markdown};

/// Renders one item of the front matter.
pub(super) fn item(
    text: &str,
    document: &Document,
    links: &Links,
    settings: &BodySettings,
    needs: &mut Needs,
) -> String {
    // An item is a line: no code block stands in it.
    let includes = Includes::default();
    let events = markdown::parse_inline(text);
    let formulas = Formulas::of_line(
        events.iter().filter_map(|(event, _)| match event {
            Event::InlineMath(text) | Event::DisplayMath(text) => Some(&**text),
            _ => None,
        }),
        &settings.notation,
    );
    let mut writer = Writer::new(document, links, &includes, settings, formulas);
    for (event, _) in events {
        match event {
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {
                writer.event(event);
            }
            // Front matter is text: what looks like a tag in it, such as `Vec<T>`, is shown.
            Event::Html(raw) | Event::InlineHtml(raw) => writer.text(&raw),
            // A line has no room for a formula of its own.
            Event::DisplayMath(text) => writer.event(Event::InlineMath(text)),
            // Blocks have no place in a line: `- x` or `# x` in an item shows its words.
            Event::Start(_) | Event::End(_) | Event::Rule => {}
            event => writer.event(event),
        }
    }
    needs.math |= writer.shows_math();
    writer.into_inline()
}
