//! Which lines of a code block are marked: `mark="3,5-7"` on its fence.

use std::ops::RangeInclusive;

/// A part of the value of `mark`.
#[derive(Debug, Clone, PartialEq)]
pub struct Part<'t> {
    /// The part, as written.
    pub written: &'t str,
    /// The lines that it names, counted from 1; `None` where it names none.
    pub lines: Option<RangeInclusive<usize>>,
}

/// The parts of a value, those left out that are blank.
pub fn parts(value: &str) -> impl Iterator<Item = Part<'_>> {
    let written = value.split(',').map(str::trim).filter(|part| !part.is_empty());
    written.map(|written| Part { written, lines: lines(written) })
}

/// Reads `3` or `5-7`.
fn lines(part: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first > 0 && first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_lines_and_ranges() {
        let read = |value| parts(value).map(|part| (part.written, part.lines)).collect::<Vec<_>>();
        assert_eq!(read("3, 5-7"), [("3", Some(3..=3)), ("5-7", Some(5..=7))]);
        assert_eq!(read("x,9-8,0,,"), [("x", None), ("9-8", None), ("0", None)]);
    }
}
