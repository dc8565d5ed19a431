//! The table of keys as a table for people.

use super::cell;
use crate::schema::{Key, Shape};

/// A table of keys, those of mappings below the key that holds them.
pub(super) fn table(keys: &[Key]) -> String {
    let mut table = "| key | value | what it is for |\n|---|---|---|\n".to_owned();
    rows("", keys, &mut table);
    table
}

fn rows(path: &str, keys: &[Key], table: &mut String) {
    for key in keys {
        let name = format!("{path}{}", key.name);
        table.push_str(&format!("| `{name}` | {} | {} |\n", cell(&value(&key.shape)), cell(&key.docs)));
        below(&name, &key.shape, table);
    }
}

/// The rows of what a value holds.
fn below(name: &str, shape: &Shape, table: &mut String) {
    match shape {
        Shape::Map(keys) | Shape::TextOrMap(keys) => rows(&format!("{name}."), keys, table),
        Shape::List { item, .. } => below(&format!("{name}[]"), item, table),
        Shape::MapOf(shape) => below(&format!("{name}.NAME"), shape, table),
        Shape::WordOr(_, other) => below(name, other, table),
        // The first mapping says it: the others repeat it in lists.
        Shape::FirstOf(shapes) => {
            if let Some(shape) = shapes.iter().find(|shape| matches!(shape, Shape::Map(_))) {
                below(name, shape, table);
            }
        }
        _ => {}
    }
}

fn value(shape: &Shape) -> String {
    match shape {
        Shape::Map(_) => "a mapping".to_owned(),
        Shape::TextOrMap(_) => "text or a mapping".to_owned(),
        Shape::List { item, max } => format!("a list of at most {max}: {}", value(item)),
        Shape::WordOr(word, other) => format!("`{word}` or {}", value(other)),
        Shape::FirstOf(shapes) => shapes.iter().map(value).collect::<Vec<_>>().join("; or "),
        Shape::MapOf(shape) => format!("a mapping of names: {}", value(shape)),
        other => other.describe(),
    }
}
