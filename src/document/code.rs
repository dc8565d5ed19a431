//! Fenced code blocks: the info string and its attributes.

use std::ops::Range;

use super::attribute::{is_known, names};
use super::language::canonical;
use crate::diagnostic::{Edit, Finding, Fix, Problem, nearest};
use crate::source::{Gathered, Placed, Source};

/// Code of the rule for attributes that nobody knows.
pub(super) const FENCE_ATTRIBUTE: &str = "C12";

/// A code block.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeBlock {
    /// All of it, fences included.
    pub range: Range<usize>,
    /// The language, in lower case; `None` where the fence names none, and for indented code.
    pub language: Option<Placed<String>>,
    /// What follows the language on the fence.
    pub attributes: Vec<Attribute>,
    /// The code, with the place of each line.
    pub code: Gathered,
    /// Whether it is indented code, which has no fence.
    pub indented: bool,
    /// Its id, unique in the page, where the fence asks for one.
    pub anchor: Option<String>,
}

/// `key=value` or `key` on a fence.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    /// The key.
    pub name: String,
    /// The value, without quotes.
    pub value: Option<String>,
    /// Where it stands, in bytes of the file.
    pub range: Range<usize>,
}

impl CodeBlock {
    /// The name of the language, if the fence has one.
    pub fn language(&self) -> Option<&str> {
        self.language.as_ref().map(|language| language.value.as_str())
    }

    /// Whether it is code that could be a copy of a file: long enough, and not said to be one.
    pub fn may_be_copy(&self) -> bool {
        /// Shorter code is alike by chance.
        const SHORTEST: usize = 12;
        let is_code = !self.indented && !matches!(self.language(), None | Some("output" | "console" | "text" | "diff"));
        let lines = || self.code.text().lines().filter(|line| !line.trim().is_empty()).take(SHORTEST).count();
        is_code && !self.has("file") && lines() == SHORTEST
    }

    /// Whether it is Python code that a reader sees, and no transcript.
    pub fn is_python(&self) -> bool {
        let is_python = |name: &str| canonical(name) == Some("python");
        !self.indented && !self.has("hidden") && self.language().is_some_and(is_python)
    }

    /// Whether the fence has an attribute.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The value of an attribute, where it has one.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name).and_then(|attribute| attribute.value.as_deref())
    }

    /// An attribute of the fence.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// Reads the info string of a fence that starts at byte `fence` of the file.
pub(super) fn read_fence(
    source: &Source,
    fence: usize,
    info: &str,
    problems: &mut Vec<Problem>,
) -> (Option<Placed<String>>, Vec<Attribute>) {
    // The parser decodes entities and escapes, so that the info string is found only where it is written plainly.
    let line = source.line_around(fence);
    let at = source.text()[fence.max(line.start)..line.end].find(info).map_or(line.start, |at| fence + at);
    let plain = source.text()[at..].starts_with(info);
    let place = |range: Range<usize>| if plain { at + range.start..at + range.end } else { line.clone() };
    let word_end = info.find(char::is_whitespace).unwrap_or(info.len());
    // A fence that begins with an attribute names no language.
    let word_end = if info[..word_end].contains('=') { 0 } else { word_end };
    let language_end = info[..word_end].find(|sign: char| !is_language_sign(sign)).unwrap_or(word_end);
    let language = (language_end > 0)
        .then(|| Placed { value: info[..language_end].to_lowercase(), range: place(0..language_end) });
    let attributes: Vec<_> = attributes(&info[word_end..])
        .into_iter()
        .map(|(name, value, range)| Attribute {
            name,
            value,
            range: place(word_end + range.start..word_end + range.end),
        })
        .collect();
    report_unknown(source, &attributes, problems);
    (language, attributes)
}

/// Only these signs can stand in a language: everything else ends it, so that nothing of it can break out of a class.
fn is_language_sign(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '+' | '-' | '_' | '.' | '#')
}

