//! E01: notes that an author left to themselves.

use std::ops::Range;
use std::sync::LazyLock;

use crate::check::phrases::Phrases;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::{CodeBlock, Document, prose};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports `TODO:`, `FIXME` and `TBD` in prose, and gives advice on them in comments of code that readers see. A to-do
    /// list, the name of a file, inline code and pages whose name says that they are a template are left alone. In a draft
    /// it is a warning.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ## Install
    ///
    /// **TODO**: say how to install it on Windows.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ## Write a TODO app
    ///
    /// The app keeps its TODO list in `TODO.md`.
    /// ~~~~
    "E01", "todo-left", "the reader meets a note that was not meant for them", Some(Severity::Error), Check::Document(check),
}

const MARKS: [&str; 3] = ["TODO", "FIXME", "TBD"];
/// What the word is part of, rather than a note: a TODO list.
const NAMED: [&str; 10] =
    ["list", "lists", "item", "items", "app", "apps", "application", "comment", "comments", "tag"];
/// Code that is no code of the author's.
const NO_CODE: [&str; 5] = ["output", "text", "console", "markdown", "log"];
/// What opens a comment in some language.
const COMMENTS: [&str; 8] = ["#", "//", "/*", "*", "--", ";", "<!--", "%"];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    // A page that others copy is full of what they have to fill in.
    if document.path().stem().contains("template") {
        return;
    }
    for (word, place) in words(document.prose.text()) {
        let Some((passage, note)) = document.prose.locate(&place) else { continue };
        if is_note(passage.text(), word, &note) {
            findings.push(finding(document, passage.places(note)));
        }
    }
    // In code a note can be for the reader, who is to write what it asks for.
    for block in document.code_blocks.iter().filter(|block| is_code(block)) {
        let notes = comments(block.code.text());
        findings.extend(notes.map(|note| finding(document, block.code.places(note)).at_most(Severity::Advice)));
    }
}

fn finding(document: &Document, place: Range<usize>) -> Finding {
    let word = &document.source.text()[place.clone()];
    let finding = Finding::new(document.source.span(place.clone()), format!("`{word}` is left in the text"))
        .help("write what is missing, or take the note out; a comment `<!-- … -->` is not shown to readers");
    if document.front_matter.draft { finding.at_most(Severity::Warning) } else { finding }
}

/// Whether a word is a note in a paragraph.
fn is_note(text: &str, word: &str, place: &Range<usize>) -> bool {
    let (before, after) = (text[..place.start].trim_end(), &text[place.end..]);
    let alone = before.is_empty() && after.trim_matches(['.', '!', '…', ' ']).is_empty();
    let bracketed = before.ends_with(['[', '(']) && after.starts_with([']', ')', ' ', ':']);
    let opens = before.is_empty() || before.ends_with(['.', ':', '!', '?']);
    let next = after.trim_start().split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    let names = NAMED.contains(&next.to_lowercase().as_str());
    match word {
        "TBD" => !after.starts_with('.') || after[1..].trim().is_empty() || after[1..].starts_with(' '),
        _ => {
            alone
                || after.starts_with(':')
                || after.starts_with('(')
                || bracketed
                || (opens && !names && starts_lower(after))
        }
    }
}

fn starts_lower(after: &str) -> bool {
    after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase))
}

fn is_code(block: &CodeBlock) -> bool {
    !block.language().is_some_and(|language| NO_CODE.contains(&language))
}

/// The notes in comments of code.
fn comments(code: &str) -> impl Iterator<Item = Range<usize>> {
    let notes = words(code).filter(|(word, place)| {
        let line = code[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let before = code[line..place.start].trim_end();
        let after = &code[place.end..];
        *word != "TBD"
            && COMMENTS.iter().any(|open| before.ends_with(open))
            && after.starts_with([':', '(', ' ', '\n', '\r'])
    });
    notes.map(|(_, place)| place)
}

fn words(text: &str) -> impl Iterator<Item = (&'static str, Range<usize>)> {
    static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(&MARKS));
    let whole = PHRASES.find(text).filter(|(_, place)| prose::is_whole(text, place));
    whole.map(|(mark, place)| (MARKS[mark], place))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, severities};
    use crate::diagnostic::Severity;

    #[test]
    fn notes_are_found() {
        marks("todo-left", "Intro.\n\nTODO: write this.\n^^^^ `TODO` is left in the text\n");
        marks("todo-left", "| a | b |\n|---|---|\n| 1 | TBD |\n      ^^^\n");
        marks("todo-left", "- one (FIXME later)\n       ^^^^^\n- TODO add the second\n  ^^^^\n");
        marks("todo-left", "```python\nx = 1  # TODO: explain\n         ^^^^\n```\n");
        marks("todo-left", "> Text **TODO(ann)** more\n         ^^^^\n");
    }

    #[test]
    fn what_only_looks_like_a_note_is_left_alone() {
        marks("todo-left", "Write a TODO list in `TODO:` or TODO.md, as in [TODO-MVC](https://example.org/TODO).\n");
        marks("todo-left", "TODO lists are useful. TODO app\n\n<!-- TODO: for me -->\n");
        marks("todo-left", "```output\n# TODO: printed by the tool\n```\n\n```python\nprint(\"TODO\")\n```\n");
        marks("todo-left", "The TODO.\n");
    }

    #[test]
    fn a_draft_may_hold_notes() {
        let page = |draft: &str| format!("---\ntitle: T\nkind: page\n{draft}---\n\nTBD\n");
        assert_eq!(severities("todo-left", &page("draft: true\n"), &[]), [Severity::Warning]);
        assert_eq!(severities("todo-left", &page(""), &[]), [Severity::Error]);
    }
}
