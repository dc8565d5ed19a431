//! Markdown events to HTML.

use pulldown_cmark::{BlockQuoteKind, CowStr, Event, LinkType, Tag, TagEnd};

use super::alert;
use super::escape::{self, escaped};
use super::fence::{self, Tabs};
use super::footnote::Footnotes;
use super::formula::Formulas;
use super::heading;
use super::includes::Includes;
use super::labels::word;
use super::links::Links;
use super::outcome::TextSection;
use super::picture::Picture;
use super::raw_html::{OpenHtml, is_container};
use super::settings::BodySettings;
use super::table::Table;
use crate::document::{CodeBlock, Document, Heading, tex};

/// Writes the events of one document.
pub(super) struct Writer<'a> {
    document: &'a Document,
    links: &'a Links,
    includes: &'a Includes,
    settings: &'a BodySettings,
    /// The HTML so far; a footnote's definition is written apart and joined at the end.
    out: String,
    html: OpenHtml<'a>,
    formulas: Formulas,
    footnotes: Footnotes,
    sections: Vec<TextSection>,
    headings: std::slice::Iter<'a, Heading>,
    code_blocks: std::slice::Iter<'a, CodeBlock>,
    shift: u8,
    /// The Markdown containers that are open.
    depth: usize,
    /// Where the text of a list item starts, to find out whether it is a task.
    item_starts: Vec<usize>,
    table: Table,
    /// The alternative text of the images that are open, innermost last.
    images: Vec<Picture>,
    /// Whether the links that are open lead anywhere, innermost last.
    open_links: Vec<bool>,
    in_code: bool,
    tabs: Tabs,
    /// Set while the heading that repeats the title is passed over.
    skipping: bool,
    raw: Option<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        document: &'a Document,
        links: &'a Links,
        includes: &'a Includes,
        settings: &'a BodySettings,
        formulas: Formulas,
    ) -> Self {
        Self {
            formulas,
            html: OpenHtml::new(settings.html, links, &document.other_anchors),
            document,
            links,
            includes,
            settings,
            out: String::new(),
            footnotes: Footnotes::default(),
            sections: if settings.search { vec![TextSection::default()] } else { Vec::new() },
            headings: document.headings.iter(),
            code_blocks: document.code_blocks.iter(),
            shift: document.heading_shift(),
            depth: 0,
            item_starts: Vec::new(),
            table: Table::default(),
            images: Vec::new(),
            open_links: Vec::new(),
            in_code: false,
            tabs: Tabs::default(),
            skipping: false,
            raw: None,
        }
    }

    /// Makes room for so many bytes at once.
    pub(super) fn with_room_for(mut self, bytes: usize) -> Self {
        self.out.reserve(bytes);
        self
    }

    /// Whether a formula was shown as one.
    pub(super) fn shows_math(&self) -> bool {
        self.formulas.shown
    }

    /// The finished HTML and the text for search.
    pub(super) fn finish(mut self) -> (String, Vec<TextSection>) {
        self.tabs.end(&mut self.out);
        self.html.finish(&mut self.out);
        self.footnotes.write(&self.settings.labels, &mut self.out);
        self.sections
            .retain(|section| section.anchor.is_some() || !section.text.trim().is_empty() || !section.code.is_empty());
        (self.out, self.sections)
    }

    /// The HTML of inline Markdown alone, without what stands at the end of a page.
    pub(super) fn into_inline(self) -> String {
        self.out
    }

    pub(super) fn event(&mut self, event: Event<'_>) {
        if self.skipping {
            match &event {
                Event::InlineHtml(raw) => self.html.pass_over(raw),
                Event::InlineMath(_) | Event::DisplayMath(_) => self.formulas.pass_over(),
                _ => {}
            }
            self.skipping = !matches!(event, Event::End(TagEnd::Heading(_)));
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => self.inline_code(&text),
            Event::SoftBreak => self.break_line("\n"),
            Event::HardBreak => self.break_line("<br>\n"),
            Event::Rule => self.block("<hr>\n"),
            // The alternative text of an image is text.
            Event::InlineHtml(raw) if !self.images.is_empty() => self.html.pass_over(&raw),
            Event::FootnoteReference(_) if !self.images.is_empty() => {}
            Event::Html(raw) | Event::InlineHtml(raw) => self.raw_html(&raw),
            Event::FootnoteReference(label) => {
                let reference = self.footnotes.reference(&label);
                self.out.push_str(&reference);
            }
            Event::TaskListMarker(done) => self.task(done),
            Event::InlineMath(text) => self.formula(&text, false),
            Event::DisplayMath(text) => self.formula(&text, true),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let opens_container = is_container(tag.to_end());
        if opens_container || matches!(tag, Tag::HtmlBlock) {
            self.tabs.end(&mut self.out);
        }
        self.depth += usize::from(opens_container);
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::Heading { .. } => self.start_heading(),
            Tag::BlockQuote(kind) => self.start_quote(kind),
            Tag::CodeBlock(_) => self.in_code = true,
            Tag::HtmlBlock => self.raw = Some(String::new()),
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::List(Some(1)) => self.out.push_str("<ol>\n"),
            Tag::List(Some(start)) => self.out.push_str(&format!("<ol start=\"{start}\">\n")),
            Tag::Item => {
                self.item_starts.push(self.out.len());
                self.out.push_str("<li>");
            }
            Tag::FootnoteDefinition(label) => self.footnotes.start(&label, std::mem::take(&mut self.out)),
            Tag::DefinitionList => self.out.push_str("<dl>\n"),
            Tag::DefinitionListTitle => self.out.push_str("<dt>"),
            Tag::DefinitionListDefinition => self.out.push_str("<dd>"),
            Tag::Table(alignments) => self.table = Table::start(alignments, &mut self.out),
            Tag::TableHead => self.table.start_head(&mut self.out),
            Tag::TableRow => self.table.start_row(&mut self.out),
            Tag::TableCell => self.table.start_cell(&mut self.out),
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<del>"),
            Tag::Link { link_type, dest_url, title, .. } => self.start_link(link_type, &dest_url, &title),
            Tag::Image { dest_url, title, .. } => self.images.push(Picture {
                destination: dest_url.to_string(),
                title: title.to_string(),
                alt: String::new(),
            }),
            Tag::MetadataBlock(_) | Tag::Superscript | Tag::Subscript => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        if is_container(tag) {
            self.tabs.end(&mut self.out);
            self.depth -= 1;
            self.html.leave(self.depth, &mut self.out);
        }
        match tag {
            // A figure or a formula that stood alone in its paragraph has left it empty.
            TagEnd::Paragraph if ["</figure>\n<p>", "</div>\n<p>"].iter().any(|end| self.out.ends_with(end)) => {
                self.out.truncate(self.out.len() - "<p>".len());
                self.section_text(" ");
            }
            TagEnd::Paragraph => self.block("</p>\n"),
            TagEnd::Heading(_) => self.end_heading(),
            TagEnd::BlockQuote(Some(_)) => self.block("</div>\n"),
            TagEnd::BlockQuote(None) => self.block("</blockquote>\n"),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => {
                if let Some(raw) = self.raw.take() {
                    self.html.write(&raw, self.depth, &mut self.out);
                }
            }
            TagEnd::List(true) => self.block("</ol>\n"),
            TagEnd::List(false) => self.block("</ul>\n"),
            TagEnd::Item => {
                self.item_starts.pop();
                self.block("</li>\n");
            }
            TagEnd::FootnoteDefinition => self.footnotes.end(&mut self.out),
            TagEnd::DefinitionList => self.block("</dl>\n"),
            TagEnd::DefinitionListTitle => self.block("</dt>\n"),
            TagEnd::DefinitionListDefinition => self.block("</dd>\n"),
            TagEnd::Table => self.block(self.table.end()),
            TagEnd::TableHead => {
                let end = self.table.end_head();
                self.block(end);
            }
            TagEnd::TableRow => self.block("</tr>\n"),
            TagEnd::TableCell => self.block(self.table.end_cell()),
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</del>"),
            TagEnd::Link => {
                if self.open_links.pop() == Some(true) {
                    self.out.push_str("</a>");
                }
            }
            TagEnd::Image => self.end_image(),
            TagEnd::MetadataBlock(_) | TagEnd::Superscript | TagEnd::Subscript => {}
        }
    }

    /// Ends a block: its text is apart from that of the next.
    fn block(&mut self, html: &str) {
        self.out.push_str(html);
        self.section_text(" ");
    }

    fn break_line(&mut self, html: &str) {
        match self.images.last_mut() {
            Some(image) => image.alt.push(' '),
            None => self.out.push_str(html),
        }
        self.section_text(" ");
    }

    pub(super) fn text(&mut self, text: &str) {
        if self.in_code {
            return;
        }
        self.section_text(text);
        match self.images.last_mut() {
            Some(image) => image.alt.push_str(text),
            None => {
                self.formulas.join(text, &mut self.out);
                escape::text(text, &mut self.out);
            }
        }
    }

    fn inline_code(&mut self, text: &str) {
        self.section_text(text);
        match self.images.last_mut() {
            Some(image) => image.alt.push_str(text),
            None => {
                self.out.push_str("<code>");
                escape::text(text, &mut self.out);
                self.out.push_str("</code>");
            }
        }
    }

    fn section_text(&mut self, text: &str) {
        if let Some(section) = self.sections.last_mut()
            && !(text == " " && section.text.ends_with(' '))
        {
            section.text.push_str(&escape::printable(text));
        }
    }

    fn raw_html(&mut self, raw: &str) {
        match &mut self.raw {
            Some(block) => block.push_str(raw),
            None => self.html.write(raw, self.depth, &mut self.out),
        }
    }

    fn start_heading(&mut self) {
        let Some(heading) = self.headings.next() else { return };
        if self.document.repeated_title() == Some(heading) {
            self.skipping = true;
            return;
        }
        if self.settings.search {
            self.sections.push(TextSection {
                anchor: Some(heading.anchor.clone()),
                heading: heading.text.clone(),
                ..TextSection::default()
            });
        }
        heading::start(self.rendered_level(heading), heading, &mut self.out);
    }

    fn end_heading(&mut self) {
        let place = self.document.headings.len() - self.headings.len();
        let Some(heading) = place.checked_sub(1).and_then(|at| self.document.headings.get(at)) else { return };
        // The heading's own words are found through its title, not through its text.
        if let Some(section) = self.sections.last_mut() {
            section.text.clear();
        }
        heading::end(self.rendered_level(heading), heading, &self.settings.labels, &mut self.out);
    }

    fn rendered_level(&self, heading: &Heading) -> u8 {
        (heading.level + self.shift).clamp(2, 6)
    }

    fn start_quote(&mut self, kind: Option<BlockQuoteKind>) {
        let html = kind.map_or_else(|| "<blockquote>\n".to_owned(), |kind| alert::start(kind, &self.settings.labels));
        self.out.push_str(&html);
    }

    fn formula(&mut self, text: &str, display: bool) {
        // The alternative text of an image is text.
        if !self.images.is_empty() {
            self.formulas.pass_over();
            return self.text(tex(text));
        }
        self.section_text(tex(text));
        self.formulas.write(text, display, &mut self.out);
    }

    fn end_code(&mut self) {
        self.in_code = false;
        let place = self.document.code_blocks.len() - self.code_blocks.len();
        let Some(block) = self.code_blocks.next() else { return };
        let code = self.includes.code(place).unwrap_or(block.code.text());
        if let Some(section) = self.sections.last_mut() {
            section.code.push_str(&escape::printable(code));
        }
        let figure = fence::figure(block, code, place, &mut self.formulas, self.settings);
        if !block.has("hidden") {
            self.tabs.write(block.value("tab"), &figure, &mut self.out);
        }
    }

    fn task(&mut self, done: bool) {
        if let Some(&start) = self.item_starts.last() {
            self.out.replace_range(start..start + "<li>".len(), "<li class=\"task\">");
        }
        let label = escaped(word(&self.settings.labels, if done { "done" } else { "not_done" }));
        let checked = if done { " checked" } else { "" };
        self.out.push_str(&format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{label}\"> "));
    }

    fn start_link(&mut self, link_type: LinkType, destination: &str, title: &str) {
        let destination = if link_type == LinkType::Email {
            CowStr::from(format!("mailto:{destination}"))
        } else {
            destination.into()
        };
        // A link within the alternative text of an image is text.
        let href = self.links.href(&destination).filter(|_| self.images.is_empty());
        self.open_links.push(href.is_some());
        if let Some(href) = href {
            self.out.push_str("<a href=\"");
            escape::text(href, &mut self.out);
            if !title.is_empty() {
                self.out.push_str("\" title=\"");
                escape::text(title, &mut self.out);
            }
            self.out.push_str("\">");
        }
    }

    fn end_image(&mut self) {
        let Some(image) = self.images.pop() else { return };
        match self.images.last_mut() {
            Some(around) => around.alt.push_str(&image.alt),
            None => image.write(self.links, &mut self.out),
        }
    }
}
