//! Text that may stand in HTML.

/// Appends text so that it is shown as it is. Control characters, which HTML and XML forbid, are left out.
pub(crate) fn text(text: &str, html: &mut String) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            0..=8 | 11..=31 | 127 => "",
            _ => continue,
        };
        html.push_str(&text[from..at]);
        html.push_str(reference);
        from = at + 1;
    }
    html.push_str(&text[from..]);
}

/// Text that is shown as it is, between quotes too.
pub(crate) fn escaped(value: &str) -> String {
    let mut html = String::with_capacity(value.len());
    text(value, &mut html);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_break_out() {
        assert_eq!(escaped("a<b> & \"c\"\u{1b}[0m\t\r\n"), "a&lt;b&gt; &amp; &quot;c&quot;[0m\t\n");
    }
}
