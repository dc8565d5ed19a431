//! C13: code fences that nothing closes.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::fence::{CODE_INDENT, FenceLine, Fences};
use crate::document::{BlockKind, CodeBlock, Document};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports code fences without their end. What follows such a fence is code: the rest of the page, of the list item
    /// or of the quote that it stands in, or all up to the end of the next code block. The end is a line of the same
    /// signs, at least as many, with nothing behind them and indented as the fence is.
    ///
    /// A fence that the end of its list item or quote closes is a warning: there the page often looks as it is meant to.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```python
    /// import torch
    ///
    /// Then build the extension.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```python
    /// import torch
    /// ```
    ///
    /// Then build the extension.
    /// ~~~~
    "C13", "fence-unclosed", "what stands behind the code is shown as code, too", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    // A line that was meant to close one block opens another, which is no mistake of its own.
    let mut meant_as_end = None;
    for block in &document.code_blocks {
        let Some(fences) = document.fences(block).filter(|_| meant_as_end != Some(block.range.start)) else { continue };
        let fence = Fence { document, block, fences };
        meant_as_end = fence.end_outside();
        findings.extend(fence.finding(meant_as_end));
    }
}

struct Fence<'d> {
    document: &'d Document,
    block: &'d CodeBlock,
    fences: Fences,
}

