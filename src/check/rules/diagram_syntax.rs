//! M01: diagrams that cannot be drawn.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::CodeBlock;
use crate::figure::diagram;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports diagrams whose text is not Mermaid, whose kind is not drawn, or that are too large to be drawn. The page
    /// shows the text in their place.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```mermaid alt="A leads to B."
    /// stateDiagram-v2
    ///   state "unclosed as a
    ///   a --> b
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```mermaid alt="A leads to B."
    /// stateDiagram-v2
    ///   state "closed" as a
    ///   a --> b
    /// ```
    /// ~~~~
    "M01", "diagram-syntax", "readers are shown source in place of a picture", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let filled = site.filled_code(id);
    for (place, block) in diagrams(site, id) {
        let text = filled.get(&place).map_or(block.code.text(), String::as_str);
        let Some(Err(mistake)) = diagram::read(text) else { continue };
        let here = if filled.contains_key(&place) { fence(site, id, block) } else { block.code.places(mistake.range) };
        let here = if here.is_empty() { fence(site, id, block) } else { here };
        findings.push(Finding::new(document.source.span(here), mistake.message));
    }
}

/// The diagrams of a document, with their places among its code blocks. A block that a missing file should fill is not
/// among them: that is another rule's finding.
pub(super) fn diagrams(site: &Site, id: DocumentId) -> impl Iterator<Item = (usize, &CodeBlock)> {
    let filled = site.filled_code(id);
    let blocks = site.documents[id].code_blocks.iter().enumerate();
    blocks.filter(move |(place, block)| {
        let is_diagram = block.language() == Some(diagram::LANGUAGE) && !block.has("hidden");
        is_diagram && (filled.contains_key(place) || !(block.is_empty() && block.has("file")))
    })
}

/// The line that opens a code block.
pub(super) fn fence(site: &Site, id: DocumentId, block: &CodeBlock) -> Range<usize> {
    let source = &site.documents[id].source;
    let line = source.line_around(block.range.start);
    block.range.start..line.end.max(block.range.start)
}

#[cfg(all(test, feature = "diagrams"))]
mod tests {
    use crate::check::tests::findings;

    #[test]
    fn a_mistake_is_found_at_its_line() {
        let text = "Text.\n\n> ```mermaid alt=x\n> graph TD\n>   A -->\n>   B[unclosed\n> ```\n";
        assert_eq!(findings("M01", text), ["6:6 unterminated node label (missing `]`)"]);
        assert_eq!(findings("M01", "```mermaid alt=x\n```\n"), ["1:1 no kind of diagram is named here"]);
        assert_eq!(findings("M01", "```mermaid alt=x\npie\n```\n"), ["2:1 diagrams of the kind `pie` are not drawn"]);
    }

    #[test]
    fn other_blocks_are_left_alone() {
        assert_eq!(findings("M01", "```text\ngraph TD\n A -->\n```\n\n```mermaid alt=x\ngraph TD\n a --> b\n```\n"), [""; 0]);
    }
}
