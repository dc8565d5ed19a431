//! Letters: which characters make up words, and which scripts write words without spaces.
//!
//! By properties of Unicode that regular expressions of browsers know too.

use unicode_normalization::char::is_combining_mark;

/// Scripts whose words do not end with spaces: Thai, Lao, Burmese, Khmer, kana, Han, and Hangul, whose words carry
/// their particles with them.
const UNSPACED: [(char, char); 15] = [
    ('\u{e00}', '\u{eff}'),
    ('\u{1000}', '\u{109f}'),
    ('\u{1100}', '\u{11ff}'),
    ('\u{1780}', '\u{17ff}'),
    ('\u{3005}', '\u{3007}'),
    ('\u{3040}', '\u{30ff}'),
    ('\u{3130}', '\u{318f}'),
    ('\u{31f0}', '\u{31ff}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{a960}', '\u{a97f}'),
    ('\u{ac00}', '\u{d7ff}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{ff66}', '\u{ffdc}'),
    ('\u{20000}', '\u{3ffff}'),
];

/// What a character is to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Ends a name.
    Other,
    /// Part of a name.
    Letter,
    /// A character of a script without spaces.
    Unspaced,
}

/// The kind of a character.
pub(super) fn kind(c: char) -> Kind {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() || c == '_' { Kind::Letter } else { Kind::Other };
    }
    if !c.is_alphanumeric() && !is_combining_mark(c) {
        return Kind::Other;
    }
    match UNSPACED.iter().any(|&(first, last)| (first..=last).contains(&c)) {
        true => Kind::Unspaced,
        false => Kind::Letter,
    }
}
