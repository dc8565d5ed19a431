//! Compares what code printed with what its page shows, wildcards and tolerances included.

use super::align::{Part, align, pair, parts};
use crate::document::task::{Agreement, Comparison};

/// How the output of a block differs from what its page shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Difference {
    /// The first line of the page that is not what was printed, counted from 0; `None` where the page shows none.
    pub(super) line: Option<usize>,
    /// The lines that only one of the two has, `-` before those of the page and `+` before those that were printed.
    pub(super) lines: Vec<String>,
    /// What was printed, with the wildcards of the page where what is around them still agrees.
    pub(super) accepted: String,
}

/// A line of the page.
enum Pattern {
    /// `...`: any lines.
    AnyLines,
    /// A line, with `[..]` for anything within it.
    Line(Vec<Token>),
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Any,
    Sign(char),
    Number(f64),
}

/// How the two differ, if they do.
pub(super) fn difference(shown: &str, printed: &str, how: Comparison) -> Option<Difference> {
    if how.varies {
        return None;
    }
    let (before, shown) = trimmed(shown);
    let (_, printed) = trimmed(printed);
    let numbers = how.tolerance.is_some();
    let patterns: Vec<_> = shown.iter().map(|line| Pattern::read(line, numbers)).collect();
    let tokens: Vec<_> = printed.iter().map(|line| tokens(line, numbers)).collect();
    let tolerance = how.tolerance.unwrap_or_default();
    let fits = |pattern: &Pattern, line: &Vec<Token>| match pattern {
        Pattern::AnyLines => true,
        Pattern::Line(pattern) => line_fits(pattern, line, tolerance),
    };
    let differing = match how.agreement {
        Agreement::Exact => differing_in_order(&patterns, &tokens, &fits),
        Agreement::Contains => {
            let around = [Pattern::AnyLines];
            let all: Vec<_> = around.iter().chain(&patterns).chain(&around).collect();
            let agrees = globs(&all, &tokens, |it| matches!(it, Pattern::AnyLines), |a, b| fits(a, b));
            (!agrees).then(|| alignment(&patterns, &tokens, &fits))
        }
        Agreement::Unordered => differing_in_any_order(&patterns, &tokens, &fits),
    }?;
    Some(Difference::new(before, &shown, &printed, &patterns, &differing))
}

/// The lines without blank ones around them, and how many there were before.
fn trimmed(text: &str) -> (usize, Vec<&str>) {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    let before = lines.iter().take_while(|line| line.is_empty()).count();
    let end = lines.len() - lines[before..].iter().rev().take_while(|line| line.is_empty()).count();
    (before, lines[before..end].to_vec())
}

/// Lines of the page and lines that were printed which agree, in pairs.
type Pairs = Vec<(usize, usize)>;

fn differing_in_order(
    patterns: &[Pattern],
    lines: &[Vec<Token>],
    fits: &impl Fn(&Pattern, &Vec<Token>) -> bool,
) -> Option<Pairs> {
    let agrees = globs(patterns, lines, |it| matches!(it, Pattern::AnyLines), fits);
    (!agrees).then(|| alignment(patterns, lines, fits))
}

fn differing_in_any_order(
    patterns: &[Pattern],
    lines: &[Vec<Token>],
    fits: &impl Fn(&Pattern, &Vec<Token>) -> bool,
) -> Option<Pairs> {
    let wanted: Vec<_> = (0..patterns.len()).filter(|&at| matches!(patterns[at], Pattern::Line(_))).collect();
    let more_is_fine = wanted.len() < patterns.len();
    let pairs = pair(&wanted, lines.len(), |pattern, line| fits(&patterns[pattern], &lines[line]));
    let agrees = pairs.len() == wanted.len() && (more_is_fine || pairs.len() == lines.len());
    (!agrees).then_some(pairs)
}

fn alignment(patterns: &[Pattern], lines: &[Vec<Token>], fits: &impl Fn(&Pattern, &Vec<Token>) -> bool) -> Pairs {
    align(patterns.len(), lines.len(), |pattern, line| {
        matches!(patterns[pattern], Pattern::Line(_)) && fits(&patterns[pattern], &lines[line])
    })
}

