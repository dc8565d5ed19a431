//! Code blocks as figures: title bars, terminals, output, differences, marked and numbered lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::body::BodySettings;
use super::escape::{escaped, printable};
use super::highlight;
use super::labels::{Labels, word};
use crate::document::CodeBlock;

/// A code block as a figure; its code may come from a file.
pub(super) fn figure(block: &CodeBlock, code: &str, settings: &BodySettings) -> String {
    let language = block.language().unwrap_or("text");
    let look = Look::of(language);
    let lines = look.lines(language, &printable(code), settings.highlight);
    let numbered = block.has("numbers");
    let marked = marked_lines(block.value("mark").unwrap_or_default());
    let by_line = look != Look::Code || numbered || !marked.is_empty();

    let mut html = format!("<figure class=\"code{}", look.class());
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
    for (number, line) in (1..).zip(&lines) {
        if by_line {
            let mark = if marked.contains(&number) { " mark" } else { "" };
            html.push_str(&format!("<span class=\"line{}{mark}\">{}\n</span>", line.class, line.html));
        } else {
            html.push_str(&line.html);
            html.push('\n');
        }
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
            Self::Terminal if language == "pycon" => terminal(code, grammar("python"), &[">>> ", "... "]),
            Self::Terminal => terminal(code, grammar("bash"), &["$ ", "# ", "> "]),
            Self::Difference => code.lines().map(difference).collect(),
        }
    }
}

/// Lines behind a prompt are input, and so is what continues one: a line behind a trailing backslash, or behind the last
/// prompt, which means nothing elsewhere, for output can start with the same sign.
fn terminal(code: &str, language: &str, prompts: &[&str]) -> Vec<Line> {
    let (continuation, openings) = prompts.split_last().map_or(("", &[][..]), |(last, others)| (*last, others));
    // A transcript has one prompt: below a `$ `, a line that starts with `# ` is a comment or output.
    let opening = openings.iter().find(|prompt| code.lines().any(|line| starts_input(line, prompt)));
    let (mut in_input, mut goes_on) = (false, false);
    let mut lines = Vec::new();
    for line in code.lines() {
        let prompt = match opening {
            Some(opening) if starts_input(line, opening) => Some(*opening),
            _ if in_input && starts_input(line, continuation) => Some(continuation),
            _ => None,
        };
        in_input = prompt.is_some() || goes_on;
        goes_on = in_input && line.ends_with('\\');
        lines.push(if in_input {
            let prompt = prompt.unwrap_or_default();
            let input = highlight::lines(language, line.strip_prefix(prompt).unwrap_or_default()).concat();
            let prompt = if prompt.is_empty() {
                String::new()
            } else {
                format!("<span class=\"prompt\">{}</span>", escaped(prompt))
            };
            Line { class: " in", html: format!("{prompt}{input}").into() }
        } else {
            Line { class: " out", html: highlight::lines("text", line).concat().into() }
        });
    }
    lines
}

fn starts_input(line: &str, prompt: &str) -> bool {
    line.starts_with(prompt) || line == prompt.trim_end()
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

/// Reads `3,5-7` into line numbers counted from 1.
fn marked_lines(text: &str) -> BTreeSet<usize> {
    /// More lines than any block has; the bound keeps `1-99999999999` from filling the memory.
    const MOST: usize = 100_000;
    let mut lines = BTreeSet::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(first), Ok(last)) = (first.trim().parse::<usize>(), last.trim().parse::<usize>()) {
            lines.extend(first..=last.min(first.saturating_add(MOST)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_lines_and_ranges() {
        assert_eq!(marked_lines("3, 5-7").into_iter().collect::<Vec<_>>(), [3, 5, 6, 7]);
        assert_eq!(marked_lines("x,9-8,"), BTreeSet::new());
        assert_eq!(marked_lines("1-18446744073709551615").len(), 100_001);
    }

    #[test]
    fn a_transcript_is_input_and_output() {
        let classes = |code: &str| {
            terminal(code, "bash", &["$ ", "# ", "> "]).iter().map(|line| line.class.trim()).collect::<Vec<_>>()
        };
        assert_eq!(classes("$ cat <<X\n> a\n> b\nout\n> out\n$ ls"), ["in", "in", "in", "out", "out", "in"]);
        assert_eq!(classes("$ run \\\n    --fast\nresult\n# not a prompt"), ["in", "in", "out", "out"]);
        assert_eq!(classes("# apt install x\nok"), ["in", "out"]);
    }
}
