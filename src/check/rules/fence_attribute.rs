//! C12: attributes of code fences.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::CodeBlock;
use crate::document::mark;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports attributes on a code fence that Docent does not know, when the fence also has one that it knows, or when
    /// the unknown one is nearly spelt like one. The info strings of other tools are left alone. Values that say nothing
    /// are reported too, such as a `mark` of lines that the code does not have.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```python fiel="setup.py"
    /// import torch
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```python title="setup.py"
    /// import torch
    /// ```
    /// ~~~~
    "C12", "fence-attribute", "a misspelt attribute does nothing, and nobody is told", Some(Severity::Error), Check::Document(check),
}

/// The parser finds unknown attributes; how many lines the code has is known when the files are that it comes from.
fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for block in document.code_blocks.iter().filter(|block| block.has("mark")) {
        // What is wrong with a file that is not there is told of the file.
        let Ok(code) = site.code(id, block) else { continue };
        let Some(message) = fault(block, code.lines().count()) else { continue };
        let place = block.attribute("mark").map(|attribute| attribute.range.clone()).unwrap_or_default();
        let help = "write lines and ranges of lines of the code, counted from 1: `mark=\"3,5-7\"`";
        findings.push(Finding::new(document.source.span(place), message).help(help));
    }
}

/// What is first wrong with the lines that a block of so many lines marks.
fn fault(block: &CodeBlock, count: usize) -> Option<String> {
    let has = match count {
        1 => "the code has one line".to_owned(),
        count => format!("the code has {count} lines"),
    };
    let fault = |part: mark::Part<'_>| match part.lines {
        None => Some(format!("`{}` in `mark` is no line and no range of lines", part.written)),
        Some(lines) if *lines.end() > count => Some(format!("`mark` names line {}, and {has}", lines.end())),
        Some(_) => None,
    };
    let value = block.value("mark").unwrap_or_default();
    if mark::parts(value).next().is_none() {
        return Some("`mark` names no lines".to_owned());
    }
    mark::parts(value).find_map(fault)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, messages_in};

    #[test]
    fn marks_of_lines_that_are_not_there_are_found() {
        marks("fence-attribute", "```python mark=9\n          ^^^^^^ line 9, and the code has one line\nx\n```\n");
        marks("fence-attribute", "```python mark=\"1,2-3\"\n          ^^^^^^^^^^^^ line 3, and the code has 2 lines\nx\ny\n```\n");
        for (value, message) in [
            ("mark", "names no lines"),
            ("mark=x", "`x` in `mark` is no line"),
            ("mark=3-2", "no range of lines"),
            ("mark={1}", "`{1}` in `mark` is no line"),
        ] {
            let found = messages_in("fence-attribute", &format!("```text {value}\nx\ny\nz\n```\n"), &[]);
            assert!(found.len() == 1 && found[0].contains(message), "{value}: {found:?}");
        }
    }

    #[test]
    fn lines_of_a_file_are_counted() {
        let files = [("code/a.py", "1\n2\n3\n")];
        let page = |mark: &str| format!("```python file=\"/code/a.py\" mark={mark}\n```\n");
        assert_eq!(messages_in("fence-attribute", &page("1-3"), &files), [""; 0]);
        assert_eq!(messages_in("fence-attribute", &page("4"), &files).len(), 1);
        assert_eq!(messages_in("fence-attribute", "```python file=\"/code/b.py\" mark=4\n```\n", &files), [""; 0]);
    }
}
