//! Dollar signs: which of them begin a formula, and which are money.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag};

/// A text in which signs that are money have been hidden from the parser, and the sign that stands in their place.
pub(super) struct Hidden {
    /// The text, each byte where it was.
    pub(super) text: String,
    /// What stands for a hidden dollar sign; `None` where none is hidden.
    pub(super) sign: Option<char>,
}

/// Hides each dollar sign that would begin a formula whose last sign is followed by a digit: `$10/$20` is two prices, on
/// GitHub and in Pandoc too, and the parser does not know.
pub(super) fn hide_money(text: String, options: Options) -> Hidden {
    // One byte, so that all places stay, and none that the text has already.
    let Some(sign) = ('\u{1}'..='\u{8}').find(|sign| !text.contains(*sign)) else { return Hidden { text, sign: None } };
    let mut hidden = Hidden { text, sign: None };
    // A hidden sign frees the one that closed its formula to begin another: each round hides at least half of the rest.
    loop {
        let money = money(&hidden.text, options);
        if money.is_empty() {
            return hidden;
        }
        for at in money {
            hidden.text.replace_range(at..=at, sign.encode_utf8(&mut [0; 4]));
        }
        hidden.sign = Some(sign);
    }
}

fn money(text: &str, options: Options) -> Vec<usize> {
    let events = Parser::new_ext(text, options).into_offset_iter();
    events.filter(|(event, range)| is_money(text, event, range)).map(|(_, range)| range.start).collect()
}

/// Whether an event is a formula to the parser, and is none.
pub(super) fn is_money(text: &str, event: &Event<'_>, range: &Range<usize>) -> bool {
    matches!(event, Event::InlineMath(_))
        && text.as_bytes().get(range.start) == Some(&b'$')
        && text[range.end..].starts_with(|next: char| next.is_ascii_digit())
}

/// The event with dollar signs where they were hidden.
pub(super) fn shown<'e>(event: Event<'e>, sign: Option<char>) -> Event<'e> {
    let Some(sign) = sign else { return event };
    let show = |text: CowStr<'e>| if text.contains(sign) { CowStr::from(text.replace(sign, "$")) } else { text };
    match event {
        Event::Text(text) => Event::Text(show(text)),
        Event::Code(text) => Event::Code(show(text)),
        Event::Html(text) => Event::Html(show(text)),
        Event::InlineHtml(text) => Event::InlineHtml(show(text)),
        Event::InlineMath(text) => Event::InlineMath(show(text)),
        Event::DisplayMath(text) => Event::DisplayMath(show(text)),
        Event::FootnoteReference(label) => Event::FootnoteReference(show(label)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: show(dest_url), title: show(title), id: show(id) })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Image { link_type, dest_url: show(dest_url), title: show(title), id: show(id) })
        }
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(show(info))))
        }
        Event::Start(Tag::FootnoteDefinition(label)) => Event::Start(Tag::FootnoteDefinition(show(label))),
        other => other,
    }
}

/// The TeX of an inline formula: GitHub also takes it between backticks, which keep other Markdown out of it.
pub(crate) fn tex(text: &str) -> &str {
    let within = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
    within.unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::markdown::parse_inline;

    fn formulas(text: &str) -> Vec<String> {
        let events = parse_inline(text).into_iter();
        events
            .filter_map(|(event, _)| match event {
                Event::InlineMath(text) | Event::DisplayMath(text) => Some(tex(&text).to_owned()),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn money_is_text() {
        for text in [
            "From $23 billion to $14 billion.",
            "A plan is $5 per seat and $10 per team, was $1,299.00 and is $999.",
            "between $10/$20 and $30",
            "`$HOME` and $PATH and \\$5.",
            "US$5/A$6/C$7",
            "$ x $",
            "a $20,000 and b $30,000",
        ] {
            assert_eq!(formulas(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn formulas_are_found() {
        for (text, expected) in [
            ("Real math: $x_1 + y_1$.", vec!["x_1 + y_1"]),
            ("the $n$th of ($a$, $b$), 2$\\times$ as fast", vec!["n", "a", "b", "\\times"]),
            ("$a_{1}*b_{2}*c_{3}$ and $x<y$ and $\\{z\\}$", vec!["a_{1}*b_{2}*c_{3}", "x<y", "\\{z\\}"]),
            ("$`a_1 * b`$ as GitHub has it", vec!["a_1 * b"]),
            ("$$E = mc^2$$", vec!["E = mc^2"]),
            ("it costs $5/$6, and $x$ is free", vec!["x"]),
        ] {
            assert_eq!(formulas(text), expected, "{text}");
        }
    }

    #[test]
    fn hidden_signs_are_shown_again() {
        let text = "pay $5/$6 to [a](b$1) `c$2` <i>$3/$4</i>";
        let shown: String = parse_inline(text)
            .into_iter()
            .filter_map(|(event, _)| match event {
                Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => Some(text.to_string()),
                Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
                _ => None,
            })
            .collect();
        assert_eq!(shown, "pay $5/$6 to b$1a c$2 <i>$3/$4</i>");
    }
}
