//! Code blocks as figures: title bars, terminals, output, differences, marked and numbered lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::escape::{self, escaped, printable};
use super::highlight;
use super::labels::{Labels, word};
use super::settings::BodySettings;
use crate::document::CodeBlock;
use crate::document::mark;
use crate::document::transcript::{self, Role};

/// A code block as a figure; its code may come from a file.
pub(super) fn figure(block: &CodeBlock, code: &str, settings: &BodySettings) -> String {
    let language = block.language().unwrap_or("text");
    let look = Look::of(language);
    let code = printable(code);
    let numbered = block.has("numbers");
    let marked = block.value("mark").map(|mark| marked_lines(mark, code.lines().count())).unwrap_or_default();
    let by_line = look != Look::Code || numbered || !marked.is_empty();

    let mut html = String::with_capacity(code.len() * if settings.highlight { 4 } else { 2 });
    html.push_str("<figure class=\"code");
    html.push_str(look.class());
    html.push_str(if numbered { " numbers" } else { "" });
    html.push_str(if block.has("wrap") { " wrap" } else { "" });
    html.push_str("\" data-language=\"");
    html.push_str(&escaped(language));
    html.push('"');
    if let Some(id) = block.anchor.as_deref() {
        html.push_str(&format!(" id=\"{}\"", escaped(id)));
    }
    html.push('>');
    if let Some(title) = title(block, look, &settings.labels) {
        html.push_str(&format!("<figcaption>{}</figcaption>", escaped(title)));
    }
    html.push_str(&format!("<pre><code class=\"language-{}\">", escaped(language)));
    if by_line || settings.highlight {
        for (number, line) in (1..).zip(&look.lines(language, &code, settings.highlight)) {
            if by_line {
                let mark = if marked.contains(&number) { " mark" } else { "" };
                html.push_str(&format!("<span class=\"line{}{mark}\">{}\n</span>", line.class, line.html));
            } else {
                html.push_str(&line.html);
                html.push('\n');
            }
        }
    } else {
        escape::text(&code, &mut html);
        html.push_str(if code.is_empty() || code.ends_with('\n') { "" } else { "\n" });
    }
    html.push_str("</code></pre></figure>\n");
    html
}

/// The title that a fence gives, else the file that it shows, else what an output block is.
fn title<'b>(block: &'b CodeBlock, look: Look, labels: &'b Labels) -> Option<&'b str> {
    // How the document gets there says nothing to its reader.
    let file = || {
        let path = block.value("file").map(|file| file.split('#').next().unwrap_or(file));
        path.map(|path| path.trim_start_matches("../").trim_start_matches("./").trim_start_matches('/'))
    };
    let written = || block.value("write").or_else(|| block.value("append"));
    let output = || (look == Look::Output).then(|| word(labels, "output"));
    block.value("title").or_else(file).or_else(written).or_else(output).filter(|title| !title.is_empty())
}

/// How a block is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Plain code.
    Code,
    /// A transcript: input behind prompts, and output.
    Terminal,
    /// What the block above prints.
    Output,
    /// Lines taken away and added.
    Difference,
}

/// A line of code, and its class with a blank before it.
struct Line {
    class: &'static str,
    html: Arc<str>,
}

impl Look {
    fn of(language: &str) -> Self {
        match language {
            "console" | "shell-session" | "terminal" | "pycon" => Self::Terminal,
            "output" => Self::Output,
            "diff" | "patch" => Self::Difference,
            _ => Self::Code,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Code => "",
            Self::Terminal => " terminal",
            Self::Output => " output",
            Self::Difference => " diff",
        }
    }

    fn lines(self, language: &str, code: &str, coloured: bool) -> Vec<Line> {
        let grammar = |language| if coloured { language } else { "text" };
        match self {
            Self::Code | Self::Output => {
                let lines = highlight::lines(grammar(language), code);
                lines.into_iter().map(|html| Line { class: "", html }).collect()
            }
            Self::Terminal if language == "pycon" => terminal(code, grammar("python"), transcript::PYTHON),
            Self::Terminal => terminal(code, grammar("bash"), transcript::SHELL),
            Self::Difference => code.lines().map(difference).collect(),
        }
    }
}

fn terminal(code: &str, language: &str, prompts: (&[&str], &str)) -> Vec<Line> {
    let html = |line: transcript::Line<'_>| match line.role {
        Role::Output => Line { class: " out", html: highlight::lines("text", line.text).concat().into() },
        Role::Command | Role::More => {
            let input = highlight::lines(language, line.text).concat();
            let prompt = match line.prompt {
                "" => String::new(),
                prompt => format!("<span class=\"prompt\">{}</span>", escaped(prompt)),
            };
            Line { class: " in", html: format!("{prompt}{input}").into() }
        }
    };
    transcript::lines(code, prompts).into_iter().map(html).collect()
}

fn difference(line: &str) -> Line {
    let class = match line.as_bytes().first() {
        _ if line.starts_with("+++ ") || line.starts_with("--- ") || line.starts_with("@@") => " meta",
        Some(b'+') => " ins",
        Some(b'-') => " del",
        _ => "",
    };
    let html = match line.chars().next() {
        Some(sign @ ('+' | '-' | ' ')) if class != " meta" => {
            format!("<span class=\"sign\">{sign}</span>{}", highlight::lines("text", &line[1..]).concat())
        }
        _ => escaped(line),
    };
    Line { class, html: html.into() }
}

/// Reads `3,5-7` into line numbers counted from 1, of a block of so many lines.
fn marked_lines(text: &str, count: usize) -> BTreeSet<usize> {
    let mut ranges: Vec<_> =
        mark::parts(text).filter_map(|part| part.lines).map(|it| (*it.start(), *it.end())).collect();
    // However often a line is named, it is looked at once.
    ranges.sort_unstable();
    let (mut lines, mut next) = (BTreeSet::new(), 1);
    for (first, last) in ranges {
        lines.extend(first.max(next)..=last.min(count));
        next = next.max(last.min(count) + 1);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_lines_and_ranges() {
        let marked = |text: &str| marked_lines(text, 7).into_iter().collect::<Vec<_>>();
        assert_eq!(marked("3, 5-7"), [3, 5, 6, 7]);
        assert_eq!(marked("6-9,2-3,1-2"), [1, 2, 3, 6, 7]);
        assert!(marked("x,9-8,0,").is_empty());
        assert_eq!(marked("1-18446744073709551615"), [1, 2, 3, 4, 5, 6, 7]);
    }
}
