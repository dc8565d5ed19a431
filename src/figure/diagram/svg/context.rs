//! Where an element stands in a drawing, as far as it decides how the element looks.

use roxmltree::Node;

use crate::figure::tone::Tone;

/// What the groups around an element say about it.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    /// Class names of all groups around it, and the id of a marker.
    names: Vec<String>,
    /// The tone of the box that it belongs to.
    pub(super) tone: Option<Tone>,
    /// Whether its text is bold.
    pub(super) bold: bool,
    /// Whether it is part of an arrow head.
    pub(super) marker: bool,
    /// Whether it is what is written at an arrow.
    pub(super) edge_label: bool,
    /// How far right of the middle of its box it starts; `None` where it is in no box.
    pub(super) from_middle: Option<f64>,
}

impl Context {
    /// Within the group `node`.
    pub(super) fn within(&self, node: Node<'_, '_>) -> Self {
        let mut context = self.clone();
        let classes: Vec<_> = classes(node).map(str::to_owned).collect();
        context.edge_label |= classes.iter().any(|class| class == "edgeLabel");
        let shift = node.attribute("transform").and_then(shift).unwrap_or(0.0);
        let is_node = classes.iter().any(|class| class == "node");
        context.from_middle = if is_node { Some(0.0) } else { context.from_middle.map(|from| from + shift) };
        if is_node || classes.iter().any(|class| class == "cluster") {
            let named = classes.iter().find_map(|class| Tone::named(class));
            context.tone = named.or_else(|| styled_tone(node));
        }
        context.bold |= node.attribute("style").is_some_and(|style| style.contains("bold"));
        context.names.extend(classes);
        context
    }

    /// Within an arrow head.
    pub(super) fn in_marker(mut self, id: &str) -> Self {
        self.marker = true;
        self.names.push(id.to_owned());
        self
    }

    /// Whether a group around it has this class.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Whether a group around it, or its marker, has a name that holds one of these words.
    pub(super) fn mentions(&self, words: &[&str]) -> bool {
        self.names.iter().any(|name| words.iter().any(|word| name.contains(word)))
    }
}

/// How far right a group is moved.
fn shift(transform: &str) -> Option<f64> {
    transform.strip_prefix("translate(")?.split([',', ' ', ')']).next()?.trim().parse().ok()
}

/// The classes of an element.
pub(super) fn classes<'n>(node: Node<'n, '_>) -> impl Iterator<Item = &'n str> + use<'n> {
    node.attribute("class").unwrap_or_default().split_whitespace()
}

/// The value of one declaration in the `style` of an element.
pub(super) fn style<'n>(node: Node<'n, '_>, name: &str) -> Option<&'n str> {
    let declarations = node.attribute("style")?.split(';');
    let found = declarations.filter_map(|part| part.split_once(':')).find(|(known, _)| known.trim() == name);
    found.map(|(_, value)| value.trim().trim_end_matches("!important").trim())
}

/// The tone nearest to the colours that an author gave a box.
fn styled_tone(node: Node<'_, '_>) -> Option<Tone> {
    let shapes = node.descendants().filter(|shape| shape.attribute("style").is_some_and(|style| !style.is_empty()));
    shapes.filter_map(|shape| ["fill", "stroke"].iter().find_map(|name| Tone::of_css(style(shape, name)?))).next()
}
