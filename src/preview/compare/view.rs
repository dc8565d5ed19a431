//! A page as one of the two sites has it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

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

    pub(crate) fn route(&self) -> Route {
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

    /// What a reader sees of a block, as text: equal for blocks that look the same.
    pub(crate) fn visible(&self, node: &Node) -> String {
        let mut text = String::new();
        self.write_node(node, &mut text);
        text
    }

    /// What a reader sees of a line.
    pub(crate) fn visible_runs(&self, runs: &[Run]) -> String {
        let mut text = String::new();
        runs.iter().for_each(|run| self.write_run(run, &mut text));
        text
    }

    fn write_node(&self, node: &Node, text: &mut String) {
        match &node.kind {
            NodeKind::Heading(_, runs) => {
                text.push_str("# ");
                text.push_str(&self.visible_runs(runs));
            }
            NodeKind::Paragraph(runs) => text.push_str(&self.visible_runs(runs)),
            NodeKind::Code(place) => self.write_code(*place, text),
            NodeKind::Table(rows) => rows.iter().flatten().for_each(|cell| {
                text.push('|');
                text.push_str(&self.visible_runs(cell));
            }),
            NodeKind::Group(group, parts) => self.write_group(group, parts, text),
            NodeKind::Html(html) => text.push_str(html.trim()),
            NodeKind::Rule => text.push_str("---"),
        }
        text.push('\n');
    }

    fn write_code(&self, place: usize, text: &mut String) {
        let Some((block, code)) = self.code(place) else { return };
        text.push_str("``` ");
        text.push_str(block.language().unwrap_or_default());
        for attribute in block.attributes.iter().filter(|attribute| is_shown(&attribute.name)) {
            let _ = write!(text, " {}={}", attribute.name, attribute.value.as_deref().unwrap_or_default());
        }
        text.push('\n');
        text.push_str(code);
    }

    fn write_group(&self, group: &Group, parts: &[Part], text: &mut String) {
        let _ = writeln!(text, "{group:?}");
        for part in parts {
            text.push_str(if part.term { "? " } else { "- " });
            part.nodes.iter().for_each(|node| self.write_node(node, text));
        }
    }

    /// A link's destination is not seen, an image is what its bytes are.
    pub(crate) fn write_run(&self, run: &Run, text: &mut String) {
        let style = &run.style;
        for (is_on, sign) in [
            (style.strong, '\u{1}'),
            (style.emphasis, '\u{2}'),
            (style.struck, '\u{3}'),
            (style.link.is_some(), '\u{4}'),
        ] {
            if is_on {
                text.push(sign);
            }
        }
        match &run.kind {
            RunKind::Text(words) => text.push_str(words),
            RunKind::Code(code) => {
                let _ = write!(text, "`{code}`");
            }
            RunKind::Math(tex, display) => {
                let _ = write!(text, "${display}{tex}$");
            }
            RunKind::Image { destination, title, .. } => {
                let _ = match self.file(destination) {
                    Some((_, bytes)) => write!(text, "!{}", blake3::hash(bytes)),
                    None => write!(text, "!{destination}"),
                };
                text.push_str(title);
            }
            RunKind::Break => text.push('\n'),
            RunKind::Footnote(label) => {
                let _ = write!(text, "[^{label}]");
            }
            RunKind::Task(done) => text.push_str(if *done { "[x]" } else { "[ ]" }),
            RunKind::Html(tag) => text.push_str(tag),
        }
    }
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
