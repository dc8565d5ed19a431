//! E06: words about a time that the text does not name.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::check::words;
use crate::diagnostic::{Finding, Severity};
use crate::document::Prose;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports "not yet released", "coming soon", "the next version" and the like where the sentence names neither a
    /// version nor a date, and at a lower level words that age more slowly: "currently", "recently", "the latest".
    /// Only in English.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// Autoloading is not yet released.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// Autoloading was released with PyTorch 2.5, in October 2024.
    /// ~~~~
    "E06", "undated-time-word", "a year later nobody can tell whether it is still true", Some(Severity::Advice), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let Some(words) = words::of(&site.config.language) else { return };
    let document = &site.documents[id];
    for prose in document.prose.iter().filter(|prose| !prose.heading) {
        let lower = prose.text().to_ascii_lowercase();
        let mut taken: Vec<Range<usize>> = Vec::new();
        for phrase in words.undated.iter().chain(words.ageing) {
            for place in crate::document::prose::find_words(&lower, phrase) {
                if is_dated(prose, &place) || taken.iter().any(|other| other.contains(&place.start)) {
                    continue;
                }
                let written = &prose.text()[place.clone()];
                findings.push(
                    Finding::new(document.source.span(prose.text.places(place.clone())), format!("`{written}` will not stay true"))
                        .help("name the version or the date that it is about"),
                );
                taken.push(place);
            }
        }
    }
}

/// Whether the sentence around a phrase has a digit, as versions and dates do.
fn is_dated(prose: &Prose, place: &Range<usize>) -> bool {
    let sentence = prose.sentence(place.start);
    // "as soon as" and "soon after" are about an order, not about a day.
    let orders = ["as soon as", "soon after", "sooner or later", "latest and"];
    let lower = sentence.to_ascii_lowercase();
    sentence.bytes().any(|byte| byte.is_ascii_digit()) || orders.iter().any(|order| lower.contains(order))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in};

    #[test]
    fn undated_words_are_found() {
        marks("undated-time-word", "It is not yet released. It is here.\n      ^^^^^^^^^^^^^^^^ `not yet released` will not stay true\n");
        marks("undated-time-word", "- Support is coming\n             ^^^^^^ `coming soon`\n  soon for arm\n");
        marks("undated-time-word", "Currently, it works.\n^^^^^^^^^\n");
    }

    #[test]
    fn dated_sentences_code_and_orders_are_left_alone() {
        marks("undated-time-word", "As of 2.5 it is not yet released. Call it as soon as torch is there. `currently` is an option.\n");
        marks("undated-time-word", "# What is coming soon\n");
        marks_in("undated-time-word", "It is not yet released.\n", &[("docent.yml", "language: de\n")]);
    }
}
