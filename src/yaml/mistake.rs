//! Says which mistake a YAML text looks like, and how to mend it.

use std::ops::Range;

use crate::diagnostic::{Edit, Finding, Fix, Problem};
use crate::source::Source;

/// Turns the parser's words at byte `at` into a finding that says what to do.
pub(super) fn explain(source: &Source, range: &Range<usize>, at: usize, message: &str, code: &'static str) -> Problem {
    let first = source.line_column(range.start).line;
    let last = source.line_column(range.end.saturating_sub(1).max(range.start)).line;
    let line = source.line_column(at.min(range.end)).line.clamp(first, last);
    // The parser often stops a line or more behind the mistake: look at the lines before it too, nearest first.
    let found = (first..=line).rev().find_map(|line| mistake_on(source, source.line(line)));
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

fn mistake_on(source: &Source, line: Range<usize>) -> Option<Mistake> {
    let text = &source.text()[line.clone()];
    if text.trim_start().starts_with('#') {
        return None;
    }
    tab(source, text, line.start)
        .or_else(|| colon_in_value(source, text, line.start))
        .or_else(|| open_quote(text, line.start))
        .or_else(|| reserved_start(source, text, line.start))
        .or_else(|| equals_sign(source, text, line.start))
        .or_else(|| no_space_behind_colon(source, text, line.start))
}

fn tab(source: &Source, text: &str, start: usize) -> Option<Mistake> {
    let indent = text.len() - text.trim_start().len();
    let tab = text[..indent].find('\t')?;
    let spaces = text[..indent].replace('\t', "  ");
    Some(Mistake {
        range: start + tab..start + indent,
        message: "a tab stands in the indentation".to_owned(),
        help: "YAML indents with spaces only".to_owned(),
        fix: Some(Fix::safe(
            "replace the tab with spaces",
            vec![Edit::replace(source.span(start..start + indent), spaces)],
        )),
    })
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
    let quoted = format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""));
    Mistake {
        range: range.clone(),
        message: format!("this value {why}"),
        help: format!("put it in quotes: `{quoted}`"),
        fix: Some(Fix::safe("quote the value", vec![Edit::replace(source.span(range), quoted)])),
    }
}

fn open_quote(text: &str, start: usize) -> Option<Mistake> {
    let (value_at, value) = value_of(text)?;
    let mark = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let rest = &value[1..];
    let closed = if mark == '"' { rest.replace("\\\\", "").replace("\\\"", "") } else { rest.replace("''", "") };
    let (message, help) = match closed.find(mark) {
        None => ("a quote is opened here and never closed".to_owned(), format!("close it with `{mark}`")),
        Some(close) => {
            let behind = closed[close + 1..].trim();
            if behind.is_empty() || behind.starts_with(['#', ':', ',']) {
                return None;
            }
            let other = if mark == '"' { '\'' } else { '"' };
            ("text follows the closing quote".to_owned(), format!("put the whole value in `{other}` quotes"))
        }
    };
    Some(Mistake { range: start + value_at..start + value_at + value.len(), message, help, fix: None })
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
