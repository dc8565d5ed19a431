//! Grows the tree of a body from the events of its Markdown.

use std::ops::Range;
use std::sync::Arc;
use std::vec::IntoIter;

use pulldown_cmark::{BlockQuoteKind, Event, LinkType, Tag, TagEnd};

use super::{Group, Node, NodeKind, Part, Run, RunKind, Style};
use crate::document::html::{self, Piece};
use crate::document::markdown::{self, Placing};
use crate::document::{Document, tex};

pub(super) fn tree(document: &Document) -> Vec<Node> {
    let events = markdown::parse(&document.source, document.body.clone()).events;
    let mut grower = Grower { events: events.into_iter(), document: Some(document), headings: 0, code_blocks: 0 };
    grower.nodes(None)
}

pub(super) fn inline(text: &str) -> Vec<Run> {
    let events = markdown::parse_inline(text).into_iter();
    let mut grower = Grower { events, document: None, headings: 0, code_blocks: 0 };
    let mut line = Line::default();
    for (event, _) in grower.events.by_ref() {
        line.take(event);
    }
    line.runs
}

struct Grower<'d> {
    events: IntoIter<Placing<'d>>,
    document: Option<&'d Document>,
    headings: usize,
    code_blocks: usize,
}

impl Grower<'_> {
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

/// The runs of a line so far, and what is open in it.
#[derive(Default)]
struct Line {
    runs: Vec<Run>,
    range: Option<Range<usize>>,
    emphasis: usize,
    strong: usize,
    struck: usize,
    links: Vec<Arc<str>>,
    /// The image that is open, with its words so far; one within another is part of its words.
    image: Option<(Arc<str>, String, String)>,
    images: usize,
}

impl Line {
    fn take_at(&mut self, event: Event<'_>, range: Range<usize>) {
        let so_far = self.range.get_or_insert_with(|| range.clone());
        so_far.end = so_far.end.max(range.end);
        self.take(event);
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::SoftBreak => self.text(" "),
            Event::Code(code) => self.push(RunKind::Code(code.to_string()), &code),
            Event::InlineMath(text) => self.push(RunKind::Math(tex(&text).to_owned(), false), &text),
            Event::DisplayMath(text) => self.push(RunKind::Math(tex(&text).to_owned(), true), &text),
            Event::HardBreak => self.push(RunKind::Break, " "),
            Event::FootnoteReference(label) => self.push(RunKind::Footnote(label.to_string()), ""),
            Event::TaskListMarker(done) => self.push(RunKind::Task(done), ""),
            Event::Html(tag) | Event::InlineHtml(tag) if !tag.starts_with("<!--") => {
                self.push(RunKind::Html(tag.to_string()), "");
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Strikethrough => self.struck += 1,
            Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
                self.links.push(format!("mailto:{dest_url}").into());
            }
            Tag::Link { dest_url, .. } => self.links.push(dest_url.as_ref().into()),
            Tag::Image { dest_url, title, .. } => {
                self.images += 1;
                if self.images == 1 {
                    self.image = Some((dest_url.as_ref().into(), title.to_string(), String::new()));
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::Image => {
                self.images = self.images.saturating_sub(1);
                if self.images == 0
                    && let Some((destination, title, alt)) = self.image.take()
                {
                    self.push(RunKind::Image { destination, alt: alt.trim().to_owned(), title }, "");
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let style = self.style();
        if self.image.is_none()
            && let Some(Run { kind: RunKind::Text(before), style: there }) = self.runs.last_mut()
            && *there == style
        {
            before.push_str(text);
        } else {
            self.push(RunKind::Text(text.to_owned()), text);
        }
    }

    /// Adds a run, or its words to those of the image that is open.
    fn push(&mut self, kind: RunKind, words: &str) {
        match &mut self.image {
            Some((_, _, alt)) => alt.push_str(words),
            None => {
                let style = self.style();
                self.runs.push(Run { kind, style });
            }
        }
    }

    fn style(&self) -> Style {
        Style {
            emphasis: self.emphasis > 0,
            strong: self.strong > 0,
            struck: self.struck > 0,
            link: self.links.last().cloned(),
        }
    }

    /// Ends the line: where it has text, it is a paragraph.
    fn close(&mut self, nodes: &mut Vec<Node>) {
        let line = std::mem::take(self);
        let range = line.range.unwrap_or_default();
        if !line.runs.is_empty() {
            nodes.push(Node { kind: NodeKind::Paragraph(line.runs), range });
        }
    }
}
