//! Postings: which term stands in which passage, and where in it.

use std::cmp::Ordering;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::passage::{Passage, plain};
use super::words::Words;

/// Where a term stands in a passage, the best place first. A passage keeps the best place of each term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In a title of one or two words: the page is about it.
    Topic,
    /// In a longer title.
    Title,
    /// In a heading, or in the page's description.
    Heading,
    /// Three times or more in the prose.
    Often,
    /// In the prose.
    Prose,
    /// Only in code, or in the title of a page of which this is a later passage.
    Code,
}

/// How many places there are.
pub(super) const PLACES: u32 = Place::Code as u32 + 1;

/// From how many times on a term stands often in the prose.
const OFTEN: u8 = 3;

/// A passage and the place of a term in it, packed: there are millions of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posting(u32);

impl Posting {
    const PLACE_BITS: u32 = 3;

    fn new(passage: u32, place: Place) -> Posting {
        Posting(passage << Posting::PLACE_BITS | place as u32)
    }

    pub(super) fn passage(self) -> u32 {
        self.0 >> Posting::PLACE_BITS
    }

    /// The number of the place, as it stands in the files.
    pub(super) fn place(self) -> u32 {
        self.0 & ((1 << Posting::PLACE_BITS) - 1)
    }
}

/// What the current passage says about a term.
#[derive(Debug, Clone, Copy)]
struct Seen {
    passage: u32,
    place: Place,
    in_prose: u8,
}

/// Collects terms, passage by passage.
#[derive(Debug, Default)]
pub(super) struct Postings {
    words: Words,
    terms: Terms,
    passages: u32,
}

#[derive(Debug, Default)]
struct Terms {
    numbers: HashMap<Box<str>, u32, FxBuildHasher>,
    /// By the number of the term.
    seen: Vec<Seen>,
    /// Numbers of the terms of the current passage.
    current: Vec<u32>,
    postings: Vec<(u32, Posting)>,
}

impl Postings {
    /// Adds the next passage.
    pub(super) fn add(&mut self, passage: &Passage<'_>) {
        let page = passage.page;
        self.text(&plain(&page.title), place_of_title(&page.title, passage.first));
        if let Some(description) = page.description.as_deref().filter(|_| passage.first) {
            self.text(&plain(description), Place::Heading);
        }
        for excerpt in &passage.excerpts {
            if excerpt.first {
                self.text(&plain(&excerpt.section.heading), Place::Heading);
            }
            self.text(&excerpt.text, Place::Prose);
            self.text(&excerpt.code, Place::Code);
        }
        self.terms.close(self.passages);
        self.passages += 1;
    }

    fn text(&mut self, text: &str, place: Place) {
        let Postings { words, terms, passages } = self;
        words.each(text, &mut |term| terms.saw(term, *passages, place));
    }

    /// All terms with their postings.
    pub(super) fn sorted(self) -> SortedPostings {
        self.terms.sorted()
    }
}

fn place_of_title(title: &str, first: bool) -> Place {
    match first {
        true if title.split_whitespace().count() <= 2 => Place::Topic,
        true => Place::Title,
        false => Place::Code,
    }
}

impl Terms {
    fn saw(&mut self, term: &str, passage: u32, place: Place) {
        let number = match self.numbers.get(term) {
            Some(&number) => number,
            None => self.insert(term),
        };
        let seen = &mut self.seen[number as usize];
        if seen.passage != passage {
            *seen = Seen { passage, place, in_prose: 0 };
            self.current.push(number);
        }
        seen.place = seen.place.min(place);
        seen.in_prose = seen.in_prose.saturating_add(u8::from(place == Place::Prose));
    }

    fn insert(&mut self, term: &str) -> u32 {
        // There are fewer terms than bytes of text, and fewer than four thousand million of those.
        let number = self.seen.len() as u32;
        self.numbers.insert(term.into(), number);
        self.seen.push(Seen { passage: u32::MAX, place: Place::Code, in_prose: 0 });
        number
    }

    fn close(&mut self, passage: u32) {
        for number in self.current.drain(..) {
            let seen = self.seen[number as usize];
            let often = seen.place == Place::Prose && seen.in_prose >= OFTEN;
            let place = if often { Place::Often } else { seen.place };
            self.postings.push((number, Posting::new(passage, place)));
        }
    }

