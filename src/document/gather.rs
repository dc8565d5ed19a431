//! Gathers the lines of a text, each with its place in the file.

use std::ops::Range;

use crate::source::{Gathered, Source};

/// The lines of a text.
pub(super) fn lines(source: &Source, text: &str, range: Range<usize>) -> Gathered {
    let mut gathered = Gathered::default();
    push_lines(source, text, range, &mut gathered);
    gathered
}

/// Adds the lines of a text, each where it stands in the file, whatever ends or begins it there.
pub(super) fn push_lines(source: &Source, text: &str, range: Range<usize>, gathered: &mut Gathered) {
    if source.text().get(range.clone()) == Some(text) {
        return gathered.push_part(source, range);
    }
    let mut from = range.start;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let words = line.trim_end_matches('\n');
        let there = source.text().get(from..range.end);
        // The line ends are not part of what was pushed last.
        let find = |there: &str| match there.strip_prefix('\n') {
            Some(next) if number > 0 && next.starts_with(words) => Some(1),
            _ => there.find(words),
        };
        let at = there.and_then(find).map_or(from, |at| from + at);
        gathered.push(line, at);
        from = at + words.len();
    }
}
