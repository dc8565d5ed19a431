//! The page of what a template may show, from the comments of the types that it is made of.

use super::{cell, opened};

/// The types, with their comments.
const SOURCE: &str = include_str!("../../render/context.rs");

pub(super) fn page() -> String {
    let mut page = opened(
        "Template context",
        "Every variable that a template of a theme can show, with its type and what it holds, from the page down.",
        "reference",
        "A template sees the fields of `PageContext` and of `FolderContext` as its variables. Beside them, `body_html` is the prose of the page, \
         `entries_html` the entries of the navigation as the component `navigation_entry` shows them, and `labels` the words of the theme in the \
         site's language by their keys. It sees nothing else. URLs are relative to the page that shows them, and what ends in \
         `_html` is finished HTML: write it with the filter `safe`.",
    );
    let mut comment = String::new();
    for line in SOURCE.lines() {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("/// ") {
            comment.push_str(text);
            comment.push(' ');
        } else if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {")) {
            let text = without_links(&comment);
            page.push_str(&format!("\n## {name}\n\n{}\n\n| field | type | what it is |\n|---|---|---|\n", text.trim()));
            comment.clear();
        } else if let Some((name, kind)) = line.strip_prefix("pub ").and_then(|rest| rest.split_once(": ")) {
            let kind = kind.trim_end_matches(',');
            page.push_str(&format!("| `{name}` | {} | {} |\n", type_name(kind), cell(&without_links(&comment))));
            comment.clear();
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    page
}

/// `Vec<LinkTo>` as "list of LinkTo".
fn type_name(kind: &str) -> String {
    let inner = |start: &str| kind.strip_prefix(start).and_then(|rest| rest.strip_suffix('>')).map(type_name);
    if let Some(inner) = inner("Option<") {
        return format!("{inner}, or none");
    }
    if let Some(inner) = inner("Vec<") {
        return format!("list of {inner}");
    }
    match kind {
        "String" | "Arc<str>" | "&'static str" => "text".to_owned(),
        "bool" => "true or false".to_owned(),
        "u32" | "usize" => "number".to_owned(),
        other => format!("[{other}](#{})", other.to_lowercase()),
    }
}

/// Comments link other types by their name in brackets.
fn without_links(comment: &str) -> String {
    comment.replace("[`", "`").replace("`]", "`")
}
