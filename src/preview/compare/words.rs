//! Lines compared word by word.

use std::ops::Range;

use super::Mark;
use super::align::{Stretch, stretches};
use super::view::View;
use crate::document::tree::{Run, RunKind};

/// A run, and whether it is old, new or both.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Marked {
    pub(crate) mark: Mark,
    pub(crate) run: Run,
}

/// A word, a blank, a sign, or a run that is no text.
struct Token {
    run: Run,
    /// Equal for tokens that look the same.
    looks: String,
    /// Whether it could stand anywhere: a blank, a comma.
    is_small: bool,
}

impl Token {
    fn is_blank(&self) -> bool {
        matches!(&self.run.kind, RunKind::Text(text) if text.trim().is_empty())
    }
}

/// The words of two lines in one: what was taken away before what was added.
pub(super) fn compare(before: (&View<'_>, &[Run]), after: (&View<'_>, &[Run])) -> Vec<Marked> {
    let (old, new) = (tokens(before.0, before.1), tokens(after.0, after.1));
    let looks = |tokens: &[Token]| tokens.iter().map(|token| token.looks.clone()).collect::<Vec<_>>();
    let stretches = without_islands(stretches(&looks(&old), &looks(&new)), &new);
    let stretches = with_words(stretches, &old, &new);
    let mut marked = Vec::new();
    for stretch in stretches {
        match stretch {
            Stretch::Same(_, there) => new[there].iter().for_each(|token| push(Mark::Same, token, &mut marked)),
            Stretch::Differs(here, there) => {
                old[here].iter().for_each(|token| push(Mark::Removed, token, &mut marked));
                new[there].iter().for_each(|token| push(Mark::Added, token, &mut marked));
            }
        }
    }
    marked
}

/// A line that is all of one mark.
pub(super) fn all(mark: Mark, runs: &[Run]) -> Vec<Marked> {
    runs.iter().map(|run| Marked { mark, run: run.clone() }).collect()
}

/// Joins changes that only a blank or a comma keeps apart: a reader sees one phrase give way to another.
fn without_islands(stretches: Vec<Stretch>, new: &[Token]) -> Vec<Stretch> {
    let mut joined: Vec<Stretch> = Vec::new();
    let mut rest = stretches.into_iter().peekable();
    while let Some(stretch) = rest.next() {
        let is_island =
            matches!(&stretch, Stretch::Same(_, there) if new[there.clone()].iter().all(|token| token.is_small));
        let between = matches!(joined.last(), Some(Stretch::Differs(..))) && rest.peek().is_some();
        match (stretch, joined.last_mut()) {
            (Stretch::Same(here, there), Some(Stretch::Differs(before, after))) if is_island && between => {
                before.end = here.end;
                after.end = there.end;
            }
            (Stretch::Differs(here, there), Some(Stretch::Differs(before, after))) => {
                before.end = here.end;
                after.end = there.end;
            }
            (stretch, _) => joined.push(stretch),
        }
    }
    joined
}

/// A blank that came or went shows no mark: the word behind it is marked with it, or the one before where none follows.
fn with_words(stretches: Vec<Stretch>, old: &[Token], new: &[Token]) -> Vec<Stretch> {
    let is_bare = |here: &Range<usize>, there: &Range<usize>| {
        old[here.clone()].iter().chain(&new[there.clone()]).all(Token::is_blank)
    };
    let mut joined: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match (stretch, joined.last_mut()) {
            (Stretch::Same(mut here, mut there), Some(Stretch::Differs(before, after))) => {
                while is_bare(before, after) && here.start < here.end {
                    (here.start, there.start) = (here.start + 1, there.start + 1);
                    (before.end, after.end) = (here.start, there.start);
                }
                if !here.is_empty() {
                    joined.push(Stretch::Same(here, there));
                }
            }
            (Stretch::Differs(here, there), Some(Stretch::Differs(before, after))) => {
                (before.end, after.end) = (here.end, there.end);
            }
            (stretch, _) => joined.push(stretch),
        }
    }
    if let [.., Stretch::Same(here, there), Stretch::Differs(before, after)] = &mut joined[..] {
        while is_bare(before, after) && here.start < here.end {
            (here.end, there.end) = (here.end - 1, there.end - 1);
            (before.start, after.start) = (here.end, there.end);
        }
    }
    joined
}

fn push(mark: Mark, token: &Token, marked: &mut Vec<Marked>) {
    let run = &token.run;
    if let (RunKind::Text(words), Some(last)) = (&run.kind, marked.last_mut())
        && last.mark == mark
        && last.run.style == run.style
        && let RunKind::Text(before) = &mut last.run.kind
    {
        return before.push_str(words);
    }
    marked.push(Marked { mark, run: run.clone() });
}

fn tokens(view: &View<'_>, runs: &[Run]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for run in runs {
        match &run.kind {
            RunKind::Text(text) => {
                // What no page shows keeps no words apart.
                let seen: String = text.chars().filter(|sign| sign.is_whitespace() || !sign.is_control()).collect();
                for word in words(&seen) {
                    let run = Run { kind: RunKind::Text(word.to_owned()), style: run.style.clone() };
                    tokens.push(token(view, run, !word.contains(char::is_alphanumeric)));
                }
            }
            _ => tokens.push(token(view, run.clone(), false)),
        }
    }
    // The blanks at the ends of a line are not seen.
    let is_end = |token: &Token| token.looks == " ";
    tokens.truncate(tokens.iter().rposition(|token| !is_end(token)).map_or(0, |last| last + 1));
    let first = tokens.iter().position(|token| !is_end(token)).unwrap_or_default();
    tokens.split_off(first)
}

fn token(view: &View<'_>, run: Run, is_small: bool) -> Token {
    let mut looks = String::new();
    view.write_run(&run, &mut looks);
    Token { run, looks, is_small }
}

/// Words, blanks and single signs; scripts without blanks are cut at each letter.
pub(super) fn words(text: &str) -> Vec<&str> {
    let class = |sign: char| match sign {
        sign if sign.is_whitespace() => 0,
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => 1,
        sign if sign.is_alphanumeric() || matches!(sign, '_' | '\'' | '\u{2019}') => 2,
        _ => 3,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, sign) in text.char_indices() {
        let class = class(sign);
        if at > 0 && (last != Some(class) || matches!(class, 1 | 3)) {
            words.push(&text[start..at]);
            start = at;
        }
        last = Some(class);
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

/// How many words a text has.
pub(crate) fn count(text: &str) -> usize {
    words(text).into_iter().filter(|word| word.contains(char::is_alphanumeric)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_words() {
        assert_eq!(
            words("It's a x_1, not 数据."),
            ["It's", " ", "a", " ", "x_1", ",", " ", "not", " ", "数", "据", "."]
        );
        assert_eq!(count("It's a x_1, not 数据."), 6);
        assert!(words("").is_empty());
    }
}
