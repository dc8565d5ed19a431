//! What keys a YAML text may have and what their values must be: one table for checking, for the JSON Schema and for
//! the reference pages.

mod json;
mod meant;

pub use json::json_schema;

use std::fmt;

use crate::calendar::{self, Date};
use crate::diagnostic::{Edit, Finding, Fix, Problem, nearest};
use crate::source::Source;
use crate::yaml::{Entry, Meaning, Node, Value};

/// Code of the rule for a key that nobody knows.
const UNKNOWN_KEY: &str = "F03";
/// Code of the rule for a value of the wrong type.
const WRONG_TYPE: &str = "F05";
/// Code of the rule for a value of the right type that is not allowed.
const BAD_VALUE: &str = "F06";

/// One key.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// As authors write it.
    pub name: String,
    /// What its value must be.
    pub shape: Shape,
    /// What it is for, in one or two sentences.
    pub docs: String,
}

impl Key {
    /// A key with its shape and what it is for.
    pub fn new(name: &str, shape: Shape, docs: &str) -> Self {
        Self { name: name.to_owned(), shape, docs: docs.to_owned() }
    }
}

/// What a value must be.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Plain text; a number stands for its own digits.
    Text,
    /// Text with inline Markdown.
    Markdown,
    /// `true` or `false`.
    Bool,
    /// A whole number within bounds, both included.
    Integer {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A day: `2026-11-30`.
    Date,
    /// An address on the web, or one to write to. Readers follow it, so that nothing else may stand there.
    Url,
    /// A duration in words, or minutes.
    Duration,
    /// One of these words.
    OneOf(Vec<String>),
    /// A list; its items, and how many.
    List {
        /// What each item must be.
        item: Box<Shape>,
        /// Most items.
        max: usize,
    },
    /// The word, or something else.
    WordOr(String, Box<Shape>),
    /// What the first of these is, or else what the next is; no two of them are single values, lists or mappings.
    FirstOf(Vec<Shape>),
    /// Text, or a mapping with these keys.
    TextOrMap(Vec<Key>),
    /// A mapping with these keys.
    Map(Vec<Key>),
    /// A mapping with free keys, and what each value must be.
    MapOf(Box<Shape>),
    /// Anything.
    Free,
}

impl Shape {
    /// A list of at most `max` items.
    pub fn list(item: Self, max: usize) -> Self {
        Self::List { item: Box::new(item), max }
    }

    /// One of `words`.
    pub fn one_of(words: &[&str]) -> Self {
        Self::OneOf(words.iter().map(|&word| word.to_owned()).collect())
    }

    /// Whether it is written as a value is: a single value, a list or a mapping.
    fn is_of_form(&self, value: &Value) -> bool {
        match value {
            Value::List(_) => matches!(self, Self::List { .. } | Self::Free),
            Value::Map(_) => matches!(self, Self::Map(_) | Self::MapOf(_) | Self::TextOrMap(_) | Self::Free),
            Value::Scalar(_) => !matches!(self, Self::List { .. } | Self::Map(_) | Self::MapOf(_)),
        }
    }

    /// What it is, for messages: "a list of text".
    pub fn describe(&self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Markdown => "text with inline Markdown".to_owned(),
            Self::Bool => "`true` or `false`".to_owned(),
            Self::Integer { min, max } if *min == i64::MIN && *max == i64::MAX => "a whole number".to_owned(),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Url => "an address such as `https://example.org/`".to_owned(),
            Self::Date => "a date such as `2026-11-30`".to_owned(),
            Self::Duration => "a duration such as `20 minutes`".to_owned(),
            Self::OneOf(words) => one_of(words),
            Self::List { item, .. } => format!("a list of {}", item.describe()),
            Self::WordOr(word, other) => format!("`{word}` or {}", other.describe()),
            Self::FirstOf(shapes) => shapes.iter().map(Self::describe).collect::<Vec<_>>().join(", or "),
            Self::TextOrMap(keys) => format!("text or {}", Self::Map(keys.clone()).describe()),
            Self::Map(keys) => {
                format!("a mapping with {}", one_of(&keys.iter().map(|key| key.name.clone()).collect::<Vec<_>>()))
            }
            Self::MapOf(_) => "a mapping".to_owned(),
            Self::Free => "anything".to_owned(),
        }
    }
}

