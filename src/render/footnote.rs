//! Footnotes: numbered by first use, gathered at the end of the page, with a way back to each reference.

use std::collections::BTreeMap;

use super::escape::escaped;
use super::labels::{Labels, filled, word};

/// The footnotes of one page.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// Labels in the order of their first reference.
    labels: Vec<String>,
    /// How often each label is referred to.
    references: BTreeMap<String, usize>,
    /// The label and the HTML of each definition, in document order.
    definitions: Vec<(String, String)>,
    /// The definition that is being written, and the page around it.
    open: Vec<(String, String)>,
}

impl Footnotes {
    /// The HTML of a reference.
    pub(super) fn reference(&mut self, label: &str) -> String {
        let number = self.number(label);
        let count = self.references.entry(label.to_owned()).or_default();
        *count += 1;
        format!(
            "<sup class=\"footnote-ref\"><a href=\"#fn-{number}\" id=\"{}\">{number}</a></sup>",
            reference_id(number, *count)
        )
    }

    /// Starts a definition: what is written from now on belongs to it.
    pub(super) fn start(&mut self, label: &str, around: String) {
        self.open.push((label.to_owned(), around));
    }

    /// Ends a definition and gives the page around it back.
    pub(super) fn end(&mut self, out: &mut String) {
        if let Some((label, around)) = self.open.pop() {
            let definition = std::mem::replace(out, around);
            self.definitions.push((label, definition));
        }
    }

    /// Writes the section at the end of the page. A note that nothing refers to stands behind the others: it would
    /// be lost otherwise, and with it the headings that it may hold.
    pub(super) fn write(&self, words: &Labels, out: &mut String) {
        if self.labels.is_empty() && self.definitions.is_empty() {
            return;
        }
        out.push_str(&format!(
            "<section class=\"footnotes\" aria-label=\"{}\">\n<ol>\n",
            escaped(word(words, "footnotes"))
        ));
        let mut rest: Vec<&(String, String)> = self.definitions.iter().collect();
        for (place, label) in self.labels.iter().enumerate() {
            let definition = rest.iter().position(|(defined, _)| defined == label).map(|at| rest.remove(at));
            let text = definition.map_or("", |(_, html)| html.trim_end());
            out.push_str(&self.item(place + 1, label, text, words));
        }
        for (place, (_, html)) in rest.into_iter().enumerate() {
            out.push_str(&self.item(self.labels.len() + place + 1, "", html.trim_end(), words));
        }
        out.push_str("</ol>\n</section>\n");
    }

    fn item(&self, number: usize, label: &str, text: &str, words: &Labels) -> String {
        let count = self.references.get(label).copied().unwrap_or_default();
        let ways_back: String = (1..=count).map(|nth| way_back(words, number, nth)).collect();
        // The way back stands on the last line of the note.
        match text.strip_suffix("</p>") {
            Some(text) => format!("<li id=\"fn-{number}\">{text}{ways_back}</p></li>\n"),
            None => format!("<li id=\"fn-{number}\">{text}{ways_back}</li>\n"),
        }
    }

    fn number(&mut self, label: &str) -> usize {
        let place = self.labels.iter().position(|known| known == label).unwrap_or_else(|| {
            self.labels.push(label.to_owned());
            self.labels.len() - 1
        });
        place + 1
    }
}

fn reference_id(number: usize, nth: usize) -> String {
    if nth == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{nth}") }
}

fn way_back(words: &Labels, number: usize, nth: usize) -> String {
    let label = escaped(&filled(words, "back_to_reference", "n", &nth.to_string()));
    format!(" <a class=\"footnote-back\" href=\"#{}\" aria-label=\"{label}\">↩</a>", reference_id(number, nth))
}
