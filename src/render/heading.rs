//! Headings, each with the link to itself.

use super::escape;
use super::labels::{Labels, filled};
use crate::document::Heading;

/// Writes the start of a heading of this level.
pub(super) fn start(level: u8, heading: &Heading, out: &mut String) {
    out.push_str("<h");
    out.push(digit(level));
    out.push_str(" id=\"");
    escape::text(&heading.anchor, out);
    out.push_str("\">");
}

/// Writes its end.
pub(super) fn end(level: u8, heading: &Heading, labels: &Labels, out: &mut String) {
    out.push_str(" <a class=\"anchor\" href=\"#");
    escape::text(&heading.anchor, out);
    out.push_str("\" aria-label=\"");
    escape::text(&filled(labels, "link_to_section", "title", &heading.text), out);
    out.push_str("\"></a></h");
    out.push(digit(level));
    out.push_str(">\n");
}

fn digit(level: u8) -> char {
    char::from(b'0' + level)
}