impl Fence<'_> {
    fn finding(&self, meant_as_end: Option<usize>) -> Option<Finding> {
        let source = &self.document.source;
        let span = self.document.source.span(self.fences.opening.clone());
        let signs = &source.text()[span.range.clone()];
        if let Some(other) = self.opens_another() {
            let help = format!("close it with {signs} above that line, or begin and end it with one sign more to show the line");
            let finding = Finding::new(span, "this fence is not closed before the next one");
            return Some(finding.other(source.span(other), "this is shown as code").help(help));
        }
        if self.fences.closing.is_some() {
            return None;
        }
        let Some(container) = self.container() else {
            return Some(self.explained(Finding::new(span, "this fence is never closed")));
        };
        if let Some(end) = meant_as_end {
            return Some(self.ended_outside(container, end));
        }
        let finding = Finding::new(span, format!("only the end of its {container} closes this fence"));
        Some(self.explained(finding.at_most(Severity::Warning)))
    }

    fn ended_outside(&self, container: &str, end: usize) -> Finding {
        let source = &self.document.source;
        let line = source.line_around(end);
        let span = source.span(self.fences.opening.clone());
        let finding = Finding::new(span, format!("this fence is not closed within its {container}"))
            .other(source.span(end..line.end), format!("this stands behind the {container}, and opens another block"))
            .help(format!("let the line begin as the others of the {container} do"));
        let Some(prefix) = self.document.prefix(self.block) else { return finding };
        let edit = Edit::replace(source.span(line.start..end), prefix);
        finding.fix(Fix::risky(format!("move the end into the {container}"), vec![edit]))
    }

    /// Says what to do, and why a line that looks like an end is none.
    fn explained(&self, finding: Finding) -> Finding {
        let source = &self.document.source;
        let signs = &source.text()[self.fences.opening.clone()];
        let finding = finding.help(format!("put {signs} on a line behind the code"));
        match (self.false_end(), self.document.end_behind(self.block)) {
            (Some((place, why)), _) => finding.other(source.span(place), why),
            (None, Some(edit)) => finding.fix(Fix::risky("close it behind the code", vec![edit])),
            (None, None) => finding,
        }
    }

    /// A line of the code that was meant to open a block: what closes that one closes this one.
    fn opens_another(&self) -> Option<Range<usize>> {
        let Fences { sign, opening, .. } = &self.fences;
        self.block.find_fence(|line| {
            let is_fence = line.sign == *sign && line.length >= opening.len() && line.indent < CODE_INDENT;
            is_fence && !line.info.is_empty()
        })
    }

    /// A line of the code that looks like its end, and why it is none.
    fn false_end(&self) -> Option<(Range<usize>, &'static str)> {
        let place = self.block.find_fence(|line| line.info.is_empty())?;
        let line = FenceLine::read(&self.document.source.text()[place.clone()])?;
        let why = match line {
            line if line.sign != self.fences.sign => "this is made of another sign, and closes nothing",
            line if line.length < self.fences.opening.len() => "this is shorter, and closes nothing",
            _ => "this is indented by four or more, and closes nothing",
        };
        Some((place, why))
    }

    /// What holds the block, in words; `None` for the page.
    fn container(&self) -> Option<&'static str> {
        match self.document.holder_of(self.block.range.start)?.kind {
            BlockKind::List { .. } => Some("list item"),
            BlockKind::Quote => Some("quote"),
            BlockKind::Footnote => Some("footnote"),
            BlockKind::Definitions => Some("definition"),
            _ => None,
        }
    }

    /// Where a fence that was meant to close the block stands outside of what holds it.
    fn end_outside(&self) -> Option<usize> {
        let source = &self.document.source;
        let last = self.fences.closing.is_none().then(|| self.document.last_line_of(self.block))?;
        let line = source.line_around(last.end + source.text()[last.end..].find('\n')? + 1);
        let text = &source.text()[line.clone()];
        let written = text.trim_start_matches(['>', ' ', '\t']);
        let end = FenceLine::read(written)?;
        let Fences { sign, opening, .. } = &self.fences;
        let fits = end.sign == *sign && end.length >= opening.len() && end.info.is_empty();
        fits.then_some(line.end - written.len())
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended, messages_in};

    #[test]
    fn a_fence_without_its_end_is_found() {
        let never = "this fence is never closed";
        marks("fence-unclosed", &format!("````python\n^^^^ {never}\nx\n```\nBehind.\n"));
        let only = "only the end of its";
        marks("fence-unclosed", &format!("1. item\n\n   ~~~text\n   ^^^ {only} list item closes\n   x\n\nBehind.\n"));
        marks("fence-unclosed", &format!("> ```text\n  ^^^ {only} quote closes\n> x\n\nBehind.\n\n```text\nx\n```\n"));
        let within = "not closed within its list item";
        marks("fence-unclosed", &format!("1. item\n   ```text\n   ^^^ {within}\n   x\n```\n\nBehind.\n"));
    }

    #[test]
    fn a_fence_that_takes_the_end_of_the_next_is_found() {
        let message = "this fence is not closed before the next one";
        marks("fence-unclosed", &format!("```text\n^^^ {message}\nx\n\nBehind.\n\n```python\ny\n```\n"));
        marks("fence-unclosed", &format!("> ~~~\n  ^^^ {message}\n> ~~~text\n> y\n> ~~~\n"));
        for body in ["````markdown\n```python\ny\n```\n````\n", "~~~text\n```python\n~~~\n", "```python\n    ```text\n```\n"] {
            assert_eq!(messages_in("fence-unclosed", body, &[]), [""; 0], "{body}");
        }
    }

    #[test]
    fn what_only_looks_like_an_end_is_none() {
        for body in ["```text", "```text\nx\n~~~\n", "```text\nx\n    ```\n", "```text\nx\n``` y\n", "```text\n```text\n"] {
            assert_eq!(messages_in("fence-unclosed", body, &[]).len(), 1, "{body}");
        }
    }

    #[test]
    fn ends_may_be_written_in_many_ways() {
        for body in [
            "```text\n```",
            "```text\nx\n`````  \n",
            "  ```text\n  x\n ```\n",
            "```text\r\nx\r\n```\r\n",
            "> - ```text\n>   x\n>   ```\n",
            "> ```text\n> > x\n> ```\nBehind.\n",
            "1. item\n\n\t```text\n\tx\n\t```\n",
            "- ~~~text\n\n  ```\n\n  ~~~\n- next\n",
            "Text\n\n    ```text\n    indented\n",
            "[^1]\n\n[^1]: note\n\n    ```text\n    x\n    ```\n",
            "<details>\n\n```text\nx\n```\n\n</details>\n",
            "Term\n: ```text\n  x\n  ```\n",
        ] {
            assert_eq!(messages_in("fence-unclosed", body, &[]), [""; 0], "{body}");
        }
    }

    #[test]
    fn an_end_is_put_where_it_was_meant() {
        for (before, after) in [
            ("```text\nx", "```text\nx\n```"),
            ("> ~~~~text\n> x\n\nBehind.\n", "> ~~~~text\n> x\n> ~~~~\n\nBehind.\n"),
            ("- ```text\n  x\n\n- next\n", "- ```text\n  x\n  ```\n\n- next\n"),
            ("1. item\n   ```text\n   x\n```\n", "1. item\n   ```text\n   x\n   ```\n"),
            ("> - ```text\n>   x\n> ```\n", "> - ```text\n>   x\n>   ```\n"),
            ("```text\nx\n\nBehind.\n", "```text\nx\n\nBehind.\n"),
            ("```text\nx\n~~~\n", "```text\nx\n~~~\n"),
        ] {
            assert_eq!(mended("fence-unclosed", before), after, "{before}");
        }
    }
}
