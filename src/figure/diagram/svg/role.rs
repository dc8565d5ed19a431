//! Roles of shapes: the few classes of `diagram.css` that say what a shape is.

use roxmltree::Node;

use super::context::{Context, classes, style};

/// The classes of a shape; `None` where it shows nothing.
pub(super) fn of_shape(node: Node<'_, '_>, context: &Context) -> Option<String> {
    let has = |name: &str| classes(node).any(|class| class == name);
    let any = |names: &[&str]| names.iter().any(|name| has(name));
    // Labels have a rim in the colour of the page, and need no box behind them.
    if has("background")
        || context.has("note-cluster")
        || is_doubled(node, context)
        || is_empty(node)
        || any(&["edge-thickness-invisible", "edge-pattern-invisible"])
    {
        return None;
    }
    let role = if context.marker {
        head(node, context)
    } else if any(&["flowchart-link", "transition", "relation", "relationshipLine", "messageLine0", "messageLine1"])
        || context.has("edgePaths")
    {
        return Some(edge(node));
    } else if any(&["actor-line", "divider"]) || context.has("divider") {
        "d-line"
    } else if has("loopLine") {
        "d-line d-dash"
    } else if has("labelBox") {
        "d-node"
    } else if has("note") || context.mentions(&["statediagram-note", "note-"]) {
        "d-remark"
    } else if has("state-start") || context.has("fork-join") || has("fork-join") {
        "d-solid"
    } else if context.has("state-end") || has("state-end") {
        "d-ring"
    } else if classes(node).any(|class| class.starts_with("activation")) {
        "d-bar"
    } else if has("rect") || context.has("cluster") || context.has("statediagram-cluster") {
        "d-group"
    } else if context.has("node") || any(&["actor", "node"]) || context.mentions(&["actor"]) {
        "d-node"
    } else {
        "d-line"
    };
    Some(match context.tone.filter(|_| role == "d-node" || role == "d-group") {
        Some(tone) => format!("{role} d-{}", tone.name()),
        None => role.to_owned(),
    })
}

fn head(node: Node<'_, '_>, context: &Context) -> &'static str {
    if context.mentions(&["extension", "aggregation", "lollipop", "zeroOr"]) && !is_open(node) {
        "d-hollow"
    } else if context.mentions(&["cross", "onlyOne", "oneOrMore", "zeroOr"]) || style(node, "fill") == Some("none") {
        "d-cross"
    } else {
        "d-head"
    }
}

/// Whether a path is made of open lines, as the feet of a relation are.
fn is_open(node: Node<'_, '_>) -> bool {
    node.attribute("d").is_some_and(|path| !path.trim_end().ends_with(['Z', 'z']) && !path.contains('V'))
}

fn edge(node: Node<'_, '_>) -> String {
    let dashes = [style(node, "stroke-dasharray"), node.attribute("stroke-dasharray")];
    let dashed =
        dashes.into_iter().flatten().any(|dashes| dashes.starts_with(|first: char| ('1'..='9').contains(&first)))
            || classes(node)
                .any(|class| matches!(class, "edge-pattern-dotted" | "edge-pattern-dashed" | "messageLine1"));
    let thick = classes(node).any(|class| class == "edge-thickness-thick");
    let mut class = "d-edge".to_owned();
    class.push_str(if dashed { " d-dash" } else { "" });
    class.push_str(if thick { " d-thick" } else { "" });
    if let Some(tone) = style(node, "stroke").and_then(crate::figure::tone::Tone::of_css) {
        class.push_str(&format!(" d-{}", tone.name()));
    }
    class
}

/// Boxes of classes, states and entities are drawn twice, filled and as an outline: one path can be both.
fn is_doubled(node: Node<'_, '_>, context: &Context) -> bool {
    let outline =
        node.attribute("fill") == Some("none") && node.attribute("stroke").is_some_and(|stroke| stroke != "none");
    outline && !context.marker && node.tag_name().name() == "path" && filled_before(node)
}

fn filled_before(node: Node<'_, '_>) -> bool {
    node.prev_sibling_element().is_some_and(is_filled_part)
}

/// Whether a path is the filled part of a box that is drawn twice. It is left open, because its outline is another path.
pub(super) fn is_filled_part(node: Node<'_, '_>) -> bool {
    node.attribute("stroke") == Some("none") && node.attribute("fill").is_some_and(|fill| fill != "none")
}

/// Rectangles without a size, and lines that are there only to carry a marker, which is drawn all the same.
fn is_empty(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == "rect" && node.attribute("width").is_none()
}
