//! The Markdown twin of a page: what its reader sees, for those who read text.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::escape;
use super::includes::Includes;
use super::labels::word;
use super::links::Links;
use super::settings::BodySettings;
use crate::document::html::{self, Piece};
use crate::document::{CodeBlock, Document, Heading, markdown};
use crate::source::{Gathered, Placed};

/// The page as one Markdown text: title, description and contract sections written out, then the body as its author
/// wrote it, with links that lead to other twins and without what the page does not show.
pub(super) fn twin(document: &Document, links: &Links, includes: &Includes, settings: &BodySettings) -> String {
    let front_matter = &document.front_matter;
    let mut text = format!("# {}\n", escape::markdown(document.title()));
    if let Some(description) = &front_matter.description {
        text.push_str(&format!("\n{}\n", escape::markdown(&description.value)));
    }
    let label = |key| word(&settings.labels, key);
    write_section(label("what_you_will_learn"), &front_matter.what_you_will_learn, None, links, &mut text);
    let nothing = front_matter.no_prerequisites.then(|| label("no_prerequisites"));
    write_section(label("prerequisites"), &front_matter.prerequisites, nothing, links, &mut text);
    let body = body(document, links, includes);
    let body = body.trim_end().trim_start_matches('\n');
    if !body.is_empty() {
        text.push_str(&format!("\n{body}\n"));
    }
    text
}

fn write_section(title: &str, items: &[Placed<String>], none: Option<&str>, links: &Links, text: &mut String) {
    if items.is_empty() && none.is_none() {
        return;
    }
    text.push_str(&format!("\n## {}\n\n", escape::markdown(title)));
    for item in items {
        text.push_str(&format!("- {}\n", edited(&item.value, item_edits(&item.value, links))));
    }
    if let Some(none) = none {
        text.push_str(&format!("{}\n", escape::markdown(none)));
    }
}

/// A replacement of some bytes.
type TextEdit = (Range<usize>, String);

/// The text with the edits made; of two that overlap, the first counts.
fn edited(text: &str, mut edits: Vec<TextEdit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    for (range, replacement) in edits.into_iter().filter(|(range, _)| text.get(range.clone()).is_some()) {
        if range.start >= from {
            result.push_str(&text[from..range.start]);
            result.push_str(&replacement);
            from = range.end;
        }
    }
    result.push_str(&text[from..]);
    result
}

fn item_edits(item: &str, links: &Links) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    for (event, range) in markdown::parse_inline(item) {
        let (Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. })) = event else {
            continue;
        };
        // What stands before the last `](` is the text, which can hold the same words.
        let start = item[range.clone()].rfind("](").map_or(range.start, |at| range.start + at + "](".len());
        let at = item[start..range.end].find(&*dest_url).map(|at| start + at);
        if let (Some(url), Some(at)) = (links.twin(&dest_url), at) {
            edits.push((at..at + dest_url.len(), written(url)));
        }
    }
    edits
}

fn body(document: &Document, links: &Links, includes: &Includes) -> String {
    let start = document.body.start;
    let body = &document.source.text()[start..];
    let hidden = document.code_blocks.iter().filter(|block| block.has("hidden")).map(|block| block.range.clone());
    let title = title_heading(document).map(|heading| heading.range.clone());
    let left_out = hidden.chain(title).chain(comments(document)).map(|range| (range, String::new()));
    let rewritten = document.links.iter().filter(|link| link.destination_range != link.range).filter_map(|link| {
        let url = links.twin(&link.destination)?;
        Some((link.destination_range.clone(), written(url)))
    });
    let filled = document
        .code_blocks
        .iter()
        .enumerate()
        .filter_map(|(place, block)| filled(document, block, includes.code(place)?));
    let edits = left_out.chain(rewritten).chain(filled).filter(|(range, _)| range.start >= start).map(
        |(range, replacement)| {
            let range = range.start - start..range.end - start;
            if replacement.is_empty() { (whole_lines(body, range), replacement) } else { (range, replacement) }
        },
    );
    edited(body, edits.collect()).replace("\r\n", "\n")
}

