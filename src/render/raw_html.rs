//! Raw HTML in Markdown: the only owner of ammonia.
//!
//! Each tag is cleaned by itself and the open ones are counted here, so that Markdown within raw HTML stays Markdown,
//! generated markup never passes through a sanitiser, and whatever an author leaves open is closed where its container
//! ends.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use pulldown_cmark::TagEnd;

use super::escape;
use super::links::Links;
use crate::config::RawHtml;
use crate::document::html::{self, HtmlTag, Piece};

/// Elements without content, which no end tag closes.
const VOID: [&str; 10] = ["br", "hr", "img", "source", "track", "wbr", "col", "input", "area", "embed"];

/// Elements that parsers open again, all attributes included, where blocks or links stand within them in a way that they
/// may not: an id would then be there twice.
const CLONED: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

/// The raw HTML that is open while a body is written.
#[derive(Debug)]
pub(super) struct OpenHtml<'a> {
    policy: RawHtml,
    links: &'a Links,
    /// Ids as the document numbered them, in document order.
    ids: std::slice::Iter<'a, String>,
    /// Names of the open elements, each with the depth of the Markdown container that it was opened in.
    open: Vec<(String, usize)>,
}

impl<'a> OpenHtml<'a> {
    pub(super) fn new(policy: RawHtml, links: &'a Links, ids: &'a [String]) -> Self {
        Self { policy, links, ids: ids.iter(), open: Vec::new() }
    }

    /// Writes a run of raw HTML that stands in a Markdown container of this depth.
    pub(super) fn write(&mut self, raw: &str, depth: usize, out: &mut String) {
        let mut skip_text = false;
        for piece in html::pieces(raw) {
            match piece {
                // What follows the start tag of a raw text element is its content: it goes with the element.
                Piece::Text(_) if std::mem::take(&mut skip_text) => {}
                Piece::Text(range) => write_text(&raw[range], self.policy, out),
                Piece::Comment(range) if self.policy == RawHtml::Trusted => {
                    out.push_str(&escape::printable(&raw[range]));
                }
                Piece::Comment(_) => {}
                Piece::Tag(tag) if tag.closing => self.close(&tag.name, depth, out),
                Piece::Tag(tag) => {
                    let written = self.open(&tag, depth, out);
                    skip_text = !written && is_raw_text(&tag.name);
                }
            }
        }
    }

    /// Takes note of raw HTML that the page does not show.
    pub(super) fn pass_over(&mut self, raw: &str) {
        for piece in html::pieces(raw) {
            if let Piece::Tag(tag) = piece
                && !tag.closing
            {
                self.rebuilt(&tag);
            }
        }
    }

    /// Closes what was opened in containers deeper than `depth`.
    pub(super) fn leave(&mut self, depth: usize, out: &mut String) {
        while let Some((name, _)) = self.open.pop_if(|(_, opened)| *opened > depth) {
            close_tag(&name, out);
        }
    }

    /// Closes all that is open, at the end of the page.
    pub(super) fn finish(&mut self, out: &mut String) {
        while let Some((name, _)) = self.open.pop() {
            close_tag(&name, out);
        }
    }

    fn open(&mut self, tag: &HtmlTag, depth: usize, out: &mut String) -> bool {
        let rebuilt = self.rebuilt(tag);
        if let Some(alt) = self.words_of_dead_image(tag) {
            escape::text(alt, out);
            return true;
        }
        let clean = match self.policy {
            RawHtml::Trusted => Some(rebuilt),
            RawHtml::Sanitised => cleaned(&tag.name, &rebuilt),
        };
        let Some(clean) = clean else { return false };
        if self.policy == RawHtml::Sanitised && CLONED.contains(&tag.name.as_str()) {
            out.push_str(&with_id_before(&clean));
        } else {
            out.push_str(&clean);
        }
        if !VOID.contains(&tag.name.as_str()) {
            self.open.push((tag.name.clone(), depth));
        }
        true
    }

    /// What is shown for an image that is not there, which is reported: its words, as for one in Markdown.
    fn words_of_dead_image<'t>(&self, tag: &'t HtmlTag) -> Option<&'t str> {
        let src = tag.attribute("src").filter(|_| tag.name == "img")?;
        let dead = self.links.href(&src.value).is_none();
        dead.then(|| tag.attribute("alt").map_or("", |alt| alt.value.as_str()))
    }

    fn close(&mut self, name: &str, depth: usize, out: &mut String) {
        let Some(at) = self.open.iter().rposition(|(open, opened)| open == name && *opened >= depth) else { return };
        for (name, _) in self.open.drain(at..).rev() {
            close_tag(&name, out);
        }
    }

    /// The tag with its links resolved and its id as the document numbered it.
    fn rebuilt(&mut self, tag: &HtmlTag) -> String {
        let mut text = format!("<{}", tag.name);
        for attribute in &tag.attributes {
            let value: Cow<'_, str> = if html::is_link_attribute(&tag.name, &attribute.name) {
                match self.links.href(&attribute.value) {
                    Some(href) => href.into(),
                    None => continue,
                }
            } else if attribute.name == "id" || (attribute.name == "name" && tag.name == "a") {
                self.ids.next().map_or(attribute.value.as_str(), String::as_str).into()
            } else {
                attribute.value.as_str().into()
            };
            text.push_str(&format!(" {}=\"{}\"", attribute.name, escape::escaped(&value)));
        }
        text.push('>');
        text
    }
}

