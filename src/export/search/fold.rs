//! Folding: the form in which words are compared, without case and accents.
//!
//! `static/theme/search.js` folds what a reader types in the same steps; a test compares the two
//! over all of Unicode. Change both together.

use unicode_normalization::UnicodeNormalization;

/// Accents that are dropped. Only this block: marks of other scripts (vowel signs, tone marks) carry meaning.
const ACCENTS: std::ops::RangeInclusive<char> = '\u{300}'..='\u{36f}';

/// Appends the folded form of `text` to `out`.
pub(super) fn fold(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
        return;
    }
    // Recomposed after the accents are gone, so that Hangul and kana are compared as their readers see them.
    let bare: String = text.nfkd().filter(|c| !ACCENTS.contains(c)).nfkc().collect();
    for c in bare.to_lowercase().chars() {
        match plain_letters(c) {
            Some(letters) => out.push_str(letters),
            None => out.push(c),
        }
    }
}

/// Letters that decomposition leaves alone but that people type without their stroke or as two letters.
/// A space (some ligatures decompose into several words) would end a term early.
fn plain_letters(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ı' => "i",
        'þ' => "th",
        'ς' => "σ",
        ' ' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    fn fold(text: &str) -> String {
        let mut out = String::new();
        super::fold(text, &mut out);
        out
    }

    #[test]
    fn case_and_accents_do_not_count() {
        assert_eq!(fold("TORCH"), "torch");
        assert_eq!(fold("Éléphant"), "elephant");
        assert_eq!(fold("e\u{301}"), "e");
        assert_eq!(fold("STRAẞE Łódź Ærø"), "strasselodzaero");
        assert_eq!(fold("ΟΔΟΣ"), fold("οδος"));
        assert_eq!(fold("İstanbul"), "istanbul");
    }

    #[test]
    fn wide_and_decomposed_letters_are_the_usual_ones() {
        assert_eq!(fold("Ｔｏｒｃｈ"), "torch");
        assert_eq!(fold("ﬁle"), "file");
        assert_eq!(fold("ｶ"), "カ");
        assert_eq!(fold("\u{1112}\u{1161}\u{11ab}"), "한");
    }

    #[test]
    fn marks_that_carry_meaning_stay() {
        assert_eq!(fold("が"), "が");
        assert_ne!(fold("कि"), fold("क"));
    }
}
