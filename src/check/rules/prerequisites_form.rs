//! S06: prerequisites that readers cannot check.

use crate::check::rule::{Check, declare_rule};
use crate::check::words::{self, Words};
use crate::diagnostic::{Finding, Severity};
use crate::document::prose::find_words;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports prerequisites that name a product or a subject and neither a version nor a page: "Python", "PyTorch
    /// installed", "knowledge of Kubernetes". What has no version, such as "a terminal", is left alone.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// prerequisites:
    ///   - PyTorch installed
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// prerequisites:
    ///   - PyTorch 2.5 or newer
    ///   - A terminal
    /// ---
    /// ~~~~
    "S06", "prerequisites-form", "readers cannot tell whether they have what they need", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let words = words::of(&site.config.language);
    for item in &document.front_matter.prerequisites {
        if is_checkable(&item.value) || !is_about_product(&item.value, words) {
            continue;
        }
        if let Some(name) = name(&item.value) {
            findings.push(
                Finding::new(document.source.span(item.range.clone()), format!("which `{name}`?"))
                    .help("name the version, or link the page where readers get or learn it"),
            );
        }
    }
}

/// Whether an item has a version, a link, or code that readers can run or look for.
fn is_checkable(item: &str) -> bool {
    item.contains("](")
        || item.contains("][")
        || item.contains("://")
        || item.contains('`')
        || item.bytes().any(|byte| byte.is_ascii_digit())
        || item.ends_with(".md")
}

/// Whether an item is no more than a name, or asks for something to be installed or known. One that asks for an account,
/// a cluster or a permission has no version.
fn is_about_product(item: &str, words: Option<&Words>) -> bool {
    let lower = item.to_lowercase();
    let asks =
        words.is_some_and(|words| words.known_or_installed.iter().any(|word| !find_words(&lower, word).is_empty()));
    item.split_whitespace().count() <= 2 || asks
}

/// The first name in an item: words with a capital that no sentence gave them. What is all capitals is as often the name
/// of a thing as of a product.
fn name(item: &str) -> Option<&str> {
    let sentence = item.split(". ").next().unwrap_or(item);
    let is_edge = |sign: char| !sign.is_alphanumeric() && sign != '+' && sign != '#';
    let words: Vec<_> =
        sentence.split_whitespace().map(|word| word.trim_matches(is_edge)).filter(|word| !word.is_empty()).collect();
    let is_name = |word: &str| word.chars().any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let has_inner = |word: &str| word.chars().skip(1).any(char::is_uppercase);
    if words.len() <= 2 && words.iter().all(|word| is_name(word)) {
        return Some(sentence.trim_matches(is_edge)).filter(|name| !name.is_empty());
    }
    let first = words.first().filter(|first| is_name(first) && has_inner(first)).copied();
    first.or_else(|| words.iter().skip(1).find(|word| is_name(word)).copied())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    fn page(items: &str) -> String {
        format!("---\ntitle: T\nkind: page\nprerequisites:\n{items}---\n")
    }

    #[test]
    fn names_without_a_version_are_found() {
        marks(
            "prerequisites-form",
            &page(
                "  - Python\n    ^^^^^^ which `Python`?\n  - Knowledge of **Rust**\n    ^^^^^^^^^^^^^^^^^^^^^ which `Rust`?\n  - PyTorch installed\n    ^^^^^^^^^^^^^^^^^ which `PyTorch`?\n",
            ),
        );
    }

    #[test]
    fn what_readers_can_check_is_left_alone() {
        marks(
            "prerequisites-form",
            &page(
                "  - Python 3.9\n  - \"[Rust](https://rust-lang.org)\"\n  - A terminal\n  - You have a Kubernetes cluster\n  - Permission to create IAM roles\n  - Basic shell knowledge\n  - \"`kubectl` of Kubernetes\"\n",
            ),
        );
        marks("prerequisites-form", "---\ntitle: T\nkind: page\nprerequisites: none\n---\n");
    }
}