/// The tag, its id given to an empty element before it.
fn with_id_before(tag: &str) -> Cow<'_, str> {
    let pieces = html::pieces(tag);
    let Some(Piece::Tag(parsed)) = pieces.first() else { return tag.into() };
    let Some(id) = parsed.attribute("id") else { return tag.into() };
    let written = format!(" id=\"{}\"", &tag[id.range.clone()]);
    format!("<span{written}></span>{}", tag.replacen(&written, "", 1)).into()
}

fn write_text(text: &str, policy: RawHtml, out: &mut String) {
    match policy {
        RawHtml::Trusted => out.push_str(&escape::printable(text)),
        // Character references keep their meaning; whatever could open a tag does not.
        RawHtml::Sanitised => {
            for character in text.chars() {
                match character {
                    '<' => out.push_str("&lt;"),
                    '>' => out.push_str("&gt;"),
                    character if character.is_control() && !matches!(character, '\n' | '\t') => {}
                    character => out.push(character),
                }
            }
        }
    }
}

fn is_raw_text(name: &str) -> bool {
    matches!(name, "script" | "style" | "textarea" | "title" | "xmp" | "iframe" | "noembed" | "noframes")
}

fn close_tag(name: &str, out: &mut String) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

/// The start tag as the allow-list leaves it; `None` where the element may not stand in a page.
fn cleaned(name: &str, tag: &str) -> Option<String> {
    static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(cleaner);
    // A parser drops these elements outside of those that they belong to.
    let around = match name {
        "td" | "th" => "<table><tr>",
        "tr" | "thead" | "tbody" | "tfoot" | "caption" | "colgroup" => "<table>",
        "col" => "<table><colgroup>",
        "source" | "track" => "<video>",
        _ => "",
    };
    let clean = CLEANER.clean(&format!("{around}{tag}")).to_string();
    html::pieces(&clean).into_iter().find_map(|piece| match piece {
        Piece::Tag(tag) if tag.name == name && !tag.closing => Some(clean[tag.range].to_owned()),
        _ => None,
    })
}

fn cleaner() -> ammonia::Builder<'static> {
    let mut cleaner = ammonia::Builder::default();
    cleaner
        .add_tags([
            "audio", "video", "source", "track", "picture", "section", "main", "colgroup", "col", "ins", "tfoot",
        ])
        .rm_tags(["main"])
        .add_generic_attributes([
            "id",
            "dir",
            "role",
            "aria-label",
            "aria-hidden",
            "aria-labelledby",
            "aria-describedby",
        ])
        .add_tag_attributes("a", ["name"])
        .add_tag_attributes("details", ["open", "name"])
        .add_tag_attributes("img", ["loading", "srcset", "sizes"])
        .add_tag_attributes(
            "video",
            ["src", "controls", "loop", "muted", "poster", "preload", "width", "height", "playsinline"],
        )
        .add_tag_attributes("audio", ["src", "controls", "loop", "muted", "preload"])
        .add_tag_attributes("source", ["src", "type", "media"])
        .add_tag_attributes("track", ["src", "kind", "srclang", "label", "default"])
        .link_rel(None)
        .url_schemes(BTreeSet::from(["http", "https", "mailto", "tel"]).into_iter().collect());
    cleaner
}

/// What raw HTML that is opened within it may not reach out of.
pub(super) fn is_container(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Table
            | TagEnd::TableCell
            | TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitised(raw: &str) -> String {
        let links = Links::default();
        let ids = ["x".to_owned()];
        let mut html = OpenHtml::new(RawHtml::Sanitised, &links, &ids);
        let mut out = String::new();
        html.write(raw, 1, &mut out);
        html.finish(&mut out);
        out
    }

    #[test]
    fn harmless_html_passes() {
        for html in [
            "<details><summary>More</summary></details>",
            "<kbd>Ctrl</kbd>",
            "<table><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>",
        ] {
            assert_eq!(sanitised(html), html);
        }
        assert_eq!(sanitised("<span id=\"x\">a</span>&nbsp;&lt;"), "<span id=\"x\">a</span>&nbsp;&lt;");
    }

    #[test]
    fn scripts_handlers_and_styles_do_not() {
        for (html, clean) in [
            ("<script>alert(1)</script>b", "b"),
            ("<p onclick=\"x()\" style=\"color:red\">a</p>", "<p>a</p>"),
            ("<iframe src=x>y</iframe>", ""),
            ("<svg><script>1</script></svg>", ""),
            ("<math><mi>x</mi></math>", "x"),
            ("<a href=\"javascript:alert(1)\">a</a>", "<a>a</a>"),
            ("<!-- secret -->a", "a"),
            ("<form action=x><input name=q></form>", ""),
            ("<style>p{}</style>", ""),
            ("a < b", "a &lt; b"),
        ] {
            assert_eq!(sanitised(html), clean, "{html}");
        }
    }

    #[test]
    fn an_id_is_given_once_whatever_parsers_open_again() {
        assert_eq!(sanitised("<a id=x class=y>a</a>"), "<span id=\"x\"></span><a>a</a>");
        assert_eq!(sanitised("<b id=x>a</b><p id=y>"), "<span id=\"x\"></span><b>a</b><p id=\"y\"></p>");
    }

    #[test]
    fn what_is_left_open_is_closed_and_strays_are_dropped() {
        assert_eq!(sanitised("<div><b>x"), "<div><b>x</b></div>");
        assert_eq!(sanitised("</div>x</b>"), "x");
        assert_eq!(sanitised("<b><i>x</b>y</i>"), "<b><i>x</i></b>y");
    }
}
