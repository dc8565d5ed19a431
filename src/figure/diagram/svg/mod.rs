//! merman's SVG to ours: classes of the style sheet in place of styles, the page's font, ids of one form, nothing else.

mod context;
mod label;
mod number;
mod role;

use roxmltree::{Document, Node};

use self::context::Context;
use super::{Drawing, ID};

/// Pixels around a drawing.
const MARGIN: f64 = 4.0;

/// Converts a drawing; `None` where it is not what we know.
pub(super) fn convert(svg: &str) -> Option<Drawing> {
    let document = Document::parse(svg).ok()?;
    let root = document.root_element();
    let view: Vec<f64> = root.attribute("viewBox")?.split_whitespace().filter_map(|part| part.parse().ok()).collect();
    let [x, y, width, height] = view[..] else { return None };
    // merman counts the outermost lines and letters without their width.
    let [x, y, width, height] = [x - MARGIN, y - MARGIN, width + 2.0 * MARGIN, height + 2.0 * MARGIN];
    let mut writer = Writer { markers: used_markers(root), out: String::with_capacity(svg.len() / 4) };
    writer.markers(root);
    writer.children(root, &Context::default());
    Some(Drawing {
        markup: super::quotes::with_quotes(&writer.out),
        view_box: format!(
            "{} {} {} {}",
            number::short(x),
            number::short(y),
            number::short(width),
            number::short(height)
        ),
        width: number::whole(width),
        height: number::whole(height),
    })
}

/// The place of a group's title: at its left edge, because lines that enter a group do so in the middle.
fn title_place(label: Node<'_, '_>) -> Option<String> {
    let group = label.parent_element().filter(|group| context::classes(*group).any(|class| class == "cluster"))?;
    let frame = group.children().find(|child| child.tag_name().name() == "rect")?;
    let number = |name: &str| frame.attribute(name)?.parse::<f64>().ok();
    context::classes(label).any(|class| class == "cluster-label").then_some(())?;
    Some(format!("translate({},{})", number("x")? + TITLE_INDENT, number("y")?))
}

/// Pixels between the edge of a group and its title.
const TITLE_INDENT: f64 = 10.0;

/// Ids of the arrow heads that some line uses, in order of their use.
fn used_markers(root: Node<'_, '_>) -> Vec<String> {
    let mut used: Vec<String> = Vec::new();
    for node in root.descendants() {
        for name in ["marker-start", "marker-end"] {
            if let Some(id) =
                node.attribute(name).and_then(marker_id).filter(|id| !used.iter().any(|known| known == id))
            {
                used.push(id.to_owned());
            }
        }
    }
    used
}

/// The id in `url(#id)`.
fn marker_id(reference: &str) -> Option<&str> {
    reference.strip_prefix("url(#")?.strip_suffix(')')
}

struct Writer {
    markers: Vec<String>,
    out: String,
}

impl Writer {
    /// The arrow heads, once, ahead of what uses them.
    fn markers(&mut self, root: Node<'_, '_>) {
        for marker in root.descendants().filter(|node| node.tag_name().name() == "marker") {
            let Some(place) = marker.attribute("id").and_then(|id| self.markers.iter().position(|known| known == id))
            else {
                continue;
            };
            let context = Context::default().in_marker(marker.attribute("id").unwrap_or_default());
            self.out.push_str(&format!("<marker id=\"{ID}-{place}\""));
            for name in ["viewBox", "refX", "refY", "markerWidth", "markerHeight", "markerUnits", "orient"] {
                if let Some(value) = marker.attribute(name) {
                    self.attribute(name, value);
                }
            }
            self.out.push('>');
            self.children(marker, &context);
            self.out.push_str("</marker>");
        }
    }

    fn children(&mut self, node: Node<'_, '_>, context: &Context) {
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "g" | "a" | "svg" => self.group(child, context),
                "text" => label::write(child, context, &mut self.out),
                "rect" | "circle" | "ellipse" | "polygon" | "polyline" | "path" | "line" => self.shape(child, context),
                // Styles, filters, symbols; markers are written already.
                _ => {}
            }
        }
    }

    /// A group is written only for its place: everything else it says, its shapes say themselves.
    fn group(&mut self, node: Node<'_, '_>, context: &Context) {
        let within = context.within(node);
        // Within a label of an arrow only the place of the label counts.
        let transform =
            node.attribute("transform").filter(|transform| *transform != "translate(0,0)" && !context.edge_label);
        let start = self.out.len();
        if let Some(transform) = transform {
            self.out.push_str("<g");
            match title_place(node) {
                Some(place) => self.attribute("transform", &place),
                None => self.attribute("transform", transform),
            }
            self.out.push('>');
        }
        let inside = self.out.len();
        self.children(node, &within);
        match transform {
            Some(_) if self.out.len() == inside => self.out.truncate(start),
            Some(_) => self.out.push_str("</g>"),
            None => {}
        }
    }

    fn shape(&mut self, node: Node<'_, '_>, context: &Context) {
        let Some(class) = role::of_shape(node, context) else { return };
        let name = node.tag_name().name();
        self.out.push_str(&format!("<{name} class=\"{class}\""));
        for attribute in node.attributes() {
            match attribute.name() {
                "width" | "height" if name != "rect" => {}
                "x" | "y" | "width" | "height" | "rx" | "ry" | "cx" | "cy" | "r" | "x1" | "y1" | "x2" | "y2"
                | "points" | "transform" | "fill-rule" => self.attribute(attribute.name(), attribute.value()),
                "d" if role::is_filled_part(node) => {
                    self.out.push_str(&format!(" d=\"{}Z\"", number::rounded(attribute.value())));
                }
                "d" => self.attribute("d", attribute.value()),
                name @ ("marker-start" | "marker-end") => {
                    let known =
                        marker_id(attribute.value()).and_then(|id| self.markers.iter().position(|known| known == id));
                    if let Some(place) = known {
                        self.out.push_str(&format!(" {name}=\"url(#{ID}-{place})\""));
                    }
                }
                _ => {}
            }
        }
        self.out.push_str("/>");
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push_str(&format!(" {name}=\"{}\"", number::rounded(value)));
    }
}
