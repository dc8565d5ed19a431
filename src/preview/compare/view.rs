//! A page as one of the two sites has it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::html;
use crate::document::tree::{Group, Node, NodeKind, Part, Run, RunKind};
use crate::document::{CodeBlock, Document};
use crate::output::Outputs;
use crate::site::link::Target;
use crate::site::{DocumentId, Route, Site};

/// A page as one of the two sites has it, with what it shows of other files.
pub(crate) struct View<'s> {
    pub(crate) site: &'s Site,
    pub(crate) id: DocumentId,
    outputs: &'s Outputs,
    filled: BTreeMap<usize, String>,
    targets: BTreeMap<&'s str, &'s Target>,
}

impl<'s> View<'s> {
    pub(crate) fn new(site: &'s Site, id: DocumentId, outputs: &'s Outputs) -> Self {
        let links = site.documents[id].links.iter().map(|link| link.destination.as_str());
        Self { site, id, outputs, filled: site.filled_code(id), targets: links.zip(site.targets(id)).collect() }
    }

    pub(crate) fn document(&self) -> &'s Document {
        &self.site.documents[self.id]
    }

    pub(crate) fn route(&self) -> &'s Route {
        self.site.route(self.id)
    }

    /// A code block and its code, which may come from a file.
    pub(crate) fn code(&self, place: usize) -> Option<(&'s CodeBlock, &str)> {
        let block = self.document().code_blocks.get(place)?;
        Some((block, self.filled.get(&place).map_or(block.code.text(), String::as_str)))
    }

    /// Where a destination of the document leads.
    pub(crate) fn target(&self, destination: &str) -> Option<&'s Target> {
        self.targets.get(destination).copied()
    }

    /// The file that a destination leads to, with its bytes.
    pub(crate) fn file(&self, destination: &str) -> Option<(&'s Route, &'s Arc<[u8]>)> {
        match self.target(destination)? {
            Target::File { route, .. } => Some((route, self.outputs.get(route.as_str())?)),
            _ => None,
        }
    }

    /// Whether nothing is where a destination leads.
    pub(crate) fn is_missing(&self, destination: &str) -> bool {
        matches!(self.target(destination), None | Some(Target::Broken(_)))
    }

    /// What a reader sees of a block, as text: equal for blocks that look the same.
    pub(crate) fn visible(&self, node: &Node) -> String {
        let mut text = String::new();
        self.write_node(node, &mut text);
        text
    }

    /// What a reader sees of a line: not the blanks at its ends.
    pub(crate) fn visible_runs(&self, runs: &[Run]) -> String {
        let mut text = String::new();
        runs.iter().for_each(|run| self.write_run(run, &mut text));
        text.trim_matches(' ').to_owned()
    }

    fn write_node(&self, node: &Node, text: &mut String) {
        match &node.kind {
            NodeKind::Heading(_, runs) => {
                text.push(sign::HEADING);
                text.push_str(&self.visible_runs(runs));
            }
            NodeKind::Paragraph(runs) => text.push_str(&self.visible_runs(runs)),
            NodeKind::Code(place) => self.write_code(*place, text),
            NodeKind::Table(rows) => rows.iter().for_each(|row| {
                text.push(sign::ROW);
                row.iter().for_each(|cell| {
                    text.push(sign::CELL);
                    text.push_str(&self.visible_runs(cell));
                });
            }),
            NodeKind::Group(group, parts) => self.write_group(group, parts, text),
            NodeKind::Html(html) => {
                text.push(sign::HTML);
                // How its lines end is not seen.
                for line in html.trim().lines() {
                    push_words(line, text);
                    text.push('\n');
                }
                text.push_str(&self.files_of(html));
            }
            NodeKind::Rule => text.push(sign::RULE),
        }
        text.push(sign::END);
    }

    fn write_code(&self, place: usize, text: &mut String) {
        let Some((block, code)) = self.code(place) else { return };
        text.push(sign::CODE);
        push_words(block.language().unwrap_or_default(), text);
        for attribute in block.attributes.iter().filter(|attribute| is_shown(&attribute.name)) {
            text.push(sign::CELL);
            push_words(&attribute.name, text);
            text.push(sign::CELL);
            push_words(attribute.value.as_deref().unwrap_or_default(), text);
        }
        text.push(sign::ROW);
        push_words(code, text);
    }

    fn write_group(&self, group: &Group, parts: &[Part], text: &mut String) {
        text.push(sign::GROUP);
        push_words(&format!("{group:?}"), text);
        for part in parts {
            text.push(if part.term { sign::TERM } else { sign::ROW });
            part.nodes.iter().for_each(|node| self.write_node(node, text));
        }
    }

    /// What raw HTML shows of files, as text; empty where it shows none.
    pub(super) fn files_of(&self, html: &str) -> String {
        let mut text = String::new();
        for tag in html::tags(html) {
            tag.shown().for_each(|attribute| self.write_file(&attribute.value, &mut text));
        }
        text
    }

    /// A file is what its bytes are.
    fn write_file(&self, destination: &str, text: &mut String) {
        match self.file(destination) {
            Some((_, bytes)) => enclose(sign::IMAGE, &blake3::hash(bytes).to_hex(), text),
            None if self.is_missing(destination) => text.push(sign::MISSING),
            None => enclose(sign::IMAGE, destination, text),
        }
    }

    /// A link's destination is not seen. Of an image that is not there, its words are.
    pub(crate) fn write_run(&self, run: &Run, text: &mut String) {
        let style = &run.style;
        let styles = [
            (style.strong, sign::STRONG),
            (style.emphasis, sign::EMPHASIS),
            (style.struck, sign::STRUCK),
            (style.link.is_some(), sign::LINK),
        ];
        let styles: String = styles.into_iter().filter_map(|(is_on, sign)| is_on.then_some(sign)).collect();
        text.push_str(&styles);
        match &run.kind {
            RunKind::Text(words) => push_text(words, text),
            RunKind::Code(code) => enclose(sign::CODE, code, text),
            RunKind::Math(tex, display) => {
                text.push(if *display { sign::GROUP } else { sign::MATH });
                enclose(sign::MATH, tex, text);
            }
            RunKind::Image { destination, alt, title } => {
                self.write_file(destination, text);
                enclose(sign::CELL, if self.is_missing(destination) { alt } else { title }, text);
            }
            RunKind::Break => text.push(sign::BREAK),
            RunKind::Footnote(label) => enclose(sign::FOOTNOTE, label, text),
            RunKind::Task(done) => enclose(sign::TASK, if *done { "x" } else { "" }, text),
            RunKind::Html(tag) => {
                enclose(sign::HTML, tag, text);
                text.push_str(&self.files_of(tag));
            }
        }
        if !styles.is_empty() {
            text.push(sign::END);
        }
    }
}

