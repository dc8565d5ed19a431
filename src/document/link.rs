//! Links and images as written, and where their destinations stand.

use std::ops::Range;

use memchr::memchr_iter;
use pulldown_cmark::LinkType;

use super::html::HtmlTag;

/// A link or an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Where it leads, as written, entities decoded.
    pub destination: String,
    /// The whole link.
    pub range: Range<usize>,
    /// Its destination alone, where it can be told; else the whole link.
    pub destination_range: Range<usize>,
    /// What it is.
    pub kind: LinkKind,
    /// Its text, or the image's alternative text, without Markdown.
    pub text: String,
}

/// What a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// `[text](destination)`, by reference too.
    Inline,
    /// A bare URL, or `<https://…>`.
    Autolink,
    /// `![text](destination)`.
    Image,
    /// `href` in raw HTML.
    Html,
    /// `src` or `poster` of a video, a sound or what belongs to one, in raw HTML.
    HtmlMedia,
    /// `src` of an `<img>` in raw HTML.
    HtmlImage {
        /// Whether it says what it shows, or with `alt=""` that it is decoration.
        has_alt: bool,
    },
}

impl LinkKind {
    /// What a tag of raw HTML links.
    pub(super) fn of_tag(tag: &HtmlTag) -> Self {
        let is_hidden = tag.attribute("aria-hidden").is_some_and(|hidden| hidden.value == "true");
        match tag.name.as_str() {
            "img" => Self::HtmlImage { has_alt: is_hidden || tag.attribute("alt").is_some() },
            "video" | "audio" | "source" | "track" => Self::HtmlMedia,
            _ => Self::Html,
        }
    }
}

impl Link {
    pub(super) fn new(destination: String, range: Range<usize>, kind: LinkKind) -> Self {
        Self { destination, destination_range: range.clone(), range, kind, text: String::new() }
    }
}

/// Whether the destination is a mail address, which is written without a scheme in `<a@b.c>`.
pub(super) fn is_email(link_type: LinkType) -> bool {
    link_type == LinkType::Email
}

/// Destinations in text that would be a link but for a blank in them, as in `[text](my page.md)`.
///
/// Text in brackets that is followed by some in parentheses is no link as often as not: only what ends like the name
/// of a file is told.
pub(super) fn destinations_with_blanks(text: &str) -> Vec<Range<usize>> {
    let brackets = memchr_iter(b']', text.as_bytes()).filter(|at| text[at + 1..].starts_with('('));
    let opens = brackets.filter(|at| !text[..*at].ends_with('\\'));
    opens.filter_map(|at| destination_with_blank(text, at + "](".len())).collect()
}

fn destination_with_blank(text: &str, start: usize) -> Option<Range<usize>> {
    /// No author writes a longer one by hand, and a line of nothing but openings is looked through once.
    const LONGEST: usize = 512;
    let end = start + text[start..text.floor_char_boundary(start + LONGEST)].find([')', '\n', '<', '>'])?;
    let within = text[start..end].split(" \"").next()?;
    let destination = within.trim();
    let path = destination.split(['?', '#']).next()?;
    let (_, ending) = path.rsplit_once('.')?;
    let ends_like_a_file = (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let at = start + (within.len() - within.trim_start().len());
    (text[end..].starts_with(')') && ends_like_a_file && path.contains(' ')).then(|| at..at + destination.len())
}

/// Finds the destination within the text of a link or of its definition.
pub(super) fn destination_within(file: &str, range: &Range<usize>, written: &str, after: &str) -> Option<Range<usize>> {
    let text = file.get(range.clone())?;
    // The destination stands behind the last `](` or `]:`: what is before can hold the same words.
    let from = text.rfind(after).map_or(0, |at| at + after.len());
    let behind = &text[from..];
    let at = if behind.starts_with(written) { 0 } else { behind.find(written)? };
    let start = range.start + from + at;
    Some(start..start + written.len())
}
