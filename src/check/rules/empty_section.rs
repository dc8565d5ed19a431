//! S04: headings with nothing below them.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::{BlockKind, Document, Heading};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports headings with nothing below them, comments aside. Where the kind requires the section it is an error, else
    /// advice.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ## Install
    ///
    /// ## Use
    ///
    /// Import it.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ## Install
    ///
    /// ### On Linux
    ///
    /// Run the script.
    /// ~~~~
    "S04", "empty-section", "the reader is promised something that is not there", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let kind = site.contract(id);
    for (place, heading) in document.headings.iter().enumerate() {
        if Some(heading) == document.repeated_title() || !is_empty(document, place) {
            continue;
        }
        let declared = kind.and_then(|kind| kind.section_named(&heading.name, &heading.anchor));
        let finding = Finding::new(
            document.source.span(document.line_of(heading)),
            format!("nothing stands below “{}”", heading.text),
        )
        .help("write the section, or take its heading out");
        let required = declared.is_some_and(|section| section.required);
        findings.push(if required { finding } else { finding.at_most(Severity::Advice) });
    }
}

fn is_empty(document: &Document, place: usize) -> bool {
    let heading: &Heading = &document.headings[place];
    let next = document.headings.get(place + 1);
    let end = next.map_or(document.body.end, |next| next.range.start);
    let from = document.blocks.partition_point(|block| block.range.start < heading.range.end);
    let mut below = document.blocks[from..].iter().take_while(|block| block.range.start < end);
    next.is_none_or(|next| next.level <= heading.level) && below.all(|block| block.kind == BlockKind::Comment)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, severities};
    use crate::diagnostic::Severity;

    #[test]
    fn headings_with_nothing_below_are_found() {
        marks(
            "empty-section",
            "## A\n^^^^ nothing stands below “A”\n\n<!-- later -->\n\n## B\n\n### C\n^^^^^\n\n## D\n^^^^\n",
        );
        marks("empty-section", "## A\n\n### B\n\ntext\n\n## C\n\n---\n\n> ## D\n>\n> text\n");
    }

    #[test]
    fn a_required_section_has_to_say_something() {
        let config = ("docent.yml", "kinds: { lab: { sections: [{ id: clean-up, required: true }] } }\n");
        let page = "---\ntitle: T\nkind: lab\n---\n\n## Use\n\n## Clean up\n";
        assert_eq!(severities("empty-section", page, &[config]), [Severity::Advice, Severity::Error]);
    }
}
