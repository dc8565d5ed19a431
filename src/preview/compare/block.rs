//! Blocks: aligned by what they say, and compared each in its own way.

use super::align::{Stretch, bag, likeness, pairs, stretches};
use super::figure::{self, Line};
use super::section::{Placed, Section};
use super::view::View;
use super::words::{self, Marked};
use super::{Mark, count_words};
use crate::document::tree::{Group, Node, NodeKind, Part, Run, RunKind};

/// A block of one of the two states, or of both.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    /// As it was.
    Same(Node),
    /// Only the later page has it.
    Added(Node),
    /// Only the earlier page had it.
    Removed(Node),
    /// As it was, in the section of this title before.
    MovedHere(Node, String),
    /// What it was is now in the section of this title.
    MovedAway(String),
    /// Changed.
    Changed(Changed),
}

/// A block that says something else than before.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Changed {
    /// A paragraph.
    Text(Vec<Marked>),
    /// A table, by rows.
    Table(Vec<Row>),
    /// What holds blocks.
    Group(Group, Vec<PartPiece>),
    /// Code, by lines: the places of both blocks.
    Code(usize, usize, Vec<Line>),
    /// A diagram: the places of both blocks, and the arrows that differ.
    Diagram(usize, usize, Vec<(Mark, String)>),
    /// Raw HTML, by lines.
    Html(Vec<Line>),
}

/// A row of a table; the first one is its head.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) mark: Mark,
    pub(crate) cells: Vec<Vec<Marked>>,
}

/// A part of a group.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PartPiece {
    pub(crate) mark: Mark,
    pub(crate) term: bool,
    pub(crate) pieces: Vec<Piece>,
}

impl Piece {
    pub(crate) fn is_changed(&self) -> bool {
        !matches!(self, Self::Same(_))
    }
}

/// Below this, a block has given way to another rather than changed.
const LEAST_ALIKE: f32 = 0.3;

