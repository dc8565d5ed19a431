//! Prose: the text that a reader reads as sentences, with places. Code, URLs and raw HTML are no part of it.

use std::ops::Range;

use super::length;
use crate::source::{Gathered, short};

/// Stands in prose for what is no prose: code, an image, a bare URL.
pub const NOT_PROSE: char = '\u{fffc}';

/// All prose of a document: a passage for each paragraph, heading, list item and table cell, and for each value of the
/// front matter that readers see.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prose {
    /// The passages, with a line end behind each.
    text: Gathered,
    extents: Vec<Extent>,
    /// Where the passage begins that is being read.
    open: usize,
}

/// Where a passage stands. A site has many of them.
#[derive(Debug, Clone, PartialEq)]
struct Extent {
    /// Bytes of the text of all passages.
    from: u32,
    to: u32,
    /// The byte of the file that it starts at.
    start: u32,
    heading: bool,
}

impl Extent {
    fn new(range: Range<usize>, start: usize, heading: bool) -> Self {
        Self { from: short(range.start), to: short(range.end), start: short(start), heading }
    }

    fn range(&self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// The text of one paragraph, heading, list item or table cell, or of one value of the front matter, on one line.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'p> {
    prose: &'p Gathered,
    extent: &'p Extent,
}

impl Prose {
    /// All passages in one text. What is looked for in it is never found across two of them.
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// The passages, in order.
    pub fn passages(&self) -> impl DoubleEndedIterator<Item = Passage<'_>> {
        self.extents.iter().map(|extent| Passage { prose: &self.text, extent })
    }

    /// The passage that holds a place of [`Self::text`], and the place within the passage.
    pub fn locate(&self, place: &Range<usize>) -> Option<(Passage<'_>, Range<usize>)> {
        let behind = self.extents.partition_point(|extent| extent.from as usize <= place.start);
        let extent = &self.extents[behind.checked_sub(1)?];
        let Range { start, end } = extent.range();
        let within = place.start - start..place.end - start;
        (place.end <= end).then_some((Passage { prose: &self.text, extent }, within))
    }

    /// Adds text that stands at byte `at` of the file to the passage that is being read.
    pub(super) fn push(&mut self, text: &str, at: usize) {
        self.text.push(text, at);
    }

    /// The byte of the file behind what was added last to the passage that is being read.
    pub(super) fn end(&self) -> Option<usize> {
        let last = self.text().len().checked_sub(1).filter(|last| *last >= self.open)?;
        Some(self.text.place(last) + 1)
    }

    /// Ends the passage that is being read; one that says nothing is none.
    pub(super) fn close(&mut self, heading: bool) {
        let range = self.open..self.text().len();
        if range.is_empty() {
            return;
        }
        self.push("\n", 0);
        self.open = self.text().len();
        if !self.text()[range.clone()].trim_start().is_empty() {
            let start = self.text.place(range.start);
            self.extents.push(Extent::new(range, start, heading));
        }
    }
}

impl<'p> Passage<'p> {
    /// The text.
    pub fn text(self) -> &'p str {
        &self.prose.text()[self.extent.range()]
    }

    /// The bytes of the file that a part of the text came from.
    pub fn places(self, part: Range<usize>) -> Range<usize> {
        let start = self.extent.from as usize;
        self.prose.places(start + part.start..start + part.end)
    }

    /// The byte of the file that it starts at.
    pub fn start(self) -> usize {
        self.extent.start as usize
    }

    /// Whether it is a heading.
    pub fn is_heading(self) -> bool {
        self.extent.heading
    }

    /// How many words it has.
    pub fn words(self) -> usize {
        length::words(self.text())
    }

    /// The sentence around a byte of the file.
    pub fn sentence_near(self, at: usize) -> &'p str {
        // Places rise with the text, so that the last sign that is not behind the byte is the nearest.
        let signs: Vec<_> = self.text().char_indices().map(|(sign, _)| sign).collect();
        let nearest = signs.partition_point(|&sign| self.places(sign..sign).start <= at);
        self.sentence(signs.get(nearest.saturating_sub(1)).copied().unwrap_or_default())
    }

    /// The sentence around a byte of the text.
    pub fn sentence(self, at: usize) -> &'p str {
        let text = self.text();
        let start = sentence_ends(text).take_while(|&end| end <= at).last().unwrap_or(0);
        let end = sentence_ends(text).find(|&end| end > at).unwrap_or(text.len());
        text[start..end].trim()
    }
}

