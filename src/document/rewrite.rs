//! The edits that give a code block another text and leave everything around it as its author wrote it.

use super::fence::{Fences, run};
use super::{CodeBlock, Document};
use crate::diagnostic::Edit;

impl Document {
    /// The edits that put `code` between the fences of a block that has some; `None` where its lines cannot be told
    /// from what is around them.
    ///
    /// The signs of quotes and the indent of lists stay before each line, and the fence grows where the code holds one.
    pub fn rewrite(&self, block: &CodeBlock, code: &str) -> Option<Vec<Edit>> {
        let Fences { sign, opening, closing } = self.fences(block)?;
        let closing = closing?;
        let prefix = self.prefix(block)?;
        let lines = code.lines().map(|line| format!("{}\n", format!("{prefix}{line}").trim_end()));
        let first = self.source.line_column(opening.start).line + 1;
        let within = self.source.line(first).start..self.source.line_around(closing.start).start;
        let mut edits = vec![Edit::replace(self.source.span(within), lines.collect::<String>())];
        let longest = code.lines().map(|line| run(line.trim_start(), sign)).max().unwrap_or_default();
        if longest >= opening.len() {
            let fence = sign.to_string().repeat(longest + 1);
            edits.insert(0, Edit::replace(self.source.span(opening), fence.as_str()));
            edits.push(Edit::replace(self.source.span(closing), fence));
        }
        Some(edits)
    }

    /// The edit that closes a block behind its code. Where a blank line divides the code, nobody knows how much of it is
    /// meant as such.
    pub fn end_behind(&self, block: &CodeBlock) -> Option<Edit> {
        let code = block.code.text().trim_end();
        if code.is_empty() || code.lines().any(|line| line.trim().is_empty()) {
            return None;
        }
        let signs = &self.source.text()[self.fences(block)?.opening];
        let line = format!("{}{}{signs}", self.source.line_end(), self.prefix(block)?);
        let end = self.last_line_of(block).end;
        Some(Edit::insert(&self.source.span(end..end), end, line))
    }

    /// What stands before the code on each of its lines: blanks, and the signs of quotes.
    pub fn prefix(&self, block: &CodeBlock) -> Option<&str> {
        let code = block.code.text();
        let first = code.len() - code.trim_start().len();
        let line = code[..first].rfind('\n').map_or(0, |at| at + 1);
        // Without code, what stands before the fence.
        let place = if first < code.len() { block.code.place(line) } else { block.range.start };
        let prefix = &self.source.text()[self.source.line_around(place).start..place];
        prefix.chars().all(|sign| sign.is_whitespace() || sign == '>').then_some(prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SitePath, Source};

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
