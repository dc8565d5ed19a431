//! E07: names that the site spells in another way.

use std::ops::Range;

use crate::check::rule::{Check, declare_rule};
use crate::config::Term;
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::Passage;
use crate::document::prose::is_whole;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports names that `terms:` of `docent.yml` spells in another way, in upper and lower case too. Prose only: code, file
    /// names and URLs are left alone. Without `terms:` it finds nothing.
    ///
    /// ~~~~yaml
    /// terms:
    ///   PyTorch: [Py Torch]
    ///   entry point: [entrypoint, entry-point]
    /// ~~~~
    "E07", "project-terms", "one thing under two names looks like two things", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    if site.config.terms.is_empty() {
        return;
    }
    for passage in document.prose.passages() {
        // Of letters beyond ASCII the lower case may have other bytes, and places would be wrong.
        let lower = passage.text().to_ascii_lowercase();
        for term in &site.config.terms {
            for place in misspelt(passage, &lower, term) {
                let written = &passage.text()[place.clone()];
                let span = document.source.span(passage.places(place.clone()));
                let finding = Finding::new(span.clone(), format!("this site writes `{}`, not `{written}`", term.name));
                let is_plain = document.source.text()[span.range.clone()] == *written;
                let edit = vec![Edit::replace(span, term.name.as_str())];
                let title = format!("write `{}`", term.name);
                // The id of a heading is made of its words: links may lead to it.
                findings.push(match (is_plain, passage.is_heading()) {
                    (false, _) => finding,
                    (true, true) => finding.fix(Fix::risky(title, edit)),
                    (true, false) => finding.fix(Fix::safe(title, edit)),
                });
            }
        }
    }
}

/// Where a term is written as it should not be; a sentence may begin a term of lower case with a capital.
fn misspelt(passage: Passage<'_>, lower: &str, term: &Term) -> Vec<Range<usize>> {
    let text = passage.text();
    let is_right = |place: &Range<usize>| {
        let written = &text[place.clone()];
        written == term.name || (written.get(1..) == term.name.get(1..) && starts_sentence(text, place.start))
    };
    let spellings = std::iter::once(&term.name).chain(&term.instead_of);
    let mut places: Vec<Range<usize>> = Vec::new();
    for spelling in spellings.filter(|spelling| spelling.is_ascii() && !spelling.is_empty()) {
        let spelling = spelling.to_ascii_lowercase();
        let found = lower.match_indices(&spelling).map(|(at, _)| at..at + spelling.len());
        places.extend(found.filter(|place| is_whole(lower, place) && !is_part_of_name(text, place) && !is_right(place)));
    }
    places.sort_by_key(|place| (place.start, place.end));
    places.dedup_by(|next, before| next.start < before.end);
    places
}

fn starts_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', ':'])
}

/// Whether a word belongs to a file name, a path or an address.
fn is_part_of_name(text: &str, place: &Range<usize>) -> bool {
    let joins = |sign: char| matches!(sign, '/' | '@' | '\\');
    let dotted = text[place.end..].strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    text[..place.start].ends_with(|sign| joins(sign) || sign == '.') || text[place.end..].starts_with(joins) || dotted
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const TERMS: [(&str, &str); 1] = [("docent.yml", "terms: { PyTorch: [Py Torch], entry point: [entrypoint] }\n")];

    #[test]
    fn other_spellings_are_found_and_mended() {
        let page = "Pytorch and py torch load an Entrypoint.\n^^^^^^^ this site writes `PyTorch`, not `Pytorch`\n            ^^^^^^^^ not `py torch`\n                             ^^^^^^^^^^ this site writes `entry point`\n";
        marks_in("project-terms", page, &TERMS);
        let mended = mended_in("project-terms", "**Pytorch** finds\nan entrypoint.\n", &TERMS);
        assert_eq!(mended[0], "**PyTorch** finds\nan entry point.\n");
    }

    #[test]
    fn code_names_and_beginnings_of_sentences_are_left_alone() {
        let page = "Entry points. See `pytorch`, pytorch.org, github.com/pytorch and <https://pytorch.org>. An entry point of PyTorch. Entry point.\n";
        marks_in("project-terms", page, &TERMS);
        marks_in("project-terms", "Pytorch and py torch.\n", &[]);
    }
}
