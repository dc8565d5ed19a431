//! The words of the theme and of generated markup, in the site's language.

use std::collections::BTreeMap;

/// Each word by its key, which is the English word in `snake_case`.
pub type Labels = BTreeMap<&'static str, String>;

/// Every word in English, by its key.
pub const ENGLISH: &[(&str, &str)] = &[
    ("about_n_minutes_estimate", "about {n} minutes (estimate)"),
    ("advanced", "advanced"),
    ("all_steps_done", "All steps done"),
    ("beginner", "beginner"),
    ("back_to_reference", "Back to reference {n}"),
    ("breadcrumbs", "Breadcrumbs"),
    ("by", "By"),
    ("caution", "Caution"),
    ("code", "Code"),
    ("done", "Done"),
    ("footnotes", "Footnotes"),
    ("important", "Important"),
    ("intermediate", "intermediate"),
    ("link_to_section", "Link to section: {title}"),
    ("no_prerequisites", "Nothing: you can start right away."),
    ("not_done", "Not done"),
    ("note", "Note"),
    ("output", "Output"),
    ("page_not_found", "Page not found"),
    ("prerequisites", "Prerequisites"),
    ("tip", "Tip"),
    ("warning", "Warning"),
    ("what_you_will_learn", "What you will learn"),
];

/// The words of a site: English, where the site does not give its own.
pub fn labels(own: &[(String, String)]) -> Labels {
    ENGLISH
        .iter()
        .map(|&(key, english)| {
            let word = own.iter().rev().find(|(own, _)| own == key).map_or(english, |(_, word)| word);
            (key, word.to_owned())
        })
        .collect()
}

/// A word with a value in place of `{name}`.
pub(super) fn filled(labels: &Labels, key: &str, name: &str, value: &str) -> String {
    word(labels, key).replace(&format!("{{{name}}}"), value)
}

/// A word; the key itself where nobody gave one.
pub(super) fn word<'l>(labels: &'l Labels, key: &'l str) -> &'l str {
    labels.get(key).map_or(key, String::as_str)
}