/// Cuts `a=b c="d e" f` into its parts.
fn attributes(text: &str) -> Vec<(String, Option<String>, Range<usize>)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(|sign: char| !sign.is_whitespace()).map(|at| from + at) {
        let mut end = start;
        let mut quote = None;
        for (at, sign) in text[start..].char_indices() {
            match quote {
                Some(mark) if mark == sign => quote = None,
                None if matches!(sign, '"' | '\'') => quote = Some(sign),
                None if sign.is_whitespace() => break,
                _ => {}
            }
            end = start + at + sign.len_utf8();
        }
        let (name, value) = match text[start..end].split_once('=') {
            Some((name, value)) => (name, Some(unquoted(value).to_owned())),
            None => (&text[start..end], None),
        };
        found.push((name.to_owned(), value, start..end));
        from = end;
    }
    found
}

fn unquoted(value: &str) -> &str {
    ['"', '\''].iter().find_map(|&mark| value.strip_prefix(mark)?.strip_suffix(mark)).unwrap_or(value)
}

/// Reports unknown attributes, but only on a fence that is ours: one with an attribute that we know or that is nearly
/// one. The info strings of other tools are none of our business.
fn report_unknown(source: &Source, attributes: &[Attribute], problems: &mut Vec<Problem>) {
    let near = |name: &str| nearest(name, names()).filter(|_| name.len() > 2);
    let ours = attributes.iter().any(|attribute| is_known(&attribute.name));
    for attribute in attributes.iter().filter(|attribute| !is_known(&attribute.name)) {
        let candidate = near(&attribute.name);
        if !ours && candidate.is_none() {
            continue;
        }
        let span = source.span(attribute.range.clone());
        let mut finding = Finding::new(span.clone(), format!("unknown attribute `{}`", attribute.name));
        finding = match candidate {
            Some(name) => {
                let written = &source.text()[attribute.range.clone()];
                let mended = written.replacen(&attribute.name, name, 1);
                finding
                    .help(format!("did you mean `{name}`?"))
                    .fix(Fix::safe(format!("rename it to `{name}`"), vec![Edit::replace(span, mended)]))
            }
            None => {
                let names: Vec<_> = names().map(|name| format!("`{name}`")).collect();
                finding.help(format!("known attributes are {}", names.join(", ")))
            }
        };
        problems.push(Problem::new(FENCE_ATTRIBUTE, finding));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SitePath;

    /// Language, attributes, and how many problems were found.
    type Fence = (Option<String>, Vec<(String, Option<String>)>, usize);

    fn fence(info: &str) -> Fence {
        let source = Source::new(SitePath::new("a.md"), format!("```{info}\nx\n```\n"));
        let mut problems = Vec::new();
        let (language, attributes) = read_fence(&source, 0, info, &mut problems);
        let attributes = attributes.into_iter().map(|attribute| (attribute.name, attribute.value)).collect();
        (language.map(|language| language.value), attributes, problems.len())
    }

    #[test]
    fn a_fence_has_a_language_and_attributes() {
        let (language, attributes, problems) = fence("Python file=\"a b.py#x\" run mark='3,5-7'");
        assert_eq!(language.as_deref(), Some("python"));
        let expected = [("file", Some("a b.py#x")), ("run", None), ("mark", Some("3,5-7"))];
        assert_eq!(attributes, expected.map(|(name, value)| (name.to_owned(), value.map(str::to_owned))));
        assert_eq!(problems, 0);
    }

    #[test]
    fn only_our_own_fences_are_checked() {
        assert_eq!(fence("python fiel=x").2, 1, "nearly ours");
        assert_eq!(fence("python run wobble=x").2, 1, "beside one of ours");
        assert_eq!(fence("python {.numberLines startFrom=10}").2, 0, "another tool's");
        assert_eq!(fence("js\" onmouseover=\"alert(2)").2, 0, "nobody's");
    }

    #[test]
    fn a_language_ends_where_it_could_break_out() {
        assert_eq!(fence("c++").0.as_deref(), Some("c++"));
        assert_eq!(fence("js\" onmouseover=\"alert(2)").0.as_deref(), Some("js"));
        assert_eq!(fence("\"><img src=x onerror=alert(1)>").0, None);
        assert_eq!(fence("rust,ignore").0.as_deref(), Some("rust"));
    }
}
