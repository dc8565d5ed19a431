//! Markdown to events with file ranges: the only place that sets the parser's options.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use memchr::memchr;
use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::autolink::BareUrls;
use super::dollar;
use super::events::{Events, Placing};
use crate::source::{Placed, Source};

/// The events of a body.
pub(super) struct Parsed {
    /// In document order.
    pub(super) events: Events,
    /// Labels of link references that nothing defines.
    pub(super) undefined: Vec<Placed<String>>,
    /// Link reference definitions: label and destination, and where each definition stands.
    pub(super) definitions: Vec<(String, Range<usize>)>,
    /// Whether one of its formulas is none.
    holds_money: bool,
}

fn options() -> Options {
    // Front matter is found before the Markdown parser runs, so its metadata blocks stay off.
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

/// Parses `body` of a source. All ranges are bytes of the file.
pub(super) fn parse(source: &Source, body: Range<usize>) -> Parsed {
    let (lines, places) = LinePlaces::of(&source.text()[body.clone()]);
    let place = |at| body.start + places.place(at);
    let parsed = parse_lines(source.text(), &lines, None, &place);
    if !parsed.holds_money {
        return parsed;
    }
    let lines = dollar::hide_money(lines.into_owned(), options());
    parse_lines(source.text(), &lines.text, lines.sign, &place)
}

/// Where the bytes of a text stood before its line endings became those of Unix, which is what the parser reads best: it
/// counts the two characters of a Windows line ending twice in code spans, and passes them on in raw HTML.
struct LinePlaces {
    /// For each line ending that was two bytes, where it stands now.
    shortened: Vec<usize>,
}

impl LinePlaces {
    fn of(text: &str) -> (Cow<'_, str>, Self) {
        if memchr(b'\r', text.as_bytes()).is_none() {
            return (Cow::Borrowed(text), Self { shortened: Vec::new() });
        }
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        let endings = text.match_indices("\r\n").enumerate();
        let places = Self { shortened: endings.map(|(before, (at, _))| at - before).collect() };
        (Cow::Owned(lines), places)
    }

    fn place(&self, at: usize) -> usize {
        at + self.shortened.partition_point(|&ending| ending < at)
    }
}

/// Parses a part of a file, each byte of which stands where `place` says.
fn parse_lines(file: &str, text: &str, hidden: Option<char>, place: &dyn Fn(usize) -> usize) -> Parsed {
    let place = |range: Range<usize>| place(range.start)..place(range.end);
    let undefined = RefCell::new(Vec::new());
    let on_broken = |link: BrokenLink<'_>| {
        // `[word]` alone is text as often as not; `[text][label]` and `[label][]` can only be meant as links.
        if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
            undefined.borrow_mut().push(Placed { value: link.reference.to_string(), range: place(link.span) });
        }
        None::<(CowStr<'_>, CowStr<'_>)>
    };
    let parser = Parser::new_with_broken_link_callback(text, options(), Some(on_broken));
    let mut definitions: Vec<_> = parser
        .reference_definitions()
        .iter()
        .map(|(label, definition)| (label.to_owned(), place(definition.span.clone())))
        .collect();
    definitions.sort_by_key(|(_, range)| range.start);
    let mut events = Events::with_room_for(text.len());
    let mut bare_urls = BareUrls::of(file);
    let mut holds_money = false;
    join_texts(text, parser.into_offset_iter(), |event, range| {
        holds_money |= dollar::is_money(text, &event, &range);
        let (event, range) = (dollar::shown(event, hidden), place(range));
        bare_urls.link(file, event, range, |event, range| events.push(file, event, range));
    });
    let mut undefined = undefined.into_inner();
    undefined.sort_by_key(|label: &Placed<String>| label.range.start);
    undefined.dedup();
    Parsed { events, undefined, definitions, holds_money }
}

