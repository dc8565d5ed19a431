//! S01: what the reader will be able to do.

use super::missing_key::missing;
use super::objectives_form::first_word;
use crate::check::edit::{self, Value, is_linked, take_out};
use crate::check::rule::{Check, declare_rule};
use crate::check::words;
use crate::diagnostic::{Finding, Fix, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires `what_you_will_learn` in the front matter of a tutorial, with at least one item.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// prerequisites: none
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// what_you_will_learn:
    ///   - Declare an entry point
    /// prerequisites: none
    /// ---
    /// ~~~~
    "S01", "missing-what-you-will-learn", "a tutorial says what its reader will be able to do",
    Some(Severity::Error), Check::Document(check),
}

const KEY: &str = "what_you_will_learn";

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let Some(kind) = site.contract(id).filter(|kind| kind.requires(KEY)) else { return };
    let document = &site.documents[id];
    let Some(finding) = missing(document, &kind.name, KEY) else { return };
    let finding =
        finding.help("add `what_you_will_learn:` with 1 to 8 items, each something that the reader will be able to do");
    findings.push(match from_body(site, id, KEY).or_else(|| from_steps(site, id)) {
        Some(fix) => finding.fix(fix),
        None => finding,
    });
}

/// The list of a section of the body, moved into the front matter.
pub(super) fn from_body(site: &Site, id: DocumentId, key: &str) -> Option<Fix> {
    let document = &site.documents[id];
    let declared = site.contract(id)?.sections.iter().find(|section| section.key.as_deref() == Some(key))?;
    let list = edit::body_list(document, declared)?;
    if is_linked(site, id, &list.section.range) || list.items.len() > most(key) {
        return None;
    }
    let title = format!("move the list below “{}” into the front matter", list.section.heading.text);
    let edits = vec![edit::put_key(document, key, &Value::List(list.items))?, take_out(document, &list.section)];
    Some(if list.alone { Fix::safe(title, edits) } else { Fix::risky(title, edits) })
}

/// Most items of a list of the contract.
pub(super) fn most(key: &str) -> usize {
    if key == KEY { 8 } else { 20 }
}

/// What readers do below the headings that begin with a verb is what they will be able to do.
fn from_steps(site: &Site, id: DocumentId) -> Option<Fix> {
    let words = words::of(&site.config.language)?;
    let document = &site.documents[id];
    let is_step =
        |text: &str| text.split_whitespace().count() > 1 && words.observable.contains(&first_word(text).as_str());
    let sections = document.sections();
    let steps: Vec<_> =
        sections.iter().map(|section| section.heading.text.clone()).filter(|text| is_step(text)).collect();
    let edit = (2..=6).contains(&steps.len()).then(|| edit::put_key(document, KEY, &Value::List(steps)))??;
    Some(Fix::risky("take the headings of the steps", vec![edit]))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    const NAME: &str = "missing-what-you-will-learn";

    #[test]
    fn tutorials_say_what_they_teach() {
        marks(NAME, "---\n^^^ tutorial has no `what_you_will_learn`\ntitle: T\n---\n");
        marks(NAME, "---\ntitle: T\nwhat_you_will_learn: ['', ~]\n^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is empty\n---\n");
        marks(NAME, "---\ntitle: T\nkind: guide\n---\n");
    }

    #[test]
    fn a_list_in_the_body_is_moved() {
        let page = "---\ntitle: T\nprerequisites: none\n---\n\nIntro.\n\n## Objectives\n\n- Write: a hook\n- Declare it\n  in `setup.py`\n\n## Go\n";
        let moved = "---\ntitle: T\nwhat_you_will_learn:\n  - \"Write: a hook\"\n  - Declare it in `setup.py`\nprerequisites: none\n---\n\nIntro.\n\n## Go\n";
        assert_eq!(mended(NAME, page), moved);
    }

    #[test]
    fn the_steps_say_what_is_learned() {
        let page = "---\ntitle: T\n---\n\n## Write the hook\n\n## Install it\n\n## How it works\n";
        let mended_page = "---\ntitle: T\nwhat_you_will_learn:\n  - Write the hook\n  - Install it\n---\n\n## Write the hook\n\n## Install it\n\n## How it works\n";
        assert_eq!(mended(NAME, page), mended_page);
    }

    #[test]
    fn a_list_with_more_in_it_stays() {
        for body in [
            "## Objectives\n\n- a\n  - b\n",
            "## Objectives\n\nMuch text.\n\n- a\n",
            "## Objectives\n\n- see [a][b]\n\n[b]: x\n",
            "[up](#objectives)\n\n## Objectives\n\n- a\n",
        ] {
            let page = format!("---\ntitle: T\n---\n\n{body}");
            assert_eq!(mended(NAME, &page), page);
        }
    }
}
