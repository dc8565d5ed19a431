//! M02: diagrams that lack what somebody asked for.

use super::diagram_syntax::diagrams;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::figure::diagram::{self, Expectation};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports diagrams that lack something which `expect` on their fence names: an arrow (`import torch -> core`, or
    /// `switch -> core: yes` with what is written at it), a way over several arrows (`import torch => ready`), or words.
    /// Boxes are named by their text, a part of it, or their id; several expectations are separated by semicolons. So a
    /// reviewer's remark stays true.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```mermaid alt="The script imports torch." expect="torch -> hook"
    /// stateDiagram-v2
    ///   script --> torch
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```mermaid alt="The script imports torch, which calls the hook." expect="torch -> hook"
    /// stateDiagram-v2
    ///   script --> torch
    ///   torch --> hook
    /// ```
    /// ~~~~
    "M02", "diagram-expect", "what a reviewer asked for is lost again unnoticed", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let filled = site.filled_code(id);
    for (place, block) in diagrams(site, id) {
        let Some(attribute) = block.attribute("expect") else { continue };
        let text = filled.get(&place).map_or(block.code.text(), String::as_str);
        // A diagram that cannot be read has a finding of its own.
        let Some(Ok(diagram)) = diagram::read(text) else { continue };
        for expectation in Expectation::list(attribute.value.as_deref().unwrap_or_default()) {
            if let Some(lack) = expectation.lacking(&diagram.model) {
                findings.push(
                    Finding::new(document.source.span(attribute.range.clone()), lack)
                        .help("draw it, or take it out of `expect` where it should not be there any more"),
                );
            }
        }
    }
}

#[cfg(all(test, feature = "diagrams"))]
mod tests {
    use crate::check::tests::findings;

    #[test]
    fn what_is_missing_is_said_at_the_attribute() {
        let text = "```mermaid alt=x expect=\"a -> c; a => c; hello\"\ngraph TD\n a --> b --> c\n```\n";
        let expected = ["1:18 no arrow leads from `a` to `c`", "1:18 nothing in the diagram says `hello`"];
        assert_eq!(findings("M02", text), expected);
    }

    #[test]
    fn a_broken_diagram_is_not_reported_twice() {
        assert_eq!(findings("M02", "```mermaid alt=x expect=\"a -> c\"\ngraph TD\n a -->\n```\n"), [""; 0]);
    }
}
