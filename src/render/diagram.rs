//! Diagrams as figures: the drawing with its text alternative, or its source where it cannot be drawn.

use super::code;
use super::escape::escaped;
use super::labels::{Labels, word};
use super::settings::BodySettings;
use crate::document::CodeBlock;
use crate::figure::diagram::{self, Diagram};

/// Whether a code block is a diagram.
pub(super) fn is_diagram(block: &CodeBlock) -> bool {
    block.language() == Some(diagram::LANGUAGE)
}

/// The figure of a diagram; `place` is that of its block in the page, which makes its ids unique.
pub(super) fn figure(block: &CodeBlock, text: &str, place: usize, settings: &BodySettings) -> String {
    let labels = &settings.labels;
    match diagram::read(text) {
        Some(Ok(diagram)) => drawn(block, &diagram, place, labels),
        Some(Err(_)) => as_source(block, text, word(labels, "diagram_with_mistake"), settings),
        None => as_source(block, text, word(labels, "diagram_not_drawn"), settings),
    }
}

fn drawn(block: &CodeBlock, diagram: &Diagram, place: usize, labels: &Labels) -> String {
    let prefix = format!("_d{place}");
    let drawing = &diagram.drawing;
    let caption = block.value("title").filter(|title| !title.is_empty());
    let title = caption.unwrap_or_else(|| word(labels, diagram.model.kind.label()));
    let (description, described_by) = alternative(block, diagram, &prefix);
    let id = block.anchor.as_deref().map_or_else(String::new, |id| format!(" id=\"{}\"", escaped(id)));
    let caption = caption.map_or_else(String::new, |title| format!("<figcaption>{}</figcaption>", escaped(title)));
    format!(
        "<figure class=\"diagram\"{id}><div class=\"scroll\">\
         <svg class=\"d-min-{}\" viewBox=\"{}\" width=\"{}\" height=\"{}\" role=\"img\" \
         aria-labelledby=\"{prefix}-title\"{described_by}>\
         <title id=\"{prefix}-title\">{}</title>{description}{}</svg></div>{caption}</figure>\n",
        least_width(drawing.width),
        drawing.view_box,
        drawing.width,
        drawing.height,
        escaped(title),
        drawing.markup(&prefix),
    )
}

/// The element that describes the drawing, and the attribute that names it.
fn alternative(block: &CodeBlock, diagram: &Diagram, prefix: &str) -> (String, String) {
    let described_by = |id: &str| format!(" aria-describedby=\"{}\"", escaped(id));
    let text = match (block.value("described-by"), block.value("alt")) {
        (Some(id), _) if !id.is_empty() => return (String::new(), described_by(id)),
        (_, Some("auto")) => diagram.model.description(),
        (_, Some(alt)) if !alt.trim().is_empty() => alt.to_owned(),
        _ => return (String::new(), String::new()),
    };
    let id = format!("{prefix}-description");
    (format!("<desc id=\"{id}\">{}</desc>", escaped(&text)), described_by(&id))
}

/// The class below whose width the drawing does not shrink, in steps of 64 pixels: three quarters keep its text legible.
fn least_width(width: u32) -> u32 {
    const STEPS: [u32; 15] = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40];
    let wanted = width * 3 / 4 / 64;
    STEPS.into_iter().rev().find(|step| *step <= wanted).unwrap_or(0)
}

fn as_source(block: &CodeBlock, text: &str, notice: &str, settings: &BodySettings) -> String {
    let figure = code::figure(block, text, settings);
    format!("{figure}<p class=\"notice\">{}</p>\n", escaped(notice))
}
