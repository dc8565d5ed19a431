//! Script files: the form in which data reaches the browser.
//!
//! Every file is a call of `docentSearch.add(name, data)`, loaded by a script element. That works from `file://` and
//! under the strictest policy for content, where nothing can be fetched.

use std::fmt::Write as _;

/// One finished call: the name under which the reader's script asks for it, and the whole statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shard {
    pub(super) name: String,
    pub(super) script: String,
}

impl Shard {
    /// `data` is a JavaScript expression.
    pub(super) fn new(name: String, data: &str) -> Shard {
        let mut script = String::with_capacity(data.len() + name.len() + 32);
        script.push_str("docentSearch.add(");
        push_string(&mut script, &name);
        script.push(',');
        script.push_str(data);
        script.push_str(");\n");
        Shard { name, script }
    }
}

/// Appends a string literal that is also safe where a script stands inside HTML.
pub(super) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        let Some(length) = escaped_at(text, at, byte) else {
            continue;
        };
        out.push_str(&text[plain..at]);
        push_escape(out, &text[at..at + length]);
        plain = at + length;
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// The bytes of a string literal, without its quotes.
pub(super) fn length(text: &str) -> usize {
    text.bytes().map(escaped_length).sum()
}

/// The bytes that a byte of the text takes in a literal.
pub(super) fn escaped_length(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' => 2,
        b'<' | ..=0x1f | 0x7f => 6,
        _ => 1,
    }
}

/// The bytes of the character at `at` when it needs an escape: `<` could end the script element or open a comment, and
/// U+2028 and U+2029 end a line in older engines.
fn escaped_at(text: &str, at: usize, byte: u8) -> Option<usize> {
    match byte {
        b'"' | b'\\' | b'<' | ..=0x1f | 0x7f => Some(1),
        0xe2 if text[at..].starts_with(['\u{2028}', '\u{2029}']) => Some(3),
        _ => None,
    }
}

fn push_escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // Writing to a string cannot fail.
            _ => _ = write!(out, "\\u{:04x}", u32::from(c)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str) -> String {
        let mut out = String::new();
        push_string(&mut out, text);
        out
    }

    #[test]
    fn nothing_ends_the_string_or_the_script() {
        assert_eq!(literal(r#"say "hi" \ </script>"#), r#""say \"hi\" \\ \u003c/script>""#);
        assert_eq!(literal("a\nb\u{2028}c\u{2029}d\0"), "\"a\\u000ab\\u2028c\\u2029d\\u0000\"");
        assert_eq!(literal("é 张 🦀"), "\"é 张 🦀\"");
    }

    #[test]
    fn lengths_are_those_of_literals() {
        for text in ["", "plain", "\"<\\\u{1}é張", "</script>"] {
            assert_eq!(length(text) + 2, literal(text).len(), "{text}");
        }
    }

    #[test]
    fn a_shard_is_one_call() {
        let shard = Shard::new("words/3".to_owned(), "[1]");
        assert_eq!(shard.script, "docentSearch.add(\"words/3\",[1]);\n");
    }
}
