//! What a page says is found where it says it: the index is read back, and holds each word with its passage.

use std::collections::{BTreeMap, BTreeSet};

use docent::export::search::{SearchLabels, SearchPage, SearchSection, index};
use serde_json::Value;

/// The pages of a text: a line that starts with `#` begins a section, one that starts with `=` begins a page.
fn pages(text: &str) -> Vec<SearchPage> {
    let mut pages = vec![SearchPage { route: "0.html".to_owned(), ..SearchPage::default() }];
    for line in text.lines() {
        let count = pages.len();
        let page = &mut pages[count - 1];
        if let Some(title) = line.strip_prefix('=') {
            let route = format!("{count}.html");
            pages.push(SearchPage { route, title: title.to_owned(), ..SearchPage::default() });
        } else if let Some(heading) = line.strip_prefix('#') {
            let anchor = Some(format!("s{}", page.sections.len()));
            page.sections.push(SearchSection { anchor, heading: heading.to_owned(), ..SearchSection::default() });
        } else {
            if page.sections.is_empty() {
                page.sections.push(SearchSection::default());
            }
            let last = page.sections.len() - 1;
            let section = &mut page.sections[last];
            let into = if line.starts_with("    ") { &mut section.code } else { &mut section.text };
            into.push_str(line);
            into.push('\n');
        }
    }
    pages
}

/// The index of these pages, read back.
pub(super) fn round_trip(text: &str) {
    let pages = pages(text);
    let files = index(&pages, &SearchLabels::default());
    assert_eq!(files, index(&pages, &SearchLabels::default()));
    let pieces = pieces(&files);
    let terms = terms(&pieces);
    let passages = passages(&pieces);
    for (number, passage) in (0..).zip(&passages) {
        for word in
            passage.words.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| is_plain(passage, word))
        {
            let found = terms.get(&word.to_ascii_lowercase()).is_some_and(|passages| passages.contains(&number));
            assert!(found, "{word:?} is not found in passage {number}: {:?}", passage.words);
        }
    }
    let said: BTreeSet<String> =
        passages.iter().flat_map(|passage| passage.words.split_whitespace()).map(str::to_owned).collect();
    let composed = |word: &&str| word.is_ascii() && word.len() < 100;
    for section in pages.iter().flat_map(|page| &page.sections) {
        for word in section.text.split_whitespace().chain(section.code.split_whitespace()).filter(composed) {
            assert!(said.contains(word), "{word:?} is nowhere to be shown");
        }
    }
}

struct Passage {
    /// All that it shows.
    words: String,
}

/// Whether a word stands alone: what it means within a name, or beside other scripts, is for the index to say.
fn is_plain(passage: &Passage, word: &str) -> bool {
    let alone = |part: &str| part == word;
    (2..30).contains(&word.len()) && passage.words.split_whitespace().any(alone)
}

/// The arguments of each call, by name.
fn pieces(files: &[(String, Vec<u8>)]) -> BTreeMap<String, Value> {
    let mut pieces = BTreeMap::new();
    for (path, bytes) in files {
        let text = std::str::from_utf8(bytes).expect("UTF-8");
        assert!(!text.contains('<') && !text.contains('\u{2028}'), "{path} could end its script");
        for call in text.lines() {
            let arguments = call.strip_prefix("docentSearch.add(").and_then(|call| call.strip_suffix(");"));
            let list = format!("[{}]", arguments.expect("a call"));
            let list: Vec<Value> = serde_json::from_str(&list).expect("arguments that are also JSON");
            pieces.insert(list[0].as_str().expect("a name").to_owned(), list[1].clone());
        }
    }
    pieces
}

/// The passages in the order of their numbers.
fn passages(pieces: &BTreeMap<String, Value>) -> Vec<Passage> {
    let files = (0..).map_while(|file| pieces.get(&format!("texts/{file}"))?.as_array());
    let passage = |data: &Value| {
        let sections = data[4].as_array().expect("sections").iter();
        let words = sections.flat_map(|section| [section[2].as_str(), section[3].as_str()]).flatten();
        Passage { words: words.collect::<Vec<_>>().join("\n") }
    };
    files.flatten().map(passage).collect()
}

/// Each term with the passages that hold it.
fn terms(pieces: &BTreeMap<String, Value>) -> BTreeMap<String, BTreeSet<u32>> {
    let files = (0..).map_while(|file| pieces.get(&format!("words/{file}"))?.as_str());
    let mut terms = BTreeMap::new();
    for file in files {
        let fields: Vec<&str> = file.split(' ').collect();
        let mut term: Vec<u16> = Vec::new();
        for pair in fields.chunks_exact(2) {
            let mut rest = pair[0].chars();
            term.truncate(value(rest.next().expect("a character that says what is shared")) as usize);
            term.extend(rest.as_str().encode_utf16());
            let sets = pair[1].split(|sign: char| sign.is_ascii_digit());
            terms.insert(String::from_utf16(&term).expect("whole characters"), sets.flat_map(set).collect());
        }
    }
    terms
}

/// The value of a character: eighty that need no escape, as `export::search::numbers` says.
fn value(character: char) -> u32 {
    let alphabet = ('!'..'~').filter(|sign| !matches!(sign, '"' | '\\' | '<' | '0'..='9'));
    (0..).zip(alphabet).find(|(_, sign)| *sign == character).expect("a character of the alphabet").0
}

/// The members of a set: gaps, or bits behind a `~`.
fn set(text: &str) -> Vec<u32> {
    if let Some(groups) = text.strip_prefix('~') {
        let groups = (0..).zip(groups.chars().map(value));
        return groups
            .flat_map(|(group, bits)| (0..6).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| group * 6 + bit))
            .collect();
    }
    let (mut members, mut next, mut number, mut place) = (Vec::new(), 0, 0, 1);
    for digit in text.chars().map(value) {
        number += digit % 40 * place;
        place *= 40;
        if digit < 40 {
            members.push(next + number);
            next += number + 1;
            (number, place) = (0, 1);
        }
    }
    members
}
