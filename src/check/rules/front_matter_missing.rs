//! F02: documents without front matter, where their kind needs some.

use crate::check::edit;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::Document;
use crate::document::front_matter::State;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires front matter where the kind of the document requires any key: a tutorial without it has no contract.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// # Load an extension
    ///
    /// Install it first.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// ---
    ///
    /// Install it first.
    /// ~~~~
    "F02", "front-matter-missing", "a document without front matter has no title and no contract",
    Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let kind = site.kind(id);
    let required = site.config.kind(kind).map(|kind| kind.required.as_slice()).unwrap_or_default();
    if document.front_matter.state != State::Absent || required.is_empty() {
        return;
    }
    let first_line = document.source.line(0);
    let keys = required.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    let finding = Finding::new(document.source.span(first_line), format!("{kind} has no front matter"))
        .label("front matter starts on the first line")
        .help(format!("start the file with `---`, the keys {keys}, and `---`"));
    findings.push(match front_matter(document, required) {
        Some(fix) => finding.fix(fix),
        None => finding,
    });
}

/// Front matter with what the body tells. It is put in only where that is all that the kind requires: else the author
/// would have the next error in place of this one.
fn front_matter(document: &Document, required: &[String]) -> Option<Fix> {
    let value = |key: &str| match key {
        "title" => edit::title(document).map(str::to_owned),
        "description" => edit::description(document),
        _ => None,
    };
    let known = required.iter().filter_map(|key| Some((key, value(key)?)));
    let lines: String =
        known.map(|(key, value)| format!("{}\n", edit::written(key, &edit::Value::Text(value)))).collect();
    if lines.is_empty() {
        return None;
    }
    let complete = required.iter().all(|key| value(key).is_some());
    let text = format!("---\n{lines}---\n\n").replace('\n', document.source.line_end());
    let edits = vec![Edit::insert(&document.source.span(0..0), 0, text)];
    let title = "put front matter in, with what the body says";
    let only_title = required.iter().all(|key| key == "title");
    Some(match (complete, only_title) {
        (true, true) => Fix::safe(title, edits),
        (true, false) => Fix::risky(title, edits),
        (false, _) => Fix::shown(title, edits),
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const PAGES: (&str, &str) = ("docent.yml", "kinds: { page: { paths: ['*'] } }\n");

    #[test]
    fn a_heading_gives_the_title() {
        marks_in(
            "front-matter-missing",
            "# Load: an extension\n^^^^^^^^^^^^^^^^^^^^ page has no front matter\n",
            &[PAGES],
        );
        let mended = "---\r\ntitle: \"Load: an extension\"\r\n---\r\n\r\n# Load: an extension\r\n";
        assert_eq!(mended_in("front-matter-missing", "# Load: an extension\r\n", &[PAGES])[0], mended);
    }

    #[test]
    fn what_the_body_does_not_tell_is_left_to_the_author() {
        let page = "# Load an extension\n\nText.\n";
        assert_eq!(mended_in("front-matter-missing", page, &[])[0], page);
    }
}
