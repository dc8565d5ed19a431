//! S03: headings that are nearly the one of a section.

use crate::check::edit::is_linked;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports headings that a slip of the pen keeps from being the one of a section that the kind declares, by its
    /// title or an alias.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: guide
    /// ---
    ///
    /// ## Troubelshooting
    ///
    /// Read the last line of the first traceback.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: guide
    /// ---
    ///
    /// ## Troubleshooting
    ///
    /// Read the last line of the first traceback.
    /// ~~~~
    "S03", "section-near-miss", "neither readers nor the contract recognise the section", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(kind) = site.contract(id) else { return };
    for section in document.sections() {
        let heading = section.heading;
        let Some(meant) = kind.near_miss(&heading.name, &heading.anchor) else { continue };
        let line = document.line_of(heading);
        let written = &document.source.text()[line.clone()];
        let finding =
            Finding::new(document.source.span(line.clone()), format!("“{}” is nearly “{meant}”", heading.text))
                .help(format!("did you mean “{meant}”?"));
        findings.push(match written.find(&heading.text) {
            // Another heading has another anchor: where the old one is linked, the author has two things to mend.
            Some(at) if !is_linked(site, id, &heading.range) => {
                let place = line.start + at..line.start + at + heading.text.len();
                let edit = Edit::replace(document.source.span(place), meant);
                finding.fix(Fix::safe(format!("write “{meant}”"), vec![edit]))
            }
            _ => finding,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    const HEAD: &str = "---\ntitle: T\nkind: tutorial\n---\n\n";

    #[test]
    fn slips_of_the_pen_are_found_and_mended() {
        marks(
            "section-near-miss",
            &format!(
                "{HEAD}## Prerequsites\n^^^^^^^^^^^^^^^ “Prerequsites” is nearly “Prerequisites”\n\n### Trubleshooting\n"
            ),
        );
        assert_eq!(
            mended("section-near-miss", &format!("{HEAD}Before you bigin\n---\n")),
            format!("{HEAD}Before you begin\n---\n")
        );
        let linked = format!("{HEAD}[up](#prerequsites)\n\n## Prerequsites\n");
        assert_eq!(mended("section-near-miss", &linked), linked);
    }

    #[test]
    fn names_and_other_headings_are_left_alone() {
        marks(
            "section-near-miss",
            &format!(
                "{HEAD}## Prerequisite\n\n## BEFORE YOU START\n\n## What’s next?\n\n## Preparations\n\n## Set up\n"
            ),
        );
        marks("section-near-miss", "## Prerequsites\n");
    }
}
