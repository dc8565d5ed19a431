//! Says which mistake a YAML text looks like, and how to mend it.

use std::ops::{Range, RangeInclusive};

use crate::diagnostic::{Edit, Finding, Fix, Problem};
use crate::source::Source;

/// Turns the parser's words at byte `at` into a finding that says what to do.
pub(super) fn explain(source: &Source, range: &Range<usize>, at: usize, message: &str, code: &'static str) -> Problem {
    let first = source.line_column(range.start).line;
    let last = source.line_column(range.end.saturating_sub(1).max(range.start)).line;
    let line = source.line_column(at.min(range.end)).line.clamp(first, last);
    let lines = first..=last;
    let on = |line: usize| mistake_on(source, &lines, line);
    // A tab is told at the end of what stands before it.
    let tab_behind = || tab(source, &lines, (line + 1).min(last));
    // The parser often stops a line or more behind the mistake: look at the lines before it too, nearest first.
    let found = on(line).or_else(tab_behind).or_else(|| (first..line).rev().find_map(on));
    let problem = match found {
        Some(mistake) => {
            let mut finding = Finding::new(source.span(mistake.range), mistake.message).help(mistake.help);
            finding.fix = mistake.fix;
            finding
        }
        None => {
            let line = source.line(line);
            let start = at.clamp(line.start, line.end);
            Finding::new(source.span(start..line.end.max(start)), format!("not valid YAML: {}", tidy(message)))
                .help("write `key: value`, lists as `- item` below their key, and quote text that holds `: ` or ` #`")
        }
    };
    Problem::new(code, problem)
}

struct Mistake {
    range: Range<usize>,
    message: String,
    help: String,
    fix: Option<Fix>,
}

/// What is wrong on one of the lines of a YAML text.
fn mistake_on(source: &Source, lines: &RangeInclusive<usize>, number: usize) -> Option<Mistake> {
    let line = source.line(number);
    let text = &source.text()[line.clone()];
    if text.trim_start().starts_with('#') {
        return None;
    }
    let above = if number > *lines.start() { &source.text()[source.line(number - 1)] } else { "" };
    tab(source, lines, number)
        .or_else(|| no_blank_behind_dash(source, text, line.start, above))
        .or_else(|| text_behind_bracket(source, text, line.start))
        .or_else(|| colon_in_value(source, text, line.start))
        .or_else(|| open_quote(source, text, line.start))
        .or_else(|| reserved_start(source, text, line.start))
        .or_else(|| equals_sign(source, text, line.start))
        .or_else(|| no_space_behind_colon(source, text, line.start))
}

/// Whoever has indented one line with tabs has indented others so, too: all of them are mended at once.
fn tab(source: &Source, lines: &RangeInclusive<usize>, number: usize) -> Option<Mistake> {
    let indent = |number: usize| {
        let line = source.line(number);
        let text = &source.text()[line.clone()];
        let before = &text[..text.len() - text.trim_start().len()];
        (before.contains('\t') && before.len() < text.len()).then_some((line.start, before))
    };
    let (start, before) = indent(number)?;
    let edit = |(start, before): (usize, &str)| {
        Edit::replace(source.span(start..start + before.len()), before.replace('\t', "  "))
    };
    Some(Mistake {
        range: start + before.find('\t')?..start + before.len(),
        message: "a tab stands in the indentation".to_owned(),
        help: "YAML indents with spaces only".to_owned(),
        fix: Some(Fix::safe("replace tabs with spaces", lines.clone().filter_map(indent).map(edit).collect())),
    })
}

/// `-Fix it` as an item of a list. Numbers below zero, and lines of dashes, are none.
fn no_blank_behind_dash(source: &Source, text: &str, start: usize, above: &str) -> Option<Mistake> {
    let dash = text.len() - text.trim_start().len();
    let item = text[dash..].strip_prefix('-')?.trim_end();
    let is_item = item.starts_with(|first: char| first != '-' && !first.is_whitespace() && !first.is_ascii_digit());
    // In the lines of a text, a dash is what it is.
    let is_in_list = above.trim_start().starts_with('-') || above.trim_end().ends_with(':');
    (is_item && is_in_list).then(|| Mistake {
        range: start + dash..start + dash + 1,
        message: "no blank follows the dash of this item".to_owned(),
        help: format!("write `- {item}`"),
        fix: Some(Fix::safe(
            "put a blank behind the dash",
            vec![Edit::insert(&source.span(0..0), start + dash + 1, " ")],
        )),
    })
}

