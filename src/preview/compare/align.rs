//! What two lists have in common, in order.

use std::hash::Hash;
use std::ops::Range;

use crate::limit::{PREVIEW_ALIKE, PREVIEW_COMPARED};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A stretch of two lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stretch {
    /// Equal in both.
    Same(Range<usize>, Range<usize>),
    /// Whatever the one has where the other has something else, or nothing.
    Differs(Range<usize>, Range<usize>),
}

/// Cuts two lists into stretches, which together are all of both. What differs in the middle of long lists is one stretch:
/// no reader compares ten thousand words, and the work would grow with their square.
pub(crate) fn stretches<T: Eq + Hash + Ord>(before: &[T], after: &[T]) -> Vec<Stretch> {
    let start = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    let rest = before[start..].iter().rev().zip(after[start..].iter().rev());
    let end = rest.take_while(|(before, after)| before == after).count();
    let (old, new) = (start..before.len() - end, start..after.len() - end);
    if old.len().saturating_mul(new.len()) > PREVIEW_COMPARED {
        let ends = [
            Stretch::Same(0..start, 0..start),
            Stretch::Differs(old.clone(), new.clone()),
            Stretch::Same(old.end..before.len(), new.end..after.len()),
        ];
        return ends
            .into_iter()
            .filter(|stretch| !matches!(stretch, Stretch::Same(here, _) if here.is_empty()))
            .collect();
    }
    let mut found: Vec<Stretch> = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, before, after) {
        let (old, new) = (op.old_range(), op.new_range());
        match (op, found.last_mut()) {
            (DiffOp::Equal { .. }, _) => found.push(Stretch::Same(old, new)),
            (_, Some(Stretch::Differs(before, after))) => {
                before.end = old.end.max(before.end);
                after.end = new.end.max(after.end);
            }
            _ => found.push(Stretch::Differs(old, new)),
        }
    }
    found
}

/// Pairs the members of two lists, in order, so that the sum of how alike they are is the greatest; those that are less
/// alike than `least` are no pair.
pub(super) fn pairs(
    before: usize,
    after: usize,
    least: f32,
    alike: impl Fn(usize, usize) -> f32,
) -> Vec<(usize, usize)> {
    if before.saturating_mul(after) > PREVIEW_ALIKE {
        return (0..before.min(after))
            .filter(|&place| alike(place, place) >= least)
            .map(|place| (place, place))
            .collect();
    }
    let width = after + 1;
    let mut best = vec![0.0_f32; (before + 1) * width];
    let mut likeness = vec![0.0_f32; before * after];
    for b in (0..before).rev() {
        for a in (0..after).rev() {
            let here = alike(b, a);
            likeness[b * after + a] = here;
            let paired = if here >= least { here + best[(b + 1) * width + a + 1] } else { 0.0 };
            best[b * width + a] = paired.max(best[(b + 1) * width + a]).max(best[b * width + a + 1]);
        }
    }
    let (mut b, mut a, mut found) = (0, 0, Vec::new());
    while b < before && a < after {
        let here = likeness[b * after + a];
        let sum = best[b * width + a];
        if here >= least && sum <= here + best[(b + 1) * width + a + 1] {
            found.push((b, a));
            b += 1;
            a += 1;
        } else if sum <= best[(b + 1) * width + a] {
            b += 1;
        } else {
            a += 1;
        }
    }
    found
}

/// How much two sorted bags of words have in common: 0 for nothing, 1 for all.
pub(crate) fn likeness(one: &[u64], other: &[u64]) -> f32 {
    let (mut i, mut j, mut shared) = (0, 0, 0_usize);
    while let (Some(left), Some(right)) = (one.get(i), other.get(j)) {
        i += usize::from(left <= right);
        j += usize::from(right <= left);
        shared += usize::from(left == right);
    }
    let all = one.len() + other.len();
    if all == 0 { 1.0 } else { ratio(2 * shared, all) }
}

#[expect(clippy::cast_precision_loss, reason = "no page has so many words that the last digit of this counts")]
fn ratio(part: usize, all: usize) -> f32 {
    part as f32 / all as f32
}

/// The words of a text as a sorted bag.
pub(crate) fn bag(text: &str) -> Vec<u64> {
    let words = super::words::words(text).into_iter().filter(|word| word.contains(char::is_alphanumeric));
    let mut bag: Vec<_> = words.map(hash).collect();
    bag.sort_unstable();
    bag
}

/// FNV-1a: the same on every machine.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_all_of_both_lists() {
        assert_eq!(
            stretches(&["a", "b", "c", "d"], &["a", "x", "y", "d", "e"]),
            [
                Stretch::Same(0..1, 0..1),
                Stretch::Differs(1..3, 1..3),
                Stretch::Same(3..4, 3..4),
                Stretch::Differs(4..4, 4..5)
            ]
        );
        assert_eq!(stretches::<u8>(&[], &[]), []);
        let (old, new): (Vec<_>, Vec<_>) = (0..9_000).map(|n| (n, if n == 0 || n == 8_999 { n } else { -n })).unzip();
        assert_eq!(
            stretches(&old, &new),
            [
                Stretch::Same(0..1, 0..1),
                Stretch::Differs(1..8_999, 1..8_999),
                Stretch::Same(8_999..9_000, 8_999..9_000)
            ]
        );
    }

    #[test]
    fn the_likest_are_paired() {
        let texts = (["one two three", "four five", "six"], ["new", "one two three four", "six seven"]);
        let alike = |b: usize, a: usize| likeness(&bag(texts.0[b]), &bag(texts.1[a]));
        assert_eq!(pairs(3, 3, 0.3, alike), [(0, 1), (2, 2)]);
        assert_eq!(pairs(0, 3, 0.3, alike), []);
    }

    #[test]
    fn likeness_counts_shared_words() {
        assert!((likeness(&bag("a b c"), &bag("c, b - d")) - 2.0 / 3.0).abs() < 0.001);
        assert!((likeness(&bag(""), &bag("")) - 1.0).abs() < 0.001);
    }
}
