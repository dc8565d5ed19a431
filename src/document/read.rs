//! Reads the events of a body into a document.

use std::ops::Range;
use std::sync::OnceLock;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, LinkType, Tag, TagEnd};

use super::anchor::{self, Anchors};
use super::bounds::Bounds;
use super::events::{Placing, fitted};
use super::gather::{lines, push_lines};
use super::html::{self, Piece};
use super::link::{self, Link, LinkKind};
use super::markdown::{self, Parsed};
use super::stray::Stray;
use super::structure::Structure;
use super::{CodeBlock, Document, Formula, Heading, code, formula, front_matter, length, set_up, task};
use crate::config::HeadingName;
use crate::diagnostic::{Edit, Finding, Fix, Problem};
use crate::source::{Gathered, Placed, Source};

/// Code of the rule for blanks that keep a link from being one.
const BLANK_IN_LINK: &str = "L13";

/// Parses a source.
pub(super) fn document(source: &Source) -> Document {
    let mut problems = Vec::new();
    let (front_matter, body) = front_matter::read(source, &mut problems);
    let body = body..source.text().len();
    let Parsed { events, undefined, definitions, .. } = markdown::parse(source, body.clone());
    let mut reader = Reader {
        source,
        definitions,
        anchors: Anchors::new(),
        headings: Vec::new(),
        links: Vec::new(),
        code_blocks: Vec::new(),
        set_up: Vec::new(),
        formulas: Vec::new(),
        other_anchors: Vec::new(),
        comments: Vec::new(),
        open_links: Vec::new(),
        heading: None,
        code: None,
        html: None,
        has_raw_html: false,
        word_count: 0,
        problems,
    };
    let mut structure = Structure::new(source.text());
    front_matter.title.iter().chain(&front_matter.description).for_each(|value| structure.value(value));
    for item in front_matter.what_you_will_learn.iter().chain(&front_matter.prerequisites) {
        let events = markdown::parse_inline(&item.value);
        structure.markdown_value(item, &events);
        reader.inline_links(events, &item.range);
    }
    let mut bounds = Bounds::default();
    let mut stray = Stray::default();
    for placing in events.of(source.text()) {
        bounds.event(&placing);
        stray.event(source, &placing);
        structure.event(&placing);
        reader.event(placing.0, placing.1);
    }
    reader.name_headings();
    let mut document = Document {
        source: source.clone(),
        body,
        events: events.fitted(),
        headings: fitted(reader.headings),
        links: fitted(reader.links),
        code_blocks: fitted(reader.code_blocks),
        set_up: reader.set_up,
        blocks: fitted(structure.blocks),
        // A clone has no room to grow either.
        prose: structure.prose.clone(),
        formulas: reader.formulas,
        other_anchors: reader.other_anchors,
        comments: reader.comments,
        undefined_references: undefined,
        has_raw_html: reader.has_raw_html,
        word_count: reader.word_count,
        problems: reader.problems,
        keys: OnceLock::new(),
        front_matter,
    };
    stray.report(&mut document);
    bounds.report(&mut document);
    document
}

struct Reader<'s> {
    source: &'s Source,
    definitions: Vec<(String, Range<usize>)>,
    anchors: Anchors,
    headings: Vec<Heading>,
    links: Vec<Link>,
    code_blocks: Vec<CodeBlock>,
    set_up: Vec<CodeBlock>,
    formulas: Vec<Formula>,
    other_anchors: Vec<String>,
    comments: Vec<Placed<String>>,
    open_links: Vec<usize>,
    heading: Option<OpenHeading>,
    code: Option<CodeBlock>,
    html: Option<Gathered>,
    has_raw_html: bool,
    word_count: usize,
    problems: Vec<Problem>,
}

