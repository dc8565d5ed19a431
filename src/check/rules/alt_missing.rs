//! E04: images and diagrams without text.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::{CodeBlock, LinkKind};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires text for each image, and for each diagram, as a warning, an `alt` or the id of a paragraph that says the
    /// same (`described-by`). An image that is decoration says so as HTML does: `<img src="wave.svg" alt="">`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ![](https://example.org/layers.svg)
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ![Three layers: script, torch, extension.](https://example.org/layers.svg)
    /// ~~~~
    "E04", "alt-missing", "who cannot see the picture is told nothing", Some(Severity::Error), Check::Document(check),
}

/// Languages of code blocks that are drawn.
const DIAGRAMS: [&str; 1] = ["mermaid"];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        let missing = match link.kind {
            LinkKind::Image => link.text.trim().is_empty(),
            LinkKind::HtmlImage { has_alt } => !has_alt,
            _ => false,
        };
        if missing {
            findings.push(Finding::new(document.source.span(link.range.clone()), "an image has no text").help(
                "say between the brackets, or in `alt`, what it shows; decoration is `<img src=\"…\" alt=\"\">`",
            ));
        }
    }
    for block in document.code_blocks.iter().filter(|block| is_diagram(block) && !says_something(block)) {
        let fence = document.source.line_around(block.range.start);
        let fence = block.range.start..fence.end.max(block.range.start);
        // The words in a diagram are text at least; what its lines say is lost.
        findings.push(
            Finding::new(document.source.span(fence), "a diagram has no text")
                .help("say what it shows in `alt=\"…\"`, or name the paragraph that does with `described-by=ID`")
                .at_most(Severity::Warning),
        );
    }
}

fn is_diagram(block: &CodeBlock) -> bool {
    block.language().is_some_and(|language| DIAGRAMS.contains(&language))
}

fn says_something(block: &CodeBlock) -> bool {
    ["alt", "described-by"].iter().any(|name| block.value(name).is_some_and(|value| !value.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn pictures_without_text_are_found() {
        marks(
            "alt-missing",
            "Text ![](https://a.io/a.svg) and ![ ][b]\n     ^^^^^^^^^^^^^^^^^^^^^^^\n                                 ^^^^^^^\n\n[b]: https://a.io/b.svg\n",
        );
        marks("alt-missing", "<p><img src=\"https://a.io/a.svg\"></p>\n   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n");
        marks(
            "alt-missing",
            "```mermaid title=\"Flow\"\n^^^^^^^^^^^^^^^^^^^^^^^ a diagram has no text\ngraph TD\n```\n",
        );
    }

    #[test]
    fn decoration_and_described_pictures_are_left_alone() {
        marks("alt-missing", "![Layers](https://a.io/a.svg) <img src=\"https://a.io/b.svg\" alt=\"\"> `![](x.svg)`\n");
        marks(
            "alt-missing",
            "```mermaid alt=\"A leads to B.\"\ngraph TD\n```\n\n```mermaid described-by=flow\ngraph TD\n```\n",
        );
    }
}
