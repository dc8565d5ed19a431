//! Figures: what an author writes as text and a reader sees drawn. Pure functions of that text.

pub mod diagram;
pub mod math;
mod tone;

use std::ops::Range;

/// What is wrong in the text of a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where, in bytes of the text.
    pub range: Range<usize>,
    /// What: a phrase in lower case, no full stop, code in backticks.
    pub message: String,
}

/// A place within the text, on the borders of its characters and not empty: what is found at the end is wrong at the last
/// character.
fn within(range: Range<usize>, text: &str) -> Range<usize> {
    let last = text.trim_end().char_indices().last().map_or(0..0, |(at, last)| at..at + last.len_utf8());
    let mut start = range.start.min(last.start);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = range.end.clamp(start, last.end);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    if end > start { start..end } else { start..start + text[start..].chars().next().map_or(0, char::len_utf8) }
}

/// Appends text so that it is shown as it is, between quotes too. Control characters are left out: no markup may hold them.
#[cfg(feature = "diagrams")]
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
}
