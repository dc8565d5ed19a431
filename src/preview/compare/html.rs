//! Raw HTML: what it says, by line, and the files that it shows.

use super::Mark;
use super::align::{Stretch, stretches};
use super::block::Changed;
use super::figure;
use super::view::View;
use super::words::{self, Marked};
use crate::document::html::{self, HtmlTag, Piece};
use crate::document::tree::{Run, RunKind, Style};

/// Compares two blocks of raw HTML. One that is written as it was and shows other files is compared as a line of text, in
/// which each file is marked where it stands.
pub(super) fn compare(before: (&View<'_>, &str), after: (&View<'_>, &str)) -> Changed {
    let lines = figure::lines(before.1.trim(), after.1.trim());
    if lines.iter().all(|line| line.mark == Mark::Same) {
        return Changed::Text(words::compare((before.0, &runs(before.1)), (after.0, &runs(after.1))));
    }
    Changed::Html(lines, files(before, after))
}

/// What raw HTML shows, as a line: its words, where its lines break, and the tags that show files.
pub(crate) fn runs(html: &str) -> Vec<Run> {
    let run = |kind| Run { kind, style: Style::default() };
    let shown = html::pieces(html).into_iter().filter_map(|piece| match piece {
        // What stands in two elements are two words.
        Piece::Text(range) => Some(run(RunKind::Text(format!("{} ", &html[range])))),
        Piece::Tag(tag) if tag.name == "br" || tag.shown().next().is_some() => {
            Some(run(RunKind::Html(html[tag.range].to_owned())))
        }
        Piece::Tag(_) | Piece::Comment(_) => None,
    });
    shown.collect()
}

/// The tags of raw HTML.
pub(crate) fn tags(html: &str) -> impl Iterator<Item = HtmlTag> {
    html::pieces(html).into_iter().filter_map(|piece| match piece {
        Piece::Tag(tag) => Some(tag),
        Piece::Text(_) | Piece::Comment(_) => None,
    })
}

/// The tags whose files are others than before.
fn files(before: (&View<'_>, &str), after: (&View<'_>, &str)) -> Vec<Marked> {
    let (old, new) = (showing(before), showing(after));
    let looks = |tags: &[(String, Run)]| tags.iter().map(|(looks, _)| looks.clone()).collect::<Vec<_>>();
    let mut marked = Vec::new();
    for stretch in stretches(&looks(&old), &looks(&new)) {
        let Stretch::Differs(here, there) = stretch else { continue };
        marked.extend(old[here].iter().map(|(_, run)| Marked { mark: Mark::Removed, run: run.clone() }));
        marked.extend(new[there].iter().map(|(_, run)| Marked { mark: Mark::Added, run: run.clone() }));
    }
    marked
}

/// The tags that show files, each with what tells these from others.
fn showing((view, html): (&View<'_>, &str)) -> Vec<(String, Run)> {
    let shown = runs(html).into_iter().filter_map(|run| match &run.kind {
        RunKind::Html(tag) => Some((view.files_of(tag), run)),
        _ => None,
    });
    shown.filter(|(looks, _)| !looks.is_empty()).collect()
}
