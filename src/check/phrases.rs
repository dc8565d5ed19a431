//! Many phrases looked for in one pass over a text: the only owner of aho-corasick.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};

/// Phrases that are looked for together.
#[derive(Debug)]
pub(super) struct Phrases(AhoCorasick);

impl Phrases {
    /// Looks for these phrases as they are written.
    pub(super) fn new(phrases: &[&str]) -> Self {
        let mut builder = AhoCorasick::builder();
        // For the leftmost match, and for letters of one case, many bytes of a text are looked at together.
        builder.match_kind(MatchKind::LeftmostLongest).kind(Some(AhoCorasickKind::ContiguousNFA));
        Self(builder.build(phrases).expect("a few phrases are not too many"))
    }

    /// The places of the phrases in a text, each with the number of its phrase; of two that overlap, the one that starts
    /// first, and of those that start together the longest.
    pub(super) fn find<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, Range<usize>)> + 't {
        self.0.find_iter(text).map(|found| (found.pattern().as_usize(), found.range()))
    }

    /// The same with those that overlap.
    pub(super) fn find_all<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, Range<usize>)> + 't {
        let mut from = 0;
        std::iter::from_fn(move || {
            let found = self.0.find(Input::new(text).range(from..))?;
            from = found.start() + 1;
            Some((found.pattern().as_usize(), found.range()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_that_overlap_are_found_when_they_are_asked_for() {
        let phrases = Phrases::new(&["as of now", "now", "nowadays"]);
        let text = "Nowadays, as of nowadays.";
        assert_eq!(phrases.find(text).collect::<Vec<_>>(), [(0, 10..19)]);
        assert_eq!(phrases.find_all(text).collect::<Vec<_>>(), [(0, 10..19), (2, 16..24)]);
    }
}
