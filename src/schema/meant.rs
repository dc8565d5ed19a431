//! What an author clearly meant who wrote something else, and the edit that says it.

use super::Shape;
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::source::Source;
use crate::yaml::{self, Node, Scalar, Value};

/// The repair of a value of the wrong type that was clearly meant.
pub(super) fn cast(source: &Source, node: &Node, shape: &Shape) -> Option<Fix> {
    let scalar = node.scalar()?;
    let (title, text) = match shape {
        Shape::Text | Shape::Markdown | Shape::TextOrMap(_) => ("put it in quotes", format!("\"{}\"", scalar.text)),
        Shape::Bool => match scalar.text.to_lowercase().as_str() {
            "yes" | "on" | "true" | "y" | "1" => ("write `true`", "true".to_owned()),
            "no" | "off" | "false" | "n" | "0" => ("write `false`", "false".to_owned()),
            _ => return None,
        },
        Shape::Integer { .. } => ("write it without quotes", scalar.text.trim().parse::<i64>().ok()?.to_string()),
        Shape::List { .. } => {
            let written = &source.text()[node.range.clone()];
            (!written.contains('\n')).then(|| ("make it a list", format!("[{written}]")))?
        }
        _ => return None,
    };
    Some(Fix::safe(title, vec![Edit::replace(source.span(node.range.clone()), text)]))
}

/// A value whose type is wrong because of how it is written, said in the words of its author.
pub(super) fn told(source: &Source, node: &Node, shape: &Shape, path: &str) -> Option<Finding> {
    match (shape, &node.value) {
        (Shape::Text | Shape::Markdown, Value::Map(_)) => colon_in_text(source, node, path),
        (Shape::List { .. }, Value::Scalar(scalar)) => dashes_without_blanks(source, node, scalar, path),
        _ => None,
    }
}

/// `- Write: a page` where text is wanted: to YAML it is a key and its value.
fn colon_in_text(source: &Source, node: &Node, path: &str) -> Option<Finding> {
    let [entry] = node.entries() else { return None };
    let range = node.range.start..node.range.end.max(entry.key_range.end);
    let written = source.text()[range.clone()].trim_end();
    let line = source.line_around(range.start);
    let end = range.start + written.len();
    let is_plain = !written.starts_with(['{', '[', '"', '\'', '?']) && entry.value.scalar().is_some();
    // What follows on the line could be a comment, which does not belong into the quotes.
    if !is_plain || end > line.end || !source.text()[end..line.end].trim_matches([':', ' ']).is_empty() {
        return None;
    }
    let text = source.text()[range.start..line.end].trim_end();
    let quoted = yaml::quoted(text);
    let at = range.start + entry.key_range.len();
    let finding = Finding::new(source.span(at..at + 1), format!("a colon makes a key of `{}` in `{path}`", entry.key))
        .label("to YAML, this is not text")
        .help(format!("put the text in quotes: `{quoted}`"))
        .fix(Fix::safe(
            "quote the text",
            vec![Edit::replace(source.span(range.start..range.start + text.len()), quoted)],
        ));
    Some(finding)
}

/// `-Write a page` on each line of what should be a list: to YAML it is one text.
fn dashes_without_blanks(source: &Source, node: &Node, scalar: &Scalar, path: &str) -> Option<Finding> {
    let first = source.line_around(node.range.start);
    // An item of a list has to stand below its key.
    if scalar.quoted || !source.text()[first.start..node.range.start].trim().is_empty() {
        return None;
    }
    let mut edits = Vec::new();
    let mut at = node.range.start;
    for line in source.text()[node.range.clone()].split_inclusive('\n') {
        let written = line.trim();
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        if written.is_empty() {
            continue;
        }
        let item = written.strip_prefix('-').filter(|item| !item.starts_with('-'))?;
        let is_quoted = item.starts_with(['"', '\'']);
        if !item.starts_with(' ') {
            let item = if is_quoted { item.to_owned() } else { yaml::quoted(item) };
            edits.push(Edit::replace(source.span(start..start + written.len()), format!("- {item}")));
        }
    }
    if edits.is_empty() {
        return None;
    }
    let finding = Finding::new(
        source.span(node.range.start..node.range.start + 1),
        format!("no blank follows the dashes of `{path}`"),
    )
    .label("to YAML, this is no item of a list")
    .help("write `- item`, with a blank behind the dash");
    Some(finding.fix(Fix::safe("put a blank behind each dash", edits)))
}

/// `title: C basics #1` without quotes is `C basics`: to YAML the rest is a comment. One that begins with a blank was
/// meant as one.
pub(super) fn cut_short(source: &Source, node: &Node) -> Option<Finding> {
    let value = &node.range;
    let line = source.line_around(value.end);
    let text = source.text();
    let end = line.start + text[line.clone()].trim_end().len();
    let rest = text.get(value.end..end)?;
    let comment = rest.trim_start().strip_prefix('#')?;
    if is_quoted(node) || comment.is_empty() || comment.starts_with([' ', '\t', '#', '!']) {
        return None;
    }
    let edits = vec![Edit::replace(source.span(value.start..end), single_quoted(&text[value.start..end]))];
    // Nobody writes a comment that begins with a number, but some write `#todo`.
    let is_number = comment.starts_with(|first: char| first.is_ascii_digit());
    let title = "quote the value";
    let fix = if is_number { Fix::safe(title, edits) } else { Fix::risky(title, edits) };
    let start = end - comment.len() - 1;
    let finding = Finding::new(source.span(start..end), "a `#` behind a blank cuts this off")
        .label("to YAML, this is a comment")
        .help("put the value between single quotes; a comment begins with `# `")
        .fix(fix);
    Some(if is_number { finding } else { finding.at_most(Severity::Warning) })
}

