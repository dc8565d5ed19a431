//! Code compared by line, diagrams by their arrows.

use super::Mark;
use super::align::{Stretch, stretches};
use super::block::Changed;
use super::view::View;
use crate::figure::diagram::{self, Model};

/// A line of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) mark: Mark,
    /// Its place in the code of its side.
    pub(crate) place: usize,
    pub(crate) text: String,
}

/// Compares two code blocks, by their places.
pub(super) fn compare(before: (&View<'_>, usize), after: (&View<'_>, usize)) -> Changed {
    let code = |(view, place): (&View<'_>, usize)| {
        view.code(place).map(|(block, code)| (block.language() == Some(diagram::LANGUAGE), code.to_owned()))
    };
    let ((is_drawn, old), (is_still, new)) = (code(before).unwrap_or_default(), code(after).unwrap_or_default());
    if is_drawn
        && is_still
        && let (Some(Ok(old)), Some(Ok(new))) = (diagram::read(&old), diagram::read(&new))
    {
        return Changed::Diagram(before.1, after.1, arrows(&old.model, &new.model));
    }
    Changed::Code(before.1, after.1, lines(&old, &new))
}

/// Two texts by their lines.
pub(super) fn lines(before: &str, after: &str) -> Vec<Line> {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let line = |mark, place: usize, text: &str| Line { mark, place, text: text.to_owned() };
    let mut lines = Vec::new();
    for stretch in stretches(&old, &new) {
        match stretch {
            Stretch::Same(_, there) => lines.extend(there.map(|at| line(Mark::Same, at, new[at]))),
            Stretch::Differs(here, there) => {
                lines.extend(here.map(|at| line(Mark::Removed, at, old[at])));
                lines.extend(there.map(|at| line(Mark::Added, at, new[at])));
            }
        }
    }
    lines
}

/// The boxes and arrows that only one of two diagrams has.
fn arrows(before: &Model, after: &Model) -> Vec<(Mark, String)> {
    let (old, new) = (before.description(), after.description());
    let list = |text: &str| text.split("; ").filter(|arrow| !arrow.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (list(&old), list(&new));
    let gone = old.iter().filter(|arrow| !new.contains(arrow)).map(|arrow| (Mark::Removed, arrow.clone()));
    let come = new.iter().filter(|arrow| !old.contains(arrow)).map(|arrow| (Mark::Added, arrow.clone()));
    gone.chain(come).collect()
}
