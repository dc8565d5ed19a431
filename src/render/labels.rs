//! The words of the theme and of generated markup, in the site's language.

use std::collections::BTreeMap;

/// Each word by its key, which is the English word in `snake_case`.
pub type Labels = BTreeMap<&'static str, String>;

/// Every word in English, by its key.
pub(super) const ENGLISH: &[(&str, &str)] = &[
    ("about_duration", "about {duration}"),
    ("about_duration_estimate", "about {duration} (estimate)"),
    ("advanced", "Advanced"),
    ("all_m_steps_done", "All {m} steps done"),
    ("all_steps_done", "All steps done"),
    ("back_to_reference", "Back to reference {n}"),
    ("beginner", "Beginner"),
    ("breadcrumbs", "Breadcrumbs"),
    ("by", "By"),
    ("caution", "Caution"),
    ("class_diagram", "Class diagram"),
    ("code", "Code"),
    ("close", "Close"),
    ("code_has_changed", "The code has changed since it was last run, on {date}."),
    ("color_theme", "Colour theme"),
    ("copied", "Copied"),
    ("copy_code", "Copy code"),
    ("copy_failed", "Could not copy"),
    ("dark", "dark"),
    ("deprecated", "Deprecated"),
    ("diagram_not_drawn", "This diagram is shown as its source: Docent was built without diagrams."),
    ("diagram_with_mistake", "This diagram is shown as its source: it could not be drawn."),
    ("done", "Done"),
    ("done_with_this_step", "Done with this step"),
    ("download_notebook", "Download as notebook"),
    ("draft", "Draft"),
    ("edit_this_page", "Edit this page"),
    ("entity_relationship_diagram", "Entity relationship diagram"),
    ("feed", "Atom feed"),
    ("figure", "Figure"),
    ("filter", "Filter"),
    ("flowchart", "Flowchart"),
    ("footnotes", "Footnotes"),
    ("go_to_the_first_page", "Go to the first page"),
    ("guide", "Guide"),
    ("important", "Important"),
    ("index", "Overview"),
    ("intermediate", "Intermediate"),
    ("kind", "Kind"),
    ("level", "Level"),
    ("light", "light"),
    ("link_to_section", "Link to section: {title}"),
    ("m_steps", "{m} steps"),
    ("menu", "Menu"),
    ("n_hours", "{n} hours"),
    ("n_minutes", "{n} minutes"),
    ("n_of_m_blocks_ran", "{n} of {m} code blocks ran on {date}."),
    ("n_of_m_blocks_ran_with", "{n} of {m} code blocks ran on {date} with {with}."),
    ("n_of_m_done", "{n} of {m} done"),
    ("n_of_m_shown", "{n} of {m} shown"),
    ("n_of_m_steps_done", "{n} of {m} steps done"),
    ("n_pages", "{n} pages"),
    ("needed_for", "Tutorials that build on this one:"),
    ("next", "Next"),
    ("no_prerequisites", "Nothing: you can start right away."),
    ("not_done", "Not done"),
    ("note", "Note"),
    ("on_this_page", "On this page"),
    ("one_block_ran", "The code block ran on {date}."),
    ("one_hour", "1 hour"),
    ("one_minute", "1 minute"),
    ("one_page", "1 page"),
    ("output", "Output"),
    ("page", "Page"),
    ("page_not_found", "Page not found"),
    ("page_not_found_text", "This address leads nowhere. The page may have moved or been renamed."),
    ("prerequisites", "Prerequisites"),
    ("previous", "Previous"),
    ("previous_and_next", "Previous and next page"),
    ("prototype", "Prototype"),
    ("published", "Published"),
    ("read_as_markdown", "Read as Markdown"),
    ("reference", "Reference"),
    ("report_a_problem", "Report a problem"),
    ("repository", "Repository"),
    ("resume_at_step_n", "Resume at step {n}"),
    ("search", "Search"),
    ("search_failed", "The search index could not be loaded"),
    ("search_found_nothing", "Nothing found"),
    ("search_results", "Results"),
    ("section", "Section"),
    ("sequence_diagram", "Sequence diagram"),
    ("show_all", "Show all"),
    ("site_navigation", "Site"),
    ("skip_to_content", "Skip to content"),
    ("stable", "Stable"),
    ("state_diagram", "State diagram"),
    ("step_done", "Done"),
    ("system", "system"),
    ("table", "Table"),
    ("tag", "Topic"),
    ("tip", "Tip"),
    ("tutorial", "Tutorial"),
    ("updated", "Updated"),
    ("variants", "Variants"),
    ("view_source", "View source"),
    ("warning", "Warning"),
    ("what_you_can_do_now", "What you can do now"),
    ("what_you_will_learn", "What you will learn"),
    ("who_it_is_for", "For"),
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
    let mut rest = word(labels, key);
    let mut filled = String::with_capacity(rest.len() + value.len());
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        match behind.strip_prefix(name).and_then(|behind| behind.strip_prefix('}')) {
            Some(behind) => {
                filled.push_str(value);
                rest = behind;
            }
            None => {
                filled.push('{');
                rest = behind;
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// A word; the key itself where nobody gave one.
pub(super) fn word<'l>(labels: &'l Labels, key: &'l str) -> &'l str {
    labels.get(key).map_or(key, String::as_str)
}

/// A duration as people say it: `90 minutes`, `1 hour 35 minutes`, `3 hours`.
pub fn duration_in_words(minutes: u32, labels: &Labels) -> String {
    /// Up to here, minutes are easier to take in.
    const MOST_MINUTES: u32 = 90;
    let counted = |number: u32, one, many| counted(labels, usize::try_from(number).unwrap_or(usize::MAX), one, many);
    let in_minutes = |minutes| counted(minutes, "one_minute", "n_minutes");
    if minutes <= MOST_MINUTES {
        return in_minutes(minutes);
    }
    let hours = counted(minutes / 60, "one_hour", "n_hours");
    if minutes.is_multiple_of(60) { hours } else { format!("{hours} {}", in_minutes(minutes % 60)) }
}

/// A word for a number of things: `n_pages` with the number in place of `{n}`, or `one_page` where it is one.
pub(super) fn counted(labels: &Labels, number: usize, one: &str, many: &str) -> String {
    if number == 1 { word(labels, one).to_owned() } else { filled(labels, many, "n", &number.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_filled_wherever_they_have_a_place() {
        let labels = labels(&[("note".to_owned(), "{{n} of {m}: {n}} {".to_owned())]);
        assert_eq!(filled(&labels, "note", "n", "{n}2"), "{{n}2 of {m}: {n}2} {");
        assert_eq!(filled(&labels, "tip", "n", "2"), "Tip");
    }

    #[test]
    fn long_durations_are_said_in_hours() {
        let labels = labels(&[]);
        for (minutes, words) in [
            (1, "1 minute"),
            (60, "60 minutes"),
            (90, "90 minutes"),
            (91, "1 hour 31 minutes"),
            (120, "2 hours"),
            (121, "2 hours 1 minute"),
            (180, "3 hours"),
        ] {
            assert_eq!(duration_in_words(minutes, &labels), words);
        }
    }
}
