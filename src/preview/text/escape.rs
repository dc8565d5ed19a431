//! Text that a stranger wrote, for a comment: shown as it is, on one line, without any effect.

/// More of it is not read in a comment.
const LONGEST: usize = 200;
/// Shows nothing, and keeps what it stands between from being one word.
const JOINER: char = '\u{2060}';

/// Text as Markdown shows it: no markup, no mention of anybody, no reference, no link.
pub(super) fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let line = one_line(text);
    let mut signs = line.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        if sign.is_ascii_punctuation() && !matches!(sign, ',' | '.' | '-' | '/' | ';' | '=' | '%' | '?') {
            safe.push('\\');
        }
        safe.push(sign);
        let next = signs.peek().map(|&(_, next)| next);
        let calls = matches!(sign, '@' | '#' | '!' | '~' | '%' | '&' | '$' | '^' | ':' | '*');
        let begins_host = sign == '.' && line[..at].to_ascii_lowercase().ends_with("www");
        let begins_issue = sign == '-' && line[..at].to_ascii_lowercase().ends_with("gh");
        if (calls && next.is_some_and(|next| !next.is_whitespace())) || begins_host || begins_issue {
            safe.push(JOINER);
        }
    }
    safe
}

/// A message, in which code stands between backticks.
pub(super) fn message(text: &str) -> String {
    let part = |(place, part): (usize, &str)| if place % 2 == 1 { code(part) } else { spaced(part) };
    one_line(text).split('`').enumerate().map(part).collect()
}

/// Text between code keeps the blanks at its ends.
fn spaced(text: &str) -> String {
    let blank = |is_there: bool| if is_there && !text.trim().is_empty() { " " } else { "" };
    let only = if text == " " { " " } else { "" };
    format!("{}{}{}{only}", blank(text.starts_with(' ')), plain(text), blank(text.ends_with(' ')))
}

/// Text as code, which mentions nobody and links nothing.
pub(super) fn code(text: &str) -> String {
    // In a table a bar ends the cell, even in code.
    let text = one_line(text).replace('`', "'").replace('|', "\u{2223}");
    if text.trim().is_empty() { String::new() } else { format!("`{}`", text.trim()) }
}

/// Without line ends, controls and signs that turn the order of others around.
fn one_line(text: &str) -> String {
    let is_invisible = |sign: char| matches!(sign, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let visible = |sign: char| if sign.is_control() || is_invisible(sign) { ' ' } else { sign };
    let line: String = text.chars().map(visible).collect();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_an_effect() {
        for (text, safe) in [
            ("@everyone", "\\@\u{2060}everyone"),
            ("fix #12 and GH-3", "fix \\#\u{2060}12 and GH-\u{2060}3"),
            ("<img src=x> & **b**", "\\<img src=x\\> \\& \\*\u{2060}\\*\u{2060}b\\*\u{2060}\\*"),
            ("[a](b)", "\\[a\\]\\(b\\)"),
            ("a\n\n# head\u{202e}", "a \\# head"),
            ("https://x.io www.x.io", "https\\:\u{2060}//x.io www.\u{2060}x.io"),
            ("a | b", "a \\| b"),
        ] {
            assert_eq!(plain(text), safe);
        }
        assert_eq!(plain(&"x".repeat(300)).chars().count(), 201);
    }

    #[test]
    fn code_stays_code() {
        assert_eq!(code("a`b|c\nd"), "`a'b\u{2223}c d`");
        assert_eq!(code("\n"), "");
        assert_eq!(message("`a@b` is @b `c"), "`a@b` is \\@\u{2060}b `c`");
        assert_eq!(message("no `x` `y`"), "no `x` `y`");
    }
}