impl Difference {
    fn new(before: usize, shown: &[&str], printed: &[&str], patterns: &[Pattern], pairs: &[(usize, usize)]) -> Self {
        let mut difference = Self { line: None, lines: Vec::new(), accepted: String::new() };
        let mut accept = |line: &str| difference.accepted.push_str(&format!("{line}\n"));
        let is_line = |at: &usize| matches!(patterns[*at], Pattern::Line(_));
        for part in parts(pairs, shown.len(), printed.len()) {
            match part {
                Part::Pair(of_page, _) => accept(shown[of_page]),
                Part::Between(of_page, _) if !of_page.is_empty() && !of_page.iter().any(is_line) => {
                    accept(shown[of_page[0]]);
                }
                Part::Between(of_page, of_output) => {
                    let first = of_page.iter().copied().find(is_line);
                    let place = first.unwrap_or_else(|| pairs.iter().filter(|it| it.1 < of_output.start).count());
                    let place = (!shown.is_empty()).then(|| before + place.min(shown.len() - 1));
                    difference.line = difference.line.or(place);
                    difference
                        .lines
                        .extend(of_page.iter().filter(|at| is_line(at)).map(|&at| format!("- {}", shown[at])));
                    for line in &printed[of_output] {
                        difference.lines.push(format!("+ {line}"));
                        accept(line);
                    }
                }
            }
        }
        difference
    }
}

impl Pattern {
    fn read(line: &str, numbers: bool) -> Self {
        if line.trim() == "..." {
            return Self::AnyLines;
        }
        let parts = line.split("[..]").map(|part| tokens(part, numbers));
        Self::Line(parts.collect::<Vec<_>>().join(&Token::Any))
    }
}

/// The signs of a line; its numbers as such, where they may differ a little.
fn tokens(line: &str, numbers: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = line;
    while let Some(sign) = rest.chars().next() {
        let length = if numbers { number_length(rest, tokens.last()) } else { 0 };
        match rest[..length].parse() {
            Ok(number) => {
                tokens.push(Token::Number(number));
                rest = &rest[length..];
            }
            Err(_) => {
                tokens.push(Token::Sign(sign));
                rest = &rest[sign.len_utf8()..];
            }
        }
    }
    tokens
}

/// How many bytes at the start of a text are a number: `-1.5e-3`.
fn number_length(text: &str, before: Option<&Token>) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    // Between letters and digits a `-` is no sign of a number.
    let signed = matches!(bytes[0], b'-' | b'+')
        && !before.is_some_and(|it| {
            matches!(it, Token::Number(_)) || matches!(it, Token::Sign(sign) if sign.is_alphanumeric())
        });
    let start = usize::from(signed);
    let mut end = start + digits(start);
    if end == start {
        return 0;
    }
    if bytes.get(end) == Some(&b'.') {
        end += 1 + digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let exponent = if end + 1 + sign < bytes.len() { digits(end + 1 + sign) } else { 0 };
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    end
}

fn line_fits(pattern: &[Token], line: &[Token], tolerance: f64) -> bool {
    let same = |a: &Token, b: &Token| match (a, b) {
        (Token::Number(a), Token::Number(b)) => (a - b).abs() <= tolerance * a.abs().max(1.0),
        (a, b) => a == b,
    };
    globs(pattern, line, |token| *token == Token::Any, same)
}

