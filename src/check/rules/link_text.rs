//! E03: link texts that do not say where the link leads.

use crate::check::rule::{Check, declare_rule};
use crate::check::words::EMPTY_LINK_TEXTS;
use crate::diagnostic::{Finding, Severity};
use crate::document::{Block, BlockKind, Document, Link, LinkKind};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports links whose text is "here", "this" or the like, or nothing: a link is read out, listed and searched by its
    /// text alone. It gives advice on a single letter and on bare URLs, unless they are examples or of the reader's own
    /// machine.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// The specification is [here](https://example.org/spec).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// Read [the specification of entry points](https://example.org/spec).
    /// ~~~~
    "E03", "link-text", "a link is read out and listed by its text alone", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        let Some((what, severity)) = fault(document, link) else { continue };
        findings.push(
            Finding::new(document.source.span(link.range.clone()), what)
                .help("write what readers find there as the link's text")
                .at_most(severity),
        );
    }
}

/// What is wrong with the text of a link. A bare URL can be what readers are to type, and a letter what a list is ordered
/// by: that is worth advice.
fn fault(document: &Document, link: &Link) -> Option<(String, Severity)> {
    let text = link.text.trim().trim_end_matches(['.', ',', ':', '!', '?', '。']);
    match link.kind {
        LinkKind::Inline if is_empty(document, link) => Some(("a link has no text".to_owned(), Severity::Warning)),
        LinkKind::Inline if is_code(document, link) => None,
        LinkKind::Inline if EMPTY_LINK_TEXTS.contains(&text.to_lowercase().as_str()) => {
            Some((format!("the link text `{text}` does not say where it leads"), Severity::Warning))
        }
        LinkKind::Inline if is_one_letter(text) && !link.destination.starts_with('#') => {
            Some((format!("the link text `{text}` is one letter"), Severity::Advice))
        }
        LinkKind::Autolink if is_bare(document, link) && !is_typed(&link.destination) => {
            Some(("a bare URL is no link text".to_owned(), Severity::Advice))
        }
        _ => None,
    }
}

/// Whether nothing at all stands between the brackets: what does may be HTML.
fn is_empty(document: &Document, link: &Link) -> bool {
    let written = &document.source.text()[link.range.clone()];
    let shown = written.strip_prefix('[').and_then(|rest| rest.split(']').next());
    link.text.trim().is_empty() && shown.is_some_and(|shown| shown.trim().is_empty())
}

/// Whether a URL is all that there is: not what a broken link leaves, nor a mail address, nor the source that a footnote
/// names.
fn is_bare(document: &Document, link: &Link) -> bool {
    let is_note = |block: &Block| block.kind == BlockKind::Footnote && block.range.contains(&link.range.start);
    !link.destination.starts_with("mailto:")
        && !document.source.text()[..link.range.start].ends_with("](")
        && !document.blocks.iter().any(is_note)
}

/// Whether the text of a link is code, and so the name of something.
fn is_code(document: &Document, link: &Link) -> bool {
    document.source.text()[link.range.clone()].starts_with("[`")
}

/// One letter that is no name: `C` and `R` are languages, and numbers refer to notes.
fn is_one_letter(text: &str) -> bool {
    let mut signs = text.chars();
    matches!((signs.next(), signs.next()), (Some(sign), None) if sign.is_ascii_lowercase() || sign.is_ascii_punctuation())
}

/// Whether readers type the URL, or have to fill it in: on their own machine, or of an example.
fn is_typed(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url).split(['/', '?', '#', ':']).next().unwrap_or_default();
    let example = ["example.com", "example.org", "example.net", ".example", ".test", ".local", ".svc", "localhost"];
    host.starts_with("127.")
        || host.starts_with("192.168.")
        || host == "0.0.0.0"
        || example.iter().any(|end| host.ends_with(end))
        || host.split('.').any(|label| {
            ["my-", "your-", "mydomain", "yourdomain", "myproject"].iter().any(|start| label.starts_with(start))
        })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn empty_texts_are_found() {
        marks(
            "link-text",
            "It is [here](https://a.io/x), [Click here.](#b) and [](c.md)\n      ^^^^^^^^^^^^^^^^^^^^^^ the link text `here`\n                              ^^^^^^^^^^^^^^^^^ `Click here`\n                                                    ^^^^^^^^ no text\n",
        );
        marks(
            "link-text",
            "See https://a.io/spec for more, [这里](https://a.io) too.\n    ^^^^^^^^^^^^^^^^^ a bare URL\n                                ^^^^^^^^^^^^^^^^^^ `这里`\n",
        );
        marks(
            "link-text",
            "Definition [x][d] and <https://a.io/y>\n           ^^^^^^ one letter\n                      ^^^^^^^^^^^^^^^^ a bare URL\n\n[d]: https://a.io\n",
        );
    }

    #[test]
    fn texts_that_say_something_are_left_alone() {
        marks(
            "link-text",
            "[R](https://a.io), [1](#note), [here are the rules](a.md), `[here](x)`, <ann@example.org>\n",
        );
        marks(
            "link-text",
            "Open http://127.0.0.1:8000/docs or https://shop.example.com/cart\n\n[![Logo](a.svg)](https://a.io)\n",
        );
        marks("link-text", "```text\nhttps://a.io/x\n```\n");
    }
}