/// The code that a file puts into a block, behind the line of its fence and indented as that.
fn filled(document: &Document, block: &CodeBlock, code: &str) -> Option<TextEdit> {
    let text = document.source.text();
    let line_start = text[..block.range.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = &text[line_start..block.range.start];
    let behind_fence = block.range.start + text[block.range.clone()].find('\n')? + 1;
    let code = code.lines().map(|line| format!("{indent}{line}\n")).collect();
    Some((behind_fence..behind_fence, code))
}

/// The heading that opens the body with the title of the page, which is written already.
fn title_heading(document: &Document) -> Option<&Heading> {
    document.headings.first().filter(|heading| {
        let before = &document.source.text()[document.body.start..heading.range.start];
        heading.level == 1 && heading.text.trim() == document.title() && before.trim().is_empty()
    })
}

/// A URL that can stand between the brackets of a link and between quotes alike.
fn written(url: &str) -> String {
    url.replace('(', "%28").replace(')', "%29").replace('\'', "%27")
}

/// Where comments stand: an author's notes, suppressions and hidden code, none of which the page shows.
fn comments(document: &Document) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut block: Option<Gathered> = None;
    for (event, range) in document.events() {
        match event {
            Event::Start(Tag::HtmlBlock) => block = Some(Gathered::default()),
            Event::End(TagEnd::HtmlBlock) => {
                if let Some(block) = block.take() {
                    found.extend(comments_of(&block));
                }
            }
            Event::Html(text) | Event::InlineHtml(text) => match &mut block {
                Some(block) => block.push(&text, range.start),
                None => {
                    let mut inline = Gathered::default();
                    inline.push(&text, range.start);
                    found.extend(comments_of(&inline));
                }
            },
            _ => {}
        }
    }
    found
}

fn comments_of(html: &Gathered) -> impl Iterator<Item = Range<usize>> + '_ {
    html::pieces(html.text()).into_iter().filter_map(|piece| match piece {
        Piece::Comment(range) => Some(html.places(range)),
        Piece::Text(_) | Piece::Tag(_) => None,
    })
}

/// The range with the rest of its lines, where it is all that they hold, and with the blank line behind it where there
/// is one before it too.
fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    // Only blanks are looked through: a line of many comments is not read again for each.
    let is_blank = |sign: char| sign.is_whitespace() && sign != '\n';
    let line_start = text[..range.start].trim_end_matches(is_blank).len();
    let rest = text[range.end..].trim_start_matches(is_blank);
    // A block ends behind its line end, an inline comment before it.
    let line_end = match text[..range.end].ends_with('\n') {
        true => range.end,
        false => text.len() - rest.strip_prefix('\n').unwrap_or(rest).len(),
    };
    let begins_line = text[..line_start].is_empty() || text[..line_start].ends_with('\n');
    let ends_line = line_end == text.len() || text[..line_end].ends_with('\n');
    if !begins_line || !ends_line {
        return range;
    }
    let behind = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let before = text[..line_start].trim_end_matches([' ', '\t', '\r']).trim_end_matches('\n');
    let follows_blank = text[before.len()..line_start].matches('\n').count() != 1;
    let next_end = behind(line_end);
    let next_is_blank = text[line_end..next_end].trim().is_empty();
    line_start..if follows_blank && next_is_blank { next_end } else { line_end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::source::{SitePath, Source};

    fn twin_of(text: &str) -> String {
        let document = Document::parse(&Source::new(SitePath::new("content/a.md"), text));
        let settings = BodySettings::of(&Config::default());
        twin(&document, &Links::default(), &Includes::default(), &settings)
    }

    #[test]
    fn front_matter_becomes_title_and_sections() {
        let text = "---\ntitle: Use *stars* & <b>\ndescription: One. Two_three.\nwhat_you_will_learn: [Run `a`]\n\
                    prerequisites: none\n---\n\n# Use *stars* & <b>\n\nText.\n";
        let expected = "# Use \\*stars\\* & \\<b>\n\nOne. Two_three.\n\n## What you will learn\n\n- Run `a`\n\n\
                        ## Prerequisites\n\nNothing: you can start right away.\n\n# Use *stars* & <b>\n\nText.\n";
        assert_eq!(twin_of(text), expected);
        assert_eq!(twin_of("---\ntitle: A\n---\n# A\n\nText."), "# A\n\nText.\n");
        assert_eq!(twin_of("# A\r\n\r\nText.\r\n"), "# A\n\nText.\n");
        assert_eq!(twin_of("---\ntitle: A\n---\n"), "# A\n");
    }

    #[test]
    fn what_the_page_does_not_show_is_left_out() {
        let text = "---\ntitle: A\n---\nOne.\n\n<!-- code: python run\nsecret\n-->\n\nTwo <!-- note --> three.\n\n\
                    ```python hidden\nsecret\n```\n\nFour.\n\n```html\n<!-- shown -->\n```\n";
        let expected = "# A\n\nOne.\n\nTwo  three.\n\nFour.\n\n```html\n<!-- shown -->\n```\n";
        assert_eq!(twin_of(text), expected);
        assert_eq!(twin_of("---\ntitle: A\n---\n> <!-- a\n> b -->\n> Text.\n"), "# A\n\n> \n> Text.\n");
    }

    #[test]
    fn edits_do_not_overlap() {
        let edits =
            vec![(2..5, "X".to_owned()), (2..5, "X".to_owned()), (4..6, "Y".to_owned()), (6..6, "!".to_owned())];
        assert_eq!(edited("abcdefgh", edits), "abXf!gh");
    }
}
