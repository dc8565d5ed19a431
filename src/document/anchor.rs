//! Anchors: the ids of headings, as GitHub makes them, unique within a page.

use std::collections::{BTreeSet, HashMap};

/// Ids that the page itself uses: those of the contract sections, and the target of the link that skips to the text.
pub const LEARN: &str = "what-you-will-learn";
/// Id of the section of prerequisites.
pub const PREREQUISITES: &str = "prerequisites";
/// Id of the page's `main` element.
pub const MAIN: &str = "_main";
/// Id of the element in which scripts tell what they have done.
const STATUS: &str = "_status";

/// The ids that are taken in one page.
#[derive(Debug)]
pub(super) struct Anchors {
    taken: BTreeSet<String>,
    /// For each id that was wanted again, the number to try next: a page of equal headings takes no longer than another.
    next: HashMap<String, usize>,
}

impl Anchors {
    /// A page whose own ids are taken.
    pub(super) fn new() -> Self {
        Self { taken: [LEARN, PREREQUISITES, MAIN, STATUS].map(str::to_owned).into(), next: HashMap::new() }
    }

    /// Takes `wanted`, or `wanted-1`, `wanted-2` … when it is taken.
    pub(super) fn claim(&mut self, wanted: &str) -> String {
        let wanted = as_id(wanted);
        let wanted = if is_given_later(&wanted) { format!("section-{wanted}") } else { wanted };
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        let number = self.next.entry(wanted.clone()).or_insert(1);
        loop {
            let numbered = format!("{wanted}-{number}");
            *number += 1;
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// What an author wrote, as an id: no blanks, no controls, never nothing.
fn as_id(wanted: &str) -> String {
    if !wanted.is_empty() && wanted.chars().all(|sign| !sign.is_whitespace() && !sign.is_control()) {
        return wanted.to_owned();
    }
    let mut id = wanted.split_whitespace().collect::<Vec<_>>().join("-");
    id.retain(|sign| !sign.is_control());
    if id.is_empty() { "section".to_owned() } else { id }
}

/// Whether an id has a form that is given out after those of headings: footnotes, parts of drawings, tabs, the filters of
/// an index, the changes of a preview.
fn is_given_later(id: &str) -> bool {
    const NUMBERED: [&str; 5] = ["fn-", "fnref-", "_d", "_tab-", "_change-"];
    const NAMED: &str = "_filter-";
    let is_numbered = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    id.starts_with(NAMED) || NUMBERED.iter().any(|prefix| id.strip_prefix(prefix).is_some_and(is_numbered))
}

/// The anchor of a heading with this text: lower case, letters and digits of all scripts kept, spaces to hyphens.
pub fn of_heading(text: &str) -> String {
    let mut anchor = String::with_capacity(text.len());
    for character in text.trim().chars() {
        match character {
            ' ' => anchor.push('-'),
            '-' | '_' | 'a'..='z' | '0'..='9' => anchor.push(character),
            'A'..='Z' => anchor.push(character.to_ascii_lowercase()),
            character if is_letter(character) => anchor.extend(character.to_lowercase()),
            _ => {}
        }
    }
    // A heading of signs alone still needs a place to link to.
    if anchor.chars().all(|character| character == '-') { "section".to_owned() } else { anchor }
}

fn is_letter(character: char) -> bool {
    // Marks join letters in many scripts; they are not alphanumeric by themselves.
    character.is_alphanumeric()
        || matches!(character, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
        || (character > '\u{8ff}' && !character.is_whitespace() && is_mark(character))
}

/// Combining marks of the scripts whose words cannot be written without them.
fn is_mark(character: char) -> bool {
    matches!(character,
        '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{981}'..='\u{983}' | '\u{9bc}'..='\u{9cd}'
        | '\u{a3c}'..='\u{a4d}' | '\u{abc}'..='\u{acd}' | '\u{b3c}'..='\u{b4d}' | '\u{bbe}'..='\u{bcd}'
        | '\u{c3e}'..='\u{c4d}' | '\u{cbc}'..='\u{ccd}' | '\u{d3b}'..='\u{d4d}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}' | '\u{3099}' | '\u{309a}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_follow_github() {
        for (text, anchor) in [
            ("Getting started", "getting-started"),
            ("The Vec<T> type & friends", "the-vect-type--friends"),
            ("C++ and C#", "c-and-c"),
            ("安装说明", "安装说明"),
            ("Первый шаг", "первый-шаг"),
            ("Café Ümlaut", "café-ümlaut"),
            ("snake_case-and-kebab", "snake_case-and-kebab"),
            ("हिन्दी", "हिन्दी"),
            ("???", "section"),
        ] {
            assert_eq!(of_heading(text), anchor, "{text}");
        }
    }

    #[test]
    fn repeated_anchors_are_numbered_past_taken_ones() {
        let mut anchors = Anchors::new();
        let mut claim = |text: &str| anchors.claim(text);
        assert_eq!(claim("a"), "a");
        assert_eq!(claim("a-1"), "a-1");
        assert_eq!(claim("a"), "a-2");
        assert_eq!(claim("prerequisites"), "prerequisites-1");
        assert_eq!(claim(" two words\u{1}"), "two-words");
        assert_eq!(claim("two-words"), "two-words-1");
        assert_eq!(claim(""), "section");
    }

    #[test]
    fn ids_of_the_page_itself_are_not_given_to_headings() {
        let mut anchors = Anchors::new();
        let mut claim = |text: &str| anchors.claim(text);
        assert_eq!(claim("_status"), "_status-1");
        for own in ["fn-1", "_d0-title", "_tab-0-1", "_change-1", "_filter-level"] {
            assert_eq!(claim(own), format!("section-{own}"));
        }
        assert_eq!(claim("__init__"), "__init__");
        assert_eq!(claim("_draw"), "_draw");
    }
}
