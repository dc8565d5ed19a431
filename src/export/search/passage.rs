//! Passages: what is indexed and loaded as one.
//!
//! A passage is a page, or a run of the sections of a long one. It is small enough for a browser to load a handful of
//! them for one answer, so the size of a page never decides how much a search costs.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::script::{escaped_length, length};
use super::{SearchPage, SearchSection};

/// Bytes of text in one passage, and in one file of passages.
pub(super) const PASSAGE_BYTES: usize = 12_000;

/// A run of a page's sections.
#[derive(Debug)]
pub(super) struct Passage<'a> {
    pub(super) page: &'a SearchPage,
    /// Whether the page starts with it.
    pub(super) first: bool,
    pub(super) excerpts: Vec<Excerpt<'a>>,
}

/// A section, or a part of a long one, with its white space collapsed.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    pub(super) section: &'a SearchSection,
    /// Whether the section starts with it.
    pub(super) first: bool,
    pub(super) text: String,
    pub(super) code: String,
}

impl Excerpt<'_> {
    /// About the bytes that it takes in a file.
    fn bytes(&self) -> usize {
        let anchor = self.section.anchor.as_deref().unwrap_or_default();
        let texts = [anchor, &self.section.heading, &self.text, &self.code];
        texts.into_iter().map(|text| length(text) + 3).sum()
    }
}

/// Cuts a page into passages; a page without sections is one empty passage.
pub(super) fn passages(page: &SearchPage) -> Vec<Passage<'_>> {
    let mut passages = vec![Passage { page, first: true, excerpts: Vec::new() }];
    let mut size = 0;
    for excerpt in page.sections.iter().flat_map(excerpts) {
        let added = excerpt.bytes();
        if size > 0 && size + added > PASSAGE_BYTES {
            passages.push(Passage { page, first: false, excerpts: Vec::new() });
            size = 0;
        }
        size += added;
        if let Some(passage) = passages.last_mut() {
            passage.excerpts.push(excerpt);
        }
    }
    passages
}

fn excerpts(section: &SearchSection) -> Vec<Excerpt<'_>> {
    let mut texts = portions(plain(&section.text)).into_iter();
    let mut codes = portions(plain(&section.code)).into_iter();
    let mut excerpts = Vec::new();
    loop {
        let (text, code) = (texts.next(), codes.next());
        let first = excerpts.is_empty();
        if !first && text.is_none() && code.is_none() {
            return excerpts;
        }
        excerpts.push(Excerpt { section, first, text: text.unwrap_or_default(), code: code.unwrap_or_default() });
    }
}

/// One space between words, composed characters: the form in which the browser cuts and shows the text.
pub(super) fn plain(text: &str) -> String {
    if text.is_ascii() {
        return joined(text.split_ascii_whitespace(), text.len());
    }
    let plain = joined(text.split_whitespace(), text.len());
    match is_nfc_quick(plain.chars()) {
        IsNormalized::Yes => plain,
        _ => plain.nfc().collect(),
    }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>, most: usize) -> String {
    let mut joined = String::with_capacity(most);
    for word in words {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

/// Cuts at spaces so that two portions fit into one passage; nearly every text is one portion.
fn portions(text: String) -> Vec<String> {
    let mut portions = Vec::new();
    let mut rest = text.as_str();
    while let Some(end) = end_of_portion(rest) {
        let (portion, tail) = match rest[..end].rfind(' ') {
            Some(space) if space > 0 => (&rest[..space], &rest[space + 1..]),
            _ => rest.split_at(end),
        };
        portions.push(portion.to_owned());
        rest = tail;
    }
    if portions.is_empty() {
        return vec![text];
    }
    portions.push(rest.to_owned());
    portions
}

/// Where a text that is longer than a portion must be cut at the latest.
fn end_of_portion(text: &str) -> Option<usize> {
    let mut size = 0;
    let end = text.bytes().position(|byte| {
        size += escaped_length(byte);
        size > PASSAGE_BYTES / 2
    });
    end.map(|end| text.floor_char_boundary(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(sections: Vec<SearchSection>) -> SearchPage {
        SearchPage { route: "a.html".to_owned(), title: "A".to_owned(), description: None, trail: Vec::new(), sections }
    }

    fn section(anchor: &str, text: String, code: String) -> SearchSection {
        SearchSection { anchor: Some(anchor.to_owned()), heading: anchor.to_owned(), text, code }
    }

    #[test]
    fn a_short_page_is_one_passage() {
        let page =
            page(vec![section("a", "one".to_owned(), String::new()), section("b", String::new(), "two".to_owned())]);
        let passages = passages(&page);
        assert_eq!(passages.len(), 1);
        assert_eq!(passages[0].excerpts.len(), 2);
    }

    #[test]
    fn a_page_without_sections_is_one_passage() {
        assert_eq!(passages(&page(Vec::new())).len(), 1);
    }

    #[test]
    fn a_long_page_is_cut_and_nothing_is_lost() {
        let page = page(vec![
            section("a", "prose ".repeat(9000), "code ".repeat(3000)),
            section("b", "é".repeat(20_000), String::new()),
        ]);
        let passages = passages(&page);
        let excerpts: Vec<_> = passages.iter().flat_map(|passage| &passage.excerpts).collect();
        let text: usize = excerpts.iter().map(|excerpt| excerpt.text.matches("prose").count()).sum();
        let code: usize = excerpts.iter().map(|excerpt| excerpt.code.matches("code").count()).sum();
        let accents: usize = excerpts.iter().map(|excerpt| excerpt.text.matches('é').count()).sum();
        assert_eq!((text, code, accents), (9000, 3000, 20_000));
        assert!(passages.iter().skip(1).all(|passage| !passage.first));
        for passage in &passages {
            let size: usize =
                passage.excerpts.iter().map(|excerpt| length(&excerpt.text) + length(&excerpt.code)).sum();
            assert!(size <= PASSAGE_BYTES, "{size}");
        }
        assert_eq!(excerpts.iter().filter(|excerpt| excerpt.first).count(), 2);
    }

    #[test]
    fn white_space_is_collapsed_and_characters_are_composed() {
        assert_eq!(plain("  a\n\n    b\tc "), "a b c");
        assert_eq!(plain("e\u{301}"), "é");
    }
}
