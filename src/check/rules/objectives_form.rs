//! S05: what readers will be able to do, said so that one can tell whether they can.

use crate::check::rule::{Check, declare_rule};
use crate::check::words::{self, Words};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::Document;
use crate::site::{DocumentId, Site};
use crate::source::{Placed, Span};

declare_rule! {
    /// ## What it does
    /// Reports items of `what_you_will_learn` that do not start with a verb which one can watch: "understand", "know" and
    /// "learn about" cannot be watched, and "how to …" is no promise. It gives advice on a list of other than two to six
    /// items, and on a full stop behind an item. Only in English.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// what_you_will_learn:
    ///   - Understand entry points
    ///   - How to declare one
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// what_you_will_learn:
    ///   - Declare an entry point
    ///   - List the entry points of installed packages
    /// ---
    /// ~~~~
    "S05", "objectives-form", "readers can tell whether they can do it, and whether they want to", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let Some(words) = words::of(&site.config.language) else { return };
    let document = &site.documents[id];
    let items = &document.front_matter.what_you_will_learn;
    findings.extend(items.iter().filter_map(|item| verb(document, item, words)));
    findings.extend(full_stops(document, items));
    if let Some(key) = document.front_matter.key("what_you_will_learn")
        && matches!(items.len(), 1 | 7..)
    {
        let count = if items.len() == 1 { "one item".to_owned() } else { format!("{} items", items.len()) };
        findings.push(
            Finding::new(document.source.span(key.range.clone()), format!("`what_you_will_learn` has {count}"))
                .help("two to six say what a tutorial is about")
                .at_most(Severity::Advice),
        );
    }
}

fn verb(document: &Document, item: &Placed<String>, words: &Words) -> Option<Finding> {
    let text = plain_start(&item.value);
    let lower = text.to_lowercase();
    let vague = words.unobservable.iter().find(|verb| starts_with_words(&lower, verb));
    let message = match vague {
        Some(verb) => format!("nobody can watch a reader “{verb}”"),
        None if starts_with_words(&lower, "how to") => "“how to” is no verb".to_owned(),
        None if words.no_verb.contains(&first_word(text).as_str()) => {
            format!("“{}” is no verb", text.split_whitespace().next()?)
        }
        None if is_gerund(&first_word(text)) => {
            format!("“{}” is no promise of what readers will do", text.split_whitespace().next()?)
        }
        None => return None,
    };
    let finding = Finding::new(document.source.span(item.range.clone()), message)
        .help("start with what readers will do: “Write a hook”, “List the entry points”");
    Some(match without_how_to(document, item, &lower, vague) {
        Some(fix) => finding.fix(fix),
        None => finding,
    })
}

/// "Learn how to write a hook" and "How to write a hook" say "Write a hook" in more words.
fn without_how_to(document: &Document, item: &Placed<String>, lower: &str, vague: Option<&&str>) -> Option<Fix> {
    let behind = vague.map_or(lower, |verb| lower[verb.len()..].trim_start());
    let rest = behind.strip_prefix("how to ")?;
    let skipped = lower.len() - rest.len();
    let written = &document.source.text()[item.range.clone()];
    let at = written.find(item.value.as_str())?;
    // Only an item that begins with the words themselves: markup before them would be cut in two.
    if !item.value.to_lowercase().starts_with(lower) {
        return None;
    }
    let start = item.range.start + at;
    let first = item.value[skipped..].chars().next()?;
    let end = start + skipped + first.len_utf8();
    let edit = Edit::replace(document.source.span(start..end), first.to_uppercase().collect::<String>());
    let title = "start with the verb";
    Some(if vague.is_some() { Fix::risky(title, vec![edit]) } else { Fix::safe(title, vec![edit]) })
}

/// The full stops behind items, told once: who writes one writes them all.
fn full_stops(document: &Document, items: &[Placed<String>]) -> Option<Finding> {
    let stops: Vec<_> = items.iter().filter_map(|item| full_stop(document, item)).collect();
    let first = stops.first()?.clone();
    let edits = stops.into_iter().map(|span| Edit::replace(span, "")).collect();
    Some(
        Finding::new(first, "items of this list need no full stop")
            .help("take them out")
            .at_most(Severity::Advice)
            .fix(Fix::safe("take the full stops out", edits)),
    )
}

fn full_stop(document: &Document, item: &Placed<String>) -> Option<Span> {
    let text = item.value.strip_suffix('.')?;
    let is_one_sentence = !text.ends_with('.') && !text.contains(". ") && !text.ends_with("etc");
    let written = &document.source.text()[item.range.clone()];
    let at = item.range.start + written.rfind('.')?;
    is_one_sentence.then(|| document.source.span(at..at + 1))
}

/// The first word of a text, in lower case.
pub(super) fn first_word(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase()
}

fn plain_start(text: &str) -> &str {
    text.trim_start_matches(['*', '_', '[', '"', '“'])
}

fn starts_with_words(lower: &str, words: &str) -> bool {
    lower.strip_prefix(words).is_some_and(|rest| !rest.starts_with(|sign: char| sign.is_alphanumeric() || sign == '-'))
}

/// "writing", but not "bring": a verb in its `-ing` form has a vowel before it.
fn is_gerund(word: &str) -> bool {
    const VERBS: [&str; 8] = ["bring", "string", "ping", "spring", "swing", "ring", "sing", "fling"];
    let stem = word.strip_suffix("ing");
    stem.is_some_and(|stem| stem.len() > 2 && stem.contains(['a', 'e', 'i', 'o', 'u', 'y'])) && !VERBS.contains(&word)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in, mended, severities};
    use crate::diagnostic::Severity;

    fn page(items: &str) -> String {
        format!("---\ntitle: T\nkind: page\nwhat_you_will_learn:\n{items}---\n")
    }

    #[test]
    fn items_without_a_verb_to_watch_are_found() {
        marks(
            "objectives-form",
            &page(
                "  - Understand hooks\n    ^^^^^^^^^^^^^^^^ “understand”\n  - \"How to: write\"\n    ^^^^^^^^^^^^^^^ “how to” is no verb\n  - The hook\n    ^^^^^^^^ “The” is no verb\n  - Writing a hook\n    ^^^^^^^^^^^^^^ “Writing” is no promise\n  - Be familiar with hooks\n    ^^^^^^^^^^^^^^^^^^^^^^\n",
            ),
        );
    }

    #[test]
    fn more_words_than_a_verb_are_taken_out() {
        let items = "  - How to write a hook\n  - \"Learn how to list: all\"\n  - Declare it.\n";
        assert_eq!(
            mended("objectives-form", &page(items)),
            page("  - Write a hook\n  - \"List: all\"\n  - Declare it\n")
        );
    }

    #[test]
    fn items_with_a_verb_are_left_alone() {
        marks(
            "objectives-form",
            &page(
                "  - Write a `hook` that loads, etc.\n  - Bring up a cluster\n  - Learned models are compared\n  - Seed a generator\n",
            ),
        );
        marks_in(
            "objectives-form",
            &page("  - Wissen, was ein Hook ist\n  - Understand it\n"),
            &[("docent.yml", "language: de\n")],
        );
    }

    #[test]
    fn other_than_two_to_six_items_are_worth_advice() {
        assert_eq!(severities("objectives-form", &page("  - Write it\n"), &[]), [Severity::Advice]);
        assert_eq!(severities("objectives-form", &page(&"  - Write it\n".repeat(7)), &[]), [Severity::Advice]);
    }
}
