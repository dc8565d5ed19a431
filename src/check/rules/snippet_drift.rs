//! C04: code blocks that say something else than the file that they show.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
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
    Some(match refresh(document, block, wanted) {
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

/// The edits that put another text between the fences; `None` where the block's own lines cannot be told.
fn refresh(document: &Document, block: &CodeBlock, wanted: &str) -> Option<Vec<Edit>> {
    let source = &document.source;
    let text = source.text();
    let first = source.line_column(block.range.start).line;
    let opening = source.line(first);
    let closing_number = source.line_column(block.range.end.saturating_sub(1)).line;
    let closing = source.line(closing_number);
    let sign = text[block.range.start..].chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = |line: &str| line.len() - line.trim_start_matches(sign).len();
    let opened = length(&text[block.range.start..opening.end]);
    // What stands before the code on its lines: the signs of quotes and the indent of lists.
    let line_with_code = block.code.text().split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    let (at, _) = line_with_code.into_iter().find(|(_, line)| !line.trim().is_empty())?;
    let place = block.code.place(at);
    let prefix = &text[source.line(source.line_column(place).line).start..place];
    if !prefix.chars().all(|sign| sign.is_whitespace() || sign == '>') {
        return None;
    }
    let close_at = closing.start + text[closing.clone()].find(|sign: char| !sign.is_whitespace() && sign != '>')?;
    let is_closed = closing_number > first && length(&text[close_at..closing.end]) >= opened.max(3);
    if !is_closed {
        return None;
    }
    let lines = wanted.lines().map(|line| format!("{}\n", format!("{prefix}{line}").trim_end()));
    let body = source.line(first + 1).start..closing.start;
    let mut edits = vec![Edit::replace(source.span(body), lines.collect::<String>())];
    // A line of the code could close the fence: then the fence gets longer.
    let longest = wanted.lines().map(|line| length(line.trim_start())).max().unwrap_or_default();
    if longest >= opened {
        let fence = sign.to_string().repeat(longest + 1);
        let closed = length(&text[close_at..closing.end]);
        edits.insert(0, Edit::replace(source.span(block.range.start..block.range.start + opened), fence.as_str()));
        edits.push(Edit::replace(source.span(close_at..close_at + closed), fence));
    }
    Some(edits)
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::cache::Cache;
    use crate::diagnostic::Diagnostic;
    use crate::pipeline::{Checked, Options, check_site};
    use crate::world::MemoryWorld;

    /// A site with one page beside a folder of code.
    pub(crate) fn site(body: &str) -> Checked {
        let mut world = MemoryWorld::new();
        world.write("content/a.md", format!("---\ntitle: A\nkind: page\n---\n{body}"));
        world.write("code/a.py", "# region: hook\ndef hook():\n    pass\n# endregion: hook\n# region: open\n1\n");
        world.write("code/latin.py", b"\xe9\n");
        check_site(&world, &Cache::new(), &Options::default())
    }

    fn found<'c>(checked: &'c Checked, code: &str) -> Vec<&'c Diagnostic> {
        checked.diagnostics.iter().filter(|diagnostic| diagnostic.code == code).collect()
    }

    pub(crate) fn messages(checked: &Checked, code: &str) -> Vec<String> {
        found(checked, code).iter().map(|diagnostic| diagnostic.finding.message.clone()).collect()
    }

    /// The page after its fix.
    fn mended(checked: &Checked) -> String {
        let diagnostics = found(checked, "C04");
        let [diagnostic] = diagnostics[..] else { panic!("{:?}", messages(checked, "C04")) };
        let mut text = checked.site.documents[0].source.text().to_owned();
        let fix = diagnostic.finding.fix.as_ref().expect("a fix");
        for edit in fix.edits.iter().rev() {
            text.replace_range(edit.span.range.clone(), &edit.replacement);
        }
        text.split_once("---\n").unwrap().1.split_once("---\n").unwrap().1.to_owned()
    }

    #[test]
    fn code_that_the_file_says_is_right() {
        for body in [
            "```python file=\"../code/a.py#hook\"\ndef hook():\n    pass\n```\n",
            "```python file=\"../code/a.py#hook\"\ndef hook():  \n    pass\n\n```\n",
            "> ```python file=\"/code/a.py#hook\"\n> def hook():\n>     pass\n> ```\n",
            "```python file=\"../code/a.py#hook\"\n```\n",
        ] {
            assert_eq!(messages(&site(body), "C04"), [""; 0], "{body}");
        }
    }

    #[test]
    fn code_that_the_file_does_not_say_is_refreshed() {
        let checked = site("Text.\n\n```python file=\"../code/a.py#hook\"\ndef hook():\n    return\n```\n");
        let finding = &found(&checked, "C04")[0].finding;
        assert_eq!(checked.site.documents[0].source.text()[finding.span.range.clone()].trim(), "return");
        assert_eq!(finding.label.as_deref(), Some("the file has `pass`"));
        assert_eq!(mended(&checked), "Text.\n\n```python file=\"../code/a.py#hook\"\ndef hook():\n    pass\n```\n");
    }

    #[test]
    fn quotes_and_lists_keep_their_signs() {
        let fence = "file=\"../code/a.py#hook\"";
        assert_eq!(
            mended(&site(&format!("> ```python {fence}\n> x\n> ```\n"))),
            format!("> ```python {fence}\n> def hook():\n>     pass\n> ```\n")
        );
        assert_eq!(
            mended(&site(&format!("1. Do:\n\n   ```python {fence}\n   x\n   ```\n"))),
            format!("1. Do:\n\n   ```python {fence}\n   def hook():\n       pass\n   ```\n")
        );
    }

    #[test]
    fn a_block_that_is_too_long_is_pointed_at_its_surplus() {
        let checked = site("```python file=\"../code/a.py#hook\"\ndef hook():\n    pass\nmore\n```\n");
        assert_eq!(found(&checked, "C04")[0].finding.label.as_deref(), Some("the file ends before this line"));
        assert!(mended(&checked).ends_with("    pass\n```\n"));
    }
}
