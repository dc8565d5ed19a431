//! YAML with places: the only owner of serde_yaml and of the marked parser.
//!
//! serde_yaml decides what a text means, the marked parser tells where each value stands. Their two trees have one
//! shape, and [`parse`] joins them, so that a rule can point at a value that is good YAML but not a good answer.

mod marked;
mod mistake;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Finding, Problem};
use crate::limit::{self, YAML_BYTES};
use crate::source::Source;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Bytes of the file.
    pub range: Range<usize>,
    /// What stands there.
    pub value: Value,
}

/// What a YAML text can hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A single value.
    Scalar(Scalar),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the order of the file.
    Map(Vec<Entry>),
}

/// A single value, with its text as the author wrote it: `1.10` stays `1.10`.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar {
    /// What it means.
    pub meaning: Meaning,
    /// Its text, without quotes.
    pub text: String,
    /// Whether it is quoted or a block, and so text whatever it looks like.
    pub quoted: bool,
}

/// What a single value means to YAML.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Meaning {
    /// Nothing: `null`, `~`, or no value at all.
    Null,
    /// `true` or `false`, and no other word.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number,
    /// Text.
    Text,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key as text.
    pub key: String,
    /// Where the key stands.
    pub key_range: Range<usize>,
    /// Its value.
    pub value: Node,
}

impl Node {
    /// The single value, where it is one.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Its text, where it is a single value that says something.
    pub fn text(&self) -> Option<&str> {
        self.scalar().filter(|scalar| !scalar.is_blank()).map(|scalar| scalar.text.as_str())
    }

    /// Its entries, where it is a mapping.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Its items, where it is a sequence.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The value of a key, where it is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// Whether it says nothing: null, blank text, an empty list, or a list of such.
    pub fn is_blank(&self) -> bool {
        match &self.value {
            Value::Scalar(scalar) => scalar.is_blank(),
            Value::List(items) => items.iter().all(Node::is_blank),
            Value::Map(entries) => entries.is_empty(),
        }
    }

    /// What it is, for messages: "a list", "the number `3`".
    pub fn describe(&self) -> String {
        match &self.value {
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a mapping".to_owned(),
            Value::Scalar(scalar) => match scalar.meaning {
                Meaning::Null => "nothing".to_owned(),
                Meaning::Bool(value) => format!("the boolean `{value}`"),
                Meaning::Integer(_) | Meaning::Number => format!("the number `{}`", scalar.text),
                Meaning::Text => format!("the text `{}`", shorten(&scalar.text)),
            },
        }
    }
}

impl Scalar {
    /// Whether it says nothing.
    pub fn is_blank(&self) -> bool {
        self.meaning == Meaning::Null || self.text.trim().is_empty()
    }
}

fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= 40 && line.len() == text.trim_end().len() {
        line.to_owned()
    } else {
        line.chars().take(39).chain(['…']).collect()
    }
}

/// Reads the YAML that stands at `range` of a source. `code` is the rule that a syntax mistake belongs to.
///
/// A text without a value (empty, or comments alone) is an empty mapping.
pub fn parse(source: &Source, range: Range<usize>, code: &'static str) -> Result<Node, Vec<Problem>> {
    let text = &source.text()[range.clone()];
    if text.len() > YAML_BYTES {
        let (has, most) = (limit::told(text.len(), "bytes"), limit::told(YAML_BYTES, "bytes"));
        let finding =
            Finding::new(source.span(range.start..range.start), format!("the YAML has {has}, at most {most} are read"));
        return Err(vec![Problem::new(code, finding.help("keep data in files of its own"))]);
    }
    let mistaken = |error: marked::Error| vec![mistake::explain(source, &range, error.at, &error.message, code)];
    // The marked parser goes first: it stops where nesting is too deep, which the other one takes long to find out.
    let tree = marked::read(text, range.start).map_err(mistaken)?;
    let value = serde_yaml::from_str::<serde_yaml::Value>(text);
    match (tree, value) {
        (None, Ok(_)) => Ok(Node { range: range.start..range.start, value: Value::Map(Vec::new()) }),
        (Some(tree), Ok(value)) => {
            let repeated = repeated_keys(&tree, source, code);
            if repeated.is_empty() { Ok(join(tree, &value)) } else { Err(repeated) }
        }
        // serde_yaml says that a key is repeated, but not where: the marked tree knows.
        (Some(tree), Err(error)) => {
            let repeated = repeated_keys(&tree, source, code);
            if repeated.is_empty() { Err(vec![syntax_problem(source, &range, code, &error)]) } else { Err(repeated) }
        }
        (None, Err(error)) => Err(vec![syntax_problem(source, &range, code, &error)]),
    }
}

