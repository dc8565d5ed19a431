//! The events of a body, kept with its document: Markdown is parsed once, and read as often as somebody asks.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use crate::source::short;

/// An event of the parser and the bytes of the file that it came from.
pub(crate) type Placing<'s> = (Event<'s>, Range<usize>);

/// Events in document order. Nearly all of them are text that stands in the file as it is shown, or say no more than
/// which block begins or ends: those are kept as the place that they have there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Events {
    kept: Vec<Kept>,
    /// Those that say more, in order.
    others: Vec<Event<'static>>,
}

/// A site has millions of them: twelve bytes each.
#[derive(Debug, Clone, Copy)]
struct Kept {
    what: What,
    start: u32,
    end: u32,
}

#[derive(Debug, Clone, Copy)]
enum What {
    /// The text of the place.
    Text,
    /// The text of the place, its backticks left out.
    Code,
    /// The text of the place, in a block of HTML.
    Html,
    /// The text of the place, within a line.
    InlineHtml,
    SoftBreak,
    HardBreak,
    Start(TagEnd),
    End(TagEnd),
    /// The next of the others.
    Other,
}

impl Events {
    /// Room for the events of so many bytes.
    pub(super) fn with_room_for(bytes: usize) -> Self {
        /// Prose and code in lines have an event for about as many.
        const BYTES_AN_EVENT: usize = 24;
        Self { kept: Vec::with_capacity(bytes / BYTES_AN_EVENT), others: Vec::new() }
    }

    /// Adds an event that stands at `range` of `file`.
    pub(super) fn push(&mut self, file: &str, event: Event<'_>, range: Range<usize>) {
        let there = file.get(range.clone());
        let what = match &event {
            Event::Text(text) if there == Some(&**text) => What::Text,
            Event::Code(text) if there.map(without_ticks) == Some(&**text) => What::Code,
            Event::Html(html) if there == Some(&**html) => What::Html,
            Event::InlineHtml(html) if there == Some(&**html) => What::InlineHtml,
            Event::SoftBreak => What::SoftBreak,
            Event::HardBreak => What::HardBreak,
            Event::Start(tag) if plain_tag(tag.to_end()).as_ref() == Some(tag) => What::Start(tag.to_end()),
            Event::End(tag) => What::End(*tag),
            _ => {
                self.others.push(event.into_static());
                What::Other
            }
        };
        self.kept.push(Kept { what, start: short(range.start), end: short(range.end) });
    }

    /// The same events without room for more.
    pub(super) fn fitted(self) -> Self {
        Self { kept: self.kept.clone(), others: fitted(self.others) }
    }

    /// The events, each with its place in `file`, which is that they were parsed from.
    pub(crate) fn of<'e>(&'e self, file: &'e str) -> impl Iterator<Item = Placing<'e>> {
        let mut others = self.others.iter();
        self.kept.iter().filter_map(move |Kept { what, start, end }| {
            let range = *start as usize..*end as usize;
            let there = || file.get(range.clone()).unwrap_or_default();
            let event = match what {
                What::Text => Event::Text(CowStr::Borrowed(there())),
                What::Code => Event::Code(CowStr::Borrowed(without_ticks(there()))),
                What::Html => Event::Html(CowStr::Borrowed(there())),
                What::InlineHtml => Event::InlineHtml(CowStr::Borrowed(there())),
                What::SoftBreak => Event::SoftBreak,
                What::HardBreak => Event::HardBreak,
                What::Start(tag) => Event::Start(plain_tag(*tag)?),
                What::End(tag) => Event::End(*tag),
                What::Other => others.next()?.clone(),
            };
            Some((event, range))
        })
    }
}

/// The same items without room for more, which a large site would keep for each page.
pub(super) fn fitted<T>(items: Vec<T>) -> Vec<T> {
    let mut fitted = Vec::with_capacity(items.len());
    fitted.extend(items);
    fitted
}

fn without_ticks(code: &str) -> &str {
    code.trim_matches('`')
}

/// The tag that this one ends, where it says no more than that.
fn plain_tag(end: TagEnd) -> Option<Tag<'static>> {
    Some(match end {
        TagEnd::Paragraph => Tag::Paragraph,
        TagEnd::BlockQuote(kind) => Tag::BlockQuote(kind),
        TagEnd::Heading(level) => Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() },
        TagEnd::HtmlBlock => Tag::HtmlBlock,
        TagEnd::List(false) => Tag::List(None),
        TagEnd::Item => Tag::Item,
        TagEnd::DefinitionList => Tag::DefinitionList,
        TagEnd::DefinitionListTitle => Tag::DefinitionListTitle,
        TagEnd::DefinitionListDefinition => Tag::DefinitionListDefinition,
        TagEnd::TableHead => Tag::TableHead,
        TagEnd::TableRow => Tag::TableRow,
        TagEnd::TableCell => Tag::TableCell,
        TagEnd::Emphasis => Tag::Emphasis,
        TagEnd::Strong => Tag::Strong,
        TagEnd::Strikethrough => Tag::Strikethrough,
        TagEnd::Superscript => Tag::Superscript,
        TagEnd::Subscript => Tag::Subscript,
        TagEnd::CodeBlock
        | TagEnd::FootnoteDefinition
        | TagEnd::Image
        | TagEnd::Link
        | TagEnd::List(true)
        | TagEnd::MetadataBlock(_)
        | TagEnd::Table => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use pulldown_cmark::{Options, Parser};

    use super::*;

    fn assert_kept(text: &str) {
        let parsed: Vec<Placing<'_>> = Parser::new_ext(text, Options::all()).into_offset_iter().collect();
        let mut events = Events::with_room_for(text.len());
        parsed.iter().for_each(|(event, range)| events.push(text, event.clone(), range.clone()));
        assert_eq!(events.of(text).collect::<Vec<_>>(), parsed, "{text:?}");
    }

    #[test]
    fn events_are_kept_as_they_were_parsed() {
        for text in [
            "# A *b* {#c .d}\n\n1. x\n2. y\n\n- [x] z\n- &amp; \\* `a` `` `b` `` ` c `\n",
            "> [!NOTE]\n> Text[^1] with <b>HTML</b> and $x$  \nand $$y$$.\n\n[^1]: Note\n",
            "| a | `b\\|c` |\n|---|:-:|\n| d | [e](f \"g\") ![h](i) |\n\n<div>\n\n***\n\n</div>\n",
            "```rust x=1\n\tlet a = 1;\n```\n\n>     code\n>\tmore\n\nTerm\n: Definition\n\n~~old~~ H~2~O x^2^\n",
        ] {
            assert_kept(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(2), ..ProptestConfig::default() })]

        #[test]
        fn every_text_is_kept(text in "([a-c*_`~^$<>/&;#|:!\\[\\]()\\\\\" \t\n-]|1\\. |&amp;|\\[\\^a\\]|é){0,60}") {
            assert_kept(&text);
        }
    }
}
