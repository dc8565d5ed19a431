//! How long a page is to its reader.

/// How many words a text has.
pub(super) fn words(text: &str) -> usize {
    if !text.is_ascii() {
        return text.split_whitespace().count();
    }
    let is_blank = |byte: u8| byte == b' ' || matches!(byte, b'\t'..=b'\r');
    let (mut words, mut between) = (0, true);
    for byte in text.bytes() {
        let blank = is_blank(byte);
        words += usize::from(between && !blank);
        between = blank;
    }
    words
}

/// How long a text takes to read, in whole minutes.
pub(super) fn minutes(words: usize, code_blocks: usize) -> usize {
    /// Technical prose is read more slowly than a novel.
    const WORDS_A_MINUTE: usize = 160;
    (words.div_ceil(WORDS_A_MINUTE) + code_blocks.div_ceil(2)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_alike_in_every_script() {
        for text in ["", " ", "one", " one\ttwo\r\n three\u{b}four ", "a\u{1f}b", "\u{e9}t\u{e9} ici", "a\u{a0}b c"] {
            assert_eq!(words(text), text.split_whitespace().count(), "{text:?}");
        }
    }
}
