//! S12: lists of steps that no reader keeps in mind.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::BlockKind;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Gives advice on a numbered list of more than seven steps, or of more than four within a step, in a tutorial or a
    /// guide.
    "S12", "steps-too-many", "readers lose their place in a long list of steps", Some(Severity::Advice), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    // A kind that knows of next steps leads through something.
    if !site.contract(id).is_some_and(|kind| kind.sections.iter().any(|section| section.id == "next-steps")) {
        return;
    }
    for block in &document.blocks {
        let BlockKind::List { ordered: true, items } = &block.kind else { continue };
        let most = if block.depth == 0 { 7 } else { 4 };
        if let Some(item) = items.get(most) {
            let line = document.source.line_around(item.start);
            findings.push(
                Finding::new(
                    document.source.span(item.start..line.end.min(item.end)),
                    format!("step {} of {} in one list", most + 1, items.len()),
                )
                .help("cut the list where readers have reached something, and give each part a heading"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    const HEAD: &str = "---\ntitle: T\n---\n\n";

    #[test]
    fn long_lists_of_steps_are_found() {
        marks("steps-too-many", &format!("{HEAD}{}1. last\n^^^^^^^ step 8 of 8\n", "1. do\n".repeat(7)));
        marks(
            "steps-too-many",
            &format!("{HEAD}1. do\n{}   1. last\n   ^^^^^^^ step 5 of 5\n", "   1. do\n".repeat(4)),
        );
        marks("steps-too-many", &format!("{HEAD}{}", "1. do\n".repeat(7)));
        marks("steps-too-many", &format!("{HEAD}{}", "- item\n".repeat(9)));
        marks("steps-too-many", &"1. do\n".repeat(9));
    }
}
