//! S08: tutorials that just end.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::BlockKind;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Gives advice on a tutorial without a summary, next steps or further reading, and on more than five next steps.
    "S08", "no-close", "readers who are done want to know where to go", Some(Severity::Advice), Check::Document(check),
}

/// The sections that close a tutorial.
const CLOSES: [&str; 3] = ["summary", "next-steps", "further-reading"];
/// More ways to go on are none.
const MOST_STEPS: usize = 5;

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(kind) = site.contract(id).filter(|kind| kind.is_tutorial()) else { return };
    let sections = document.sections();
    let named = sections.iter().filter_map(|section| {
        Some((section, kind.section_named(&section.heading.name, &section.heading.anchor)?.id.as_str()))
    });
    let closes: Vec<_> = named.filter(|(_, id)| CLOSES.contains(id)).collect();
    if let (true, Some(last)) = (closes.is_empty(), sections.last()) {
        findings.push(
            Finding::new(
                document.source.span(document.line_of(last.heading)),
                "the tutorial ends without a summary or next steps",
            )
            .help("add `## Next steps` with one to five links"),
        );
    }
    for (section, _) in closes.iter().filter(|(_, id)| *id == "next-steps") {
        let lists = document.blocks_of(section).filter_map(|block| match &block.kind {
            BlockKind::List { items, .. } if items.len() > MOST_STEPS => Some((items.len(), &items[MOST_STEPS])),
            _ => None,
        });
        findings.extend(lists.map(|(count, item)| {
            Finding::new(
                document.source.span(item.clone()),
                format!("{count} next steps leave the choice to the reader"),
            )
            .help("keep the five that most readers need")
        }));
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    const HEAD: &str = "---\ntitle: T\n---\n\n";

    #[test]
    fn a_tutorial_needs_a_close() {
        marks("no-close", &format!("{HEAD}## Do\n^^^^^ ends without\n\ntext\n"));
        marks("no-close", &format!("{HEAD}## Do\n\n## Conclusion\n"));
        marks("no-close", "## Do\n");
    }

    #[test]
    fn next_steps_are_few() {
        marks("no-close", &format!("{HEAD}## What's next?\n\n- a\n- b\n- c\n- d\n- e\n- f\n^^^ 6 next steps\n"));
        marks("no-close", &format!("{HEAD}## Next steps\n\n- a\n- b\n"));
    }
}
