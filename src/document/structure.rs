//! Gathers blocks and prose from the events of a body.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::block::{Block, BlockKind};
use super::events::Placing;
use super::html::{self, Piece};
use super::prose::{self, NOT_PROSE, Prose};
use crate::source::Placed;

/// What the events of a body have told so far.
#[derive(Default)]
pub(super) struct Structure<'s> {
    file: &'s str,
    pub(super) blocks: Vec<Block>,
    pub(super) prose: Prose,
    /// The lists, quotes and notes around the event, by their place in `blocks`.
    around: Vec<usize>,
    /// Whether the passage that is being read is a heading.
    heading: bool,
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

    /// Adds a value of the front matter that the page shows as it is.
    pub(super) fn value(&mut self, value: &Placed<String>) {
        prose::align(&mut self.prose, &value.value, self.file, value.range.clone());
        self.close_run();
    }

    /// Adds an item of a list of the front matter, which is Markdown.
    pub(super) fn markdown_value(&mut self, value: &Placed<String>, events: &[Placing<'_>]) {
        for (event, range) in events {
            // The same words can stand in the value twice: each is looked for behind the one before.
            let so_far = self.prose.end().unwrap_or(value.range.start);
            let from = self.file.floor_char_boundary(so_far.min(value.range.end));
            self.inline(event, &(from..value.range.end), Some(&value.value[range.clone()]));
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
        self.inline(event, range, None);
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
        self.heading = matches!(kind, BlockKind::Heading { .. });
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

    /// An event within a line, whose text stands at `range` of the file, or somewhere in it as it is `written`.
    fn inline(&mut self, event: &Event<'_>, range: &Range<usize>, written: Option<&str>) {
        match event {
            Event::Start(Tag::Strong) => {
                self.bold.depth += 1;
                self.bold.any = true;
            }
            Event::End(TagEnd::Strong) => self.bold.depth = self.bold.depth.saturating_sub(1),
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) => self.silent += 1,
            Event::Start(Tag::Image { .. } | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. }) => {
                self.no_prose(range, written);
                self.silent += 1;
            }
            Event::Start(Tag::Link { .. }) if self.silent > 0 => self.silent += 1,
            Event::End(TagEnd::Image | TagEnd::Link | TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                self.silent = self.silent.saturating_sub(1);
            }
            Event::Text(text) if self.silent == 0 => {
                self.bold.other |= self.bold.depth == 0 && !text.trim_start().is_empty();
                prose::align(&mut self.prose, text, self.file, range.clone());
            }
            Event::Code(_) | Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                self.no_prose(range, written);
            }
            Event::SoftBreak | Event::HardBreak => self.prose.push(" ", range.start),
            _ => {}
        }
    }

    fn no_prose(&mut self, range: &Range<usize>, written: Option<&str>) {
        self.bold.other |= self.bold.depth == 0;
        if self.silent == 0 {
            let at = written.and_then(|written| self.file[range.clone()].find(written)).unwrap_or_default();
            self.prose.push(NOT_PROSE.encode_utf8(&mut [0; 4]), range.start + at);
        }
    }

    fn close_run(&mut self) {
        self.prose.close(std::mem::take(&mut self.heading));
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

#[cfg(test)]
mod tests {
    use crate::document::{BlockKind, Document, prose::NOT_PROSE};
    use crate::source::{SitePath, Source};

    fn document(text: &str) -> Document {
        Document::parse(&Source::new(SitePath::new("content/a.md"), text))
    }

    #[test]
    fn prose_is_what_is_read_as_sentences() {
        let page = "---\ntitle: The title\nwhat_you_will_learn: [\"Run `x` twice\"]\n---\n# Head\n\nA `b` [c](d.md) ![e](f.svg)\nhttps://g.io.\n\n```text\nh\n```\n\n- item\n\n| i |\n|---|\n| j |\n\n<p>k</p>\n";
        let prose: Vec<_> =
            document(page).prose.passages().map(|passage| passage.text().replace(NOT_PROSE, "_")).collect();
        assert_eq!(prose, ["The title", "Run _ twice", "Head", "A _ c _ _.", "item", "i", "j"]);
    }

    #[test]
    fn prose_has_places() {
        let page = "---\ntitle: x\nprerequisites: [\"x: \\\"x\\\" y\"]\n---\n> a \\* b\n> word &amp; more\n";
        let document = document(page);
        let place = |passage: usize, word: &str| {
            let passage = document.prose.passages().nth(passage).unwrap();
            let at = passage.text().find(word).unwrap();
            page[passage.places(at..at + word.len())].to_owned()
        };
        assert_eq!(
            (place(1, "y").as_str(), place(2, "word").as_str(), place(2, "more").as_str()),
            ("y", "word", "more")
        );
    }

    #[test]
    fn blocks_are_told_with_what_holds_them() {
        let document = document("**Bold**\n\n1. a\n   - b\n\n> c\n\n<!-- d -->\n\n## **e** f\n\n---\n");
        let blocks: Vec<_> = document.blocks.iter().map(|block| (&block.kind, block.depth)).collect();
        let paragraph = BlockKind::Paragraph { bold: false };
        let (bold, heading) = (BlockKind::Paragraph { bold: true }, BlockKind::Heading { bold: false });
        let list = |ordered, range: std::ops::Range<usize>| BlockKind::List { ordered, items: vec![range] };
        assert_eq!(
            blocks,
            [
                (&bold, 0),
                (&list(true, 10..21), 0),
                (&list(false, 18..21), 1),
                (&BlockKind::Quote, 0),
                (&paragraph, 1),
                (&BlockKind::Comment, 0),
                (&heading, 0),
                (&BlockKind::Rule, 0),
            ]
        );
    }
}
