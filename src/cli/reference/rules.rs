//! The page of all rules.

use super::{cell, opened};
use crate::check::{RULES, Rule};
use crate::diagnostic::Severity;

/// The families of rules, by the letter of their codes.
const FAMILIES: [(char, &str); 8] = [
    ('C', "Code"),
    ('E', "Wording and pictures"),
    ('F', "Front matter"),
    ('L', "Links"),
    ('M', "Media"),
    ('P', "Files and configuration"),
    ('S', "Structure"),
    ('X', "Suppressions"),
];

/// Rules whose page says words that they report.
const QUOTES_WHAT_IT_REPORTS: [&str; 1] = ["undated-time-word"];

pub(super) fn page() -> String {
    let mut page = opened(
        "Rules",
        "Every rule that docent check applies, with its code and name, its level, why it exists, and what it reports.",
        "reference",
        "A rule has a name, which is its identity, and a code for reports. Its level is error, warning, advice or off; \
         `rules:` in [the configuration](configuration.md) changes it for the site or for some paths. `docent explain NAME` \
         prints the section of a rule.",
    );
    page.push_str("\n## All rules\n\n| code | name | level | why |\n|---|---|---|---|\n");
    for rule in RULES {
        let Rule { code, name, why, .. } = rule;
        page.push_str(&format!("| {code} | [{name}](#{name}) | {} | {} |\n", level(rule), cell(why)));
    }
    for (letter, title) in FAMILIES {
        let family: Vec<_> = RULES.iter().filter(|rule| rule.code.starts_with(letter)).collect();
        if !family.is_empty() {
            page.push_str(&format!("\n## {title}\n"));
            family.iter().for_each(|rule| page.push_str(&section(rule)));
        }
    }
    page
}

fn level(rule: &Rule) -> &'static str {
    rule.default_level.map_or("off", Severity::as_str)
}

/// The page of a rule below a heading. Its own headings become sentences, since each rule has the same.
fn section(rule: &Rule) -> String {
    let mut section = format!("\n### {} {} {{#{}}}\n\n", rule.code, rule.name, rule.name);
    let mut fence = None;
    for line in rule.page().lines() {
        let marker: String = line.chars().take_while(|sign| matches!(sign, '~' | '`')).collect();
        match &fence {
            None if marker.len() >= 3 => fence = Some(marker),
            Some(open) if line == open => fence = None,
            _ => {}
        }
        match line {
            "## What it does" => {
                section.push_str(&format!("Level: {}. {}.\n\n", level(rule), sentence(rule.why)));
                if QUOTES_WHAT_IT_REPORTS.contains(&rule.name) {
                    section.push_str(&format!("<!-- allow: {} — the page of the rule names them -->\n\n", rule.name));
                }
            }
            "## Bad" if fence.is_none() => section.push_str("It reports this:\n\n"),
            "## Good" if fence.is_none() => section.push_str("It does not report this:\n\n"),
            line => {
                section.push_str(line);
                section.push('\n');
            }
        }
    }
    section
}

/// A phrase as a sentence.
fn sentence(phrase: &str) -> String {
    let mut signs = phrase.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
