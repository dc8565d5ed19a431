//! Gathers the runs of a line from its events.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::{Node, NodeKind, Run, RunKind, Style};
use crate::document::tex;

/// The runs of a line so far, and what is open in it.
#[derive(Default)]
pub(super) struct Line {
    pub(super) runs: Vec<Run>,
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
    /// Takes an event that stands at a place of the file.
    pub(super) fn take_at(&mut self, event: Event<'_>, range: Range<usize>) {
        let so_far = self.range.get_or_insert_with(|| range.clone());
        so_far.end = so_far.end.max(range.end);
        self.take(event);
    }

    /// Takes an event.
    pub(super) fn take(&mut self, event: Event<'_>) {
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
    pub(super) fn close(&mut self, nodes: &mut Vec<Node>) {
        let line = std::mem::take(self);
        let range = line.range.unwrap_or_default();
        if !line.runs.is_empty() {
            nodes.push(Node { kind: NodeKind::Paragraph(line.runs), range });
        }
    }
}
