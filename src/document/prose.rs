//! Prose: the text that a reader reads as sentences, with places. Code, URLs and raw HTML are no part of it.

use std::ops::Range;

use crate::source::Gathered;

/// Stands in prose for what is no prose: code, an image, a bare URL.
pub const NOT_PROSE: char = '\u{fffc}';

/// The text of one paragraph, heading, list item or table cell, or of one value of the front matter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prose {
    /// The text, on one line.
    pub text: Gathered,
    /// Whether it is a heading.
    pub heading: bool,
}

impl Prose {
    /// The text.
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Its words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text().split_whitespace()
    }

    /// The byte of the file that it starts at.
    pub fn start(&self) -> usize {
        self.text.place(0)
    }

    /// The sentence around a byte of the file.
    pub fn sentence_near(&self, at: usize) -> &str {
        let text = self.text();
        // Places rise with the text, so that the last sign that is not behind the byte is the nearest.
        let signs: Vec<_> = text.char_indices().map(|(sign, _)| sign).collect();
        let nearest = signs.partition_point(|&sign| self.text.place(sign) <= at);
        self.sentence(signs.get(nearest.saturating_sub(1)).copied().unwrap_or_default())
    }

    /// The places of a phrase in the text, in any case, where it stands as whole words.
    pub fn find(&self, phrase: &str) -> Vec<Range<usize>> {
        find_words(&self.text().to_ascii_lowercase(), phrase)
    }

    /// The sentence around a byte of the text.
    pub fn sentence(&self, at: usize) -> &str {
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
pub(super) fn align(prose: &mut Gathered, text: &str, file: &str, range: Range<usize>) {
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

    fn prose(text: &str) -> Prose {
        let mut gathered = Gathered::default();
        gathered.push(text, 0);
        Prose { text: gathered, heading: false }
    }

    #[test]
    fn phrases_are_found_as_whole_words() {
        let prose = prose("Coming soon. Sooner than soon-ish, as soon as it is Soon");
        let found: Vec<_> = prose.find("soon").into_iter().map(|range| range.start).collect();
        assert_eq!(found, [7, 38, 52]);
    }

    #[test]
    fn a_sentence_is_found_around_a_word() {
        let prose = prose("First one. Since 2.5 it works! Last");
        assert_eq!(prose.sentence(12), "Since 2.5 it works!");
        assert_eq!(prose.sentence(0), "First one.");
        assert_eq!(prose.sentence(34), "Last");
    }

    #[test]
    fn text_is_aligned_with_how_the_file_writes_it() {
        for (file, text, word) in [
            ("a \\_b\\_ TODO c", "a _b_ TODO c", "TODO"),
            ("a &amp; b &lt; TODO", "a & b < TODO", "TODO"),
            ("a\n  folded TODO", "a folded TODO", "TODO"),
            ("\u{e9} &eacute; TODO", "\u{e9} \u{e9} TODO", "TODO"),
        ] {
            let mut gathered = Gathered::default();
            align(&mut gathered, text, file, 0..file.len());
            let at = gathered.text().find(word).unwrap();
            assert_eq!(&file[gathered.places(at..at + word.len())], word, "{file}");
        }
    }
}