/// What stands for a thing that is no text: no text holds these, so that nothing can be taken for another.
mod sign {
    pub(super) const STRONG: char = '\u{1}';
    pub(super) const EMPHASIS: char = '\u{2}';
    pub(super) const STRUCK: char = '\u{3}';
    pub(super) const LINK: char = '\u{4}';
    pub(super) const CODE: char = '\u{5}';
    pub(super) const MATH: char = '\u{6}';
    pub(super) const IMAGE: char = '\u{7}';
    pub(super) const FOOTNOTE: char = '\u{8}';
    pub(super) const TASK: char = '\u{e}';
    pub(super) const HTML: char = '\u{f}';
    pub(super) const HEADING: char = '\u{10}';
    pub(super) const GROUP: char = '\u{11}';
    pub(super) const TERM: char = '\u{12}';
    pub(super) const ROW: char = '\u{13}';
    pub(super) const CELL: char = '\u{14}';
    pub(super) const RULE: char = '\u{15}';
    pub(super) const BREAK: char = '\u{17}';
    pub(super) const END: char = '\u{16}';
    pub(super) const MISSING: char = '\u{18}';
}

/// Adds words without control characters: no page shows them.
fn push_words(words: &str, text: &mut String) {
    text.extend(words.chars().filter(|&sign| !sign.is_control() || sign.is_whitespace()));
}

/// Adds text: how many blanks keep its words apart is not seen.
fn push_text(words: &str, text: &mut String) {
    let mut in_blank = false;
    // What is no blank and is not shown keeps no blanks apart.
    for sign in words.chars().filter(|sign| sign.is_whitespace() || !sign.is_control()) {
        let is_blank = sign.is_whitespace();
        match (is_blank, in_blank) {
            (true, true) => {}
            (true, false) => text.push(' '),
            (false, _) => text.push(sign),
        }
        in_blank = is_blank;
    }
}

fn enclose(sign: char, words: &str, text: &mut String) {
    text.push(sign);
    push_words(words, text);
    text.push(sign::END);
}

/// The attributes of a fence that a reader sees the effect of, and what the effect is called.
pub(crate) const SHOWN: [(&str, &str); 6] = [
    ("title", "Title"),
    ("mark", "Marked lines"),
    ("numbers", "Line numbers"),
    ("tab", "Tab"),
    ("wrap", "Wrapped lines"),
    ("alt", "Alternative text"),
];

fn is_shown(attribute: &str) -> bool {
    SHOWN.iter().any(|(name, _)| *name == attribute)
}
