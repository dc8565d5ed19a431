//! Cuts raw HTML into tags, comments and text, with places; what may pass is decided elsewhere.

use std::ops::Range;

use crate::limit::TAG_BYTES;

/// One piece of raw HTML.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    /// Text between tags.
    Text(Range<usize>),
    /// A comment, `<!-- … -->`, a declaration or a processing instruction.
    Comment(Range<usize>),
    /// A start or end tag.
    Tag(HtmlTag),
}

/// A start or end tag.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HtmlTag {
    /// From `<` to `>`.
    pub(crate) range: Range<usize>,
    /// In lower case.
    pub(crate) name: String,
    /// Whether it is an end tag.
    pub(crate) closing: bool,
    /// In the order of the tag.
    pub(crate) attributes: Vec<HtmlAttribute>,
}

/// An attribute of a start tag.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HtmlAttribute {
    /// In lower case.
    pub(crate) name: String,
    /// Its value, character references decoded.
    pub(crate) value: String,
    /// Where the value stands, quotes left out.
    pub(crate) range: Range<usize>,
}

impl HtmlTag {
    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&HtmlAttribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The attributes that name the files which are shown where the tag stands. Of two of one name the first counts.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &HtmlAttribute> {
        let names = if self.closing { &[][..] } else { &SHOWING[..] };
        let named = names.iter().filter_map(|name| self.attribute(name));
        named.filter(|attribute| is_link_attribute(&self.name, &attribute.name))
    }
}

/// The attributes that lead to what is shown, rather than to where a reader may go.
const SHOWING: [&str; 2] = ["src", "poster"];

/// The attributes whose value is a URL that leads somewhere.
pub(crate) fn is_link_attribute(tag: &str, attribute: &str) -> bool {
    matches!(
        (tag, attribute),
        ("a" | "area", "href") | ("img" | "source" | "video" | "audio" | "track", "src") | ("video", "poster")
    )
}

/// Elements whose content is not HTML: it reaches to their end tag, whatever it looks like.
const RAW_TEXT: [&str; 8] = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];

/// Cuts `html` into pieces that together are all of it.
pub(crate) fn pieces(html: &str) -> Vec<Piece> {
    /// How often the HTML may be searched in vain for the ends of tags; then it is no HTML but an attack, and text.
    const PATIENCE: usize = 16;
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut text_from = 0;
    let mut in_vain = 0;
    while let Some(at) = html[from..].find('<').map(|at| from + at) {
        let Some((piece, end)) = comment_at(html, at).or_else(|| tag_at(html, at)) else {
            let begins_tag =
                html.as_bytes().get(at + 1).is_some_and(|&sign| sign == b'/' || sign.is_ascii_alphabetic());
            in_vain += if begins_tag { TAG_BYTES.min(html.len() - at) } else { 0 };
            if in_vain > PATIENCE * html.len() + PATIENCE * TAG_BYTES {
                break;
            }
            from = at + 1;
            continue;
        };
        if text_from < at {
            pieces.push(Piece::Text(text_from..at));
        }
        from = end;
        text_from = end;
        let raw_text = match &piece {
            Piece::Tag(tag) if !tag.closing && RAW_TEXT.contains(&tag.name.as_str()) => Some(tag.name.clone()),
            _ => None,
        };
        pieces.push(piece);
        if let Some(name) = raw_text {
            let is_end = |&(at, _): &(usize, &str)| {
                let behind = html.as_bytes().get(end + at + 2..end + at + 2 + name.len());
                behind.is_some_and(|behind| behind.eq_ignore_ascii_case(name.as_bytes()))
            };
            let close = html[end..].match_indices("</").find(is_end).map_or(html.len(), |(at, _)| end + at);
            pieces.push(Piece::Text(end..close));
            from = close;
            text_from = close;
        }
    }
    if text_from < html.len() {
        pieces.push(Piece::Text(text_from..html.len()));
    }
    pieces
}

fn comment_at(html: &str, at: usize) -> Option<(Piece, usize)> {
    let rest = &html[at..];
    let end = if rest.starts_with("<!--") {
        rest.find("-->").map_or(html.len(), |end| at + end + 3)
    } else if rest.starts_with("<!") || rest.starts_with("<?") {
        rest.find('>').map_or(html.len(), |end| at + end + 1)
    } else {
        return None;
    };
    Some((Piece::Comment(at..end), end))
}