fn one_of(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Whether a text is an address that a reader can safely be led to.
pub fn is_url(text: &str) -> bool {
    let known = ["https://", "http://", "mailto:"].iter().any(|scheme| text.trim().starts_with(scheme));
    known && !text.trim().contains(|sign: char| sign.is_control() || sign.is_whitespace())
}

/// Checks a mapping against its keys. A blank value is nobody's mistake here: whether a key is required is for a rule.
pub fn validate(source: &Source, node: &Node, keys: &[Key]) -> Vec<Problem> {
    let mut checker = Checker { source, problems: Vec::new() };
    checker.map(node, keys, format_args!(""));
    checker.problems
}

struct Checker<'a> {
    source: &'a Source,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    fn map(&mut self, node: &Node, keys: &[Key], path: fmt::Arguments<'_>) {
        for entry in node.entries() {
            match keys.iter().find(|key| key.name == entry.key) {
                Some(key) => self.value(&entry.value, &key.shape, format_args!("{path}{}", key.name)),
                None => self.unknown(entry, keys, path),
            }
        }
    }

    fn unknown(&mut self, entry: &Entry, keys: &[Key], path: fmt::Arguments<'_>) {
        let span = self.source.span(entry.key_range.clone());
        let mut finding = Finding::new(span.clone(), format!("unknown key `{path}{}`", entry.key));
        finding = match nearest(&entry.key, keys.iter().map(|key| key.name.as_str())) {
            Some(name) => finding
                .help(format!("did you mean `{name}`?"))
                .fix(Fix::safe(format!("rename it to `{name}`"), vec![Edit::replace(span, name)])),
            None if keys.iter().any(|key| key.name == "extra") => finding.help("put keys of your own below `extra:`"),
            None => finding.help(format!(
                "known keys are {}",
                one_of(&keys.iter().map(|key| key.name.clone()).collect::<Vec<_>>())
            )),
        };
        self.problems.push(Problem::new(UNKNOWN_KEY, finding));
    }

    fn value(&mut self, node: &Node, shape: &Shape, path: fmt::Arguments<'_>) {
        if matches!(shape, Shape::Free) || node.is_blank() {
            return;
        }
        match (shape, &node.value) {
            (Shape::Text | Shape::Markdown, Value::Scalar(scalar)) if !matches!(scalar.meaning, Meaning::Bool(_)) => {
                self.text(node);
            }
            (Shape::Bool, Value::Scalar(scalar)) if matches!(scalar.meaning, Meaning::Bool(_)) => {}
            (Shape::Integer { min, max }, Value::Scalar(scalar)) => match scalar.meaning {
                Meaning::Integer(number) if (*min..=*max).contains(&number) => {}
                Meaning::Integer(_) => self.bad_value(node, shape, path, None),
                _ => self.wrong_type(node, shape, path),
            },
            (Shape::Url, Value::Scalar(scalar)) => {
                if !is_url(&scalar.text) {
                    self.bad_value(node, shape, path, None);
                }
            }
            (Shape::Date, Value::Scalar(scalar)) => {
                if Date::parse(&scalar.text).is_none() {
                    self.bad_value(node, shape, path, None);
                }
            }
            (Shape::Duration, Value::Scalar(scalar)) => {
                if calendar::minutes(&scalar.text).is_none() {
                    self.bad_value(node, shape, path, None);
                }
            }
            (Shape::OneOf(words), Value::Scalar(scalar)) => {
                if !words.contains(&scalar.text) {
                    self.bad_value(node, shape, path, nearest(&scalar.text, words.iter().map(String::as_str)));
                }
            }
            (Shape::List { item, max }, Value::List(items)) => {
                for (i, node) in items.iter().enumerate() {
                    self.value(node, item, format_args!("{path}[{}]", i + 1));
                }
                if items.len() > *max {
                    self.too_many(node, items, *max, path);
                }
            }
            (Shape::WordOr(word, _), Value::Scalar(scalar)) if scalar.text.eq_ignore_ascii_case(word) => {}
            (Shape::WordOr(_, other), _) => self.value(node, other, path),
            (Shape::FirstOf(shapes), _) => match shapes.iter().find(|shape| shape.is_of_form(&node.value)) {
                Some(shape) => self.value(node, shape, path),
                None => self.wrong_type(node, shape, path),
            },
            (Shape::TextOrMap(_), Value::Scalar(scalar)) if !matches!(scalar.meaning, Meaning::Bool(_)) => {
                self.text(node);
            }
            (Shape::TextOrMap(keys) | Shape::Map(keys), Value::Map(_)) => self.map(node, keys, format_args!("{path}.")),
            (Shape::MapOf(shape), Value::Map(entries)) => {
                for entry in entries {
                    self.value(&entry.value, shape, format_args!("{path}.{}", entry.key));
                }
            }
            _ => self.wrong_type(node, shape, path),
        }
    }

    /// Text that is text to YAML too, but not all that its author wrote.
    fn text(&mut self, node: &Node) {
        let findings = [meant::cut_short(self.source, node), meant::joined(self.source, node)];
        self.problems.extend(findings.into_iter().flatten().map(|finding| Problem::new(BAD_VALUE, finding)));
    }

    fn wrong_type(&mut self, node: &Node, shape: &Shape, path: fmt::Arguments<'_>) {
        let finding = meant::told(self.source, node, shape, &path.to_string()).unwrap_or_else(|| {
            let span = self.source.span(node.range.clone());
            let finding = Finding::new(span, format!("`{path}` is {}, found {}", shape.describe(), node.describe()))
                .label(format!("expected {}", shape.describe()));
            match meant::cast(self.source, node, shape) {
                Some(fix) => finding.help(fix.title.clone()).fix(fix),
                None => finding,
            }
        });
        self.problems.push(Problem::new(WRONG_TYPE, finding));
    }

    fn bad_value(&mut self, node: &Node, shape: &Shape, path: fmt::Arguments<'_>, near: Option<&str>) {
        let span = self.source.span(node.range.clone());
        let mut finding = Finding::new(
            span.clone(),
            format!("`{path}` is {}, found `{}`", shape.describe(), node.text().unwrap_or_default()),
        )
        .label(format!("expected {}", shape.describe()));
        if let Some(word) = near {
            finding = finding
                .help(format!("did you mean `{word}`?"))
                .fix(Fix::safe(format!("write `{word}`"), vec![Edit::replace(span, word)]));
        }
        self.problems.push(Problem::new(BAD_VALUE, finding));
    }

    fn too_many(&mut self, node: &Node, items: &[Node], max: usize, path: fmt::Arguments<'_>) {
        let range = items[max].range.start..node.range.end;
        let finding = Finding::new(
            self.source.span(range),
            format!("`{path}` has {} items, at most {max} are allowed", items.len()),
        )
        .help("keep those that matter most");
        self.problems.push(Problem::new(BAD_VALUE, finding));
    }
}
