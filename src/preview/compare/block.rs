//! Blocks: aligned by what they say, and compared each in its own way.

use super::Mark;
use super::align::{Stretch, bag, likeness, pairs, stretches};
use super::figure::{self, Line};
use super::html;
use super::parts::{parts, table};
use super::view::View;
use super::words::{self, Marked};
use crate::document::tree::{Group, Node, NodeKind, Run, RunKind};

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
    /// What holds blocks: as what it was, as what it is, and what it holds.
    Group(Group, Group, Vec<PartPiece>),
    /// Code, by lines: the places of both blocks.
    Code(usize, usize, Vec<Line>),
    /// A diagram: the places of both blocks, and the arrows that differ.
    Diagram(usize, usize, Vec<(Mark, String)>),
    /// Raw HTML, by lines, and the tags that show other files than before.
    Html(Vec<Line>, Vec<Marked>),
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
pub(super) const LEAST_ALIKE: f32 = 0.3;

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
        // What is written as it was and shows other files is the same block, however few its words are.
        (NodeKind::Paragraph(old), NodeKind::Paragraph(new)) if old == new => 1.0,
        (NodeKind::Html(old), NodeKind::Html(new)) if old == new => 1.0,
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
        (NodeKind::Group(was, here), NodeKind::Group(is, there)) => {
            Changed::Group(was.clone(), is.clone(), parts((old, here), (new, there)))
        }
        (NodeKind::Code(here), NodeKind::Code(there)) => figure::compare((old, *here), (new, *there)),
        (NodeKind::Html(here), NodeKind::Html(there)) => html::compare((old, here), (new, there)),
        _ => return Piece::Added(after.1.clone()),
    })
}
