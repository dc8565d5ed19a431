//! Search: an index that a browser reads piece by piece, without a server.
//!
//! # Files
//!
//! All are scripts that call `docentSearch.add(name, data)`; where the format of a file is described in full, the module is
//! named.
//!
//! | file | data |
//! |---|---|
//! | `search/index.js` | where the other files start, and, on a small site, those files themselves |
//! | `search/words/N.js` | terms in order, each with the passages that hold it: `dictionary` and `numbers` |
//! | `search/spellings/N.js` | words by length, backwards, for typing errors at the start of a word: `dictionary` |
//! | `search/texts/N.js` | titles, headings and text of a few passages, for the results that are shown: `texts` |
//!
//! A question loads the index, one file of words for each of its words, and the texts of the results that are shown.
//! Each file is bounded, so what a question costs does not grow with the site; only the index does, by about two
//! characters a page. `words` and `fold` say what a term is,
//! `passage` what is found and loaded as one.
//!
//! Nothing here depends on what a stop word is in which language: a term that every passage holds takes one bit a passage.

mod dictionary;
mod files;
mod fold;
mod letters;
mod numbers;
mod pages;
mod passage;
mod postings;
mod script;
#[cfg(test)]
mod tests;
mod texts;
mod words;

use dictionary::DICTIONARY_BYTES;
pub(super) use pages::export;
use postings::Postings;
use texts::TextShards;

pub use crate::render::TextSection as SearchSection;

/// Bytes up to which all words are one file, which is part of the index.
const FEW_WORDS: usize = 60_000;

/// What one page offers to search: plain text, in the order of the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchPage {
    /// Path from the site's root, such as `tutorials/autoloading.html`.
    pub route: String,
    /// The page's title.
    pub title: String,
    /// Titles of the pages above it, from the site's index down.
    pub trail: Vec<String>,
    /// One sentence about the page.
    pub description: Option<String>,
    /// The text before the first heading, and each heading with the text below it.
    pub sections: Vec<SearchSection>,
}

/// What the search says to its reader, in the site's language.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchLabels {
    /// Names the dialog and the field.
    pub search: String,
    /// Names the button that closes the dialog.
    pub close: String,
    /// Stands before the number of results.
    pub results: String,
    /// Said when nothing is found.
    pub nothing: String,
    /// Said when a file of the index cannot be loaded.
    pub failed: String,
}

impl Default for SearchLabels {
    fn default() -> SearchLabels {
        SearchLabels {
            search: "Search".to_owned(),
            close: "Close".to_owned(),
            results: "Results".to_owned(),
            nothing: "Nothing found".to_owned(),
            failed: "The search index could not be loaded".to_owned(),
        }
    }
}

/// The files of the index: path under the output's root, and bytes.
pub fn index(pages: &[SearchPage], labels: &SearchLabels) -> Vec<(String, Vec<u8>)> {
    let mut texts = TextShards::default();
    let mut postings = Postings::default();
    for passage in pages.iter().flat_map(passage::passages) {
        postings.add(&passage);
        texts.push(&passage);
    }
    texts.close();
    let terms = postings.sorted();
    let words = dictionary::words(&terms, FEW_WORDS);
    if words.shards.len() == 1 {
        return files::files(words, None, texts, labels);
    }
    let words = dictionary::words(&terms, DICTIONARY_BYTES);
    files::files(words, Some(dictionary::spellings(&terms)), texts, labels)
}
