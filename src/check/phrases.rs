//! Many phrases looked for in one pass over a text: the only owner of aho-corasick.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// Phrases that are looked for together.
#[derive(Debug)]
pub(super) struct Phrases(AhoCorasick);

impl Phrases {
    /// Looks for these phrases as they are written.
    pub(super) fn new(phrases: &[&str]) -> Self {
        Self::of(phrases, false)
    }

    /// Looks for these phrases in any case of their Latin letters.
    pub(super) fn in_any_case(phrases: &[&str]) -> Self {
        Self::of(phrases, true)
    }

    fn of(phrases: &[&str], any_case: bool) -> Self {
        let mut builder = AhoCorasick::builder();
        builder.kind(Some(AhoCorasickKind::DFA)).ascii_case_insensitive(any_case);
        Self(builder.build(phrases).expect("a few phrases are not too many"))
    }

    /// The places of the phrases in a text, each with the number of its phrase; of two that overlap, the
    /// one that ends first.
    pub(super) fn find<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, Range<usize>)> + 't {
        self.0.find_iter(text).map(|found| (found.pattern().as_usize(), found.range()))
    }

    /// The same with all that overlap, in the order in which they start, then in that of the phrases.
    pub(super) fn find_all(&self, text: &str) -> Vec<(usize, Range<usize>)> {
        // Nearly no text has any, and this is found out faster than which.
        if !self.0.is_match(text) {
            return Vec::new();
        }
        let found = self.0.find_overlapping_iter(text);
        let mut found: Vec<_> = found.map(|found| (found.pattern().as_usize(), found.range())).collect();
        found.sort_by_key(|(phrase, place)| (place.start, *phrase));
        found
    }
}
