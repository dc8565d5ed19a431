//! Text as it may stand in HTML, XML, Markdown and JSON.

use std::borrow::Cow;
use std::io::{self, Write};

/// The bytes that may not stand as they are, or belong to a character that may not.
const NOTABLE: [bool; 256] = {
    let mut notable = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        notable[byte] = matches!(byte as u8, b'&' | b'<' | b'>' | b'"' | 0..=8 | 11..=31 | 127..=0x9f);
        byte += 1;
    }
    notable
};

/// So many bytes a processor looks at together, where a question is asked of each in the same few steps.
const TOGETHER: usize = 16;

/// How many bytes from the start are none that `may_be` takes, counted in whole steps: what is left is looked at singly.
fn passed_over(bytes: &[u8], may_be: impl Fn(u8) -> bool) -> usize {
    let (together, _) = bytes.as_chunks::<TOGETHER>();
    let none = |bytes: &&[u8; TOGETHER]| !bytes.iter().fold(false, |any, &byte| any | may_be(byte));
    together.iter().take_while(none).count() * TOGETHER
}

/// Whether a byte is a control character, or part of one, or of any other character that is not ASCII.
fn may_be_control(byte: u8) -> bool {
    (byte.cast_signed() < b' '.cast_signed()) & (byte != b'\n') | (byte == 127)
}

/// Whether a byte is one of `<`, `>`, `"`, `&`: two of a pair differ in one bit.
fn is_markup(byte: u8) -> bool {
    (byte & !2 == b'<') | (byte & !4 == b'"')
}

/// Appends text so that it is shown as it is. Control characters, which HTML and XML forbid, are left out.
pub(crate) fn text(text: &str, html: &mut String) {
    pieces(text, |_| false, |piece| html.push_str(piece));
}

/// Writes a value of a template so that it is shown as it is, between quotes of either kind too.
pub(super) fn value(text: &str, html: &mut dyn Write) -> io::Result<()> {
    let mut written = Ok(());
    let is_single_quote = |byte| byte == b'\'';
    pieces(text, is_single_quote, |piece| {
        if written.is_ok() && !piece.is_empty() {
            written = html.write_all(piece.as_bytes());
        }
    });
    written
}

/// Cuts text where it cannot stand as it is, and passes on what can, and what stands for the rest.
fn pieces(text: &str, is_single_quote: impl Fn(u8) -> bool + Copy, mut push: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut next = 0;
    while let Some(at) = next_notable(bytes, next, is_single_quote) {
        next = at + 1;
        let (start, reference) = match bytes[at] {
            b'&' => (at, "&amp;"),
            b'<' => (at, "&lt;"),
            b'>' => (at, "&gt;"),
            b'"' => (at, "&quot;"),
            b'\'' => (at, "&#39;"),
            0..=8 | 11..=31 | 127 => (at, ""),
            // U+0080 to U+009F are written as 0xC2 and one byte more.
            0x80..=0x9f if at > 0 && bytes[at - 1] == 0xc2 => (at - 1, ""),
            _ => continue,
        };
        push(&text[from..start]);
        push(reference);
        from = next;
    }
    push(&text[from..]);
}

/// Where the first byte is, from a place on, that may not stand as it is.
fn next_notable(bytes: &[u8], from: usize, is_single_quote: impl Fn(u8) -> bool) -> Option<usize> {
    let may_be = |byte| may_be_control(byte) | is_markup(byte) | is_single_quote(byte);
    let from = from + passed_over(&bytes[from..], may_be);
    let is_notable = |&byte: &u8| NOTABLE[usize::from(byte)] | is_single_quote(byte);
    bytes[from..].iter().position(is_notable).map(|at| from + at)
}

/// Text that is shown as it is, between quotes too.
pub(crate) fn escaped(value: &str) -> String {
    let mut html = String::with_capacity(value.len());
    text(value, &mut html);
    html
}

/// Text without control characters, and without the sequences by which programs colour a terminal.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    let is_unwanted = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\t');
    // The bytes of all control characters, and of some other characters of two bytes.
    let may_be_unwanted = |byte: u8| matches!(byte, 0..=31 | 0x7f | 0xc2) && !matches!(byte, b'\n' | b'\t');
    let rest = &text.as_bytes()[passed_over(text.as_bytes(), may_be_control)..];
    if !rest.iter().copied().any(may_be_unwanted) || !text.contains(is_unwanted) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(is_unwanted) {
        printable.push_str(before);
        let escape = rest[before.len()..].starts_with('\u{1b}');
        rest = if escape { behind_sequence(behind) } else { behind };
    }
    printable.push_str(rest);
    Cow::Owned(printable)
}

