//! Markdown to events with file ranges: the only place that sets the parser's options.

use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::{autolink, dollar};
use crate::source::{Placed, Source};

/// An event of the parser and the bytes of the file that it came from.
pub(crate) type Placing<'s> = (Event<'s>, Range<usize>);

/// The events of a body.
pub(crate) struct Parsed<'s> {
    /// In document order.
    pub(crate) events: Vec<Placing<'s>>,
    /// Labels of link references that nothing defines.
    pub(crate) undefined: Vec<Placed<String>>,
    /// Link reference definitions: label and destination, and where each definition stands.
    pub(crate) definitions: Vec<(String, Range<usize>)>,
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
pub(crate) fn parse(source: &Source, body: Range<usize>) -> Parsed<'_> {
    let text = &source.text()[body.clone()];
    if !text.contains('\r') {
        let parsed = parse_lines(source.text(), text, None, &|at| body.start + at);
        if !dollar::any_money(source.text(), &parsed.events) {
            return parsed;
        }
    }
    let (lines, places) = LinePlaces::of(text);
    let lines = dollar::hide_money(lines, options());
    let parsed = parse_lines(source.text(), &lines.text, lines.sign, &|at| body.start + places.place(at));
    Parsed {
        events: parsed.events.into_iter().map(|(event, range)| (event.into_static(), range)).collect(),
        undefined: parsed.undefined,
        definitions: parsed.definitions,
    }
}

/// Where the bytes of a text stood before its line endings became those of Unix, which is what the parser reads best: it
/// counts the two characters of a Windows line ending twice in code spans, and passes them on in raw HTML.
struct LinePlaces {
    /// For each line ending that was two bytes, where it stands now.
    shortened: Vec<usize>,
}

impl LinePlaces {
    fn of(text: &str) -> (String, Self) {
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        let endings = text.match_indices("\r\n").enumerate();
        let places = Self { shortened: endings.map(|(before, (at, _))| at - before).collect() };
        (lines, places)
    }

    fn place(&self, at: usize) -> usize {
        at + self.shortened.partition_point(|&ending| ending < at)
    }
}

/// Parses a part of a file, each byte of which stands where `place` says.
fn parse_lines<'s>(file: &str, text: &'s str, hidden: Option<char>, place: &dyn Fn(usize) -> usize) -> Parsed<'s> {
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
    let placed = parser.into_offset_iter().map(|(event, range)| (dollar::shown(event, hidden), place(range)));
    let events = link_bare_urls(file, join_texts(placed));
    let mut undefined = undefined.into_inner();
    undefined.sort_by_key(|label: &Placed<String>| label.range.start);
    undefined.dedup();
    Parsed { events, undefined, definitions }
}

/// Joins neighbouring texts, so that a URL is whole; not those within a code block, where each line has its own place.
fn join_texts<'s>(events: impl Iterator<Item = Placing<'s>>) -> Vec<Placing<'s>> {
    let mut events = events.peekable();
    let mut joined = Vec::with_capacity(events.size_hint().0);
    let mut in_code = false;
    while let Some((mut event, mut range)) = events.next() {
        let is_text = |next: &Placing<'_>| matches!(next, (Event::Text(_), _));
        match &event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(first) if !in_code && events.peek().is_some_and(is_text) => {
                let mut text = first.to_string();
                while let Some((Event::Text(more), place)) = events.next_if(is_text) {
                    text.push_str(&more);
                    range.end = place.end;
                }
                event = Event::Text(text.into());
            }
            _ => {}
        }
        joined.push((event, range));
    }
    joined
}

/// Parses inline Markdown, such as an item of the front matter; ranges count from its first byte.
pub(crate) fn parse_inline(text: &str) -> Vec<Placing<'_>> {
    let joined = join_texts(Parser::new_ext(text, options()).into_offset_iter());
    if !dollar::any_money(text, &joined) {
        return link_bare_urls(text, joined);
    }
    let hidden = dollar::hide_money(text.to_owned(), options());
    let events = Parser::new_ext(&hidden.text, options()).into_offset_iter();
    let shown = events.map(|(event, range)| (dollar::shown(event, hidden.sign).into_static(), range));
    link_bare_urls(text, join_texts(shown))
}

/// Turns the bare URLs in text into links, but not in code, nor within a link or an image, in Markdown or in HTML.
fn link_bare_urls<'s>(file: &str, events: Vec<Placing<'s>>) -> Vec<Placing<'s>> {
    // Most pages have none: their events can stay where they are.
    if !events.iter().any(|(event, _)| matches!(event, Event::Text(text) if may_hold_url(text))) {
        return events;
    }
    let mut closed = 0usize;
    let mut in_html_link = false;
    let mut linked = Vec::with_capacity(events.len());
    for (event, range) in events {
        match &event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock) => closed += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                closed = closed.saturating_sub(1);
            }
            Event::InlineHtml(tag) if is_tag(tag, "<a") => in_html_link = true,
            Event::InlineHtml(tag) if is_tag(tag, "</a") => in_html_link = false,
            // A link that nobody closes ends with its block.
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Item) => {
                in_html_link = false;
            }
            Event::Text(text) if closed == 0 && !in_html_link && may_hold_url(text) => {
                let urls = autolink::find(text);
                if !urls.is_empty() {
                    split_text(file, text, &range, &urls, &mut linked);
                    continue;
                }
            }
            _ => {}
        }
        linked.push((event, range));
    }
    linked
}

fn is_tag(html: &str, start: &str) -> bool {
    let rest = html.get(start.len()..).filter(|_| html[..start.len()].eq_ignore_ascii_case(start));
    rest.is_some_and(|rest| rest.starts_with(['>', '/']) || rest.starts_with(char::is_whitespace))
}

fn may_hold_url(text: &str) -> bool {
    text.contains("://") || text.contains("www.")
}

fn split_text<'s>(
    file: &str,
    text: &CowStr<'s>,
    range: &Range<usize>,
    urls: &[Range<usize>],
    out: &mut Vec<Placing<'s>>,
) {
    // Where an entity made the text differ from the file, the whole text is as near as a place can be told.
    let verbatim = file.get(range.clone()) == Some(&**text);
    let place =
        |part: Range<usize>| if verbatim { range.start + part.start..range.start + part.end } else { range.clone() };
    let part = |part: Range<usize>| CowStr::from(text[part].to_owned());
    let mut from = 0;
    for url in urls {
        if from < url.start {
            out.push((Event::Text(part(from..url.start)), place(from..url.start)));
        }
        let dest_url = CowStr::from(autolink::target(&text[url.clone()]));
        let link = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url,
            title: CowStr::Borrowed(""),
            id: CowStr::Borrowed(""),
        };
        out.push((Event::Start(link), place(url.clone())));
        out.push((Event::Text(part(url.clone())), place(url.clone())));
        out.push((Event::End(TagEnd::Link), place(url.clone())));
        from = url.end;
    }
    if from < text.len() {
        out.push((Event::Text(part(from..text.len())), place(from..text.len())));
    }
}
