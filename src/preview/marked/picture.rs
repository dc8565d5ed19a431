//! Pictures, and tags of raw HTML with the files that they show.

use std::collections::BTreeSet;

use super::Writer;
use crate::document::html::{HtmlAttribute, HtmlTag};
use crate::document::tree::{Run, RunKind};
use crate::preview::compare::{Mark, Marked, tags_of_html};
use crate::render::escape::escaped;

/// The tags of a line that show files and came or went, to tell those that are written as before.
pub(super) struct Rewritten<'m> {
    removed: BTreeSet<&'m str>,
    added: BTreeSet<&'m str>,
}

impl<'m> Rewritten<'m> {
    pub(super) fn of(runs: &'m [Marked]) -> Self {
        let of = |mark| {
            let marked = runs.iter().filter(move |marked| marked.mark == mark);
            marked.filter_map(|marked| match &marked.run.kind {
                RunKind::Html(tag) if shows_file(&marked.run.kind) => Some(tag.as_str()),
                _ => None,
            })
        };
        Self { removed: of(Mark::Removed).collect(), added: of(Mark::Added).collect() }
    }

    /// Whether a tag is more than a file that gave way to another.
    fn has(&self, tag: &str) -> bool {
        !self.removed.contains(tag) || !self.added.contains(tag)
    }
}

impl Writer<'_> {
    /// A tag that came, or went, is shown as it is written: in a line of both pages it cannot act, and a mark around nothing
    /// shows nobody what has changed. Where only its files are others, those are shown.
    pub(super) fn changed_tag(&mut self, mark: Mark, written: &str, rewritten: &Rewritten<'_>) {
        if !rewritten.has(written) {
            return self.files_of(mark, written);
        }
        self.out.push_str(&format!("<code>{}</code>", escaped(written)));
        for tag in tags_of_html(written) {
            for file in tag.shown().filter(|file| is_picture(&tag, file)) {
                self.picture_of(mark, &tag, file);
            }
        }
    }

    /// The files that a tag shows, each as a picture or in words; of several those alone that are others than before.
    pub(super) fn files_of(&mut self, mark: Mark, written: &str) {
        for tag in tags_of_html(written) {
            let (others, kept): (Vec<_>, Vec<_>) = tag.shown().partition(|file| self.is_other(&file.value));
            for file in if others.is_empty() { kept } else { others } {
                if !is_picture(&tag, file) || !self.picture_of(mark, &tag, file) {
                    self.words_of(mark, &tag, file);
                }
            }
        }
    }

    /// Whether both pages show different things by one destination.
    fn is_other(&self, destination: &str) -> bool {
        let bytes = |mark| self.view(mark).file(destination).map(|(_, bytes)| bytes);
        let is_missing = |mark| self.view(mark).is_missing(destination);
        bytes(Mark::Removed) != bytes(Mark::Added) || is_missing(Mark::Removed) != is_missing(Mark::Added)
    }

    /// A tag that both pages have, or a page by itself: its pictures, as the page shows them.
    pub(super) fn tag(&mut self, mark: Mark, written: &str) {
        for tag in tags_of_html(written) {
            for file in tag.shown().filter(|file| is_picture(&tag, file)) {
                if !self.picture_of(mark, &tag, file) {
                    self.out.push_str(&escaped(alt(&tag)));
                }
            }
        }
    }

    /// Writes a picture of raw HTML, as large as its author has it; one that cannot be shown here is none.
    fn picture_of(&mut self, mark: Mark, tag: &HtmlTag, file: &HtmlAttribute) -> bool {
        let Some(url) = self.image(mark, &file.value) else { return false };
        let is_number = |value: &str| !value.is_empty() && value.bytes().all(|sign| sign.is_ascii_digit());
        let size = ["width", "height"].into_iter().filter_map(|name| tag.attribute(name));
        let size = size.filter(|length| is_number(&length.value));
        let size: String = size.map(|length| format!(" {}=\"{}\"", length.name, length.value)).collect();
        let (url, alt) = (escaped(&url), escaped(alt(tag)));
        self.out.push_str(&format!("<img src=\"{url}\" alt=\"{alt}\"{size} loading=\"lazy\">"));
        true
    }

    /// What stands for a file that cannot be shown here, or is not there.
    fn words_of(&mut self, mark: Mark, tag: &HtmlTag, file: &HtmlAttribute) {
        let is_missing = self.view(mark).is_missing(&file.value);
        match (is_missing, alt(tag)) {
            // As the page has it.
            (true, alt) if !alt.trim().is_empty() && is_picture(tag, file) => self.out.push_str(&escaped(alt)),
            (true, _) => self.state_of(&file.value, " is missing"),
            (false, _) if mark == Mark::Removed => self.state_of(&file.value, " as it was"),
            (false, _) => self.state_of(&file.value, " as it is now"),
        }
    }

    fn state_of(&mut self, file: &str, state: &str) {
        self.out.push_str(&format!("<code>{}</code>{state}", escaped(file)));
    }

    /// An image of Markdown that came or went. One without words that cannot be shown is called by its file: a mark around
    /// nothing shows nobody what has changed.
    pub(super) fn changed_picture(&mut self, mark: Mark, run: &Run) {
        let from = self.out.len();
        self.plain(mark, std::slice::from_ref(run));
        let RunKind::Image { destination, alt, .. } = &run.kind else { return };
        if alt.trim().is_empty() && self.image(mark, destination).is_none() {
            self.out.truncate(from);
            self.state_of(destination, if self.view(mark).is_missing(destination) { " is missing" } else { "" });
        }
    }

    /// An image of Markdown; one that cannot be shown leaves its words.
    pub(super) fn picture(&mut self, mark: Mark, destination: &str, alt: &str, title: &str) {
        let Some(url) = self.image(mark, destination) else { return self.out.push_str(&escaped(alt)) };
        let caption = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(title)) };
        let html = format!("<img src=\"{}\" alt=\"{}\"{caption} loading=\"lazy\">", escaped(&url), escaped(alt));
        self.out.push_str(&html);
    }
}

/// Whether what stands in a line is a picture, and nothing beside it.
pub(super) fn is_image(kind: &RunKind) -> bool {
    match kind {
        RunKind::Image { .. } => true,
        RunKind::Html(written) => shows_file(kind) && tags_of_html(written).all(|tag| tag.name == "img"),
        _ => false,
    }
}

/// Whether what stands in a line shows a file.
pub(super) fn shows_file(kind: &RunKind) -> bool {
    match kind {
        RunKind::Image { .. } => true,
        RunKind::Html(written) => tags_of_html(written).any(|tag| tag.shown().next().is_some()),
        _ => false,
    }
}

/// Whether what an attribute names is a picture, rather than what is played.
fn is_picture(tag: &HtmlTag, file: &HtmlAttribute) -> bool {
    tag.name == "img" || file.name == "poster"
}

fn alt(tag: &HtmlTag) -> &str {
    tag.attribute("alt").filter(|_| tag.name == "img").map_or("", |alt| alt.value.as_str())
}
