//! S02: sections in another order than their reader needs them.

use crate::check::edit::take_out;
use crate::check::rule::{Check, declare_rule};
use crate::config::{DeclaredSection, Kind, Position};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{BlockKind, CodeBlock, Document, Section};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports sections that stand elsewhere than their kind says with `position`. In a tutorial, an introduction comes
    /// first, then what the reader does, and behind it how it works and the next steps. Sections that the kind does not
    /// name, and that have code or numbered steps, are what the reader does.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: guide
    /// ---
    ///
    /// ## How it works
    ///
    /// Torch asks the metadata of installed packages.
    ///
    /// ## Declare the entry point
    ///
    /// 1. Write it into `pyproject.toml`.
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
    /// ## Declare the entry point
    ///
    /// 1. Write it into `pyproject.toml`.
    ///
    /// ## How it works
    ///
    /// Torch asks the metadata of installed packages.
    /// ~~~~
    "S02", "section-order", "readers come to do something, and want to know how it works when it does",
    Some(Severity::Warning), Check::Document(check),
}

/// A section of the document and what its kind says of it.
struct Placed<'d> {
    section: Section<'d>,
    declared: Option<&'d DeclaredSection>,
    /// Whether it is something that the reader does.
    is_work: bool,
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(kind) = site.contract(id).filter(|kind| kind.sections.iter().any(|section| section.position.is_some()))
    else {
        return;
    };
    let sections = placed(document, kind);
    for (place, this) in sections.iter().enumerate() {
        let Some(position) = this.declared.and_then(|declared| declared.position.as_ref()) else { continue };
        let (before, behind) = (&sections[..place], &sections[place + 1..]);
        let is = |id: &str, other: &&Placed<'_>| other.declared.is_some_and(|declared| declared.id == id);
        // Where the section should be moved to, and the section there.
        let wrong = match position {
            Position::First => {
                before.iter().find(|other| other.is_work).map(|other| (other.section.range.start, other))
            }
            Position::Last => behind.iter().rfind(|other| other.is_work).map(|other| (other.section.range.end, other)),
            Position::Before(id) => {
                before.iter().find(|other| is(id, other)).map(|other| (other.section.range.start, other))
            }
            Position::After(id) => {
                behind.iter().find(|other| is(id, other)).map(|other| (other.section.range.end, other))
            }
        };
        if let Some((to, other)) = wrong {
            findings.push(finding(document, &this.section, other, to));
        }
    }
}

/// The top sections without those that the front matter should hold, about which another rule speaks.
fn placed<'d>(document: &'d Document, kind: &'d Kind) -> Vec<Placed<'d>> {
    let sections = document.sections().into_iter().map(|section| {
        let declared = kind.section_named(&section.heading.name, &section.heading.anchor);
        let is_work = declared.is_none() && has_steps(document, &section);
        Placed { section, declared, is_work }
    });
    sections.filter(|placed| placed.declared.is_none_or(|declared| declared.key.is_none())).collect()
}

/// Whether a section has code, or numbered steps. A diagram explains.
fn has_steps(document: &Document, section: &Section<'_>) -> bool {
    let has_list = document.blocks.iter().any(|block| {
        matches!(block.kind, BlockKind::List { ordered: true, .. }) && section.range.contains(&block.range.start)
    });
    let is_code = |block: &CodeBlock| block.language() != Some("mermaid") && section.range.contains(&block.range.start);
    has_list || document.code_blocks.iter().any(is_code)
}

fn finding(document: &Document, section: &Section<'_>, other: &Placed<'_>, to: usize) -> Finding {
    let source = &document.source;
    let (this, there) = (&section.heading.text, &other.section.heading.text);
    let is_early = to > section.range.start;
    let (word, order) = if is_early { ("before", "behind") } else { ("behind", "before") };
    Finding::new(source.span(document.line_of(section.heading)), format!("“{this}” stands {word} “{there}”"))
        .other(source.span(document.line_of(other.section.heading)), format!("“{this}” belongs {order} this"))
        .help(format!("move it {order} “{there}”"))
        .fix(Fix::risky(format!("move “{this}” {order} “{there}”"), moved(document, section, to)))
}

/// The edits that move a section, with a blank line before and behind it.
fn moved(document: &Document, section: &Section<'_>, to: usize) -> Vec<Edit> {
    let source = &document.source;
    let text = source.text();
    let end = source.line_end();
    let content = text[section.range.clone()].trim_end();
    let at_end = to == text.len();
    let gap = match (text[..to].ends_with(&end.repeat(2)), text[..to].ends_with('\n')) {
        (true, _) => String::new(),
        (false, true) => end.to_owned(),
        (false, false) => end.repeat(2),
    };
    let behind = if at_end { end.to_owned() } else { end.repeat(2) };
    vec![take_out(document, section), Edit::insert(&source.span(0..0), to, format!("{gap}{content}{behind}"))]
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in, mended};

    const HEAD: &str = "---\ntitle: T\nkind: tutorial\n---\n\n";

    #[test]
    fn theory_comes_behind_the_work() {
        let body = "## Under the hood\n^^^^^^^^^^^^^^^^^ “Under the hood” stands before “Use it”\n\nWhy.\n\n## Install it\n\n1. Run.\n\n## Use it\n\n1. Run.\n\n## Next steps\n\n- More.\n";
        marks("section-order", &format!("{HEAD}{body}"));
        let page = format!("{HEAD}## Under the hood\n\nWhy.\n\n## Install it\n\n1. Run.\n\n## Use it\n\n1. Run.");
        let moved = format!("{HEAD}## Install it\n\n1. Run.\n\n## Use it\n\n1. Run.\n\n## Under the hood\n\nWhy.\n");
        assert_eq!(mended("section-order", &page), moved);
    }

    #[test]
    fn orientation_comes_before_the_work() {
        let page = format!("{HEAD}## Install it\n\n1. Run.\n\n## Introduction\n\nWhat.\n");
        assert_eq!(
            mended("section-order", &page),
            format!("{HEAD}## Introduction\n\nWhat.\n\n## Install it\n\n1. Run.\n")
        );
    }

    #[test]
    fn sections_in_order_and_of_other_kinds_are_left_alone() {
        marks(
            "section-order",
            &format!(
                "{HEAD}## Prerequisites\n\n## Introduction\n\n## Do\n\n1. Run.\n\n### How it works\n\n## FAQ\n\n## How it works\n\n## FAQ\n\n## Summary\n"
            ),
        );
        marks("section-order", "## How it works\n\n## Do\n");
    }

    #[test]
    fn a_kind_orders_its_own_sections() {
        let config = (
            "docent.yml",
            "kinds: { lab: { sections: [{ id: set-up, position: before:tear-down }, { id: tear-down }] } }\n",
        );
        let page = "---\ntitle: T\nkind: lab\n---\n\n## Tear down\n\n## Set up\n^^^^^^^^^ “Set up” stands behind “Tear down”\n";
        marks_in("section-order", page, &[config]);
    }
}