/// Whether items fit a pattern in which some parts stand for any number of them.
fn globs<P, T>(pattern: &[P], items: &[T], is_any: impl Fn(&P) -> bool, fits: impl Fn(&P, &T) -> bool) -> bool {
    let (mut at, mut item) = (0, 0);
    // Where the last wildcard stands, and up to where it reaches.
    let mut wildcard: Option<(usize, usize)> = None;
    while item < items.len() {
        if pattern.get(at).is_some_and(&is_any) {
            wildcard = Some((at, item));
            at += 1;
        } else if pattern.get(at).is_some_and(|part| fits(part, &items[item])) {
            at += 1;
            item += 1;
        } else if let Some((any, reach)) = wildcard {
            wildcard = Some((any, reach + 1));
            at = any + 1;
            item = reach + 1;
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(is_any)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Comparison = Comparison { varies: false, agreement: Agreement::Exact, tolerance: None };

    fn agrees(shown: &str, printed: &str, how: Comparison) -> bool {
        difference(shown, printed, how).is_none()
    }

    #[test]
    fn wildcards_stand_for_lines_and_parts_of_them() {
        for (shown, printed, expected) in [
            ("a\nb\n", "a  \nb\n\n", true),
            ("a\n", "a\nb\n", false),
            ("...\nb\n", "a\nc\nb\n", true),
            ("a\n...\n", "a\n", true),
            ("a\n...\nb\n...\nc\n", "a\nx\nb\nb\ny\nc\n", true),
            ("a\n...\nb\n", "a\nb\nc\n", false),
            ("in [..] s, [..]\n", "in 0.3 s, twice\n", true),
            ("[..]", "", false),
            ("in [..] s\n", "in 0.3 s.\n", false),
            ("", "", true),
            ("", "a\n", false),
            ("  a\n", "a\n", false),
        ] {
            assert_eq!(agrees(shown, printed, EXACT), expected, "{shown:?} {printed:?}");
        }
    }

    #[test]
    fn agreement_can_be_of_a_part_or_in_any_order() {
        let contains = Comparison { agreement: Agreement::Contains, ..EXACT };
        assert!(agrees("b\nc\n", "a\nb\nc\nd\n", contains));
        assert!(!agrees("b\nd\n", "a\nb\nc\nd\n", contains));
        let unordered = Comparison { agreement: Agreement::Unordered, ..EXACT };
        assert!(agrees("b\n[..]\n", "x\nb\n", unordered));
        assert!(agrees("[..]\nb\n", "b\nx\n", unordered), "the wildcard leaves `b` to the line that needs it");
        assert!(!agrees("a\nb\n", "b\na\na\n", unordered));
        assert!(agrees("a\n...\n", "b\na\na\n", unordered));
        assert!(agrees("a\n", "z\n", Comparison { varies: true, ..EXACT }));
    }

    #[test]
    fn numbers_may_be_apart() {
        let near = Comparison { tolerance: Some(1e-3), ..EXACT };
        for (shown, printed, expected) in [
            ("loss 0.6931", "loss 0.6934", true),
            ("loss 0.6931", "loss 0.70", false),
            ("1000.0", "1000.9", true),
            ("x=-1.5e-3, y=2", "x=-1.4e-3, y=2.0", true),
            ("a-1", "a-1.0001", true),
            ("a 1", "a one", false),
            ("t=[..] 2", "t=99 2.0001", true),
        ] {
            assert_eq!(agrees(shown, printed, near), expected, "{shown} {printed}");
        }
        assert!(!agrees("0.6931", "0.6932", EXACT));
    }

    #[test]
    fn what_is_accepted_keeps_wildcards_that_still_agree() {
        let found = difference("a [..]\n...\nold\nz\n", "a 1\nm\nn\nnew\nz\n", EXACT).unwrap();
        assert_eq!((found.line, found.lines.join("|").as_str()), (Some(2), "- old|+ m|+ n|+ new"));
        assert_eq!(found.accepted, "a [..]\nm\nn\nnew\nz\n");
        let found = difference("\nTraceback:\n...\nE: [..]\nold\n", "Traceback:\n  x\nE: 1\nnew\n", EXACT).unwrap();
        assert_eq!((found.line, found.accepted.as_str()), (Some(4), "Traceback:\n...\nE: [..]\nnew\n"));
        let found = difference("a\n", "a\nb\n", EXACT).unwrap();
        assert_eq!((found.line, found.lines.join("|").as_str()), (Some(0), "+ b"));
        assert_eq!(difference("", "a\n", EXACT).unwrap().line, None);
        assert_eq!(difference("a\n", "", EXACT).unwrap().accepted, "");
    }
}
