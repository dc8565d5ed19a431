//! What a question costs a reader of a large site.

use std::sync::LazyLock;

use super::client::Client;
use super::{page, section};
use crate::export::search::{SearchLabels, SearchPage, index};

/// The most that the first question may load, uncompressed.
const FIRST_QUESTION: u64 = 200_000;
const PAGES: u64 = 2_000;

/// Numbers that look random and are the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// A word of a language of 20,000 words, in which few are said often and most seldom.
    fn word(&mut self) -> String {
        let (a, b) = (self.below(20_000), self.below(20_000));
        spell(a * b / 20_000)
    }

    fn words(&mut self, count: u64) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

fn spell(mut number: u64) -> String {
    const SYLLABLES: [&str; 20] = [
        "re", "con", "ta", "in", "ver", "lo", "str", "me", "pi", "des", "ko", "un", "ba", "gri", "so", "ne", "fu",
        "mal", "ti", "qua",
    ];
    let mut word = String::new();
    for _ in 0..4 {
        word.push_str(SYLLABLES[usize::try_from(number % 20).unwrap_or_default()]);
        number /= 20;
    }
    word
}

fn large_site() -> Vec<SearchPage> {
    let mut chance = Chance(1);
    let pages = (0..PAGES).map(|number| {
        let mut sections = vec![section("", "", &chance.words(40), "")];
        sections.extend((0..4).map(|at| {
            let code = format!("{}_{} = {}.{}({number})", chance.word(), chance.word(), chance.word(), chance.word());
            section(&format!("s{at}"), &chance.words(3), &chance.words(60), &code)
        }));
        sections.push(section("rare", "Rare", &format!("hapax{number} everywhere"), ""));
        page(&format!("part/{number}.html"), &chance.words(4), sections)
    });
    pages.collect()
}

/// Both tests ask for it; to make it takes seconds.
static LARGE_INDEX: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| index(&large_site(), &SearchLabels::default()));

#[test]
fn the_first_question_to_a_large_site_loads_little() {
    let common = spell(1);
    let misspelt = format!("x{}", &spell(4321)[1..]);
    let questions = [
        "hapax1234",
        "everywhere",
        "verywhere",
        "everywhree",
        "re",
        "constr",
        &common,
        &misspelt,
        "everywhere hapax77 recontain",
        "hpaax1999 verewhere",
    ];
    let Some(answers) = Client::of(&LARGE_INDEX).find(&questions) else {
        return;
    };
    for answer in &answers {
        assert!(answer.bytes() <= FIRST_QUESTION, "{:?} loads {} bytes", answer.question, answer.bytes());
        assert!(!answer.places().is_empty(), "{:?} finds nothing", answer.question);
    }
    assert_eq!(answers[0].places(), ["part/1234.html#rare"]);
    assert_eq!(answers[9].places(), ["part/1999.html#rare"]);
}

#[test]
fn files_are_bounded_however_large_the_site() {
    for (path, bytes) in LARGE_INDEX.iter() {
        let bound = if path == "search/index.js" { 20_000 } else { 13_000 };
        assert!(bytes.len() <= bound, "{path} has {} bytes", bytes.len());
    }
}

#[test]
fn one_endless_page_costs_no_more() {
    let text = "needle ".repeat(200) + &"<\"haystack\"> ".repeat(20_000);
    let mut sections = vec![section("", "", &text, &text)];
    sections.extend((0..3000).map(|at| section(&format!("heading-{at}"), "Many", "", "")));
    let files = index(&[page("a.html", "A page", sections)], &SearchLabels::default());
    assert!(files.iter().all(|(_, bytes)| bytes.len() <= 13_000));
    let Some(answers) = Client::of(&files).find(&["needle", "haystack", "many"]) else {
        return;
    };
    for answer in answers {
        assert!(answer.bytes() <= FIRST_QUESTION, "{:?} loads {} bytes", answer.question, answer.bytes());
        assert!(!answer.places().is_empty());
    }
}