/// What follows the sequence that an escape character has opened.
fn behind_sequence(text: &str) -> &str {
    if let Some(parameters) = text.strip_prefix('[') {
        let end = parameters.trim_start_matches(|sign| matches!(sign, ' '..='?'));
        return end.strip_prefix(|sign| matches!(sign, '@'..='~')).unwrap_or(text);
    }
    // A title or a link of the terminal reaches to a bell, or to another escape and a backslash.
    let ends = ["\u{7}", "\u{1b}\\"];
    let command = text.strip_prefix(']').and_then(|command| {
        let line = command.split('\n').next().unwrap_or(command);
        let end = ends.iter().filter_map(|end| Some(line.find(end)? + end.len())).min()?;
        command.get(end..)
    });
    command.unwrap_or(text)
}

/// Text that XML shows as it is. Two characters that are no characters are forbidden there beside the controls.
pub(crate) fn xml(value: &str) -> String {
    escaped(value).replace(['\u{fffe}', '\u{ffff}'], "")
}

/// JSON that can stand in a `script` element: nothing in it ends the element or opens a comment.
pub(crate) fn json_in_script(json: &str) -> String {
    // These signs stand in strings alone, where an escape means the same.
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Text that Markdown shows as it is. What would show as itself stays bare, so that people can read it too.
pub(crate) fn markdown(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut before = None;
    for (at, sign) in value.char_indices() {
        let rest = &value[at + sign.len_utf8()..];
        let special = match sign {
            '\\' | '`' | '*' | '[' | ']' | '<' => true,
            '_' => !(is_in_word(before) && is_in_word(rest.chars().next())),
            '~' => rest.starts_with('~'),
            '&' => rest.starts_with(|first: char| first == '#' || first.is_ascii_alphabetic()) && is_reference(rest),
            '#' | '>' | '+' | '-' | '=' => before.is_none(),
            '{' => rest.ends_with('}'),
            _ => false,
        };
        if special {
            text.push('\\');
        }
        text.push(sign);
        before = Some(sign);
    }
    text
}

fn is_in_word(sign: Option<char>) -> bool {
    sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_')
}

fn is_reference(behind_sign: &str) -> bool {
    let name = behind_sign.trim_start_matches('#');
    name.find(|sign: char| !sign.is_ascii_alphanumeric()).is_some_and(|end| name[end..].starts_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_break_out() {
        assert_eq!(escaped("a<b> & \"c\"\u{1b}[0m\t\r\n"), "a&lt;b&gt; &amp; &quot;c&quot;[0m\t\n");
        assert_eq!(escaped("\u{80}é\u{9f}\u{a0}\u{7f}x\u{85}"), "é\u{a0}x");
    }

    #[test]
    fn it_makes_no_difference_where_in_a_long_text_a_sign_stands() {
        for before in 0..50 {
            let (before, behind) = ("x".repeat(before), "y".repeat(50 - before));
            let text = format!("{before}<é'\u{85}>{behind}&{behind}");
            assert_eq!(escaped(&text), format!("{before}&lt;é'&gt;{behind}&amp;{behind}"));
        }
    }

    #[test]
    fn values_of_templates_stand_between_quotes_of_either_kind() {
        let mut html = Vec::new();
        value("it's <b>\u{7} & \"c\"''é", &mut html).unwrap();
        assert_eq!(String::from_utf8(html).unwrap(), "it&#39;s &lt;b&gt; &amp; &quot;c&quot;&#39;&#39;é");
    }

    #[test]
    fn colours_of_a_terminal_are_taken_out_whole() {
        for (text, shown) in [
            ("plain\n\ttext", "plain\n\ttext"),
            ("\u{1b}[1;32mok\u{1b}[0m done\u{7}", "ok done"),
            ("\u{1b}]8;;https://example.org\u{7}a link\u{1b}]8;;\u{1b}\\ and text", "a link and text"),
            ("50%\u{1b}[K\r100%", "50%100%"),
            ("\u{1b}[é and\u{1b} \u{1b}]never closed\nnext", "[é and ]never closed\nnext"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }

    #[test]
    fn markdown_shows_text_as_it_is() {
        for (text, written) in [
            ("torch_foo and _x_", r"torch_foo and \_x\_"),
            ("A & B &amp; C", r"A & B \&amp; C"),
            ("- not an item", r"\- not an item"),
            ("well-known <b> [x]", r"well-known \<b> \[x\]"),
            ("id {#a}", r"id \{#a}"),
        ] {
            assert_eq!(markdown(text), written);
        }
    }

    #[test]
    fn json_does_not_end_its_element() {
        assert_eq!(json_in_script(r#"{"a":"</script>&"}"#), r#"{"a":"\u003c/script\u003e\u0026"}"#);
    }
}