fn tag_at(html: &str, at: usize) -> Option<(Piece, usize)> {
    // The bound keeps the search for its end from growing with the square of the page.
    let html = &html[..html.floor_char_boundary(at + TAG_BYTES)];
    let bytes = html.as_bytes();
    let closing = bytes.get(at + 1) == Some(&b'/');
    let name_at = at + 1 + usize::from(closing);
    if !bytes.get(name_at)?.is_ascii_alphabetic() {
        return None;
    }
    let name_end = end_of(bytes, name_at, |byte| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>'));
    let mut attributes = Vec::new();
    let mut from = name_end;
    loop {
        from = end_of(bytes, from, |byte| byte.is_ascii_whitespace() || byte == b'/');
        match bytes.get(from)? {
            b'>' => break,
            _ => {
                let (attribute, end) = attribute_at(html, from)?;
                attributes.push(attribute);
                from = end;
            }
        }
    }
    let name = html[name_at..name_end].to_ascii_lowercase();
    Some((Piece::Tag(HtmlTag { range: at..from + 1, name, closing, attributes }), from + 1))
}

fn attribute_at(html: &str, at: usize) -> Option<(HtmlAttribute, usize)> {
    let bytes = html.as_bytes();
    let name_end = end_of(bytes, at + 1, |byte| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>' | b'='));
    let name = html[at..name_end].to_ascii_lowercase();
    let equals = end_of(bytes, name_end, |byte| byte.is_ascii_whitespace());
    if bytes.get(equals) != Some(&b'=') {
        return Some((HtmlAttribute { name, value: String::new(), range: name_end..name_end }, name_end));
    }
    let value_at = end_of(bytes, equals + 1, |byte| byte.is_ascii_whitespace());
    let (range, end) = match bytes.get(value_at)? {
        quote @ (b'"' | b'\'') => {
            let close = end_of(bytes, value_at + 1, |byte| byte != *quote);
            bytes.get(close)?;
            (value_at + 1..close, close + 1)
        }
        _ => {
            let end = end_of(bytes, value_at, |byte| !byte.is_ascii_whitespace() && byte != b'>');
            (value_at..end, end)
        }
    };
    Some((HtmlAttribute { name, value: decode(&html[range.clone()]), range }, end))
}

fn end_of(bytes: &[u8], from: usize, within: impl Fn(u8) -> bool) -> usize {
    bytes[from.min(bytes.len())..].iter().position(|&byte| !within(byte)).map_or(bytes.len(), |at| from + at)
}

/// Decodes the character references that URLs and ids are written with.
fn decode(value: &str) -> String {
    if !value.contains('&') {
        return value.to_owned();
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
        .iter()
        .fold(value.to_owned(), |value, (reference, sign)| value.replace(reference, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_cut_into_pieces_that_are_all_of_it() {
        for html in [
            "<p class='a b' x=1 y>t</p>",
            "a < b",
            "<!-- c --><br/>",
            "<script>if (a<b) {}</script>x",
            "<a href=\"x",
            "<",
            "</",
            "<a b='",
        ] {
            let mut end = 0;
            for piece in pieces(html) {
                let range = match piece {
                    Piece::Text(range) | Piece::Comment(range) => range,
                    Piece::Tag(tag) => tag.range,
                };
                assert_eq!(range.start, end, "{html}");
                end = range.end;
            }
            assert_eq!(end, html.len(), "{html}");
        }
    }

    #[test]
    fn attributes_have_places_and_decoded_values() {
        let html = "<a HREF='a?b&amp;c' title=\"&lt;\" download>";
        let Some(Piece::Tag(tag)) = pieces(html).into_iter().next() else { panic!("no tag") };
        let href = tag.attribute("href").unwrap();
        assert_eq!((href.value.as_str(), &html[href.range.clone()]), ("a?b&c", "a?b&amp;c"));
        assert_eq!(tag.attribute("title").unwrap().value, "<");
        assert_eq!(tag.attribute("download").unwrap().value, "");
    }
}
