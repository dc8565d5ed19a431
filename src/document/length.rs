//! How long a page is to its reader.

/// How many words a text has.
pub(super) fn words(text: &str) -> usize {
    if !text.is_ascii() {
        return text.split_whitespace().count();
    }
    let is_blank = |byte: u8| byte == b' ' || matches!(byte, b'\t'..=b'\r');
    let bytes = text.as_bytes();
    let mut words = usize::from(bytes.first().is_some_and(|first| !is_blank(*first)));
    // No more at once than a byte can count, so that the machine looks at many bytes together.
    for from in (0..bytes.len()).step_by(usize::from(u8::MAX)) {
        let to = bytes.len().min(from + usize::from(u8::MAX) + 1);
        let pairs = bytes[from..to].iter().zip(&bytes[from + 1..to]);
        words += usize::from(pairs.map(|(before, byte)| u8::from(is_blank(*before) && !is_blank(*byte))).sum::<u8>());
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
        let long = " one two".repeat(500);
        for text in [
            "",
            " ",
            &long,
            &long[1..],
            "one",
            " one\ttwo\r\n three\u{b}four ",
            "a\u{1f}b",
            "\u{e9}t\u{e9} ici",
            "a\u{a0}b c",
        ] {
            assert_eq!(words(text), text.split_whitespace().count(), "{text:?}");
        }
    }
}
