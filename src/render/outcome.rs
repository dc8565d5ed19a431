//! What rendering a body yields: its HTML, and what is made of it beside the page.

use std::sync::Arc;

/// The rendered prose of one document.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Finished HTML.
    pub html: Box<str>,
    /// The items of the contract sections as finished inline HTML: what you will learn, then prerequisites.
    pub learn_items: Vec<String>,
    /// See [`Self::learn_items`].
    pub prerequisite_items: Vec<String>,
    /// What the page needs for what it shows.
    pub needs: Needs,
    /// What is made of it beside the page.
    pub extract: Arc<Extract>,
}

/// What is made of a body beside the page: what there is to keep when the page is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Extract {
    /// The page as Markdown, title and contract sections included, where that is wanted.
    pub markdown: Option<Arc<[u8]>>,
    /// Identifies the HTML with the items.
    pub hash: blake3::Hash,
    /// Its text, cut at the headings, for the search index; empty where there is none.
    pub sections: Vec<TextSection>,
}

/// What a page needs beside the style sheet that every page has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// The style sheet, the font and the script of formulas.
    pub math: bool,
    /// The style sheet of diagrams.
    pub diagrams: bool,
}

/// The text below one heading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextSection {
    /// Id of the heading; `None` for what stands before the first.
    pub anchor: Option<String>,
    /// Text of the heading.
    pub heading: String,
    /// Prose.
    pub text: String,
    /// Code, whose names readers look for.
    pub code: String,
}
