//! What a body says, as a tree of typed blocks: for those who compare two bodies rather than show one.

mod grow;
mod line;

use std::ops::Range;
use std::sync::Arc;

use super::Document;

/// A block of the body, with what it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands, in bytes of the file.
    pub range: Range<usize>,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// A heading: its place in [`Document::headings`], and its text.
    Heading(usize, Vec<Run>),
    /// A paragraph, or the text of a list item that is not one.
    Paragraph(Vec<Run>),
    /// A code block, by its place in [`Document::code_blocks`].
    Code(usize),
    /// A table, its head first.
    Table(Vec<Vec<Vec<Run>>>),
    /// A list, a quote, or whatever else holds blocks.
    Group(Group, Vec<Part>),
    /// Raw HTML, comments left out.
    Html(String),
    /// A line across the page.
    Rule,
}

/// What holds blocks.
#[derive(Debug, Clone, PartialEq)]
pub enum Group {
    /// A list with bullets.
    Bullets,
    /// A numbered list, and its first number.
    Numbers(u64),
    /// A quote.
    Quote,
    /// An alert, by the name of its kind: `note`.
    Alert(&'static str),
    /// A footnote, by its label.
    Footnote(String),
    /// A list of terms and what they mean.
    Definitions,
}

/// A part of a group: an item of a list, a term or what it means; all of a quote.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Whether it is a term.
    pub term: bool,
    /// What it holds.
    pub nodes: Vec<Node>,
}

/// A piece of text of one style, or what stands among text.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What it is.
    pub kind: RunKind,
    /// How it looks, and where it leads.
    pub style: Style,
}

/// What stands in a line.
#[derive(Debug, Clone, PartialEq)]
pub enum RunKind {
    /// Text.
    Text(String),
    /// Code.
    Code(String),
    /// A formula in TeX, and whether it stands by itself.
    Math(String, bool),
    /// An image.
    Image {
        /// As written.
        destination: Arc<str>,
        /// What it shows, in words.
        alt: String,
        /// Its caption, where it stands alone.
        title: String,
    },
    /// The end of a line that its author set.
    Break,
    /// The number of a footnote, by the footnote's label.
    Footnote(String),
    /// The box of a task, and whether it is ticked.
    Task(bool),
    /// A tag of raw HTML.
    Html(String),
}

/// How a run looks, and where it leads.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Style {
    /// Whether it is emphasised.
    pub emphasis: bool,
    /// Whether it is bold.
    pub strong: bool,
    /// Whether it is struck through.
    pub struck: bool,
    /// The destination of the link that it is part of, as written.
    pub link: Option<Arc<str>>,
}

impl Document {
    /// The blocks that the page shows of the body, in order: no heading that only repeats the title, no hidden code.
    pub fn tree(&self) -> Vec<Node> {
        grow::tree(self)
    }
}

/// The runs of inline Markdown, such as an item of the front matter.
pub fn inline(text: &str) -> Vec<Run> {
    grow::inline(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SitePath, Source};

    fn tree(text: &str) -> Vec<Node> {
        Document::parse(&Source::new(SitePath::new("content/a.md"), text)).tree()
    }

    fn words(runs: &[Run]) -> String {
        let word = |run: &Run| match &run.kind {
            RunKind::Text(text) => text.clone(),
            RunKind::Code(code) => format!("`{code}`"),
            other => format!("{other:?}"),
        };
        runs.iter().map(word).collect()
    }

    /// The tree on one line.
    fn outline(nodes: &[Node]) -> String {
        let node = |node: &Node| match &node.kind {
            NodeKind::Heading(place, text) => format!("h{place}({})", words(text)),
            NodeKind::Paragraph(text) => format!("p({})", words(text)),
            NodeKind::Code(place) => format!("code{place}"),
            NodeKind::Table(rows) => {
                let row = |row: &Vec<Vec<Run>>| row.iter().map(|cell| words(cell)).collect::<Vec<_>>().join("|");
                format!("table({})", rows.iter().map(row).collect::<Vec<_>>().join("/"))
            }
            NodeKind::Group(group, parts) => {
                let part = |part: &Part| format!("{}{}", if part.term { "?" } else { "" }, outline(&part.nodes));
                format!("{group:?}[{}]", parts.iter().map(part).collect::<Vec<_>>().join(","))
            }
            NodeKind::Html(html) => format!("html({})", html.trim()),
            NodeKind::Rule => "rule".to_owned(),
        };
        nodes.iter().map(node).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_body_is_a_tree_of_blocks() {
        for (text, expected) in [
            ("---\ntitle: T\n---\n# T\n\n## A `b`\n\nText *c*\nd.\n", "h1(A `b`) p(Text c d.)"),
            ("- a\n- b\n  - c\n\n1. d\n\n   e\n", "Bullets[p(a),p(b) Bullets[p(c)]] Numbers(1)[p(d) p(e)]"),
            ("> [!NOTE]\n> a\n\n> b\n>\n> - c\n", "Alert(\"note\")[p(a)] Quote[p(b) Bullets[p(c)]]"),
            ("| a | b |\n|---|---|\n| c | `d` |\n", "table(a|b/c|`d`)"),
            ("```sh\na\n```\n\n```sh hidden\nb\n```\n\n    c\n\n---\n", "code0 code2 rule"),
            ("<div>\n\n<!-- a -->b\n\n</div>\n", "html(<div>) html(b) html(</div>)"),
            ("Term\n: One\n: Two\n", "Definitions[?p(Term),p(One),p(Two)]"),
            ("A[^n].\n\n[^n]: Note.\n", "p(AFootnote(\"n\").) Footnote(\"n\")[p(Note.)]"),
        ] {
            assert_eq!(outline(&tree(text)), expected, "{text}");
        }
    }

    #[test]
    fn runs_have_a_style_and_a_destination() {
        let runs = inline("a **b *c*** [d `e`](f.md) ![g](h.svg \"i\")");
        let style = |run: &Run| (run.style.strong, run.style.emphasis, run.style.link.as_deref().map(str::to_owned));
        let styles: Vec<_> = runs.iter().filter(|run| words(std::slice::from_ref(run)) != " ").map(style).collect();
        let link = || Some("f.md".to_owned());
        assert_eq!(
            styles,
            [
                (false, false, None),
                (true, false, None),
                (true, true, None),
                (false, false, link()),
                (false, false, link()),
                (false, false, None)
            ]
        );
        assert!(matches!(&runs.last().unwrap().kind, RunKind::Image { alt, title, .. } if alt == "g" && title == "i"));
    }
}
