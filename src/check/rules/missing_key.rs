//! F04: keys that the kind of a document requires.

use crate::check::edit;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Fix, Severity};
use crate::document::Document;
use crate::document::front_matter::State;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires the keys that the kind of a document requires. A key whose value is null, `~`, blank or an empty list
    /// counts as missing. `what_you_will_learn` and `prerequisites` have rules of their own.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description:
    /// kind: guide
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: guide
    /// ---
    /// ~~~~
    "F04", "missing-key", "readers, search and cards need what the kind requires", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let required = site.contract(id).map(|kind| kind.required.as_slice()).unwrap_or_default();
    let document = &site.documents[id];
    for key in required.iter().filter(|key| !matches!(key.as_str(), "what_you_will_learn" | "prerequisites")) {
        if let Some(finding) = missing(document, site.kind(id), key) {
            let finding = finding.help(format!("add `{key}: …`"));
            findings.push(match fix(document, key) {
                Some(fix) => finding.fix(fix),
                None => finding,
            });
        }
    }
}

/// What the body tells: its own title, or the first sentence for a description. Nothing else can be told, and a value
/// that nobody chose would be worse than none.
fn fix(document: &Document, key: &str) -> Option<Fix> {
    let put = |text: String| edit::put_key(document, key, &edit::Value::Text(text)).map(|edit| vec![edit]);
    match key {
        "title" => match edit::title(document) {
            Some(title) => Some(Fix::safe("take the title from the first heading", put(title.to_owned())?)),
            None => Some(Fix::risky("take the title from the name of the file", put(in_words(document))?)),
        },
        "description" => Some(Fix::risky("take the first sentence of the page", put(edit::description(document)?)?)),
        _ => None,
    }
}

/// The name of the file in words; of an index, that of its folder.
fn in_words(document: &Document) -> String {
    let path = document.path();
    let name = if path.stem() == "index" { path.folder().rsplit('/').next().unwrap_or_default() } else { path.stem() };
    let words = name.replace(['-', '_'], " ");
    let mut signs = words.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// The finding for a required key that is absent or says nothing; `None` where it is there, or where the front matter
/// could not be read and another rule says so.
pub(crate) fn missing(document: &Document, kind: &str, key: &str) -> Option<Finding> {
    let front_matter = &document.front_matter;
    if front_matter.state != State::Read || front_matter.says(key) {
        return None;
    }
    let source = &document.source;
    Some(match front_matter.key(key) {
        Some(blank) => {
            let end = blank.value.end.max(blank.range.end + 1).min(source.text().len());
            Finding::new(source.span(blank.range.start..end), format!("`{key}` of this {kind} is empty"))
                .label("it says nothing")
        }
        None => Finding::new(source.span(source.line(0)), format!("{kind} has no `{key}`"))
            .label("the front matter starts here"),
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in, mended, mended_in};

    #[test]
    fn required_keys_are_missed() {
        marks(
            "missing-key",
            "---\n^^^ guide has no `title`\nkind: guide\ndescription: ~\n^^^^^^^^^^^^^^ `description` of this guide is empty\n---\n",
        );
        marks("missing-key", "---\ntitle: T\nkind: page\n---\n");
    }

    #[test]
    fn keys_that_a_kind_adds_can_be_required() {
        let config = ("docent.yml", "kinds: { lab: { keys: { gpus: { type: integer, required: true } } } }\n");
        marks_in("missing-key", "---\n^^^ lab has no `gpus`\ntitle: T\nkind: lab\n---\n", &[config]);
        marks_in("missing-key", "---\ntitle: T\nkind: lab\ngpus: 2\n---\n", &[config]);
        marks_in(
            "wrong-type",
            "---\ntitle: T\nkind: lab\ngpus: two\n      ^^^ `gpus` is a whole number\n---\n",
            &[config],
        );
        marks_in("unknown-key", "---\ntitle: T\nkind: lab\ngpu: 2\n^^^ unknown key `gpu`\n---\n", &[config]);
        marks_in("unknown-key", "---\ntitle: T\nkind: page\ngpus: 2\n^^^^ unknown key `gpus`\n---\n", &[config]);
    }

    #[test]
    fn the_body_tells_title_and_description() {
        let sentence = "Torch loads your extension by itself once it declares an entry point.";
        let page = format!("---\nkind: guide\ndescription:\n---\n\n# Load it\n\n{sentence} More.\n");
        let mended_page = format!(
            "---\ntitle: Load it\nkind: guide\ndescription: {sentence}\n---\n\n# Load it\n\n{sentence} More.\n"
        );
        assert_eq!(mended("missing-key", &page), mended_page);
        let page = "---\nkind: index\nweight: 1\n---\n";
        assert_eq!(mended_in("missing-key", page, &[])[0], "---\ntitle: Example\nkind: index\nweight: 1\n---\n");
    }
}