/// `- [Set up](set-up.md)` or `title: [Draft] Set up`, unquoted.
fn text_behind_bracket(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let (value_at, value) = value_of(text)?;
    let (open, close, what) = match value.chars().next()? {
        '[' => ('[', ']', "a list"),
        '{' => ('{', '}', "a mapping"),
        _ => return None,
    };
    let mut depth = 0usize;
    let end = value.find(|sign: char| {
        depth += usize::from(sign == open);
        depth -= usize::from(sign == close);
        depth == 0
    })?;
    let behind = &value[end + 1..];
    let is_text = !behind.is_empty() && !behind.trim_start().starts_with(['#', ',', ':', close]);
    is_text
        .then(|| quote(source, start + value_at, value, &format!("starts with `{open}`, which YAML reads as {what}")))
}

/// `title: Part 1: intro` or `- Note: this`, unquoted.
fn colon_in_value(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let (value_at, value) = value_of(text)?;
    if value.starts_with(['"', '\'', '[', '{', '|', '>', '#', '&', '*', '!']) {
        return None;
    }
    value.find(": ").or_else(|| value.strip_suffix(':').map(str::len))?;
    Some(quote(source, start + value_at, value, "holds `: `, which YAML reads as another key"))
}

fn reserved_start(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let (value_at, value) = value_of(text)?;
    let first = value.chars().next().filter(|sign| matches!(sign, '@' | '`' | '%' | '*' | '&' | '!'))?;
    Some(quote(source, start + value_at, value, &format!("starts with `{first}`, which YAML keeps for itself")))
}

fn quote(source: &Source, at: usize, value: &str, why: &str) -> Mistake {
    let range = at..at + value.len();
    let quoted = double_quoted(value);
    Mistake {
        range: range.clone(),
        message: format!("this value {why}"),
        help: format!("put it in quotes: `{quoted}`"),
        fix: Some(Fix::safe("quote the value", vec![Edit::replace(source.span(range), quoted)])),
    }
}

fn open_quote(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let (value_at, value) = value_of(text)?;
    let mark = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let rest = &value[1..];
    let closed = if mark == '"' { rest.replace("\\\\", "").replace("\\\"", "") } else { rest.replace("''", "") };
    let closes = closed.contains(mark);
    let (message, help) = match closed.find(mark) {
        None => ("a quote is opened here and never closed".to_owned(), format!("close it with `{mark}`")),
        Some(close) => {
            let behind = closed[close + 1..].trim();
            if behind.is_empty() || behind.starts_with(['#', ':', ',']) {
                return None;
            }
            (
                "text follows the closing quote".to_owned(),
                format!("put the whole value in quotes: `{}`", requoted(value)),
            )
        }
    };
    let range = start + value_at..start + value_at + value.len();
    let fix =
        closes.then(|| Fix::safe("quote the value", vec![Edit::replace(source.span(range.clone()), requoted(value))]));
    Some(Mistake { range, message, help, fix })
}

/// A value that holds quotes, in quotes of the other kind where it can be.
fn requoted(value: &str) -> String {
    if value.contains('\'') { double_quoted(value) } else { format!("'{value}'") }
}

fn double_quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn equals_sign(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let (key, value) = text.split_once('=')?;
    let name = key.trim();
    (is_key(name) && !value.trim().is_empty()).then(|| Mistake {
        range: start..start + text.len(),
        message: format!("`{name} = …` is TOML, not YAML"),
        help: format!("write `{name}: {}`", value.trim()),
        fix: Some(Fix::safe(
            "write a colon",
            vec![Edit::replace(source.span(start + key.trim_end().len()..start + key.len() + 1), ":")],
        )),
    })
}

fn no_space_behind_colon(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let (key, value) = text.split_once(':')?;
    let opens_value = value.starts_with(|first: char| !first.is_whitespace() && first != '/');
    (is_key(key.trim()) && opens_value).then(|| Mistake {
        range: start + key.len()..start + key.len() + 1,
        message: format!("no space follows the colon of `{}`", key.trim()),
        help: format!("write `{}: {value}`", key.trim()),
        fix: Some(Fix::safe(
            "put a space behind the colon",
            vec![Edit::insert(&source.span(0..0), start + key.len() + 1, " ")],
        )),
    })
}

/// What follows `key: ` or `- ` on a line, and where.
fn value_of(text: &str) -> Option<(usize, &str)> {
    let mut at = text.len() - text.trim_start().len();
    while let Some(rest) = text[at..].strip_prefix("- ") {
        at += 2 + rest.len() - rest.trim_start().len();
    }
    if let Some((key, rest)) = text[at..].split_once(": ").filter(|(key, _)| is_key(key)) {
        at += key.len() + 2 + rest.len() - rest.trim_start().len();
    } else if at == text.len() - text.trim_start().len() {
        return None;
    }
    let value = text[at..].trim_end();
    (!value.is_empty()).then_some((at, value))
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.'))
}

fn tidy(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    let mut characters = message.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