/// Compares the blocks of a section, or of a part of one.
pub(super) fn compare(before: (&View<'_>, &[Node]), after: (&View<'_>, &[Node])) -> Vec<Piece> {
    let visible = |(view, nodes): (&View<'_>, &[Node])| nodes.iter().map(|node| view.visible(node)).collect::<Vec<_>>();
    let (old, new) = (visible(before), visible(after));
    let mut pieces = Vec::new();
    for stretch in stretches(&old, &new) {
        match stretch {
            Stretch::Same(_, there) => pieces.extend(after.1[there].iter().cloned().map(Piece::Same)),
            Stretch::Differs(here, there) => {
                let bags = |texts: &[String]| texts.iter().map(|text| bag(text)).collect::<Vec<_>>();
                let (old_bags, new_bags) = (bags(&old[here.clone()]), bags(&new[there.clone()]));
                let (old_nodes, new_nodes) = (&before.1[here], &after.1[there]);
                let alike = |b: usize, a: usize| {
                    let words = likeness(&old_bags[b], &new_bags[a]);
                    alike(&old_nodes[b], &new_nodes[a], words)
                };
                let paired = pairs(old_nodes.len(), new_nodes.len(), LEAST_ALIKE, alike);
                pieces.extend(interleaved((before.0, old_nodes), (after.0, new_nodes), &paired));
            }
        }
    }
    pieces
}

fn interleaved(before: (&View<'_>, &[Node]), after: (&View<'_>, &[Node]), paired: &[(usize, usize)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut old, mut new) = (0, 0);
    for &(b, a) in paired.iter().chain([&(before.1.len(), after.1.len())]) {
        pieces.extend(before.1[old..b].iter().cloned().map(Piece::Removed));
        pieces.extend(after.1[new..a].iter().cloned().map(Piece::Added));
        if let (Some(old), Some(new)) = (before.1.get(b), after.1.get(a)) {
            pieces.push(changed((before.0, old), (after.0, new)));
        }
        (old, new) = (b + 1, a + 1);
    }
    pieces
}

/// How alike two blocks are, whose words are this alike.
fn alike(old: &Node, new: &Node, words: f32) -> f32 {
    /// Two pictures, or two drawings, where one was: its reader sees the one give way to the other.
    const SAME_PLACE: f32 = 0.35;
    match (&old.kind, &new.kind) {
        (NodeKind::Paragraph(old), NodeKind::Paragraph(new)) => match (image(old), image(new)) {
            (Some(old), Some(new)) if old == new => 1.0,
            (Some(_), Some(_)) => SAME_PLACE,
            (None, None) => words,
            _ => 0.0,
        },
        (NodeKind::Code(_), NodeKind::Code(_)) | (NodeKind::Table(_), NodeKind::Table(_)) => words.max(SAME_PLACE),
        (NodeKind::Group(old, _), NodeKind::Group(new, _)) if is_alike(old, new) => words.max(SAME_PLACE),
        (NodeKind::Html(_), NodeKind::Html(_)) => words,
        _ => 0.0,
    }
}

/// The destination of the image that a paragraph is.
fn image(runs: &[Run]) -> Option<&str> {
    match runs {
        [Run { kind: RunKind::Image { destination, .. }, .. }] => Some(destination),
        _ => None,
    }
}

fn is_alike(old: &Group, new: &Group) -> bool {
    let is_list = |group: &Group| matches!(group, Group::Bullets | Group::Numbers(_));
    let is_note = |group: &Group| matches!(group, Group::Quote | Group::Alert(_));
    old == new || (is_list(old) && is_list(new)) || (is_note(old) && is_note(new))
}

fn changed(before: (&View<'_>, &Node), after: (&View<'_>, &Node)) -> Piece {
    let (old, new) = (before.0, after.0);
    Piece::Changed(match (&before.1.kind, &after.1.kind) {
        (NodeKind::Paragraph(here), NodeKind::Paragraph(there)) => {
            Changed::Text(words::compare((old, here), (new, there)))
        }
        (NodeKind::Table(here), NodeKind::Table(there)) => Changed::Table(table((old, here), (new, there))),
        (NodeKind::Group(_, here), NodeKind::Group(group, there)) => {
            Changed::Group(group.clone(), parts((old, here), (new, there)))
        }
        (NodeKind::Code(here), NodeKind::Code(there)) => figure::compare((old, *here), (new, *there)),
        (NodeKind::Html(here), NodeKind::Html(there)) => Changed::Html(figure::lines(here.trim(), there.trim())),
        _ => return Piece::Added(after.1.clone()),
    })
}

type Cells = Vec<Vec<Run>>;

fn table(before: (&View<'_>, &[Cells]), after: (&View<'_>, &[Cells])) -> Vec<Row> {
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

fn parts(before: (&View<'_>, &[Part]), after: (&View<'_>, &[Part])) -> Vec<PartPiece> {
    let said = |view: &View<'_>, part: &Part| {
        part.nodes.iter().map(|node| view.visible(node)).collect::<String>() + if part.term { "?" } else { "" }
    };
    let texts = |(view, parts): (&View<'_>, &[Part])| parts.iter().map(|part| said(view, part)).collect::<Vec<_>>();
    let (old, new) = (texts(before), texts(after));
    let alone = old.len() == 1 && new.len() == 1;
    aligned(&old, &new, |b, a| {
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

/// Blocks that are gone from one section and new in another have moved.
pub(super) fn find_moved(sections: &mut [Section], before: &View<'_>, after: &View<'_>) {
    /// Shorter blocks are alike by chance.
    const LEAST_WORDS: usize = 5;
    let mut gone = Vec::new();
    for (place, section) in sections.iter().enumerate().filter(|(_, section)| section.placed != Placed::Removed) {
        for (at, piece) in section.pieces.iter().enumerate() {
            if let Piece::Removed(node) = piece {
                let visible = before.visible(node);
                if count_words(&visible) >= LEAST_WORDS {
                    gone.push((visible, place, at));
                }
            }
        }
    }
    for here in 0..sections.len() {
        for at in 0..sections[here].pieces.len() {
            let Piece::Added(node) = &sections[here].pieces[at] else { continue };
            let visible = after.visible(node);
            let Some(found) = gone.iter().position(|(text, ..)| *text == visible) else { continue };
            let (_, place, there) = gone.swap_remove(found);
            let node = node.clone();
            sections[place].pieces[there] = Piece::MovedAway(sections[here].title.clone());
            sections[here].pieces[at] = Piece::MovedHere(node, sections[place].title.clone());
        }
    }
}

/// How many words were added and taken away.
pub(super) fn count(title: &[Marked], sections: &[Section], before: &View<'_>, after: &View<'_>) -> (usize, usize) {
    let mut counts = Counts { before, after, added: 0, removed: 0 };
    counts.runs(title);
    for section in sections {
        counts.runs(&section.heading);
        section.pieces.iter().for_each(|piece| counts.piece(piece));
    }
    (counts.added, counts.removed)
}

struct Counts<'v, 's> {
    before: &'v View<'s>,
    after: &'v View<'s>,
    added: usize,
    removed: usize,
}

impl Counts<'_, '_> {
    fn text(&mut self, mark: Mark, text: &str) {
        match mark {
            Mark::Same => {}
            Mark::Added => self.added += count_words(text),
            Mark::Removed => self.removed += count_words(text),
        }
    }

    fn runs(&mut self, runs: &[Marked]) {
        for Marked { mark, run } in runs {
            if let RunKind::Text(text) | RunKind::Code(text) | RunKind::Math(text, _) = &run.kind {
                self.text(*mark, text);
            }
        }
    }

    fn lines(&mut self, lines: &[Line]) {
        lines.iter().for_each(|line| self.text(line.mark, &line.text));
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Same(_) | Piece::MovedHere(..) | Piece::MovedAway(_) => {}
            Piece::Added(node) => self.added += count_words(&said(self.after, node)),
            Piece::Removed(node) => self.removed += count_words(&said(self.before, node)),
            Piece::Changed(changed) => match changed {
                Changed::Text(runs) => self.runs(runs),
                Changed::Table(rows) => rows.iter().flat_map(|row| &row.cells).for_each(|cell| self.runs(cell)),
                Changed::Group(_, parts) => {
                    parts.iter().flat_map(|part| &part.pieces).for_each(|piece| self.piece(piece));
                }
                Changed::Code(_, _, lines) | Changed::Html(lines) => self.lines(lines),
                Changed::Diagram(_, _, edges) => edges.iter().for_each(|(mark, edge)| self.text(*mark, edge)),
            },
        }
    }
}

/// The words of a block, without what tells blocks of different kinds apart.
fn said(view: &View<'_>, node: &Node) -> String {
    let line = |runs: &[Run]| {
        let words = runs.iter().filter_map(|run| match &run.kind {
            RunKind::Text(text) | RunKind::Code(text) | RunKind::Math(text, _) => Some(text.as_str()),
            _ => None,
        });
        words.collect::<String>() + " "
    };
    match &node.kind {
        NodeKind::Heading(_, runs) | NodeKind::Paragraph(runs) => line(runs),
        NodeKind::Code(place) => view.code(*place).map(|(_, code)| code.to_owned()).unwrap_or_default(),
        NodeKind::Table(rows) => rows.iter().flatten().map(|cell| line(cell)).collect(),
        NodeKind::Group(_, parts) => parts.iter().flat_map(|part| &part.nodes).map(|node| said(view, node)).collect(),
        NodeKind::Html(html) => html.clone(),
        NodeKind::Rule => String::new(),
    }
}
