//! Numbers in drawings: a tenth of a pixel is more than anyone sees.

/// The text with each number rounded to two places behind the point; all else as it is, made safe between quotes.
pub(super) fn rounded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|sign: char| sign.is_ascii_digit()) {
        let end =
            rest[start..].find(|sign: char| !sign.is_ascii_digit() && sign != '.').map_or(rest.len(), |at| start + at);
        crate::figure::escape(&rest[..start], &mut out);
        let digits = &rest[start..end];
        match digits.split_once('.') {
            Some((_, fraction)) if fraction.len() > 2 => match digits.parse() {
                Ok(number) => out.push_str(&short(number)),
                Err(_) => out.push_str(digits),
            },
            _ => out.push_str(digits),
        }
        rest = &rest[end..];
    }
    crate::figure::escape(rest, &mut out);
    out
}

/// A number without needless digits.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The next whole number of pixels.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what a picture can have")]
pub(super) fn whole(number: f64) -> u32 {
    number.ceil().clamp(1.0, 100_000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lose_what_nobody_sees() {
        assert_eq!(rounded("M-93.8203125 -82.5 C1e3,0.004"), "M-93.82 -82.5 C1e3,0");
        assert_eq!(rounded("translate(65.75,714.5214007782101)"), "translate(65.75,714.52)");
        assert_eq!(rounded("a\"<1.5>"), "a&quot;&lt;1.5&gt;");
        assert_eq!(short(-0.001), "0");
        assert_eq!(whole(12.01), 13);
    }
}
