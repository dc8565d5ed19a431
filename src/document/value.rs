//! What the values of front matter say: texts and lists of them.

use crate::limit::LIST_ITEMS;
use crate::source::Placed;
use crate::yaml::Node;

/// The text of a value, with its place.
pub(super) fn text(node: &Node) -> Option<Placed<String>> {
    plain(node).map(|value| Placed { value, range: node.range.clone() })
}

/// The texts of a list.
pub(super) fn texts(node: &Node) -> Vec<Placed<String>> {
    items(node).iter().filter_map(text).collect()
}

/// The items that count: a list that is too long is reported.
pub(super) fn items(node: &Node) -> &[Node] {
    let items = node.items();
    &items[..items.len().min(LIST_ITEMS)]
}

/// Text without the blanks and line ends around and within it: a title is one line. Nor does it hold controls, which
/// YAML can write as escapes and no page may show.
pub(super) fn plain(node: &Node) -> Option<String> {
    let text = node.text()?;
    // Nearly all text is written so.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim() == text && !text.contains("  ") {
        return Some(text.to_owned());
    }
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.retain(|sign| !sign.is_control());
    Some(line)
}