/// The places of a lower-case phrase in a lower-case text, where it stands as whole words.
pub fn find_words(text: &str, phrase: &str) -> Vec<Range<usize>> {
    let found = text.match_indices(phrase).map(|(at, phrase)| at..at + phrase.len());
    found.filter(|range| is_whole(text, range)).collect()
}

/// Whether no letter, digit, hyphen or underscore continues a word at either end.
pub fn is_whole(text: &str, range: &Range<usize>) -> bool {
    !text[..range.start].ends_with(continues_word) && !text[range.end..].starts_with(continues_word)
}

fn continues_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '_')
}

/// Where sentences end: behind `.`, `!` or `?` and a blank, and behind `。`.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.char_indices().filter_map(|(at, sign)| {
        let end = at + sign.len_utf8();
        match sign {
            '。' | '！' | '？' => Some(end),
            '.' | '!' | '?' if text[end..].starts_with(char::is_whitespace) => Some(end),
            _ => None,
        }
    })
}

/// Adds text to prose with the place of each part, where the file writes it in another way: with `\` before a sign, with
/// a character reference, or folded over lines.
pub(super) fn align(prose: &mut Prose, text: &str, file: &str, range: Range<usize>) {
    /// What stands between two signs of the text is no longer than this.
    const REACH: usize = 16;
    let Some(written) = file.get(range.clone()) else { return };
    if let Some(at) = if written.starts_with(text) { Some(0) } else { written.find(text) } {
        return prose.push(text, range.start + at);
    }
    let mut at = 0;
    for sign in text.chars() {
        let rest = &written[at..];
        let near = &rest[..rest.floor_char_boundary(REACH)];
        let skipped = match sign {
            sign if rest.starts_with(sign) => Some(0),
            ' ' if rest.starts_with(char::is_whitespace) => None,
            sign => near.find(sign),
        };
        match skipped {
            Some(skipped) => {
                at += skipped;
                prose.push(sign.encode_utf8(&mut [0; 4]), range.start + at);
                at += sign.len_utf8();
            }
            // What the file does not write with this sign is shown as a blank, whose place is one byte wide.
            None => {
                prose.push(" ", range.start + at);
                at = written.len() - rest.trim_start().len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        let found = find_words("coming soon. sooner than soon-ish, as soon as it is soon", "soon");
        assert_eq!(found.iter().map(|range| range.start).collect::<Vec<_>>(), [7, 38, 52]);
    }

    #[test]
    fn a_sentence_is_found_around_a_word() {
        let mut prose = Prose::default();
        for (text, at) in [("Before.", 0), ("First one. Since 2.5 it works! Last", 10)] {
            prose.push(text, at);
            prose.close(false);
        }
        let passage = prose.passages().last().unwrap();
        assert_eq!(passage.sentence(12), "Since 2.5 it works!");
        assert_eq!(passage.sentence(0), "First one.");
        assert_eq!(passage.sentence(34), "Last");
        assert_eq!(passage.sentence_near(22), "Since 2.5 it works!");
    }

    #[test]
    fn passages_are_found_in_the_text() {
        let mut prose = Prose::default();
        for (text, at) in [("One", 4), (" ", 8), ("Two parts", 20)] {
            prose.push(text, at);
            prose.close(false);
        }
        let at = prose.text().find("parts").unwrap();
        let (passage, within) = prose.locate(&(at..at + 5)).unwrap();
        assert_eq!((passage.text(), within.clone(), passage.places(within)), ("Two parts", 4..9, 24..29));
        assert_eq!(prose.passages().map(Passage::start).collect::<Vec<_>>(), [4, 20]);
        assert!(prose.locate(&(0..at)).is_none(), "it is in two of them");
    }

    #[test]
    fn text_is_aligned_with_how_the_file_writes_it() {
        for (file, text, word) in [
            ("a \\_b\\_ TODO c", "a _b_ TODO c", "TODO"),
            ("a &amp; b &lt; TODO", "a & b < TODO", "TODO"),
            ("a\n  folded TODO", "a folded TODO", "TODO"),
            ("\u{e9} &eacute; TODO", "\u{e9} \u{e9} TODO", "TODO"),
        ] {
            let mut prose = Prose::default();
            align(&mut prose, text, file, 0..file.len());
            let at = prose.text().find(word).unwrap();
            assert_eq!(&file[prose.text.places(at..at + word.len())], word, "{file}");
        }
    }
}
