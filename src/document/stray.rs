//! Markup that stays text, because its other half is missing.

use memchr::memchr2;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::Document;
use super::display::Displays;
use super::events::Placing;
use super::footnote::Footnotes;
use crate::source::Source;

/// What the events of a body have told so far.
#[derive(Debug, Default)]
pub(super) struct Stray {
    footnotes: Footnotes,
    displays: Displays,
    /// How many code blocks and blocks of HTML are open: their text is none of Markdown's.
    silent: usize,
}

impl Stray {
    /// Takes the next event of the body.
    pub(super) fn event(&mut self, source: &Source, (event, range): &Placing<'_>) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) => self.silent += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock) => self.silent = self.silent.saturating_sub(1),
            Event::Start(Tag::FootnoteDefinition(label)) => self.footnotes.define(source, label, range),
            Event::FootnoteReference(label) => self.footnotes.refer(label),
            // Nearly no text holds the first sign of either.
            Event::Text(_)
                if self.silent == 0 && memchr2(b'[', b'$', &source.text().as_bytes()[range.clone()]).is_some() =>
            {
                self.footnotes.text(source, range);
                self.displays.text(source, range);
            }
            _ => {}
        }
    }

    /// Reports it.
    pub(super) fn report(self, document: &mut Document) {
        self.footnotes.report(document);
        self.displays.report(document);
    }
}
