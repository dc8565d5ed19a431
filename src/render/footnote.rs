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
    /// The HTML of each definition.
    definitions: BTreeMap<String, String>,
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
            self.definitions.entry(label).or_insert(definition);
        }
    }

    /// Writes the section at the end of the page.
    pub(super) fn write(&self, words: &Labels, out: &mut String) {
        if self.labels.is_empty() {
            return;
        }
        out.push_str(&format!(
            "<section class=\"footnotes\" aria-label=\"{}\">\n<ol>\n",
            escaped(word(words, "footnotes"))
        ));
        for (place, label) in self.labels.iter().enumerate() {
            let number = place + 1;
            let text = self.definitions.get(label).map_or("", |html| html.trim_end());
            let count = self.references.get(label).copied().unwrap_or_default();
            let ways_back: String = (1..=count).map(|nth| way_back(words, number, nth)).collect();
            // The way back stands on the last line of the note.
            let item = match text.strip_suffix("</p>") {
                Some(text) => format!("{text}{ways_back}</p>"),
                None => format!("{text}{ways_back}"),
            };
            out.push_str(&format!("<li id=\"fn-{number}\">{item}</li>\n"));
        }
        out.push_str("</ol>\n</section>\n");
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