struct OpenHeading {
    level: HeadingLevel,
    id: Option<String>,
    text: String,
    range: Range<usize>,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, range),
            Event::Code(text) => self.inline_text(&text),
            Event::SoftBreak | Event::HardBreak => self.inline_text(" "),
            Event::Html(text) => match &mut self.html {
                Some(html) => push_lines(self.source, &text, range, html),
                None => self.raw_html(&lines(self.source, &text, range)),
            },
            Event::InlineHtml(text) => self.raw_html(&lines(self.source, &text, range)),
            Event::InlineMath(tex) => self.formula(&tex, range, false),
            Event::DisplayMath(tex) => self.formula(&tex, range, true),
            Event::FootnoteReference(_) | Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Heading { level, id, .. } => {
                self.heading = Some(OpenHeading { level, id: id.map(|id| id.to_string()), text: String::new(), range });
            }
            Tag::Link { link_type, dest_url, id, .. } => {
                let kind = match link_type {
                    LinkType::Autolink | LinkType::Email => LinkKind::Autolink,
                    _ => LinkKind::Inline,
                };
                let written =
                    if link::is_email(link_type) { format!("mailto:{dest_url}") } else { dest_url.to_string() };
                self.open_link(written, &dest_url, &id, link_type, kind, range);
            }
            Tag::Image { link_type, dest_url, id, .. } => {
                self.open_link(dest_url.to_string(), &dest_url, &id, link_type, LinkKind::Image, range);
            }
            Tag::CodeBlock(kind) => {
                let (language, attributes, indented) = match &kind {
                    CodeBlockKind::Fenced(info) => {
                        let (language, attributes) =
                            code::read_fence(self.source, range.start, info, &mut self.problems);
                        (language, attributes, false)
                    }
                    CodeBlockKind::Indented => (None, Vec::new(), true),
                };
                let mut block =
                    CodeBlock { range, language, attributes, code: Gathered::default(), indented, anchor: None };
                block.anchor = block.value("id").map(|id| self.anchors.claim(id));
                self.code = Some(block);
            }
            Tag::HtmlBlock => self.html = Some(Gathered::default()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                if let Some(OpenHeading { level, id, text, range }) = self.heading.take() {
                    // The anchor is given at the end, when all explicit ids are known: they go first.
                    let text = text.trim().replace(char::is_control, "");
                    self.headings.push(Heading {
                        level: level as u8,
                        name: HeadingName::of(&text),
                        text,
                        anchor: id.unwrap_or_default(),
                        range,
                    });
                }
            }
            TagEnd::Link | TagEnd::Image => {
                self.open_links.pop();
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    self.raw_html(&html);
                }
            }
            _ => {}
        }
    }

    fn end_code(&mut self) {
        let Some(block) = self.code.take() else { return };
        self.problems.extend(task::problems(self.source, &block));
        if block.language() == Some(formula::LANGUAGE) {
            self.formulas.push(Formula { tex: block.code.clone(), range: block.range.clone(), display: true });
        }
        self.code_blocks.push(block);
    }

    fn formula(&mut self, tex: &str, range: Range<usize>, display: bool) {
        self.inline_text(super::tex(tex));
        self.formulas.push(Formula::between_dollars(self.source, tex, range, display));
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        match &mut self.code {
            Some(block) => push_lines(self.source, text, range, &mut block.code),
            None => {
                self.word_count += length::words(text);
                self.inline_text(text);
                self.report_blanks(range);
            }
        }
    }

    fn report_blanks(&mut self, range: Range<usize>) {
        let text = &self.source.text()[range.clone()];
        for within in link::destinations_with_blanks(text) {
            let destination = &text[within.clone()];
            let span = self.source.span(range.start + within.start..range.start + within.end);
            let finding =
                Finding::new(span.clone(), format!("a blank in `{destination}` keeps this from being a link"))
                    .help(format!("write `<{destination}>`, or `{}`", destination.replace(' ', "%20")))
                    .fix(Fix::safe(
                        "put the destination between angle brackets",
                        vec![Edit::replace(span, format!("<{destination}>"))],
                    ));
            self.problems.push(Problem::new(BLANK_IN_LINK, finding));
        }
    }

    fn inline_text(&mut self, text: &str) {
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(text);
        }
        for &open in &self.open_links {
            self.links[open].text.push_str(text);
        }
    }

    fn open_link(
        &mut self,
        destination: String,
        written: &str,
        label: &str,
        link_type: LinkType,
        kind: LinkKind,
        range: Range<usize>,
    ) {
        let file = self.source.text();
        let by_reference = matches!(link_type, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut);
        let place = if by_reference {
            let definition = self.definitions.iter().find(|(known, _)| known.eq_ignore_ascii_case(label));
            definition.and_then(|(_, range)| link::destination_within(file, range, written, "]:"))
        } else {
            let after = if kind == LinkKind::Autolink { "" } else { "](" };
            link::destination_within(file, &range, written, after)
        };
        let mut link = Link::new(destination, range, kind);
        link.destination_range = place.unwrap_or_else(|| link.range.clone());
        self.open_links.push(self.links.len());
        self.links.push(link);
    }

    /// Links in an item of the front matter stand in its YAML text, which quotes and folding may have changed.
    fn inline_links(&mut self, events: Vec<Placing<'_>>, range: &Range<usize>) {
        let mut open: Vec<usize> = Vec::new();
        for (event, _) in events {
            match event {
                Event::Start(Tag::Link { dest_url, link_type, .. }) => {
                    let kind = if link_type == LinkType::Autolink { LinkKind::Autolink } else { LinkKind::Inline };
                    self.front_matter_link(&dest_url, range, kind, &mut open);
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    self.front_matter_link(&dest_url, range, LinkKind::Image, &mut open);
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    open.pop();
                }
                Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                    let formula = Formula::between_dollars(self.source, &tex, range.clone(), false);
                    self.formulas.push(formula);
                }
                Event::Text(text) | Event::Code(text) => {
                    open.iter().for_each(|&link| self.links[link].text.push_str(&text));
                }
                _ => {}
            }
        }
    }

    fn front_matter_link(&mut self, destination: &str, range: &Range<usize>, kind: LinkKind, open: &mut Vec<usize>) {
        let mut link = Link::new(destination.to_owned(), range.clone(), kind);
        if let Some(place) = link::destination_within(self.source.text(), range, destination, "](") {
            link.destination_range = place;
        }
        open.push(self.links.len());
        self.links.push(link);
    }

    fn raw_html(&mut self, html: &Gathered) {
        for piece in html::pieces(html.text()) {
            if let Piece::Comment(range) = &piece {
                let value = html.text()[range.clone()].to_owned();
                self.comments.push(Placed { value, range: html.places(range.clone()) });
                if let Some(block) = set_up::read(self.source, html, range.clone(), &mut self.problems) {
                    self.problems.extend(task::problems(self.source, &block));
                    self.set_up.push(block);
                }
            }
            let Piece::Tag(tag) = piece else { continue };
            self.has_raw_html = true;
            if tag.closing {
                continue;
            }
            for attribute in &tag.attributes {
                if html::is_link_attribute(&tag.name, &attribute.name) {
                    let mut link =
                        Link::new(attribute.value.clone(), html.places(tag.range.clone()), LinkKind::of_tag(&tag));
                    link.destination_range = html.places(attribute.range.clone());
                    link.text = tag.attribute("alt").map(|alt| alt.value.clone()).unwrap_or_default();
                    self.links.push(link);
                } else if attribute.name == "id" || (attribute.name == "name" && tag.name == "a") {
                    self.other_anchors.push(self.anchors.claim(&attribute.value));
                }
            }
        }
    }

    fn name_headings(&mut self) {
        for heading in self.headings.iter_mut().filter(|heading| !heading.anchor.is_empty()) {
            heading.anchor = self.anchors.claim(&heading.anchor);
        }
        for heading in self.headings.iter_mut().filter(|heading| heading.anchor.is_empty()) {
            heading.anchor = self.anchors.claim(&anchor::of_heading(&heading.text));
        }
    }
}
