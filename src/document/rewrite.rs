//! The edits that give a code block another text and leave everything around it as its author wrote it.

use super::{CodeBlock, Document};
use crate::diagnostic::Edit;
use crate::source::Source;

impl Document {
    /// The edits that put `code` between the fences of a block that has some; `None` where its lines cannot be told
    /// from what is around them.
    ///
    /// The signs of quotes and the indent of lists stay before each line, and the fence grows where the code holds one.
    pub fn rewrite(&self, block: &CodeBlock, code: &str) -> Option<Vec<Edit>> {
        let fences = Fences::of(&self.source, block)?;
        let prefix = prefix(&self.source, block)?;
        let lines = code.lines().map(|line| format!("{}\n", format!("{prefix}{line}").trim_end()));
        let within = self.source.line(fences.first_line + 1).start..self.source.line(fences.last_line).start;
        let mut edits = vec![Edit::replace(self.source.span(within), lines.collect::<String>())];
        let longest = code.lines().map(|line| run(line.trim_start(), fences.sign)).max().unwrap_or_default();
        if longest >= fences.opening.len() {
            let fence = fences.sign.to_string().repeat(longest + 1);
            edits.insert(0, Edit::replace(self.source.span(fences.opening), fence.as_str()));
            edits.push(Edit::replace(self.source.span(fences.closing), fence));
        }
        Some(edits)
    }
}

/// The fences of a block.
struct Fences {
    sign: char,
    opening: std::ops::Range<usize>,
    closing: std::ops::Range<usize>,
    first_line: usize,
    last_line: usize,
}

impl Fences {
    /// `None` for indented code, and for a block that the end of the file or of a quote closes.
    fn of(source: &Source, block: &CodeBlock) -> Option<Self> {
        let text = source.text();
        let start = block.range.start;
        let sign = text[start..].chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let opening = start..start + run(&text[start..], sign);
        let first_line = source.line_column(start).line;
        let last_line = source.line_column(block.range.end.saturating_sub(1)).line;
        let last = source.line(last_line);
        let at = last.start + text[last.clone()].find(|sign: char| !sign.is_whitespace() && sign != '>')?;
        let closing = at..at + run(&text[at..last.end], sign);
        let closes = last_line > first_line && closing.len() >= opening.len();
        closes.then_some(Self { sign, opening, closing, first_line, last_line })
    }
}

/// How many of `sign` a text starts with.
fn run(text: &str, sign: char) -> usize {
    text.len() - text.trim_start_matches(sign).len()
}

/// What stands before the code on each of its lines.
fn prefix<'s>(source: &'s Source, block: &CodeBlock) -> Option<&'s str> {
    let code = block.code.text();
    let first = code.len() - code.trim_start().len();
    let line = code[..first].rfind('\n').map_or(0, |at| at + 1);
    // Without code, what stands before the fence.
    let place = if first < code.len() { block.code.place(line) } else { block.range.start };
    let prefix = &source.text()[source.line(source.line_column(place).line).start..place];
    prefix.chars().all(|sign| sign.is_whitespace() || sign == '>').then_some(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SitePath;

    /// The page with other code in its only block.
    fn rewritten(page: &str, code: &str) -> Option<String> {
        let source = Source::new(SitePath::new("content/a.md"), page);
        let document = Document::parse(&source);
        let mut text = page.to_owned();
        for edit in document.rewrite(&document.code_blocks[0], code)?.iter().rev() {
            text.replace_range(edit.span.range.clone(), &edit.replacement);
        }
        Some(text)
    }

    #[test]
    fn what_is_around_the_code_stays() {
        for (before, after) in [
            ("a\n\n```python run\nold\n\nold\n```\n\nb\n", "a\n\n```python run\nx:\n\n  y\n```\n\nb\n"),
            ("> ```python\n> old\n> ```\n", "> ```python\n> x:\n>\n>   y\n> ```\n"),
            ("1. a\n\n   ~~~\n   old\n   ~~~\n", "1. a\n\n   ~~~\n   x:\n\n     y\n   ~~~\n"),
            ("- ```\n  old\n  ```\n", "- ```\n  x:\n\n    y\n  ```\n"),
            ("> ```\n> ```\n", "> ```\n> x:\n>\n>   y\n> ```\n"),
        ] {
            assert_eq!(rewritten(before, "x:\n\n  y\n").as_deref(), Some(after));
        }
    }

    #[test]
    fn the_fence_grows_around_a_fence() {
        let page = "```markdown\nold\n```\n";
        let code = "```python\nx\n```\n";
        assert_eq!(rewritten(page, code).as_deref(), Some("````markdown\n```python\nx\n```\n````\n"));
    }

    #[test]
    fn blocks_without_lines_of_their_own_are_left_alone() {
        for page in ["- ```\n  ```\n", "    indented\n", "```\nnever closed\n", "> ```\n> x\n\ntext\n"] {
            assert_eq!(rewritten(page, "x\n"), None, "{page}");
        }
    }
}
