//! C01: code blocks without a language, and with one that nobody knows.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity, nearest};
use crate::document::{CodeBlock, Document, language};
use crate::site::{DocumentId, Site};
use crate::source::Placed;

declare_rule! {
    /// ## What it does
    /// Reports languages that Docent does not know, each once in a page, and gives advice on fences without one: `text`
    /// says that it is none. Without a language, code is not coloured, copied without its prompt, or run.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```
    /// import torch
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```python
    /// import torch
    /// ```
    /// ~~~~
    "C01", "fence-language", "without a language, code is neither coloured nor copied as it should be",
    Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let mut reported: Vec<&str> = Vec::new();
    for block in document.code_blocks.iter().filter(|block| !block.indented) {
        match &block.language {
            None => findings.push(no_language(document, block)),
            Some(named) if language::canonical(&named.value).is_none() && !reported.contains(&named.value.as_str()) => {
                reported.push(&named.value);
                findings.push(unknown(document, named));
            }
            Some(_) => {}
        }
    }
}

fn no_language(document: &Document, block: &CodeBlock) -> Finding {
    let source = &document.source;
    let line = source.line_around(block.range.start);
    let start = block.range.start;
    let marks = source.text()[start..line.end].bytes().take_while(|byte| matches!(byte, b'`' | b'~')).count();
    let finding = Finding::new(source.span(start..line.end.max(start)), "a code block names no language")
        .at_most(Severity::Advice);
    let add = |name: &str| vec![Edit::insert(&source.span(start..start), start + marks, name)];
    if block.code.text().trim_start().starts_with("$ ") {
        finding.help("it looks like a transcript: write `console`").fix(Fix::risky("write `console`", add("console")))
    } else {
        finding
            .help("name the language behind the fence; `text` when it is none")
            .fix(Fix::shown("write `text`", add("text")))
    }
}

fn unknown(document: &Document, named: &Placed<String>) -> Finding {
    let span = document.source.span(named.range.clone());
    let finding = Finding::new(span.clone(), format!("Docent does not know the language `{}`", named.value));
    match nearest(&named.value, language::all().filter(|name| name.len() > 2)) {
        Some(near) if named.value.len() > 2 => finding
            .help(format!("did you mean `{near}`?"))
            .fix(Fix::risky(format!("write `{near}`"), vec![Edit::replace(span, near)])),
        _ => finding.help("it is shown without colours; write `text` when that is what you want"),
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    #[test]
    fn fences_without_a_known_language_are_found() {
        marks(
            "fence-language",
            "- item\n\n  ```\n  ^^^ names no language\n  x\n  ```\n\n~~~ pyton title=\"a\"\n    ^^^^^ the language `pyton`\n~~~\n\n```pyton\n```\n",
        );
        let page = "```\n$ ls\n```\n\n```pyton\nx\n```\n\n```\nplain\n```\n";
        assert_eq!(mended("fence-language", page), "```console\n$ ls\n```\n\n```python\nx\n```\n\n```\nplain\n```\n");
    }

    #[test]
    fn known_languages_and_indented_code_are_left_alone() {
        marks("fence-language", "```C++\nx\n```\n\n```rust,ignore\nx\n```\n\n    indented\n\n```output\nx\n```\n");
    }
}
