//! S15: sections of the body that repeat what the front matter holds.

use super::missing_what_you_will_learn::most;
use crate::check::edit::{self, BodyList, is_linked, take_out};
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::Document;
use crate::site::{DocumentId, Site};
use crate::yaml;

declare_rule! {
    /// ## What it does
    /// Reports a section such as "What you will learn" or "Before you begin" where the front matter holds that list: the
    /// page shows it already. Where the front matter lacks it, `missing-prerequisites` says so.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: guide
    /// prerequisites:
    ///   - PyTorch 2.5 or newer
    /// ---
    ///
    /// ## Prerequisites
    ///
    /// - PyTorch 2.5 or newer
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: guide
    /// prerequisites:
    ///   - PyTorch 2.5 or newer
    /// ---
    ///
    /// Install the extension first.
    /// ~~~~
    "S15", "contract-in-body", "the page shows the list twice, and the two drift apart", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(kind) = site.contract(id) else { return };
    for section in document.sections() {
        let named = kind.section_named(&section.heading.name, &section.heading.anchor);
        let Some((declared, key)) = named.and_then(|declared| Some((declared, declared.key.as_deref()?))) else {
            continue;
        };
        let Some(written) = document.front_matter.key(key).filter(|written| !written.blank) else { continue };
        let source = &document.source;
        let finding = Finding::new(
            source.span(document.line_of(section.heading)),
            format!("“{}” repeats `{key}` of the front matter", section.heading.text),
        )
        .other(source.span(written.range.clone()), "the page shows this list above its text")
        .help(format!("keep the list in `{key}`, and take the section out"));
        let list = edit::body_list(document, declared).filter(|list| list.section.range == section.range);
        let fix = list.filter(|_| !is_linked(site, id, &section.range)).and_then(|list| merged(document, key, &list));
        findings.push(match fix {
            Some(fix) => finding.fix(fix),
            None => finding,
        });
    }
}

/// Takes the section out; what its list has and the front matter has not is added there.
fn merged(document: &Document, key: &str, list: &BodyList<'_>) -> Option<Fix> {
    let front_matter = &document.front_matter;
    let held = if key == "prerequisites" { &front_matter.prerequisites } else { &front_matter.what_you_will_learn };
    let is_held = |item: &str| held.iter().any(|held| same(&held.value, item));
    let new: Vec<_> = list.items.iter().filter(|item| !is_held(item)).collect();
    let out = take_out(document, &list.section);
    if new.is_empty() {
        let title = "take the section out";
        return Some(if list.alone { Fix::safe(title, vec![out]) } else { Fix::risky(title, vec![out]) });
    }
    let last = held.last()?;
    let text = document.source.text();
    let line = text[..last.range.start].rfind('\n')? + 1;
    let lead = &text[line..last.range.start];
    // A list in brackets has no line to add to.
    if lead.trim() != "-" || held.len() + new.len() > most(key) {
        return None;
    }
    let end = last.range.end + text[last.range.end..].find('\n').unwrap_or_default();
    let end = end - usize::from(text[..end].ends_with('\r'));
    let added: String =
        new.iter().map(|item| format!("{}{lead}{}", document.source.line_end(), yaml::quoted(item))).collect();
    Some(Fix::risky(
        format!("move what is new into `{key}`"),
        vec![Edit::insert(&document.source.span(0..0), end, added), out],
    ))
}

fn same(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim_end_matches(['.', ';', ',']).to_lowercase();
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    const NAME: &str = "contract-in-body";
    const HEAD: &str =
        "---\ntitle: T\nwhat_you_will_learn:\n  - Run one command\nprerequisites:\n  - A terminal\n---\n\n";

    #[test]
    fn repeated_sections_are_found() {
        marks(
            NAME,
            &format!(
                "{HEAD}## What you'll learn\n^^^^^^^^^^^^^^^^^^^^ repeats `what_you_will_learn`\n\n- x\n\n## prerequisites\n^^^^^^^^^^^^^^^^ repeats `prerequisites`\n\n- A terminal\n"
            ),
        );
    }

    #[test]
    fn an_equal_list_is_taken_out_and_a_new_item_moved() {
        let page = format!(
            "{HEAD}Intro.\n\n## Objectives\n\n- run one command.\n\n## Before you begin\n\n- A terminal\n- \"Quotes\": yes\n\n## Go\n"
        );
        let merged = "---\ntitle: T\nwhat_you_will_learn:\n  - Run one command\nprerequisites:\n  - A terminal\n  - \"\\\"Quotes\\\": yes\"\n---\n\nIntro.\n\n## Go\n";
        assert_eq!(mended(NAME, &page), merged);
    }

    #[test]
    fn other_sections_and_other_kinds_are_left_alone() {
        marks(NAME, &format!("{HEAD}## Steps\n\n### Prerequisites\n\n- A terminal\n"));
        marks(NAME, "---\ntitle: T\nkind: guide\n---\n\n## Prerequisites\n\n- A terminal\n");
        let prose = format!("{HEAD}## Prerequisites\n\nRead this first.\n");
        assert_eq!(mended(NAME, &prose), prose);
    }
}
