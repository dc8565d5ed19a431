//! Text as it may stand in HTML, XML, Markdown and JSON.

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
