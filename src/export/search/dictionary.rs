//! Dictionaries: sorted terms, cut into files of about the same size.
//!
//! There are two. The *words* hold each term with its postings, in order, so that the terms that start alike stand
//! together. The *spellings* hold the terms by length and read backwards: a typing error at the start of a word leaves
//! its end alone, so the right word stands where the wrong one would. An error at the end is found in the words.

use super::numbers::{character, push_set};
use super::postings::{PLACES, Posting, SortedPostings, script_order};
use super::script::{Shard, push_string};

/// Bytes of one file of a dictionary.
pub(super) const DICTIONARY_BYTES: usize = 10_000;
/// Lengths of the words that a typing error may be searched for backwards.
const SPELLING_LENGTHS: std::ops::RangeInclusive<usize> = 4..=32;
/// The most characters that a term takes over from the one before it: what one character can say.
const MOST_SHARED: usize = 79;

/// A dictionary in files.
#[derive(Debug)]
pub(super) struct Dictionary {
    pub(super) shards: Vec<Shard>,
    /// Where each file starts: strings that are greater than all in the file before, and not greater than any in this
    /// one. The first is empty.
    pub(super) starts: Vec<String>,
}

/// Each term and its postings: `term postings term postings …`. A set of passages follows the number of the place.
pub(super) fn words(terms: &SortedPostings, limit: usize) -> Dictionary {
    let mut writer = Writer::new("words", limit);
    let mut payload = String::new();
    let mut passages = Vec::new();
    for (term, postings) in terms.iter() {
        payload.clear();
        payload.push(' ');
        push_postings(&mut payload, postings, &mut passages);
        writer.push(term, &payload);
    }
    writer.finish()
}

fn push_postings(out: &mut String, postings: &[Posting], passages: &mut Vec<u32>) {
    for place in 0..PLACES {
        passages.clear();
        passages.extend(postings.iter().filter(|posting| posting.place() == place).map(|posting| posting.passage()));
        if !passages.is_empty() {
            out.push(char::from_digit(place, 10).unwrap_or('0'));
            push_set(out, passages);
        }
    }
}

/// Each word that a reader may misspell, backwards after a character for its length: `backwards backwards …`.
pub(super) fn spellings(terms: &SortedPostings) -> Dictionary {
    let mut backwards: Vec<_> = terms.iter().filter_map(|(term, _)| backwards(term)).collect();
    backwards.sort_unstable_by(|a, b| script_order(a, b));
    let mut writer = Writer::new("spellings", DICTIONARY_BYTES);
    for word in &backwards {
        writer.push(word, "");
    }
    writer.finish()
}

/// Names of several segments or pieces are left out: a reader's name is searched by its pieces when it is not found.
fn backwards(term: &str) -> Option<String> {
    let length = term.chars().count();
    if !SPELLING_LENGTHS.contains(&length)
        || !term.chars().all(char::is_alphanumeric)
        || term.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    Some(std::iter::once(length_mark(length)).chain(term.chars().rev()).collect())
}

fn length_mark(length: usize) -> char {
    character(u32::try_from(length).unwrap_or_default())
}

/// Writes sorted strings, each as what differs from the one before it.
struct Writer {
    name: &'static str,
    limit: usize,
    data: String,
    last: String,
    dictionary: Dictionary,
}

impl Writer {
    fn new(name: &'static str, limit: usize) -> Writer {
        let dictionary = Dictionary { shards: Vec::new(), starts: vec![String::new()] };
        Writer { name, limit, data: String::new(), last: String::new(), dictionary }
    }

    fn push(&mut self, term: &str, payload: &str) {
        let mut shared = shared_prefix(&self.last, term);
        if !self.data.is_empty() && self.data.len() + term.len() + payload.len() > self.limit {
            let start = term[shared..].chars().next().map_or(0, char::len_utf8) + shared;
            self.dictionary.starts.push(term[..start].to_owned());
            self.close();
            shared = 0;
        }
        if !self.data.is_empty() {
            self.data.push(' ');
        }
        while units(&term[..shared]) > MOST_SHARED {
            shared = term.floor_char_boundary(shared - 1);
        }
        self.data.push(character(u32::try_from(units(&term[..shared])).unwrap_or_default()));
        self.data.push_str(&term[shared..]);
        self.data.push_str(payload);
        self.last.clear();
        self.last.push_str(term);
    }

    fn close(&mut self) {
        let mut literal = String::with_capacity(self.data.len() + 2);
        push_string(&mut literal, &self.data);
        let name = format!("{}/{}", self.name, self.dictionary.shards.len());
        self.dictionary.shards.push(Shard::new(name, &literal));
        self.data.clear();
    }

    fn finish(mut self) -> Dictionary {
        self.close();
        self.dictionary
    }
}

/// Bytes that both start with, up to the end of a character.
fn shared_prefix(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    b.floor_char_boundary(same)
}

/// The length of a string as scripts count it.
fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}
