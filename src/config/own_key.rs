//! Keys of the front matter that a kind adds: `gpus: { type: integer, min: 1, max: 8, required: true }`.

use super::BAD_VALUE;
use crate::diagnostic::{Finding, Problem};
use crate::limit::OWN_LIST_ITEMS;
use crate::schema::{Key, Shape};
use crate::source::{Placed, Source};
use crate::yaml::{Entry, Node};

const TYPES: [&str; 7] = ["text", "markdown", "boolean", "integer", "date", "duration", "list"];
/// What an item of a list can be.
const ITEM_TYPES: [&str; 6] = ["text", "markdown", "boolean", "integer", "date", "duration"];

/// The keys of one entry below `keys:`.
pub(super) fn keys() -> Vec<Key> {
    let number = || Shape::Integer { min: i64::MIN, max: i64::MAX };
    vec![
        Key::new("type", Shape::one_of(&TYPES), "What its value must be; `text` unless said otherwise."),
        Key::new("of", Shape::one_of(&ITEM_TYPES), "For a list, what each item must be; `text` unless said otherwise."),
        Key::new(
            "values",
            Shape::list(Shape::Text, 1000),
            "The words that its value, or each item of the list, may be.",
        ),
        Key::new("min", number(), "The smallest whole number."),
        Key::new("max", number(), "The largest whole number; for a list, most items."),
        Key::new("required", Shape::Bool, "Whether documents of this kind must have it."),
        Key::new("docs", Shape::Text, "What it is for, shown in editors and in the reference."),
    ]
}

/// Reads one entry below `keys:`.
pub(super) fn read(source: &Source, entry: &Entry, problems: &mut Vec<Problem>) -> Placed<Key> {
    let Entry { key: name, key_range, value } = entry;
    let docs = value.get("docs").and_then(Node::text).unwrap_or_default();
    let (min, max) = (number(value, "min"), number(value, "max"));
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        let span = source.span(value.get("max").map_or(key_range.clone(), |node| node.range.clone()));
        let finding = Finding::new(span, format!("`max` of `{name}` is smaller than its `min`")).help("swap the two");
        problems.push(Problem::new(BAD_VALUE, finding));
    }
    Placed { value: Key::new(name, shape(value, min, max), docs), range: key_range.clone() }
}

/// Whether an entry says that documents must have the key.
pub(super) fn is_required(entry: &Entry) -> bool {
    entry.value.get("required").and_then(Node::text) == Some("true")
}

fn shape(node: &Node, min: Option<i64>, max: Option<i64>) -> Shape {
    let named = |key: &str| node.get(key).and_then(Node::text);
    match named("type") {
        Some("list") => {
            let most = max.map_or(OWN_LIST_ITEMS, |max| usize::try_from(max).unwrap_or_default());
            Shape::list(single(node, named("of"), min, None), most)
        }
        name => single(node, name, min, max),
    }
}

fn single(node: &Node, name: Option<&str>, min: Option<i64>, max: Option<i64>) -> Shape {
    let words: Vec<_> = node.get("values").map_or(&[][..], Node::items).iter().filter_map(Node::text).collect();
    match name {
        Some("markdown") => Shape::Markdown,
        Some("boolean") => Shape::Bool,
        Some("integer") => Shape::Integer { min: min.unwrap_or(i64::MIN), max: max.unwrap_or(i64::MAX) },
        Some("date") => Shape::Date,
        Some("duration") => Shape::Duration,
        _ if !words.is_empty() => Shape::one_of(&words),
        _ => Shape::Text,
    }
}

fn number(node: &Node, key: &str) -> Option<i64> {
    node.get(key).and_then(Node::text).and_then(|text| text.parse().ok())
}
