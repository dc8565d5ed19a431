//! E02: lines of the scaffold that nobody replaced.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::config::PLACEHOLDERS;
use crate::diagnostic::{Finding, Severity};
use crate::document::Document;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports text that is word for word what `docent new` wrote for the author to replace, and in the lists of the
    /// contract what other templates leave behind, such as `Item 1` and `{audience}`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Say in one sentence of 50 to 160 characters what this page is for.
    /// kind: page
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// ---
    /// ~~~~
    "E02", "placeholder-left", "the reader meets a line that its author was to replace", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let mut places: Vec<Range<usize>> = Vec::new();
    for passage in document.prose.passages() {
        let text = passage.text().trim();
        if PLACEHOLDERS.contains(&text) || (is_filling(text) && is_in_contract(document, site, id, passage.start())) {
            places.push(passage.places(0..passage.text().trim_end().len()));
        }
    }
    let codes = document.code_blocks.iter().filter(|block| PLACEHOLDERS.contains(&block.code.text().trim()));
    places.extend(codes.map(|block| block.code.places(0..block.code.text().trim_end().len())));
    let values = document.front_matter.other_keys.iter().map(|entry| &entry.value);
    places.extend(
        values
            .filter(|value| value.text().is_some_and(|text| PLACEHOLDERS.contains(&text)))
            .map(|value| value.range.clone()),
    );
    findings.extend(places.into_iter().map(|place| {
        Finding::new(document.source.span(place), "a line of the scaffold is left in the text")
            .help("say here what your page is about, or take the line out")
    }));
}

/// What templates of tutorials fill their lists with.
fn is_filling(text: &str) -> bool {
    let numbered = text.strip_prefix("Item ").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let in_braces =
        text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).is_some_and(|name| !name.contains(['{', '}']));
    numbered || in_braces || text.ends_with("???") || text.starts_with("Lorem ipsum")
}

/// Whether a place is in the front matter, or in a section of the body that says what the front matter should.
fn is_in_contract(document: &Document, site: &Site, id: DocumentId, at: usize) -> bool {
    let in_section = || {
        let Some(kind) = site.contract(id) else { return false };
        document.sections().iter().any(|section| {
            section.range.contains(&at)
                && kind
                    .section_named(&section.heading.name, &section.heading.anchor)
                    .is_some_and(|declared| declared.key.is_some())
        })
    };
    at < document.body.start || in_section()
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::check::tests::{marks, severities, site};
    use crate::config::{built_in_kinds, scaffold};

    #[test]
    fn fillings_are_found_in_the_contract_only() {
        marks(
            "placeholder-left",
            "---\ntitle: T\nkind: tutorial\nwhat_you_will_learn:\n  - Item 1\n    ^^^^^^\n  - '{audience}'\n     ^^^^^^^^^^\nprerequisites:\n  - GPU ???\n    ^^^^^^^\n---\n\n- Item 1\n\nRun `{name}` with {name}.\n",
        );
    }

    #[test]
    fn every_line_of_a_scaffold_is_found() {
        for kind in built_in_kinds() {
            let page = scaffold(&kind, "Load an extension", true);
            let to_replace = crate::config::PLACEHOLDERS.iter().filter(|line| page.contains(**line)).count();
            assert_eq!(severities("placeholder-left", &page, &[]).len(), to_replace, "{page}");
        }
    }

    #[test]
    fn a_scaffold_keeps_the_contract_in_all_but_what_it_says() {
        let config = "kinds: { lab: { extends: tutorial, required: [duration, level], keys: { gpus: { type: integer, min: 2, required: true } }, \
                      sections: [{ id: goal, required: true, position: first, shape: list }, { id: clean-up, required: true, shape: steps }] } }\n";
        let lab = site(&[("docent.yml", config)]).config.kind("lab").cloned();
        for kind in built_in_kinds().into_iter().chain(lab) {
            let page = scaffold(&kind, "Load: an extension", true);
            let found = check(&site(&[("docent.yml", config), ("content/example.md", &page)]));
            let others: Vec<_> =
                found.iter().filter(|found| found.name != "placeholder-left").map(|found| found.code).collect();
            assert_eq!(others, [""; 0], "{page}");
        }
    }
}
