//! How many words a change adds and takes away.

use super::block::{Changed, Piece};
use super::figure::Line;
use super::section::Section;
use super::view::View;
use super::words::Marked;
use super::{Mark, count_words};
use crate::document::tree::{Node, NodeKind, Run, RunKind};

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
                Changed::Group(_, _, parts) => {
                    parts.iter().flat_map(|part| &part.pieces).for_each(|piece| self.piece(piece));
                }
                Changed::Code(_, _, lines) | Changed::Html(lines, _) => self.lines(lines),
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