/// Joins neighbouring texts, so that a URL is whole; not those within a code block, where each line has its own place.
fn join_texts<'s>(
    file: &'s str,
    events: impl Iterator<Item = Placing<'s>>,
    mut push: impl FnMut(Event<'s>, Range<usize>),
) {
    let mut joined: Option<Joined> = None;
    let mut in_code = false;
    for (event, range) in events {
        match event {
            Event::Text(text) if !in_code => match &mut joined {
                Some(joined) => joined.add(file, &text, range),
                None => joined = Some(Joined::of(file, &text, range)),
            },
            event => {
                if let Some(joined) = joined.take() {
                    let (text, range) = joined.into_event(file);
                    push(text, range);
                }
                match event {
                    Event::Start(Tag::CodeBlock(_)) => in_code = true,
                    Event::End(TagEnd::CodeBlock) => in_code = false,
                    _ => {}
                }
                push(event, range);
            }
        }
    }
    if let Some(joined) = joined {
        let (text, range) = joined.into_event(file);
        push(text, range);
    }
}

/// Parses inline Markdown, such as an item of the front matter; ranges count from its first byte.
pub(crate) fn parse_inline(text: &str) -> Vec<Placing<'_>> {
    if is_plain(text) {
        let paragraph =
            [Event::Start(Tag::Paragraph), Event::Text(CowStr::Borrowed(text)), Event::End(TagEnd::Paragraph)];
        return paragraph.into_iter().map(|event| (event, 0..text.len())).collect();
    }
    let mut events = Vec::new();
    if !each_inline(text, text, None, |event, range| events.push((event, range))) {
        return events;
    }
    events.clear();
    let hidden = dollar::hide_money(text.to_owned(), options());
    each_inline(text, &hidden.text, hidden.sign, |event, range| events.push((event.into_static(), range)));
    events
}

/// Whether a text is so plain that it is a paragraph as it stands, as most items are.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'.' | b'(' | b')');
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && text.bytes().all(is_plain)
        && !text.contains("www.")
}

/// Passes on the events of a line; whether one of its formulas is none.
fn each_inline<'s>(
    file: &str,
    text: &'s str,
    hidden: Option<char>,
    mut push: impl FnMut(Event<'s>, Range<usize>),
) -> bool {
    let mut bare_urls = BareUrls::of(file);
    let mut holds_money = false;
    join_texts(text, Parser::new_ext(text, options()).into_offset_iter(), |event, range| {
        holds_money |= dollar::is_money(text, &event, &range);
        bare_urls.link(file, dollar::shown(event, hidden), range, &mut push);
    });
    holds_money
}

/// Texts that follow each other: a part of what was parsed as long as that says the same.
struct Joined {
    range: Range<usize>,
    differs: Option<String>,
}

impl Joined {
    fn of(file: &str, text: &str, range: Range<usize>) -> Self {
        let differs = (file.get(range.clone()) != Some(text)).then(|| text.to_owned());
        Self { range, differs }
    }

    fn add(&mut self, file: &str, text: &str, range: Range<usize>) {
        let is_next = self.range.end == range.start && file.get(range.clone()) == Some(text);
        if !is_next && self.differs.is_none() {
            self.differs = file.get(self.range.clone()).map(str::to_owned);
        }
        if let Some(joined) = &mut self.differs {
            joined.push_str(text);
        }
        self.range.end = range.end;
    }

    fn into_event(self, file: &str) -> Placing<'_> {
        let verbatim = || CowStr::Borrowed(file.get(self.range.clone()).unwrap_or_default());
        (Event::Text(self.differs.map_or_else(verbatim, CowStr::from)), self.range)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(2), ..ProptestConfig::default() })]

        #[test]
        fn plain_text_is_its_own_paragraph(text in "[a-cA-C1-3][a-c1-3 ,.()]{0,30}|[a-z]?www\\.[a-c.]{0,9}|[a-c]\\) [a-c]") {
            let mut parsed = Vec::new();
            each_inline(&text, &text, None, |event, range| parsed.push((event, range)));
            prop_assert_eq!(parse_inline(&text), parsed);
        }
    }
}
