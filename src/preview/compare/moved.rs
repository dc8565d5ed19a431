//! Blocks that have moved from one section to another.

use std::collections::{HashMap, VecDeque};

use super::block::Piece;
use super::count_words;
use super::section::{Placed, Section};
use super::view::View;

/// Blocks that are gone from one section and new in another have moved.
pub(super) fn find(sections: &mut [Section], before: &View<'_>, after: &View<'_>) {
    /// Shorter blocks are alike by chance.
    const LEAST_WORDS: usize = 5;
    let mut gone: HashMap<String, VecDeque<(usize, usize)>> = HashMap::new();
    for (place, section) in sections.iter().enumerate().filter(|(_, section)| section.placed != Placed::Removed) {
        for (at, piece) in section.pieces.iter().enumerate() {
            if let Piece::Removed(node) = piece {
                let visible = before.visible(node);
                if count_words(&visible) >= LEAST_WORDS {
                    gone.entry(visible).or_default().push_back((place, at));
                }
            }
        }
    }
    for here in 0..sections.len() {
        for at in 0..sections[here].pieces.len() {
            let Piece::Added(node) = &sections[here].pieces[at] else { continue };
            let places = gone.get_mut(&after.visible(node));
            let Some((place, there)) = places.and_then(VecDeque::pop_front) else { continue };
            let node = node.clone();
            sections[place].pieces[there] = Piece::MovedAway(sections[here].title.clone());
            sections[here].pieces[at] = Piece::MovedHere(node, sections[place].title.clone());
        }
    }
}
