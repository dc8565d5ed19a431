//! C04: code blocks that say something else than the file that they show.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Fix, Severity};
use crate::document::{CodeBlock, Document};
use crate::site::include::Inclusion;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Compares the code in a block that has `file=` with the part of the file that it names. White space at the end of
    /// lines and blank lines around the code do not count. A block without code is filled when the site is built.
    ///
    /// `docent check --fix` writes the file's text into the block.
    "C04", "snippet-drift", "the page shows code that is no longer what the file says", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for block in document.code_blocks.iter().filter(|block| !block.is_empty()) {
        if let Some(inclusion) = site.inclusion(id, block) {
            findings.extend(finding(document, block, &inclusion));
        }
    }
}

fn finding(document: &Document, block: &CodeBlock, inclusion: &Inclusion<'_>) -> Option<Finding> {
    let wanted = inclusion.text.as_deref().ok()?;
    let (number, shown, meant) = first_difference(block.code.text(), wanted)?;
    let path = inclusion.path.as_ref()?;
    let place = block.code.places(line_range(block.code.text(), number));
    let message = format!("the code is not what `{path}` says, from line {} of the block on", number + 1);
    let label = match (shown, meant) {
        (_, Some(meant)) => format!("the file has `{}`", meant.trim()),
        (_, None) => "the file ends before this line".to_owned(),
    };
    let finding = Finding::new(document.source.span(place), message).label(label);
    Some(match document.rewrite(block, wanted) {
        Some(edits) => finding
            .help("copy the file's text into the block")
            .fix(Fix::safe(format!("copy the text of `{path}`"), edits)),
        None => finding.help("copy the file's text into the block, or empty the block"),
    })
}

/// The first line, counted from 0, that the two texts do not share, as each of them has it.
fn first_difference<'t>(shown: &'t str, wanted: &'t str) -> Option<(usize, Option<&'t str>, Option<&'t str>)> {
    let blank = |line: &&str| line.trim().is_empty();
    let leading = shown.lines().take_while(blank).count();
    let mut shown = shown.trim_end().lines().skip(leading);
    let mut wanted = wanted.trim_end().lines();
    let mut number = leading;
    loop {
        match (shown.next(), wanted.next()) {
            (None, None) => return None,
            (Some(a), Some(b)) if a.trim_end() == b.trim_end() => number += 1,
            (a, b) => return Some((number, a, b)),
        }
    }
}

/// The bytes of a line of the code, its line ending left out; those of the last line where there is none of the number.
fn line_range(code: &str, number: usize) -> std::ops::Range<usize> {
    let mut start = 0;
    let mut last = 0..0;
    for (at, line) in code.split_inclusive('\n').enumerate() {
        last = start..start + line.trim_end().len();
        if at == number {
            break;
        }
        start += line.len();
    }
    last
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const FILE: [(&str, &str); 1] = [("code/a.py", "# region: hook\ndef hook():\n    pass\n# endregion: hook\n")];

    #[test]
    fn code_that_the_file_says_is_right() {
        for body in [
            "```python file=\"../code/a.py#hook\"\ndef hook():\n    pass\n```\n",
            "```python file=\"../code/a.py#hook\"\ndef hook():  \n    pass\n\n```\n",
            "> ```python file=\"/code/a.py#hook\"\n> def hook():\n>     pass\n> ```\n",
            "```python file=\"../code/a.py#hook\"\n```\n",
        ] {
            marks_in("snippet-drift", body, &FILE);
        }
    }

    #[test]
    fn code_that_the_file_does_not_say_is_refreshed() {
        let page = |code: &str| format!("> ```python file=\"../code/a.py#hook\"\n> def hook():\n{code}> ```\n");
        let message = "the code is not what `code/a.py` says, from line 2 of the block on";
        marks_in("snippet-drift", &page(&format!(">     return\n  ^^^^^^^^^^ {message}\n")), &FILE);
        marks_in("snippet-drift", &page(&format!(">     pass\n> more\n  ^^^^ {}\n", message.replace('2', "3"))), &FILE);
        assert_eq!(mended_in("snippet-drift", &page(">     return\n"), &FILE)[0], page(">     pass\n"));
    }
}
