//! Grows the tree of a body from the events of its Markdown.

use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, Event, Tag, TagEnd};

use super::line::Line;
use super::{Group, Node, NodeKind, Part, Run};
use crate::document::Document;
use crate::document::events::Placing;
use crate::document::html::{self, Piece};
use crate::document::markdown;

pub(super) fn tree(document: &Document) -> Vec<Node> {
    let mut grower = Grower { events: document.events(), document: Some(document), headings: 0, code_blocks: 0 };
    grower.nodes(None)
}

pub(super) fn inline(text: &str) -> Vec<Run> {
    let events = markdown::parse_inline(text).into_iter();
    let mut grower = Grower { events, document: None, headings: 0, code_blocks: 0 };
    let mut line = Line::default();
    for (event, _) in grower.events.by_ref() {
        line.take(match event {
            // As the page has it: front matter is text, and a line of it no place for a formula of its own.
            Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
            Event::DisplayMath(text) => Event::InlineMath(text),
            event => event,
        });
    }
    line.runs
}

struct Grower<'d, E> {
    events: E,
    document: Option<&'d Document>,
    headings: usize,
    code_blocks: usize,
}

impl<'d, E: Iterator<Item = Placing<'d>>> Grower<'d, E> {
    /// The blocks up to an end. Text that stands in no paragraph, as in a short list item, is one.
    fn nodes(&mut self, end: Option<TagEnd>) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut line = Line::default();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(tag) if Some(tag) == end => break,
                Event::Start(tag) if is_block(&tag) => {
                    line.close(&mut nodes);
                    nodes.extend(self.node(tag, range));
                }
                Event::Rule => {
                    line.close(&mut nodes);
                    nodes.push(Node { kind: NodeKind::Rule, range });
                }
                event => line.take_at(event, range),
            }
        }
        line.close(&mut nodes);
        nodes
    }

    /// The block that a tag opens; `None` for one that the page does not show.
    fn node(&mut self, tag: Tag<'_>, range: Range<usize>) -> Option<Node> {
        let end = tag.to_end();
        let kind = match tag {
            Tag::Heading { .. } => return self.heading(range),
            Tag::CodeBlock(_) => return self.code(range),
            Tag::HtmlBlock => return self.html(range),
            Tag::Paragraph => NodeKind::Paragraph(self.runs(end)),
            Tag::Table(_) => self.table(),
            Tag::List(first) => {
                let group = first.map_or(Group::Bullets, Group::Numbers);
                NodeKind::Group(group, self.parts(end))
            }
            Tag::DefinitionList => NodeKind::Group(Group::Definitions, self.parts(end)),
            Tag::BlockQuote(kind) => self.whole(kind.map_or(Group::Quote, |kind| Group::Alert(alert(kind))), end),
            Tag::FootnoteDefinition(label) => self.whole(Group::Footnote(label.to_string()), end),
            _ => return None,
        };
        Some(Node { kind, range })
    }

    fn heading(&mut self, range: Range<usize>) -> Option<Node> {
        let mut line = Line::default();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::End(TagEnd::Heading(_)) => break,
                event => line.take(event),
            }
        }
        let place = self.headings;
        self.headings += 1;
        let document = self.document?;
        let repeats_title = document.repeated_title() == document.headings.get(place);
        (!repeats_title).then_some(Node { kind: NodeKind::Heading(place, line.runs), range })
    }

    fn code(&mut self, range: Range<usize>) -> Option<Node> {
        self.events.by_ref().find(|(event, _)| matches!(event, Event::End(TagEnd::CodeBlock)));
        let place = self.code_blocks;
        self.code_blocks += 1;
        let is_hidden = self.document?.code_blocks.get(place)?.has("hidden");
        (!is_hidden).then_some(Node { kind: NodeKind::Code(place), range })
    }

    fn html(&mut self, range: Range<usize>) -> Option<Node> {
        let mut text = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::End(TagEnd::HtmlBlock) => break,
                Event::Html(html) | Event::Text(html) => text.push_str(&html),
                _ => {}
            }
        }
        let shown = html::pieces(&text).into_iter().filter_map(|piece| match piece {
            Piece::Comment(_) => None,
            Piece::Text(range) => Some(range),
            Piece::Tag(tag) => Some(tag.range),
        });
        let shown: String = shown.map(|range| &text[range]).collect();
        (!shown.trim().is_empty()).then_some(Node { kind: NodeKind::Html(shown), range })
    }

    fn whole(&mut self, group: Group, end: TagEnd) -> NodeKind {
        let part = Part { term: false, nodes: self.nodes(Some(end)) };
        NodeKind::Group(group, vec![part])
    }

    fn parts(&mut self, end: TagEnd) -> Vec<Part> {
        let mut parts = Vec::new();
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Start(tag @ (Tag::Item | Tag::DefinitionListTitle | Tag::DefinitionListDefinition)) => {
                    let term = matches!(tag, Tag::DefinitionListTitle);
                    parts.push(Part { term, nodes: self.nodes(Some(tag.to_end())) });
                }
                _ => {}
            }
        }
        parts
    }

    fn table(&mut self) -> NodeKind {
        let mut rows: Vec<Vec<Vec<Run>>> = Vec::new();
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.runs(TagEnd::TableCell);
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                }
                _ => {}
            }
        }
        NodeKind::Table(rows)
    }

    fn runs(&mut self, end: TagEnd) -> Vec<Run> {
        let mut line = Line::default();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::End(tag) if tag == end => break,
                event => line.take(event),
            }
        }
        line.runs
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. }
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::Paragraph
            | Tag::Table(_)
            | Tag::List(_)
            | Tag::DefinitionList
            | Tag::BlockQuote(_)
            | Tag::FootnoteDefinition(_)
    )
}

fn alert(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "note",
        BlockQuoteKind::Tip => "tip",
        BlockQuoteKind::Important => "important",
        BlockQuoteKind::Warning => "warning",
        BlockQuoteKind::Caution => "caution",
    }
}
