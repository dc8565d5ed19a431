//! Gathers blocks and prose from the events of a body.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::block::{Block, BlockKind};
use super::front_matter::FrontMatter;
use super::html::{self, Piece};
use super::markdown::{self, Placing};
use super::prose::{self, NOT_PROSE, Prose};
use crate::source::Placed;

/// What the events of a body have told so far.
#[derive(Default)]
pub(super) struct Structure<'s> {
    file: &'s str,
    pub(super) blocks: Vec<Block>,
    pub(super) prose: Vec<Prose>,
    /// The lists, quotes and notes around the event, by their place in `blocks`.
    around: Vec<usize>,
    run: Prose,
    /// How many images, bare URLs, code blocks and HTML blocks are open: their text is no prose.
    silent: usize,
    bold: Bold,
    html: String,
}

/// Whether all text of a paragraph or heading is bold.
#[derive(Default)]
struct Bold {
    depth: usize,
    any: bool,
    other: bool,
}

impl<'s> Structure<'s> {
    pub(super) fn new(file: &'s str) -> Self {
        Self { file, ..Self::default() }
    }

    /// Adds what the page shows of the front matter as sentences.
    pub(super) fn title_and_lists(&mut self, front_matter: &FrontMatter) {
        let plain = front_matter.title.iter().chain(&front_matter.description);
        plain.for_each(|value| self.value(value, false));
        let items = front_matter.what_you_will_learn.iter().chain(&front_matter.prerequisites);
        items.for_each(|value| self.value(value, true));
    }

    fn value(&mut self, value: &Placed<String>, is_markdown: bool) {
        if is_markdown {
            for (event, range) in markdown::parse_inline(&value.value) {
                // The same words can stand in the value twice: each is looked for behind the one before.
                let so_far = self.run.text.text().len().checked_sub(1).map(|last| self.run.text.place(last) + 1);
                let from = self.file.floor_char_boundary(so_far.unwrap_or(value.range.start).min(value.range.end));
                self.inline(&event, &value.value[range], &(from..value.range.end));
            }
        } else {
            prose::align(&mut self.run.text, &value.value, self.file, value.range.clone());
        }
        self.close_run();
    }

    /// Takes the next event of the body.
    pub(super) fn event(&mut self, (event, range): &Placing<'_>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(*tag),
            Event::Rule => self.block(BlockKind::Rule, range),
            Event::Html(text) => self.html.push_str(text),
            _ => {}
        }
        self.inline(event, &self.file[range.clone()], range);
    }

    fn start(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        let kind = match tag {
            Tag::Heading { .. } => BlockKind::Heading { bold: false },
            Tag::Paragraph => BlockKind::Paragraph { bold: false },
            Tag::List(first) => BlockKind::List { ordered: first.is_some(), items: Vec::new() },
            Tag::CodeBlock(_) => BlockKind::Code,
            Tag::BlockQuote(_) => BlockKind::Quote,
            Tag::Table(_) => BlockKind::Table,
            Tag::HtmlBlock => BlockKind::Html,
            Tag::FootnoteDefinition(_) => BlockKind::Footnote,
            Tag::DefinitionList => BlockKind::Definitions,
            Tag::Item => return self.item(range),
            Tag::TableCell | Tag::DefinitionListTitle | Tag::DefinitionListDefinition => return self.close_run(),
            _ => return,
        };
        self.close_run();
        let holds_blocks =
            matches!(kind, BlockKind::List { .. } | BlockKind::Quote | BlockKind::Footnote | BlockKind::Definitions);
        self.run.heading = matches!(kind, BlockKind::Heading { .. });
        self.bold = Bold::default();
        self.block(kind, range);
        if holds_blocks {
            self.around.push(self.blocks.len() - 1);
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) | TagEnd::Paragraph => self.close_bold(),
            TagEnd::HtmlBlock => self.close_html(),
            TagEnd::List(_) | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition | TagEnd::DefinitionList => {
                self.around.pop();
            }
            TagEnd::Item
            | TagEnd::CodeBlock
            | TagEnd::TableCell
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition => {}
            _ => return,
        }
        self.close_run();
    }

    fn block(&mut self, kind: BlockKind, range: &Range<usize>) {
        let end = range.start + self.file[range.clone()].trim_end().len();
        let depth = u8::try_from(self.around.len()).unwrap_or(u8::MAX);
        self.blocks.push(Block { kind, range: range.start..end, depth });
    }

    fn item(&mut self, range: &Range<usize>) {
        self.close_run();
        let end = range.start + self.file[range.clone()].trim_end().len();
        let list = self.around.last().and_then(|&list| self.blocks.get_mut(list));
        if let Some(Block { kind: BlockKind::List { items, .. }, .. }) = list {
            items.push(range.start..end);
        }
    }

    /// An event within a line, whose text stands at `range` of the file, or somewhere in it.
    fn inline(&mut self, event: &Event<'_>, written: &str, range: &Range<usize>) {
        match event {
            Event::Start(Tag::Strong) => {
                self.bold.depth += 1;
                self.bold.any = true;
            }
            Event::End(TagEnd::Strong) => self.bold.depth = self.bold.depth.saturating_sub(1),
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) => self.silent += 1,
            Event::Start(Tag::Image { .. } | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. }) => {
                self.no_prose(written, range);
                self.silent += 1;
            }
            Event::Start(Tag::Link { .. }) if self.silent > 0 => self.silent += 1,
            Event::End(TagEnd::Image | TagEnd::Link | TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                self.silent = self.silent.saturating_sub(1);
            }
            Event::Text(text) if self.silent == 0 => {
                self.bold.other |= self.bold.depth == 0 && !text.trim().is_empty();
                prose::align(&mut self.run.text, text, self.file, range.clone());
            }
            Event::Code(_) | Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                self.no_prose(written, range);
            }
            Event::SoftBreak | Event::HardBreak => self.run.text.push(" ", range.start),
            _ => {}
        }
    }

    fn no_prose(&mut self, written: &str, range: &Range<usize>) {
        self.bold.other |= self.bold.depth == 0;
        if self.silent == 0 {
            let at = self.file[range.clone()].find(written).unwrap_or_default();
            self.run.text.push(NOT_PROSE.encode_utf8(&mut [0; 4]), range.start + at);
        }
    }

    fn close_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        if !run.text().trim().is_empty() {
            self.prose.push(run);
        }
    }

    fn close_bold(&mut self) {
        let all = self.bold.any && !self.bold.other;
        if let Some(BlockKind::Heading { bold } | BlockKind::Paragraph { bold }) =
            self.blocks.last_mut().map(|block| &mut block.kind)
        {
            *bold = all;
        }
    }

    fn close_html(&mut self) {
        let html = std::mem::take(&mut self.html);
        let says_something = |piece: &Piece| match piece {
            Piece::Text(range) => !html[range.clone()].trim().is_empty(),
            Piece::Comment(_) => false,
            Piece::Tag(_) => true,
        };
        if !html::pieces(&html).iter().any(says_something)
            && let Some(block) = self.blocks.last_mut()
        {
            block.kind = BlockKind::Comment;
        }
    }
}
