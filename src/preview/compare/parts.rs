//! What has parts: tables by row and cell, lists and other groups by item.

use super::Mark;
use super::align::{Stretch, bag, likeness, pairs, stretches};
use super::block::{LEAST_ALIKE, PartPiece, Piece, Row, compare};
use super::view::View;
use super::words;
use crate::document::tree::{Part, Run};

type Cells = Vec<Vec<Run>>;

/// Compares two tables, whose first rows are their heads.
pub(super) fn table(before: (&View<'_>, &[Cells]), after: (&View<'_>, &[Cells])) -> Vec<Row> {
    let ([old_head, before_rows @ ..], [new_head, after_rows @ ..]) = (before.1, after.1) else { return Vec::new() };
    let head = row((before.0, old_head), (after.0, new_head));
    let (before, after) = ((before.0, before_rows), (after.0, after_rows));
    let visible = |view: &View<'_>, row: &Cells| row.iter().map(|cell| view.visible_runs(cell)).collect::<Vec<_>>();
    let texts = |(view, rows): (&View<'_>, &[Cells])| rows.iter().map(|row| visible(view, row)).collect::<Vec<_>>();
    let (old, new) = (texts(before), texts(after));
    let whole = |mark, row: &Cells| Row { mark, cells: row.iter().map(|cell| words::all(mark, cell)).collect() };
    let rows = aligned(&old, &new, |b, a| {
        // A row is called by its first cell: of another name it has to say nearly the same.
        let same_name = old[b].first() == new[a].first();
        let words = likeness(&bag(&old[b].join(" ")), &bag(&new[a].join(" ")));
        if same_name { words.max(LEAST_ALIKE) } else { words / 2.0 }
    })
    .into_iter()
    .map(|aligned| match aligned {
        (None, Some(a)) => whole(Mark::Added, &after.1[a]),
        (Some(b), None) => whole(Mark::Removed, &before.1[b]),
        (Some(b), Some(a)) => row((before.0, &before.1[b]), (after.0, &after.1[a])),
        (None, None) => whole(Mark::Same, &Vec::new()),
    });
    std::iter::once(head).chain(rows).collect()
}

fn row(before: (&View<'_>, &Cells), after: (&View<'_>, &Cells)) -> Row {
    let cell = |place: usize, there: &Vec<Run>| {
        let nothing = Vec::new();
        words::compare((before.0, before.1.get(place).unwrap_or(&nothing)), (after.0, there))
    };
    let mut cells: Vec<_> = after.1.iter().enumerate().map(|(place, there)| cell(place, there)).collect();
    cells.extend(before.1.iter().skip(after.1.len()).map(|cell| words::all(Mark::Removed, cell)));
    Row { mark: Mark::Same, cells }
}

/// Compares the parts of two groups.
pub(super) fn parts(before: (&View<'_>, &[Part]), after: (&View<'_>, &[Part])) -> Vec<PartPiece> {
    let said = |view: &View<'_>, part: &Part| {
        part.nodes.iter().map(|node| view.visible(node)).collect::<String>() + if part.term { "?" } else { "" }
    };
    let texts = |(view, parts): (&View<'_>, &[Part])| parts.iter().map(|part| said(view, part)).collect::<Vec<_>>();
    let (old, new) = (texts(before), texts(after));
    let alone = old.len() == 1 && new.len() == 1;
    aligned(&old, &new, |b, a| {
        if before.1[b] == after.1[a] {
            // What is written as it was and shows other files is the same item.
            return 1.0;
        }
        let least = if alone { LEAST_ALIKE } else { 0.0 };
        if before.1[b].term == after.1[a].term { likeness(&bag(&old[b]), &bag(&new[a])).max(least) } else { 0.0 }
    })
    .into_iter()
    .filter_map(|aligned| match aligned {
        (Some(b), Some(a)) => {
            let (here, there) = (&before.1[b], &after.1[a]);
            let pieces = compare((before.0, &here.nodes), (after.0, &there.nodes));
            Some(PartPiece { mark: Mark::Same, term: there.term, pieces })
        }
        (None, Some(a)) => {
            let part = &after.1[a];
            let pieces = part.nodes.iter().cloned().map(Piece::Added).collect();
            Some(PartPiece { mark: Mark::Added, term: part.term, pieces })
        }
        (Some(b), None) => {
            let part = &before.1[b];
            let pieces = part.nodes.iter().cloned().map(Piece::Removed).collect();
            Some(PartPiece { mark: Mark::Removed, term: part.term, pieces })
        }
        (None, None) => None,
    })
    .collect()
}

/// Pairs the members of two lists: those that are equal, then those that are alike. What is gone comes before what is new.
fn aligned<T: Eq + std::hash::Hash + Ord>(
    old: &[T],
    new: &[T],
    alike: impl Fn(usize, usize) -> f32,
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut all = Vec::new();
    for stretch in stretches(old, new) {
        match stretch {
            Stretch::Same(here, there) => all.extend(here.zip(there).map(|(b, a)| (Some(b), Some(a)))),
            Stretch::Differs(here, there) => {
                let alike = |b: usize, a: usize| alike(here.start + b, there.start + a);
                let paired = pairs(here.len(), there.len(), LEAST_ALIKE, alike);
                let (mut b, mut a) = (here.start, there.start);
                for (to_b, to_a) in paired.into_iter().map(|(b, a)| (here.start + b, there.start + a)) {
                    all.extend((b..to_b).map(|b| (Some(b), None)));
                    all.extend((a..to_a).map(|a| (None, Some(a))));
                    all.push((Some(to_b), Some(to_a)));
                    (b, a) = (to_b + 1, to_a + 1);
                }
                all.extend((b..here.end).map(|b| (Some(b), None)));
                all.extend((a..there.end).map(|a| (None, Some(a))));
            }
        }
    }
    all
}
