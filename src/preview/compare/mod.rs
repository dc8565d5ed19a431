//! Two states of a page, compared as what they say: sections, blocks, words. HTML is never compared.

mod align;
mod block;
mod count;
mod figure;
mod hidden;
mod html;
mod moved;
mod parts;
mod section;
mod view;
mod words;

pub(crate) use align::{Stretch, bag, likeness, stretches};
pub(crate) use block::{Changed, PartPiece, Piece, Row};
pub(crate) use figure::Line;
pub(crate) use hidden::Hidden;
pub(crate) use html::{runs as runs_of_html, tags as tags_of_html};
pub(crate) use section::{Placed, Section};
pub(crate) use view::{SHOWN, View};
pub(crate) use words::{Marked, count as count_words};

use crate::render::Labels;

/// Whether something is old, new or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// In both.
    Same,
    /// Only the later page has it.
    Added,
    /// Only the earlier page had it.
    Removed,
}

/// How two states of a page differ.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    /// Its title, in the words of both.
    pub(crate) title: Vec<Marked>,
    /// Its sections, in the order of the later page, with those that are gone where they were.
    pub(crate) sections: Vec<Section>,
    /// What has changed and is not seen.
    pub(crate) hidden: Vec<Hidden>,
    /// Words that were added.
    pub(crate) added: usize,
    /// Words that were taken away.
    pub(crate) removed: usize,
}

impl Comparison {
    /// Compares the two states of a page.
    pub(crate) fn of(before: &View<'_>, after: &View<'_>, labels: &Labels) -> Self {
        let title = section::title(before, after);
        let sections = section::compare(before, after, labels);
        let hidden = hidden::compare(before, after);
        let (added, removed) = count::count(&title, &sections, before, after);
        Self { title, sections, hidden, added, removed }
    }

    /// Whether a reader sees a difference.
    pub(crate) fn is_visible(&self) -> bool {
        self.title.iter().any(|marked| marked.mark != Mark::Same) || self.sections.iter().any(Section::is_changed)
    }

    /// How many changes there are to go through.
    pub(crate) fn changes(&self) -> usize {
        let title = usize::from(self.title.iter().any(|marked| marked.mark != Mark::Same));
        title + self.sections.iter().map(Section::changes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests;