    fn sorted(self) -> SortedPostings {
        let mut ends = vec![0; self.seen.len() + 1];
        for &(term, _) in &self.postings {
            ends[term as usize + 1] += 1;
        }
        for term in 1..ends.len() {
            ends[term] += ends[term - 1];
        }
        let mut postings = vec![Posting(0); self.postings.len()];
        for (term, posting) in self.postings {
            let next = &mut ends[term as usize];
            postings[*next] = posting;
            *next += 1;
        }
        let mut terms: Vec<_> = self.numbers.into_iter().collect();
        terms.sort_unstable_by(|(a, _), (b, _)| script_order(a, b));
        SortedPostings { terms, ends, postings }
    }
}

/// All terms in the order in which scripts compare strings.
#[derive(Debug)]
pub(super) struct SortedPostings {
    terms: Vec<(Box<str>, u32)>,
    /// By the number of the term: where its postings end. They start where those of the number before end.
    ends: Vec<usize>,
    postings: Vec<Posting>,
}

impl SortedPostings {
    /// Terms in order, each with its postings in the order of passages.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &[Posting])> {
        self.terms.iter().map(|(term, number)| {
            let number = *number as usize;
            let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
            (&**term, &self.postings[start..self.ends[number]])
        })
    }
}

/// Compares as JavaScript does, by units of UTF-16: unlike in UTF-8, a character outside the basic plane comes before
/// the last ones inside it.
pub(super) fn script_order(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    match a.iter().zip(b).find(|(a, b)| a != b) {
        Some((&a, &b)) => script_rank(a).cmp(&script_rank(b)),
        None => a.len().cmp(&b.len()),
    }
}

fn script_rank(byte: u8) -> u8 {
    match byte {
        // These lead U+E000 to U+FFFF; the rank puts them behind 0xF4, the last byte that leads a character.
        0xee | 0xef => byte + 7,
        _ => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::super::passage::passages;
    use super::super::{SearchPage, SearchSection};
    use super::*;

    fn places(page: &SearchPage, wanted: &str) -> Vec<(u32, u32)> {
        let mut postings = Postings::default();
        for passage in passages(page) {
            postings.add(&passage);
        }
        let sorted = postings.sorted();
        let found = sorted.iter().find(|(term, _)| *term == wanted);
        found.map_or(Vec::new(), |(_, postings)| {
            postings.iter().map(|posting| (posting.passage(), posting.place())).collect()
        })
    }

    fn page(title: &str, text: &str, code: &str) -> SearchPage {
        let section = SearchSection {
            anchor: None,
            heading: "Install it".to_owned(),
            text: text.to_owned(),
            code: code.to_owned(),
        };
        SearchPage {
            route: "a.html".to_owned(),
            title: title.to_owned(),
            sections: vec![section],
            ..SearchPage::default()
        }
    }

    #[test]
    fn the_best_place_counts() {
        let page = page("Load a module", "load, load, load it once; device", "device once only_here");
        assert_eq!(places(&page, "load"), [(0, Place::Title as u32)]);
        assert_eq!(places(&page, "install"), [(0, Place::Heading as u32)]);
        assert_eq!(places(&page, "device"), [(0, Place::Prose as u32)]);
        assert_eq!(places(&page, "only_here"), [(0, Place::Code as u32)]);
        assert_eq!(places(&page, "absent"), []);
    }

    #[test]
    fn often_means_three_times_in_the_prose() {
        assert_eq!(places(&page("T u v", "x y x y x", ""), "x"), [(0, Place::Often as u32)]);
        assert_eq!(places(&page("T u v", "x y x y x", ""), "y"), [(0, Place::Prose as u32)]);
        assert_eq!(places(&page("Autoloading", "", ""), "autoloading"), [(0, Place::Topic as u32)]);
    }

    #[test]
    fn a_title_names_its_first_passage_and_is_still_found_with_the_later_ones() {
        let page = page("A long page", &"word ".repeat(6000), "");
        let places = places(&page, "long");
        assert_eq!(places[0], (0, Place::Title as u32));
        assert!(places.len() > 1 && places[1..].iter().all(|&(_, place)| place == Place::Code as u32));
    }

    #[test]
    fn terms_are_in_the_order_of_scripts() {
        let mut words = ["\u{ff21}", "🦀", "b", "a", "ab", "é", "\u{4e00}"];
        words.sort_by(|a, b| script_order(a, b));
        let mut expected = words;
        expected.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        assert_eq!(words, expected);
    }
}
