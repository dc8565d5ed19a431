//! The registry, and the examples in the rules' own pages.

mod marks;

pub(super) use marks::{marks, marks_in, mended, mended_in, messages_in, severities, site};

use std::sync::Arc;

use super::*;
use crate::document::Document;
use crate::site::Parts;
use crate::source::{SitePath, Source};

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let source = Source::new(SitePath::new("content/example.md"), text);
    let site = Site::new(Parts { documents: vec![Arc::new(Document::parse(&source))], ..Parts::default() });
    check(&site)
}

/// What a rule finds in a text, as `line:column message`.
pub(super) fn findings(code: &str, text: &str) -> Vec<String> {
    let source = Source::new(SitePath::new("content/example.md"), text);
    let site = Site::new(Parts { documents: vec![Arc::new(Document::parse(&source))], ..Parts::default() });
    let diagnostics = check(&site).into_iter().filter(|diagnostic| diagnostic.code == code);
    diagnostics
        .map(|diagnostic| {
            let at = source.line_column(diagnostic.finding.span.range.start);
            format!("{}:{} {}", at.line + 1, at.column + 1, diagnostic.finding.message)
        })
        .collect()
}

/// What a rule that compares two states of a site finds: for each the file, the message and the text that its fix inserts.
pub(super) fn against(code: &str, before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let site = |texts: &[(&str, &str)]| {
        let source = |(name, text): &(&str, &str)| Source::new(SitePath::new(format!("content/{name}.md")), *text);
        let documents = texts.iter().map(|it| Arc::new(Document::parse(&source(it)))).collect();
        Site::new(Parts { documents, ..Parts::default() })
    };
    let found = check_against(&site(after), &Published::of(&site(before))).into_iter();
    found
        .filter(|found| found.code == code)
        .map(|found| {
            let fix = found.finding.fix.map_or_else(String::new, |fix| format!(" + {}", fix.edits[0].replacement));
            format!("{} {}{fix}", found.finding.span.path, found.finding.message)
        })
        .collect()
}

/// The example below a heading of a rule's page.
fn example(rule: &Rule, heading: &str) -> Option<String> {
    let (_, behind) = rule.docs.split_once(&format!("## {heading}\n"))?;
    let (_, fenced) = behind.split_once("~~~~markdown\n")?;
    let (example, _) = fenced.split_once("~~~~")?;
    let example: String = example.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
    // Examples that are not about front matter leave it out.
    let complete = example.starts_with("---\n") || rule.name == "front-matter-missing";
    Some(if complete { example } else { format!("---\ntitle: Load an extension\nkind: page\n---\n{example}") })
}

#[test]
fn rules_are_sorted_and_unique() {
    let codes: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(codes, sorted);
    let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RULES.len());
}

#[test]
fn every_rule_says_what_it_does_and_why() {
    for rule in RULES {
        assert!(rule.docs.trim_start().starts_with("## What it does\n"), "{}", rule.code);
        assert!(!rule.why.ends_with('.') && !rule.why.is_empty(), "{}", rule.code);
        assert!(
            rule.name.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-'),
            "{}",
            rule.name
        );
    }
}

#[test]
fn bad_examples_are_found_and_good_ones_are_not() {
    // Without the renderer nobody knows what a diagram says.
    let checked = |rule: &&&Rule| cfg!(feature = "diagrams") || !matches!(rule.code, "M01" | "M02");
    for rule in RULES.iter().filter(checked) {
        if let Some(bad) = example(rule, "Bad") {
            let found = diagnostics(&bad);
            assert!(found.iter().any(|found| found.code == rule.code), "{} misses its bad example:\n{bad}", rule.code);
        }
        if let Some(good) = example(rule, "Good") {
            let found = diagnostics(&good).into_iter();
            let faults = found.filter(|found| found.severity > Severity::Advice || found.code == rule.code);
            let faults: Vec<_> = faults.map(|found| (found.code, found.finding.message)).collect();
            assert_eq!(faults, [], "the good example of {}:\n{good}", rule.code);
        }
    }
}
