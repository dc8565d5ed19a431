//! Pairs the lines of two texts: in order, or in any order.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::limit::RUN_COMPARED_LINES;

/// The longest run of pairs in order, by places in both texts.
pub(super) fn align(left: usize, right: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let start = (0..left.min(right)).take_while(|&at| fits(at, at)).count();
    let ends = left.min(right) - start;
    let end = (0..ends).take_while(|&at| fits(left - 1 - at, right - 1 - at)).count();
    let (rows, columns) = (left - start - end, right - start - end);
    let mut pairs: Vec<_> = (0..start).map(|at| (at, at)).collect();
    if rows.saturating_mul(columns) <= RUN_COMPARED_LINES {
        pairs.extend(between(rows, columns, |a, b| fits(start + a, start + b)).map(|(a, b)| (start + a, start + b)));
    }
    pairs.extend((0..end).rev().map(|at| (left - 1 - at, right - 1 - at)));
    pairs
}

fn between(rows: usize, columns: usize, fits: impl Fn(usize, usize) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let width = columns + 1;
    // For each pair of places, how many pairs there are behind it at most.
    let mut most = vec![0_u32; (rows + 1) * width];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let apart = most[(row + 1) * width + column].max(most[row * width + column + 1]);
            let paired = most[(row + 1) * width + column + 1] + 1;
            most[row * width + column] = if fits(row, column) { paired.max(apart) } else { apart };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < rows && column < columns {
        let here = most[row * width + column];
        if fits(row, column) && here == most[(row + 1) * width + column + 1] + 1 {
            pairs.push((row, column));
            row += 1;
            column += 1;
        } else if here == most[(row + 1) * width + column] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs.into_iter()
}

/// As many pairs as there can be, in any order of the right side; they are given in the order of that side.
pub(super) fn pair(left: &[usize], right: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut partner: Vec<Option<usize>> = vec![None; right];
    for &one in left {
        let mut tried = vec![false; right];
        find_partner(one, &mut partner, &mut tried, &fits);
    }
    partner.into_iter().enumerate().filter_map(|(right, left)| Some((left?, right))).collect()
}

/// Gives `one` a partner, if need be one whose own partner can have another.
fn find_partner(
    one: usize,
    partner: &mut [Option<usize>],
    tried: &mut [bool],
    fits: &impl Fn(usize, usize) -> bool,
) -> bool {
    for at in 0..partner.len() {
        if tried[at] || !fits(one, at) {
            continue;
        }
        tried[at] = true;
        let is_free = match partner[at] {
            None => true,
            Some(other) => find_partner(other, partner, tried, fits),
        };
        if is_free {
            partner[at] = Some(one);
            return true;
        }
    }
    false
}

/// Pairs, and what stands between them.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// A line of each side that are a pair.
    Pair(usize, usize),
    /// Lines of both sides that are in no pair.
    Between(Vec<usize>, Range<usize>),
}

/// The pairs with what stands between them, in the order of the right side.
pub(super) fn parts(pairs: &[(usize, usize)], left: usize, right: usize) -> Vec<Part> {
    let paired: BTreeSet<_> = pairs.iter().map(|pair| pair.0).collect();
    let mut parts = Vec::new();
    let (mut a, mut b) = (0, 0);
    let ends = pairs.iter().copied().map(|pair| (pair, true)).chain([((left, right), false)]);
    for ((one, other), is_pair) in ends {
        // In any order, the left side may stand further back, or be paired further on.
        let gap: Vec<_> = (a..one).filter(|at| !paired.contains(at)).collect();
        if !gap.is_empty() || b < other {
            parts.push(Part::Between(gap, b..other));
        }
        if is_pair {
            parts.push(Part::Pair(one, other));
        }
        (a, b) = (a.max(one + 1), other + 1);
    }
    parts
}
