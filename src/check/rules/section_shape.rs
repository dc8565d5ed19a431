//! S16: sections that are not made of what their kind says.

use crate::check::rule::{Check, declare_rule};
use crate::config::Form;
use crate::diagnostic::{Finding, Severity};
use crate::document::{BlockKind, Document, Section};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports sections without what their kind declares as their `shape`: a list; steps, which are a numbered list or
    /// headings; a paragraph of prose.
    "S16", "section-shape", "readers find their way by what such a section looks like on the other pages",
    Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(kind) = site.contract(id).filter(|kind| kind.sections.iter().any(|section| section.form.is_some())) else {
        return;
    };
    for section in document.sections() {
        let declared = kind.section_named(&section.heading.name, &section.heading.anchor);
        let Some(form) = declared.and_then(|declared| declared.form) else { continue };
        let is_empty = document.blocks_of(&section).next().is_none();
        if !is_empty && !has(document, &section, form) {
            let (what, help) = match form {
                Form::List => ("list", "write its points as a list"),
                Form::Steps => ("steps", "number its steps, or give each a heading"),
                Form::Prose => ("prose", "say in a paragraph what it is about"),
            };
            findings.push(
                Finding::new(
                    document.source.span(document.line_of(section.heading)),
                    format!("“{}” has no {what}", section.heading.text),
                )
                .help(help),
            );
        }
    }
}

fn has(document: &Document, section: &Section<'_>, form: Form) -> bool {
    document.blocks_of(section).any(|block| match form {
        Form::List => matches!(block.kind, BlockKind::List { .. }),
        Form::Steps => matches!(block.kind, BlockKind::List { ordered: true, .. } | BlockKind::Heading { .. }),
        Form::Prose => matches!(block.kind, BlockKind::Paragraph { .. }),
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    const CONFIG: (&str, &str) = (
        "docent.yml",
        "kinds: { lab: { sections: [{ id: do, shape: steps }, { id: list, shape: list }, { id: why, shape: prose }] } }\n",
    );

    #[test]
    fn sections_have_what_their_kind_says() {
        let head = "---\ntitle: T\nkind: lab\n---\n\n";
        marks_in(
            "section-shape",
            &format!(
                "{head}## Do\n^^^^^ “Do” has no steps\n\n- x\n\n## List\n^^^^^^^ no list\n\ntext\n\n## Why\n^^^^^^ no prose\n\n- x\n"
            ),
            &[CONFIG],
        );
        marks_in("section-shape", &format!("{head}## Do\n\n### One\n\n## List\n\n1. x\n\n## Why\n\ntext\n"), &[CONFIG]);
    }
}
