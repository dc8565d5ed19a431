//! A reader of the index in Rust, which looks a term up as the script does, and what must hold for any site.

use std::collections::HashMap;

use proptest::prelude::*;
use serde_json::Value;

use super::super::numbers::reading;
use super::super::passage::passages;
use super::super::postings::script_order;
use super::super::words::Words;
use super::super::{SearchLabels, SearchPage, index};
use super::{page, section};

/// All pieces of an index by name.
struct Model {
    pieces: HashMap<String, Value>,
    /// Where the files of words start, and their terms with their postings.
    words: Vec<(String, HashMap<String, String>)>,
}

impl Model {
    fn new(files: &[(String, Vec<u8>)]) -> Model {
        let mut pieces = HashMap::new();
        for (path, bytes) in files {
            let text = std::str::from_utf8(bytes).expect("UTF-8");
            assert!(!text.contains('<') && !text.contains('\u{2028}'), "{path} could end its script");
            for call in text.lines() {
                let call = call.strip_prefix("docentSearch.add(").and_then(|call| call.strip_suffix(");"));
                let list = format!("[{}]", call.expect("a call"));
                let list: Vec<Value> = serde_json::from_str(&list).expect("arguments that are also JSON");
                pieces.insert(list[0].as_str().expect("a name").to_owned(), list[1].clone());
            }
        }
        let starts = text(&pieces["index"]["words"]).split(' ').map(str::to_owned);
        let words = starts.zip(0..).map(|(start, file)| (start, entries(text(&pieces[&format!("words/{file}")]))));
        Model { words: words.collect(), pieces }
    }

    /// The passages that hold a term, as the file says where the term must stand.
    fn passages(&self, term: &str) -> Vec<u32> {
        let file = self.words.iter().rfind(|(start, _)| script_order(start, term).is_le());
        let (_, entries) = file.expect("the first start is empty");
        let mut passages = Vec::new();
        for set in entries.get(term).map_or("", String::as_str).split(|c: char| c.is_ascii_digit()) {
            passages.extend(reading::set(set));
        }
        passages.sort_unstable();
        passages
    }

    /// The sections of a passage.
    fn sections(&self, passage: u32) -> &Value {
        let runs = reading::numbers(text(&self.pieces["index"]["texts"]));
        let mut first = 0;
        let mut file = 0;
        for run in runs.chunks_exact(2) {
            for _ in 0..run[1] {
                if passage < first + run[0] {
                    return &self.pieces[&format!("texts/{file}")][passage as usize - first as usize];
                }
                first += run[0];
                file += 1;
            }
        }
        panic!("no file holds passage {passage}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The terms of a file of words, with their postings.
fn entries(data: &str) -> HashMap<String, String> {
    let fields: Vec<&str> = data.split(' ').collect();
    let mut term: Vec<u16> = Vec::new();
    let mut entries = HashMap::new();
    for pair in fields.chunks_exact(2) {
        let mut rest = pair[0].chars();
        let shared = rest.next().expect("a character that says what is shared");
        term.truncate(reading::value(shared) as usize);
        term.extend(rest.as_str().encode_utf16());
        entries.insert(String::from_utf16(&term).expect("whole characters"), pair[1].to_owned());
    }
    entries
}

/// Checks that each term of each page is found with its page and its section.
fn assert_everything_is_found(pages: &[SearchPage]) {
    let model = Model::new(&index(pages, &SearchLabels::default()));
    let mut words = Words::default();
    let all = pages.iter().flat_map(passages);
    for (number, passage) in (0..).zip(all) {
        let data = model.sections(number);
        assert_eq!(data[0].as_str(), Some(passage.page.route.as_str()));
        assert_eq!(data[4].as_array().map(Vec::len), Some(passage.excerpts.len()));
        let mut check = |text: &str| {
            words.each(text, &mut |term| {
                assert!(
                    model.passages(term).contains(&number),
                    "{term:?} of {text:?} is not found in passage {number}"
                );
            });
        };
        check(&super::super::passage::plain(&passage.page.title));
        for (excerpt, written) in passage.excerpts.iter().zip(data[4].as_array().expect("sections")) {
            assert_eq!(written[0].as_str(), Some(excerpt.section.anchor.as_deref().unwrap_or_default()));
            assert_eq!(
                (written[2].as_str(), written[3].as_str()),
                (Some(excerpt.text.as_str()), Some(excerpt.code.as_str()))
            );
            check(&excerpt.text);
            check(&excerpt.code);
        }
    }
}

fn any_section() -> impl Strategy<Value = super::super::SearchSection> {
    let text = "([a-zA-Z_.:]{1,12} |[éßΣ张量算検가나の]{1,5}|\\PC){0,60}";
    ("[a-z]{0,3}", "\\PC{0,20}", text, text)
        .prop_map(|(anchor, heading, text, code)| section(&anchor, &heading, &text, &code))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_word_of_every_section_is_found(pages in prop::collection::vec(("\\PC{0,20}", prop::collection::vec(any_section(), 0..5)), 0..6)) {
        let pages: Vec<_> = (0..).zip(pages).map(|(number, (title, sections))| page(&format!("{number}.html"), &title, sections)).collect();
        assert_everything_is_found(&pages);
    }
}

#[test]
fn every_word_is_found_when_the_index_is_many_files() {
    let pages: Vec<_> = (0..60)
        .map(|page_number: usize| {
            let words: Vec<String> =
                (0..200).map(|n| format!("w{:x}.n{}", (page_number * 7919 + n * 104_729) % 50_021, n % 37)).collect();
            page(
                &format!("p/{page_number}.html"),
                &format!("Page {page_number}"),
                vec![section("", "", &words.join(" "), "common_name")],
            )
        })
        .collect();
    let files = index(&pages, &SearchLabels::default());
    assert!(files.iter().filter(|(path, _)| path.starts_with("search/words/")).count() > 3);
    assert_everything_is_found(&pages);
}

#[test]
fn the_same_pages_give_the_same_bytes() {
    let pages =
        [page("a.html", "A", vec![section("x", "X", "some words", "some_code")]), page("b.html", "B", Vec::new())];
    let labels = SearchLabels::default();
    assert_eq!(index(&pages, &labels), index(&pages, &labels));
}

#[test]
fn a_small_site_is_one_file() {
    let text = "Plain words about loading a module and using it. ".repeat(20);
    let pages: Vec<_> =
        (0..50).map(|number| page(&format!("{number}.html"), "A page", vec![section("", "", &text, "")])).collect();
    let files = index(&pages, &SearchLabels::default());
    assert_eq!(files.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["search/index.js"]);
}
