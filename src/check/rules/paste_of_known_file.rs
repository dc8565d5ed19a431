//! C09: code that is a copy of a file beside the documents.

use std::collections::HashMap;

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{CodeBlock, Document};
use crate::site::Site;
use crate::source::Source;

use super::link_missing::relative;

declare_rule! {
    /// ## What it does
    /// Reports a code block of 12 lines or more that is a part of a file below `content`, line for line, and gives advice
    /// on one that nearly is. With `file="path#L10-L20"` on the fence, `docent check` says when the two drift apart.
    "C09", "paste-of-known-file", "the copy stays as it is when the file changes", Some(Severity::Warning), Check::Site(check),
}

/// Lines in ten that have to be in the file.
const ALIKE: usize = 9;

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let files = &site.facts.code;
    if files.is_empty() {
        return;
    }
    let mut holders: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, file) in files.iter().enumerate() {
        for line in lines(file.text()) {
            let holders = holders.entry(line).or_default();
            if holders.last() != Some(&number) {
                holders.push(number);
            }
        }
    }
    for document in &site.documents {
        for block in document.code_blocks.iter().filter(|block| block.may_be_copy()) {
            if let Some(file) = original(block, &holders, files.len()).and_then(|number| files.get(number)) {
                findings.push(finding(document, block, file));
            }
        }
    }
}

/// The lines that can be told apart from others.
fn lines(code: &str) -> impl Iterator<Item = &str> {
    code.lines().map(str::trim).filter(|line| line.len() > 3)
}

/// The file that holds nearly all lines of a block.
fn original(block: &CodeBlock, holders: &HashMap<&str, Vec<usize>>, files: usize) -> Option<usize> {
    let mut found = vec![0; files];
    let mut count = 0;
    for line in lines(block.code.text()) {
        count += 1;
        holders.get(line).into_iter().flatten().for_each(|&file| found[file] += 1);
    }
    let (file, most) = found.iter().enumerate().rev().max_by_key(|(_, found)| **found)?;
    (count > 0 && *most * 10 >= count * ALIKE).then_some(file)
}

fn finding(document: &Document, block: &CodeBlock, file: &Source) -> Finding {
    let source = &document.source;
    let fence = block.range.start..source.line_around(block.range.start).end;
    let path = relative(document, file.path().as_str());
    let finding = Finding::new(source.span(fence), format!("this code is also in `{}`", file.path()));
    match (same_lines(block.code.text(), file.text()), &block.language) {
        (Some(lines), Some(language)) => {
            let attribute = format!(" file=\"{path}{lines}\"");
            let edit = Edit::insert(&source.span(0..0), language.range.end, attribute.as_str());
            finding
                .help(format!("add `{}` to the fence", attribute.trim()))
                .fix(Fix::risky("name the file on the fence", vec![edit]))
        }
        _ => finding
            .help(format!("show the file itself with `file=\"{path}#L1-L20\"`, so that the two cannot drift apart"))
            .at_most(Severity::Advice),
    }
}

/// Where the block stands in the file line for line: nothing for all of it, `#L3-L9` for a part.
fn same_lines(block: &str, file: &str) -> Option<String> {
    let block: Vec<_> = block.lines().collect();
    let file: Vec<_> = file.lines().collect();
    let first = file.windows(block.len()).position(|window| window == block)?;
    if block.len() == file.len() {
        return Some(String::new());
    }
    Some(format!("#L{}-L{}", first + 1, first + block.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{marks_in, mended_in};

    fn numbered(lines: std::ops::RangeInclusive<u8>) -> String {
        lines.map(|line| format!("value_{line} = {line}\n")).collect()
    }

    #[test]
    fn copies_are_found_and_named() {
        let file = numbered(1..=20);
        let others = [("content/code/sample.py", file.as_str())];
        let page = |fence: &str, code: &str| format!("```python{fence}\n{code}```\n");
        let copy = numbered(3..=15);
        let marked = page("\n^^^^^^^^^ also in `content/code/sample.py`", &copy);
        marks_in("paste-of-known-file", &marked, &others);
        let mended = page(" file=\"code/sample.py#L3-L15\"", &copy);
        assert_eq!(mended_in("paste-of-known-file", &page("", &copy), &others)[0], mended);
        marks_in("paste-of-known-file", &mended, &others);
    }

    #[test]
    fn short_and_changed_code_is_left_alone() {
        let file = numbered(1..=20);
        let others = [("content/code/sample.py", file.as_str())];
        marks_in("paste-of-known-file", &format!("```python\n{}```\n", numbered(1..=8)), &others);
        let changed = numbered(1..=12).replace("= 1", "= 2");
        marks_in("paste-of-known-file", &format!("```python\n{changed}```\n"), &others);
    }

    #[test]
    fn lines_are_found_in_the_file() {
        assert_eq!(same_lines("b\nc\n", "a\nb\nc\nd\n").as_deref(), Some("#L2-L3"));
        assert_eq!(same_lines("a\nb\n", "a\nb").as_deref(), Some(""));
        assert_eq!(same_lines("a\nc\n", "a\nb\nc\n"), None);
    }
}