/// A text as the value of a key or the item of a list: plain where it means itself so, else in double quotes.
pub fn quoted(text: &str) -> String {
    let plain = serde_yaml::from_str::<serde_yaml::Value>(&format!("- {text}\n"));
    let means_itself = |value: &serde_yaml::Value| {
        value.as_sequence().is_some_and(|items| items.len() == 1 && items[0].as_str() == Some(text))
    };
    if text == text.trim() && !text.contains(['\n', '"', '{', '[']) && plain.is_ok_and(|value| means_itself(&value)) {
        return text.to_owned();
    }
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

fn syntax_problem(source: &Source, range: &Range<usize>, code: &'static str, error: &serde_yaml::Error) -> Problem {
    let at = error.location().map_or(range.start, |location| range.start + location.index().min(range.len()));
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    mistake::explain(source, range, at, message, code)
}

fn repeated_keys(tree: &marked::Tree, source: &Source, code: &'static str) -> Vec<Problem> {
    let mut problems = Vec::new();
    tree.visit_maps(&mut |keys| {
        let mut first_of = BTreeMap::new();
        for key in keys {
            let first = *first_of.entry(key.text.as_str()).or_insert(key);
            if first.range != key.range {
                let finding =
                    Finding::new(source.span(key.range.clone()), format!("key `{}` is given twice", key.text))
                        .label("given again here")
                        .other(source.span(first.range.clone()), "first given here")
                        .help("keep one of the two");
                problems.push(Problem::new(code, finding));
            }
        }
    });
    problems
}

/// Gives the places of `tree` to the meanings of `value`.
fn join(tree: marked::Tree, value: &serde_yaml::Value) -> Node {
    use serde_yaml::Value as Meant;
    let value = match value {
        Meant::Tagged(tagged) => &tagged.value,
        value => value,
    };
    let range = tree.range.clone();
    let value = match (tree.kind, value) {
        (marked::Kind::List(trees), Meant::Sequence(values)) => {
            Value::List(trees.into_iter().zip(values).map(|(tree, value)| join(tree, value)).collect())
        }
        (marked::Kind::Map(trees), Meant::Mapping(values)) => Value::Map(
            trees
                .into_iter()
                .zip(values)
                .map(|((key, tree), (_, value))| Entry {
                    key: key.text,
                    key_range: key.range,
                    value: join(tree, value),
                })
                .collect(),
        ),
        (marked::Kind::Scalar { text, quoted }, value) => {
            Value::Scalar(Scalar { meaning: meaning(value, quoted), text, quoted })
        }
        // An alias stands for a value that was written elsewhere: all of it is shown where the alias stands.
        (_, value) => return unplaced(value, &range),
    };
    Node { range, value }
}

fn unplaced(value: &serde_yaml::Value, range: &Range<usize>) -> Node {
    use serde_yaml::Value as Meant;
    let value = match value {
        Meant::Sequence(values) => Value::List(values.iter().map(|value| unplaced(value, range)).collect()),
        Meant::Mapping(values) => Value::Map(
            values
                .iter()
                .map(|(key, value)| Entry {
                    key: written(key),
                    key_range: range.clone(),
                    value: unplaced(value, range),
                })
                .collect(),
        ),
        value => Value::Scalar(Scalar { meaning: meaning(value, false), text: written(value), quoted: false }),
    };
    Node { range: range.clone(), value }
}

fn written(value: &serde_yaml::Value) -> String {
    match value {
        serde_yaml::Value::String(text) => text.clone(),
        serde_yaml::Value::Null => String::new(),
        value => serde_yaml::to_string(value).unwrap_or_default().trim_end().to_owned(),
    }
}

fn meaning(value: &serde_yaml::Value, quoted: bool) -> Meaning {
    match value {
        serde_yaml::Value::Null => Meaning::Null,
        serde_yaml::Value::Bool(value) => Meaning::Bool(*value),
        serde_yaml::Value::Number(number) => number.as_i64().map_or(Meaning::Number, Meaning::Integer),
        // `~` is the one null that YAML 1.2 writes as a sign, and no author means the sign itself.
        serde_yaml::Value::String(text) if text == "~" && !quoted => Meaning::Null,
        _ => Meaning::Text,
    }
}

#[cfg(test)]
mod tests;
