//! The scaffold of a new document: what its kind requires, with lines that its author replaces.

use std::fmt::Write;

use super::{DeclaredSection, Form, Kind, Position};
use crate::schema::Shape;
use crate::yaml;

const DESCRIPTION: &str = "Say in one sentence of 50 to 160 characters what this page is for.";
const LEARN: [&str; 2] = [
    "Write what readers will be able to do, starting with a verb that one can watch",
    "Name two to six of these, and keep each to one line",
];
const NEED: &str = "List each thing that readers need, with a version or a link";
const INTRODUCTION: &str = "Say in two or three sentences what readers will have at the end, and why they want it.";
const STEP: &str = "Name what this step does";
const STEP_TEXT: &str = "Say what to do and why, then show the code and what it prints.";
const STEP_CODE: &str = "the code of this step";
const SECTION_TEXT: &str = "Say here what readers expect below this heading.";
const ITEM: &str = "Say here what belongs in this list.";
const VALUE: &str = "Say here what this key is for";

/// The lines that an author replaces, without what marks them as an item, a heading or a value.
pub const PLACEHOLDERS: [&str; 11] =
    [DESCRIPTION, LEARN[0], LEARN[1], NEED, INTRODUCTION, STEP, STEP_TEXT, STEP_CODE, SECTION_TEXT, ITEM, VALUE];

/// A document of a kind that keeps its contract in all but what it says. `names_kind` is for one whose place does not
/// tell its kind.
pub fn scaffold(kind: &Kind, title: &str, names_kind: bool) -> String {
    let mut text = format!("---\ntitle: {}\n", yaml::quoted(title));
    for key in kind.required.iter().filter(|key| *key != "title") {
        write_key(&mut text, kind, key);
    }
    if names_kind {
        let _ = writeln!(text, "kind: {}", kind.name);
    }
    let _ = write!(text, "---\n\n{INTRODUCTION}\n");
    let (before, behind): (Vec<_>, Vec<_>) =
        shown(kind).partition(|section| matches!(section.position, Some(Position::First | Position::Before(_))));
    before.iter().for_each(|section| write_section(&mut text, section));
    if kind.is_tutorial() {
        let _ = write!(text, "\n## {STEP}\n\n{STEP_TEXT}\n\n```text\n{STEP_CODE}\n```\n");
    }
    behind.iter().for_each(|section| write_section(&mut text, section));
    text
}

/// The sections that a new document starts with: those it must have and, for a tutorial, where its reader goes next.
fn shown(kind: &Kind) -> impl Iterator<Item = &DeclaredSection> {
    let is_close = |section: &DeclaredSection| kind.is_tutorial() && section.id == "next-steps";
    kind.sections.iter().filter(move |section| section.key.is_none() && (section.required || is_close(section)))
}

fn write_section(text: &mut String, section: &DeclaredSection) {
    let _ = write!(text, "\n## {}\n\n", section.title);
    let _ = match section.form {
        Some(Form::Steps) => writeln!(text, "1. {ITEM}"),
        Some(Form::List) => writeln!(text, "- {ITEM}"),
        None if section.id == "next-steps" => writeln!(text, "- {ITEM}"),
        Some(Form::Prose) | None => writeln!(text, "{SECTION_TEXT}"),
    };
}

fn write_key(text: &mut String, kind: &Kind, key: &str) {
    let own = kind.keys.iter().find(|own| own.value.name == key).map(|own| &own.value.shape);
    let _ = match (key, own) {
        ("description", _) => writeln!(text, "description: {DESCRIPTION}"),
        ("what_you_will_learn", _) => writeln!(text, "{key}:\n  - {}\n  - {}", LEARN[0], LEARN[1]),
        ("prerequisites", _) => writeln!(text, "{key}:\n  - {NEED}"),
        ("level", _) => writeln!(text, "level: beginner"),
        ("status", _) => writeln!(text, "status: stable"),
        ("date", _) => writeln!(text, "date: {}", sample(&Shape::Date)),
        ("weight", _) => writeln!(text, "weight: 1"),
        ("duration", _) => writeln!(text, "duration: 20 minutes"),
        ("authors" | "tags", _) => writeln!(text, "{key}:\n  - {VALUE}"),
        (_, Some(shape)) => writeln!(text, "{key}: {}", sample(shape)),
        _ => writeln!(text, "{key}: {VALUE}"),
    };
}

/// A value that a shape allows.
fn sample(shape: &Shape) -> String {
    match shape {
        Shape::Bool => "false".to_owned(),
        Shape::Integer { min, max } => 1.clamp(*min, (*max).max(*min)).to_string(),
        Shape::Url => "https://example.org/".to_owned(),
        Shape::Date => "2000-01-01".to_owned(),
        Shape::Duration => "20 minutes".to_owned(),
        Shape::OneOf(words) => words.first().map_or_else(String::new, |word| yaml::quoted(word)),
        Shape::List { item, .. } => format!("[{}]", sample(item)),
        _ => VALUE.to_owned(),
    }
}
