//! Text in drawings: one line for each row, in the page's font.

use roxmltree::Node;

use super::context::{Context, classes, style};
use super::number;
use crate::figure::diagram::width;
use crate::figure::diagram::width::FONT_SIZE;
use crate::figure::escape;

/// A run of text in one weight and slant.
#[derive(Debug, Clone, PartialEq)]
struct Run {
    text: String,
    bold: bool,
    italic: bool,
}

/// A line of text, and where it starts below the one before it.
struct Row<'n> {
    place: Vec<(&'static str, &'n str)>,
    runs: Vec<Run>,
}

/// Writes a `text` element; nothing where it has no text.
pub(super) fn write(node: Node<'_, '_>, context: &Context, out: &mut String) {
    let rows = rows(node, context);
    let widest = rows.iter().map(Row::width).fold(0.0, f64::max);
    if widest == 0.0 {
        return;
    }
    out.push_str("<text");
    if let Some(class) = class(node, context) {
        out.push_str(&format!(" class=\"{class}\""));
    }
    if context.edge_label {
        out.push_str(" text-anchor=\"middle\">");
        rows_around_middle(&rows, out);
        return out.push_str("</text>");
    }
    // The last one said counts: merman repeats the attribute as a style.
    let anchor = style(node, "text-anchor").or_else(|| node.attribute("text-anchor"));
    let shift = if anchor.is_none() && !is_left(context) { Some(to_middle(context, widest)) } else { None };
    for name in ["x", "y", "dx", "dy", "transform"] {
        if let Some(value) = node.attribute(name) {
            out.push_str(&format!(" {name}=\"{}\"", number::rounded(value)));
        }
    }
    if let Some(anchor) = anchor.filter(|anchor| *anchor != "start").or(shift.and(Some("middle"))) {
        out.push_str(&format!(" text-anchor=\"{}\"", number::rounded(anchor)));
    }
    if let Some(baseline) = node.attribute("dominant-baseline") {
        out.push_str(&format!(" dominant-baseline=\"{}\"", number::rounded(baseline)));
    }
    out.push('>');
    for row in &rows {
        row.write(shift, out);
    }
    out.push_str("</text>");
}

fn class(node: Node<'_, '_>, context: &Context) -> Option<&'static str> {
    let is = |name: &str| classes(node).any(|class| class == name);
    if is("sequenceNumber") {
        Some("d-number")
    } else if classes(node).any(|class| class.ends_with("TitleText") || class == "titleText") {
        Some("d-title")
    } else if context.from_middle.is_some() || is("actor") || is("noteText") || is("labelText") {
        None
    } else {
        // It stands among lines, which it has to be told from.
        Some("d-label")
    }
}

/// How far right of its start the middle of a text is. merman places text by its left edge, as wide as it has measured
/// it; in narrower fonts it still has to stand in the middle.
fn to_middle(context: &Context, width: f64) -> f64 {
    match context.from_middle {
        // Where the start is not left of the middle, it is meant as the middle.
        Some(from) if from > -width / 4.0 => 0.0,
        Some(from) => -from,
        None => width / 2.0,
    }
}

/// Rows around the middle of an arrow's label, wherever merman's rounding has put it.
fn rows_around_middle(rows: &[Row<'_>], out: &mut String) {
    /// Ems from one row to the next, and from the middle of a row to its baseline.
    const ROW: f64 = 1.1;
    const BASELINE: f64 = 0.34;
    for (row, place) in rows.iter().zip(0_u16..) {
        let above = u16::try_from(rows.len()).map_or(0.0, |rows| f64::from(rows - 1) / 2.0);
        let y = (f64::from(place) - above) * ROW + BASELINE;
        out.push_str(&format!("<tspan x=\"0\" y=\"{}em\">", number::short(y)));
        row.runs.iter().for_each(|run| run.write(out));
        out.push_str("</tspan>");
    }
}

/// Lists of members stand one below the other at their left edge, and so do titles of groups.
fn is_left(context: &Context) -> bool {
    context.mentions(&["members-group", "methods-group", "attribute-"])
        || (context.has("cluster") && context.has("cluster-label"))
}

fn rows<'n>(node: Node<'n, '_>, context: &Context) -> Vec<Row<'n>> {
    let place = |row: Node<'n, '_>| {
        ["x", "y", "dy"].into_iter().filter_map(|name| Some((name, row.attribute(name)?))).collect::<Vec<_>>()
    };
    let mut found: Vec<Row<'n>> = Vec::new();
    for child in node.children() {
        if child.is_text() {
            let row = Row { place: Vec::new(), runs: runs(child, context) };
            found.extend((row.width() > 0.0).then_some(row));
        } else if child.is_element() {
            found.push(Row { place: place(child), runs: runs(child, context) });
        }
    }
    found
}

/// The runs of a row, neighbours of one look joined.
fn runs(row: Node<'_, '_>, context: &Context) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for text in row.descendants().filter(Node::is_text) {
        let around =
            || text.ancestors().filter(|node| node.is_element()).take_while(|node| node.tag_name().name() == "tspan");
        let says = |name: &str, word: &str| {
            around().any(|node| {
                node.attribute(name).or_else(|| style(node, name)).is_some_and(|value| value.starts_with(word))
            })
        };
        let run = Run {
            text: text.text().unwrap_or_default().to_owned(),
            bold: context.bold || says("font-weight", "bold"),
            italic: says("font-style", "italic"),
        };
        match runs.last_mut() {
            Some(last) if (last.bold, last.italic) == (run.bold, run.italic) => last.text.push_str(&run.text),
            _ => runs.push(run),
        }
    }
    runs
}

impl Row<'_> {
    /// Pixels across.
    fn width(&self) -> f64 {
        self.runs.iter().map(|run| width::of_line(run.text.trim_end_matches('\n'), run.bold) * FONT_SIZE).sum()
    }

    fn write(&self, shift: Option<f64>, out: &mut String) {
        let plain = self.place.is_empty() && shift.is_none();
        if !plain {
            out.push_str("<tspan");
            let x = self.place.iter().find(|(name, _)| *name == "x").map_or("0", |(_, x)| x);
            match (shift, x.parse::<f64>()) {
                (Some(shift), Ok(x)) => out.push_str(&format!(" x=\"{}\"", number::short(x + shift))),
                _ => out.push_str(&format!(" x=\"{}\"", number::rounded(x))),
            }
            for (name, value) in self.place.iter().filter(|(name, _)| *name != "x") {
                out.push_str(&format!(" {name}=\"{}\"", number::rounded(value)));
            }
            out.push('>');
        }
        for run in &self.runs {
            run.write(out);
        }
        if !plain {
            out.push_str("</tspan>");
        }
    }
}

impl Run {
    fn write(&self, out: &mut String) {
        if !self.bold && !self.italic {
            return escape(&self.text, out);
        }
        out.push_str("<tspan");
        out.push_str(if self.bold { " font-weight=\"bold\"" } else { "" });
        out.push_str(if self.italic { " font-style=\"italic\"" } else { "" });
        out.push('>');
        escape(&self.text, out);
        out.push_str("</tspan>");
    }
}