/// An item on a line that is indented further than the one before: to YAML it is the rest of that one's text.
pub(super) fn joined(source: &Source, node: &Node) -> Option<Finding> {
    let text = &source.text()[node.range.clone()];
    let (at, line) = continued(text).find(|(_, line)| {
        let behind = line.strip_prefix('-');
        behind.is_some_and(|item| item.starts_with(|first: char| first == ' ' || first.is_alphabetic() || first == '['))
    })?;
    if is_quoted(node) {
        return None;
    }
    let start = node.range.start + at;
    let finding = Finding::new(source.span(start..start + line.len()), "this is no item of its own")
        .at_most(Severity::Warning)
        .label("to YAML, this continues the text above")
        .help("indent it as the item above, with a blank behind the dash, or put the whole text in quotes");
    Some(finding)
}

/// The lines of a text behind its first, without the blanks around them, and where they start.
fn continued(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at + line.len() - line.trim_start().len();
        *at += line.len();
        Some((start, line.trim()))
    });
    lines.skip(1)
}

fn is_quoted(node: &Node) -> bool {
    node.scalar().is_some_and(|scalar| scalar.quoted)
}

fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::super::{Key, validate};
    use super::*;
    use crate::source::SitePath;

    /// What is said of a text, as `line:column message`, and the text after the fixes.
    fn mended(text: &str) -> (Vec<String>, String) {
        let source = Source::new(SitePath::new("a.yml"), text);
        let keys = [
            Key::new("title", Shape::Text, ""),
            Key::new("level", Shape::one_of(&["hard"]), ""),
            Key::new("list", Shape::list(Shape::Markdown, 9), ""),
        ];
        let node = yaml::parse(&source, 0..text.len(), "F01").unwrap();
        let problems = validate(&source, &node, &keys);
        let fixes = problems.iter().filter_map(|problem| problem.finding.fix.as_ref());
        let mut edits: Vec<_> = fixes.flat_map(|fix| fix.edits.clone()).collect();
        edits.sort_by_key(|edit| edit.span.range.start);
        let mut mended = text.to_owned();
        for edit in edits.iter().rev() {
            mended.replace_range(edit.span.range.clone(), &edit.replacement);
        }
        let told = |finding: Finding| {
            let place = source.line_column(finding.span.range.start);
            format!("{}:{} {}", place.line + 1, place.column + 1, finding.message)
        };
        (problems.into_iter().map(|problem| told(problem.finding)).collect(), mended)
    }

    #[test]
    fn an_item_with_a_colon_is_text() {
        let (said, text) = mended("list:\n  - Write: a page\n  - Read it\n");
        assert_eq!(said, ["2:10 a colon makes a key of `Write` in `list[1]`"]);
        assert_eq!(text, "list:\n  - \"Write: a page\"\n  - Read it\n");
        assert_eq!(mended("list:\n  - Write:\n").1, "list:\n  - \"Write:\"\n");
        assert_eq!(mended("title:\n  A \"b\": c\n").1, "title:\n  \"A \\\"b\\\": c\"\n");
        for text in [
            "list:\n  - a: b\n    c: d\n",
            "list:\n  - {a: b}\n",
            "title:\n  a:\n    - b\n",
            "list:\n  - a: b # c\n",
            "list:\n  - a: b\n      c\n",
        ] {
            let (said, after) = mended(text);
            assert_eq!((said.len(), after.as_str()), (1, text), "nobody can tell what is meant");
        }
    }

    #[test]
    fn dashes_without_a_blank_are_items() {
        let (said, text) = mended("list:\n  -Fix it\n  -[a](b)\n");
        assert_eq!(said, ["2:3 no blank follows the dashes of `list`"]);
        assert_eq!(text, "list:\n  - Fix it\n  - \"[a](b)\"\n");
        assert_eq!(mended("list:\n  -Fix it\n  and more\n").1, "list:\n  -Fix it\n  and more\n");
        assert_eq!(mended("list:\n  -Fix it\n  - b\n  -\"d\"\n").1, "list:\n  - Fix it\n  - b\n  - \"d\"\n");
        assert_eq!(mended("list: -x\n").1, "list: [-x]\n");
    }

    #[test]
    fn an_item_that_is_indented_too_far_is_found() {
        for text in ["list:\n  - a\n    - b\n", "list:\n  - a\n   -b\n", "list:\n- a\n  -[b](c)\n"] {
            let (said, after) = mended(text);
            assert!(said.len() == 1 && said[0].ends_with("this is no item of its own"), "{text}: {said:?}");
            assert!(said[0].starts_with("3:"), "{text}: {said:?}");
            assert_eq!(after, text);
        }
        for text in ["title: a\n  -1 b\n", "title: 'a\n  - b'\n", "title: a\n  b - c\n", "title: >\n  a\n  - b\n"] {
            assert_eq!(mended(text).0, [""; 0], "{text}");
        }
    }

    #[test]
    fn what_a_comment_cuts_off_is_told_apart_from_a_comment() {
        let (said, text) = mended("title: C's basics #1\nlist:\n  - Call #f\n");
        assert_eq!(said, ["1:19 a `#` behind a blank cuts this off", "3:10 a `#` behind a blank cuts this off"]);
        assert_eq!(text, "title: 'C''s basics #1'\nlist:\n  - 'Call #f'\n");
        for text in ["title: C # so far\n", "title: 'C' #1\n", "title: C#1\n", "level: hard #1\n", "title: a\n#b\n"] {
            assert_eq!(mended(text), (vec![], text.to_owned()));
        }
    }
}
