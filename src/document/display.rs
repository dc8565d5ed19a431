//! Formulas by themselves, `$$ … $$`, whose two ends do not meet in one paragraph: the page shows the signs.

use std::ops::Range;

use super::Document;
use crate::diagnostic::{Edit, Finding, Fix, Problem};
use crate::source::Source;

/// Code of the rule for formulas that are not TeX.
const MATH_SYNTAX: &str = "M05";

/// The `$$` of a body that are text, as far as it is read.
#[derive(Debug, Default)]
pub(super) struct Displays {
    ends: Vec<End>,
}

/// A `$$` at the start or the end of a line.
#[derive(Debug, Clone, PartialEq)]
struct End {
    range: Range<usize>,
    opens: bool,
    closes: bool,
    /// Whether it is clearly no money.
    is_formula: bool,
}

impl Displays {
    /// Text, which could hold an end.
    pub(super) fn text(&mut self, source: &Source, range: &Range<usize>) {
        if source.text()[range.clone()].contains("$$") {
            self.ends.extend(end(source, range));
        }
    }

    /// Reports each end that has no other, or has it in another paragraph.
    pub(super) fn report(self, document: &mut Document) {
        let source = document.source.clone();
        let mut open: Option<End> = None;
        let mut findings = Vec::new();
        for end in self.ends {
            findings.extend(match open.take() {
                Some(start) if end.closes => start.is_formula.then(|| broken(&source, &start, &end)),
                start => {
                    open = Some(end).filter(|end| end.opens);
                    start.and_then(|start| never_closed(&source, &start))
                }
            });
        }
        findings.extend(open.and_then(|start| never_closed(&source, &start)));
        document.problems.extend(findings.into_iter().map(|finding| Problem::new(MATH_SYNTAX, finding)));
    }
}

/// The `$$` of a text within one line, where it could be the end of a formula.
fn end(source: &Source, range: &Range<usize>) -> Option<End> {
    let line = source.line_around(range.start);
    let text = &source.text()[line.clone()];
    // What stands before the text of a line in a quote or a list.
    let written = text.trim_start_matches(|sign: char| sign.is_whitespace() || matches!(sign, '>' | '-' | '*' | '+'));
    let trimmed = written.trim_end();
    let opens = trimmed.starts_with("$$") && !trimmed.starts_with("$$$");
    let closes = trimmed.ends_with("$$") && !trimmed.ends_with("$$$") && !trimmed.ends_with("\\$$");
    let at = line.start + text.len() - written.len();
    let place = if opens { at..at + 2 } else { at + trimmed.len().checked_sub(2)?..at + trimmed.len() };
    // A line can be told in several texts, of which one holds the signs.
    let is_here = range.start <= place.start && place.end <= range.end;
    let is_formula = trimmed == "$$" || trimmed.contains(['\\', '^', '_', '{', '=']);
    (is_here && (opens != closes || trimmed == "$$")).then_some(End { range: place, opens, closes, is_formula })
}

fn never_closed(source: &Source, start: &End) -> Option<Finding> {
    let finding = Finding::new(source.span(start.range.clone()), "this `$$` is never closed")
        .help("close the formula with `$$`, or write `\\$\\$` for the signs");
    start.is_formula.then_some(finding)
}

fn broken(source: &Source, start: &End, end: &End) -> Finding {
    let finding =
        Finding::new(source.span(start.range.clone()), "this formula does not end in the paragraph that it begins in")
            .other(source.span(end.range.clone()), "its end stands here");
    let number = |at: usize| source.line_column(at).line;
    let is_blank = |line: &Range<usize>| source.text()[line.clone()].trim_matches(['>', ' ', '\t']).is_empty();
    let within = number(start.range.start) + 1..number(end.range.start);
    let blank: Vec<_> = within.map(|line| (line, source.line(line))).filter(|(_, line)| is_blank(line)).collect();
    if blank.is_empty() {
        return finding
            .help("a line that begins as a list or a heading does ends it: write the formula in a `math` fence");
    }
    let edits = blank.into_iter().map(|(line, range)| {
        let next = source.line(line + 1).start;
        Edit::replace(source.span(range.start..next), "")
    });
    finding
        .help("a blank line ends it: take the blank lines out of the formula")
        .fix(Fix::risky("take the blank lines out", edits.collect()))
}
