//! S14: sections that a kind requires.

use crate::check::rule::{Check, declare_rule};
use crate::config::{DeclaredSection, Form, Kind, Position};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Document, Section};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires in the body the sections that the kind of a document requires. A section is recognised by its id, its
    /// title or an alias, in any case; a heading that is nearly one is a `section-near-miss`. The built-in kinds require
    /// none: a site says which ones its own kinds have, with `required: true`.
    "S14", "missing-section", "readers look for it where the other pages of this kind have it", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let Some(kind) = site.contract(id) else { return };
    let document = &site.documents[id];
    if document.front_matter.state == crate::document::front_matter::State::Broken {
        return;
    }
    for declared in kind.sections.iter().filter(|section| section.required && section.key.is_none()) {
        let is_there = document.sections().iter().any(|section| {
            let heading = section.heading;
            declared.is_named(&heading.name, &heading.anchor) || declared.near_miss(&heading.name).is_some()
        });
        if !is_there {
            findings.push(finding(document, kind, declared));
        }
    }
}

fn finding(document: &Document, kind: &Kind, declared: &DeclaredSection) -> Finding {
    let source = &document.source;
    let title = &declared.title;
    let (at, beside) = place(document, kind, declared);
    let (span, label) = match &beside {
        Some(section) if at == section.range.start => (document.line_of(section.heading), "it belongs before this"),
        Some(section) => (document.line_of(section.heading), "it belongs behind this"),
        None => (source.line(0), "the page starts here"),
    };
    let filling = match declared.form {
        Some(Form::List) => "- …",
        Some(Form::Steps) => "1. …",
        Some(Form::Prose) | None => "…",
    };
    let end = source.line_end();
    let gap = if source.text()[..at].ends_with('\n') { end.to_owned() } else { end.repeat(2) };
    let text = if at == source.text().len() {
        format!("{gap}## {title}{end}{end}{filling}{end}")
    } else {
        format!("## {title}{end}{end}{filling}{end}{end}")
    };
    // A heading with nothing below it would be the next error, so that the author has to finish it.
    let fix = Fix::shown(format!("add `## {title}`"), vec![Edit::insert(&source.span(0..0), at, text)]);
    Finding::new(source.span(span), format!("{} has no section “{title}”", kind.name))
        .label(label)
        .help(format!("add `## {title}`, with what readers expect there"))
        .fix(fix)
}

/// Where a section belongs, and the section beside it.
fn place<'d>(document: &'d Document, kind: &Kind, declared: &DeclaredSection) -> (usize, Option<Section<'d>>) {
    let sections = document.sections();
    let of = |id: &str| {
        let other = kind.sections.iter().find(|section| section.id == id)?;
        sections.iter().find(|section| other.is_named(&section.heading.name, &section.heading.anchor)).cloned()
    };
    let behind = |section: Option<Section<'d>>| {
        (section.as_ref().map_or(document.body.end, |section| section.range.end), section)
    };
    let before = |section: Option<Section<'d>>| {
        (section.as_ref().map_or(document.body.end, |section| section.range.start), section)
    };
    let is_last = |section: &&Section<'d>| {
        let named = kind.section_named(&section.heading.name, &section.heading.anchor);
        named.is_some_and(|section| section.position == Some(Position::Last))
    };
    match &declared.position {
        Some(Position::First) => before(sections.first().cloned()),
        Some(Position::Before(id)) if of(id).is_some() => before(of(id)),
        Some(Position::After(id)) if of(id).is_some() => behind(of(id)),
        Some(Position::Last) => behind(sections.last().cloned()),
        _ => match sections.iter().find(is_last) {
            Some(last) => before(Some(last.clone())),
            None => behind(sections.last().cloned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const NAME: &str = "missing-section";
    const CONFIG: (&str, &str) = (
        "docent.yml",
        "kinds: { lab: { extends: guide, sections: [{ id: clean-up, required: true, position: last, aliases: [Aufräumen] }, { id: goal, required: true, position: first }] } }\n",
    );
    const HEAD: &str = "---\ntitle: T\nkind: lab\n---\n\n";

    #[test]
    fn required_sections_are_missed_where_they_belong() {
        let page = "## Do\n^^^^^ lab has no section “Goal”\n\ntext\n\n## Next steps\n^^^^^^^^^^^^^ lab has no section “Clean up”\n\n- x\n";
        marks_in(NAME, &format!("{HEAD}{page}"), &[CONFIG]);
        marks_in(NAME, "---\n^^^ “Clean up”\n^^^ “Goal”\ntitle: T\nkind: lab\n---\n", &[CONFIG]);
    }

    #[test]
    fn sections_are_recognised_by_id_title_and_alias() {
        marks_in(NAME, &format!("{HEAD}## GOALS\n\n## Tear it down {{#clean-up}}\n"), &[CONFIG]);
        marks_in(NAME, &format!("{HEAD}## Goal\n\n## Aufräumen\n"), &[CONFIG]);
        marks_in(NAME, "## Do\n", &[CONFIG]);
    }

    #[test]
    fn what_an_author_has_to_finish_is_only_shown() {
        let page = format!("{HEAD}## Goal\n\ntext\n");
        assert_eq!(mended_in(NAME, &page, &[CONFIG])[0], page);
    }
}
