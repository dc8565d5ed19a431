//! E08: quotes that were meant as alerts.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity, nearest};
use crate::document::{Block, BlockKind, Document, Passage};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports quotes that begin as an alert does and are none, because their kind is not one of `NOTE`, `TIP`,
    /// `IMPORTANT`, `WARNING` and `CAUTION`, or because text follows on the line, where no title can stand. So it does
    /// with the notes of other tools, `:::note` and `!!! note`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// > [!WARN]
    /// > This deletes the folder.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// > [!WARNING]
    /// > This deletes the folder.
    /// ~~~~
    "E08", "alert-broken", "readers are shown the marks in place of a note", Some(Severity::Error), Check::Document(check),
}

const KINDS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// What other tools call the same, and what would come nearest.
const OTHER_KINDS: [(&str, &str); 5] =
    [("INFO", "NOTE"), ("HINT", "TIP"), ("ATTENTION", "WARNING"), ("DANGER", "CAUTION"), ("ERROR", "CAUTION")];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let quotes = document.blocks.iter().filter(|block| block.kind == BlockKind::Quote);
    findings.extend(quotes.filter_map(|block| quote(document, block)));
    findings.extend(document.prose.passages().filter_map(|passage| of_other_tools(document, passage)));
}

/// A quote whose first line is nearly that of an alert.
fn quote(document: &Document, block: &Block) -> Option<Finding> {
    let source = &document.source;
    let line = block.range.start..source.line_around(block.range.start).end;
    let text = &source.text()[line.clone()];
    let written = text.strip_prefix('>')?.trim_start();
    let (kind, behind) = written.strip_prefix("[!")?.split_once(']')?;
    let at = line.end - written.len();
    let word = source.span(at + 2..at + 2 + kind.len());
    let marker = source.span(at..at + kind.len() + 3);
    if kind.is_empty() || !kind.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_')) {
        return None;
    }
    if !KINDS.contains(&kind.to_uppercase().as_str()) {
        let finding = Finding::new(marker, format!("there is no kind of alert `{kind}`"));
        return Some(match meant(kind) {
            Some(kind) => finding
                .help(format!("did you mean `[!{kind}]`?"))
                .fix(Fix::risky(format!("write `[!{kind}]`"), vec![Edit::replace(word, kind)])),
            None => finding.help(format!("the kinds are {}", KINDS.map(|kind| format!("`{kind}`")).join(", "))),
        });
    }
    (!behind.trim().is_empty()).then(|| with_title(document, line.end - behind.len()..line.end))
}

/// What follows the kind on its line, which forges and Docent take for no alert then.
fn with_title(document: &Document, behind: Range<usize>) -> Finding {
    let source = &document.source;
    let line = source.line_around(behind.start);
    let text = &source.text()[behind.clone()];
    let title = behind.start + text.len() - text.trim_start().len()..behind.start + text.trim_end().len();
    let before = &source.text()[line.start..behind.start];
    let prefix = before.rsplit_once("[!").map_or("", |(prefix, _)| prefix);
    // The marker of a list item stands on its first line alone.
    let prefix = prefix.replace(|sign: char| !sign.is_whitespace() && sign != '>', " ");
    let moved = format!("{}{prefix}{}", source.line_end(), &source.text()[title.clone()]);
    Finding::new(source.span(title), "an alert has no title of its own")
        .help("begin the text on the next line")
        .fix(Fix::risky("move the text to the next line", vec![Edit::replace(source.span(behind), moved)]))
}

/// `:::note` and `!!! note`, which are text here.
fn of_other_tools(document: &Document, passage: Passage<'_>) -> Option<Finding> {
    let source = &document.source;
    let start = passage.start();
    let behind = &source.text()[start..];
    let sign = [":::", "!!!", "???"].into_iter().find(|sign| behind.starts_with(sign))?;
    let line = start..source.line_around(start).end;
    let text = &source.text()[line.clone()];
    let word = text[sign.len()..].trim_start_matches([':', '+', ' ']);
    let word = word.split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or_default();
    let kind = meant(word)?;
    let finding = Finding::new(source.span(line), format!("`{sign}` begins no note"));
    Some(finding.help(format!("write `> [!{kind}]`, and `> ` before each line of the note")))
}

/// The kind that a word stands for.
fn meant(word: &str) -> Option<&'static str> {
    let word = word.to_uppercase();
    let other = || OTHER_KINDS.iter().find(|(other, _)| *other == word).map(|(_, kind)| *kind);
    let begun = || KINDS.into_iter().find(|kind| word.len() > 2 && kind.starts_with(&word));
    KINDS.into_iter().find(|kind| *kind == word).or_else(other).or_else(begun).or_else(|| nearest(&word, KINDS))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended, messages_in};

    #[test]
    fn quotes_that_are_nearly_alerts_are_found() {
        marks("alert-broken", "> [!WARN]\n  ^^^^^^^ there is no kind of alert `WARN`\n> a\n");
        marks("alert-broken", "- > [!NOTE] Read this\n            ^^^^^^^^^ an alert has no title of its own\n  > a\n");
        marks("alert-broken", ":::tip Title\n^^^^^^^^^^^^ `:::` begins no note\na\n:::\n");
        marks("alert-broken", "!!! warning \"Title\"\n^^^^^^^^^^^^^^^^^^^ `!!!` begins no note\n\n    a\n");
    }

    #[test]
    fn alerts_and_other_quotes_are_left_alone() {
        for body in ["> [!note]\n> a\n", "> [!TIP]  \n> a\n", "> a\n> [!WARN]\n", "> [!a b]\n", "> [!](b)\n", "::: box\n", "!!! \n"] {
            assert_eq!(messages_in("alert-broken", body, &[]), [""; 0], "{body}");
        }
    }

    #[test]
    fn kinds_are_mended() {
        for (kind, mended_kind) in
            [("WARN", "WARNING"), ("NOTES", "NOTE"), ("Importent", "IMPORTANT"), ("info", "NOTE"), ("example", "example")]
        {
            assert_eq!(mended("alert-broken", &format!("> [!{kind}]\n> a\n")), format!("> [!{mended_kind}]\n> a\n"));
        }
        assert_eq!(mended("alert-broken", "- > [!NOTE] b\n  > a\n"), "- > [!NOTE]\n  > b\n  > a\n");
    }
}
