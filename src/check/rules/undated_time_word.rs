//! E06: words about a time that the text does not name.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::check::words::{self, Words};
use crate::diagnostic::{Finding, Severity};
use crate::document::prose::is_whole;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports "not yet released", "coming soon", "the next version" and the like where the sentence names neither a
    /// version nor a date. It gives advice on words that age more slowly, such as "currently" and "recently", in sentences
    /// about what a product can do. Only in English.
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
    "E06", "undated-time-word", "a year later nobody can tell whether it is still true", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let Some(words) = words::of(&site.config.language) else { return };
    let document = &site.documents[id];
    for (phrase, severity) in undated(&document.prose.text().to_ascii_lowercase(), words) {
        let Some((passage, phrase)) = document.prose.locate(&phrase).filter(|(passage, _)| !passage.is_heading()) else {
            continue;
        };
        let sentence = passage.sentence(phrase.start).to_ascii_lowercase();
        if is_dated(&sentence)
            || is_conditional(&sentence)
            || (severity == Severity::Advice && !is_about_product(&sentence, words))
        {
            continue;
        }
        let message = format!("`{}` will not stay true", &passage.text()[phrase.clone()]);
        findings.push(
            Finding::new(document.source.span(passage.places(phrase)), message)
                .help("name the version or the date that it is about")
                .at_most(severity),
        );
    }
}

/// The phrases in a text of lower case, each with how bad it is; of two that overlap, the one that says more.
fn undated(text: &str, words: &Words) -> Vec<(Range<usize>, Severity)> {
    let mut found: Vec<(Range<usize>, Severity)> = Vec::new();
    for (phrase, place) in words.about_time.find_all(text).filter(|(_, place)| is_whole(text, place)) {
        let severity = if phrase < words.undated.len() { Severity::Warning } else { Severity::Advice };
        match found.last_mut() {
            Some(last) if last.0.end > place.start => {
                if severity > last.1 {
                    *last = (place, severity);
                }
            }
            _ => found.push((place, severity)),
        }
    }
    found
}

/// Whether a sentence has a digit, as versions and dates do.
fn is_dated(sentence: &str) -> bool {
    sentence.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a sentence says what to do in case something is not yet so, which stays true.
fn is_conditional(sentence: &str) -> bool {
    sentence.starts_with("if ") || sentence.contains(", if ")
}

/// Whether a sentence speaks of what a product can do: "currently" is as often about the state of an example.
fn is_about_product(sentence: &str, words: &Words) -> bool {
    words.of_products.iter().any(|word| sentence.contains(word))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in};

    #[test]
    fn undated_words_are_found() {
        marks(
            "undated-time-word",
            "It is not yet released. It is here.\n      ^^^^^^^^^^^^^^^^ `not yet released` will not stay true\n",
        );
        marks("undated-time-word", "- Support is coming\n             ^^^^^^ `coming soon`\n  soon for arm\n");
        marks("undated-time-word", "Currently, only Linux is supported.\n^^^^^^^^^\n");
    }

    #[test]
    fn dated_sentences_code_and_orders_are_left_alone() {
        marks(
            "undated-time-word",
            "As of 2.5 it is not yet released. Call it as soon as torch is there. `currently` is an option.\n",
        );
        marks("undated-time-word", "If your device is not yet supported, write to us.\n");
        marks(
            "undated-time-word",
            "# What is coming soon\n\nThe counter is currently at zero, and so far nothing is drawn.\n",
        );
        marks_in("undated-time-word", "It is not yet released.\n", &[("docent.yml", "language: de\n")]);
    }
}
