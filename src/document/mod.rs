//! One source, parsed. Parsing never fails: what cannot be represented is among the problems.

pub mod anchor;
pub mod attribute;
mod autolink;
mod block;
mod bounds;
pub mod code;
mod display;
mod dollar;
mod events;
pub mod fence;
mod footnote;
pub mod formula;
pub mod front_matter;
mod gather;
pub(crate) mod html;
pub mod include;
mod key;
pub mod language;
mod length;
mod link;
pub mod mark;
pub(crate) mod markdown;
pub mod prose;
mod read;
pub mod region;
mod rewrite;
pub mod running;
mod section;
mod set_up;
mod stray;
mod structure;
pub mod task;
pub mod transcript;
pub mod tree;
mod value;

use std::ops::Range;
use std::sync::OnceLock;

pub use block::{Block, BlockKind};
pub use bounds::TOO_LARGE;
pub use code::CodeBlock;
pub(crate) use dollar::tex;
use events::{Events, Placing};
pub use formula::Formula;
pub use front_matter::FrontMatter;
use key::Keys;
pub use link::{Link, LinkKind};
pub use prose::{Passage, Prose};
pub use section::Section;

use crate::config::HeadingName;
use crate::diagnostic::Problem;
use crate::source::{Placed, SitePath, Source};

/// A parsed source.
#[derive(Debug, Clone)]
pub struct Document {
    /// What was parsed.
    pub source: Source,
    /// What it says about itself.
    pub front_matter: FrontMatter,
    /// The Markdown behind the front matter.
    pub body: Range<usize>,
    /// The events of that Markdown.
    events: Events,
    /// Its headings, in order.
    pub headings: Vec<Heading>,
    /// Its links and images, those of the front matter first.
    pub links: Vec<Link>,
    /// Its code blocks, in order.
    pub code_blocks: Vec<CodeBlock>,
    /// Code in comments, which readers do not see and `docent test` runs, in order.
    pub set_up: Vec<CodeBlock>,
    /// What its body is made of, in order.
    pub blocks: Vec<Block>,
    /// What is read as sentences, that of the front matter first.
    pub prose: Prose,
    /// Its formulas, those of the front matter first.
    pub formulas: Vec<Formula>,
    /// Ids that raw HTML and footnotes give, beside those of headings.
    pub other_anchors: Vec<String>,
    /// Comments in the Markdown, `<!--` and `-->` included.
    pub comments: Vec<Placed<String>>,
    /// Link references that nothing defines: `[text][label]`.
    pub undefined_references: Vec<Placed<String>>,
    /// Whether the body holds raw HTML.
    pub has_raw_html: bool,
    /// Words in the prose, code left out.
    pub word_count: usize,
    /// What the parser could not represent.
    pub problems: Vec<Problem>,
    keys: OnceLock<Keys>,
}

/// A heading of the body.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// 1 to 6, as written.
    pub level: u8,
    /// Its text, without Markdown.
    pub text: String,
    /// Its text as it is compared with the names of sections.
    pub name: HeadingName,
    /// Its id, unique in the page.
    pub anchor: String,
    /// Where it stands.
    pub range: Range<usize>,
}

impl Document {
    /// Parses a source.
    pub fn parse(source: &Source) -> Self {
        read::document(source)
    }

    /// The events of its body, each with its place in the file.
    pub(crate) fn events(&self) -> impl Iterator<Item = Placing<'_>> {
        self.events.of(self.source.text())
    }

    /// Where it stands.
    pub fn path(&self) -> &SitePath {
        self.source.path()
    }

    /// The heading that only repeats the title, as many forges want it: the page does not show it twice.
    pub fn repeated_title(&self) -> Option<&Heading> {
        let title = self.title();
        self.headings.first().filter(|heading| {
            let before = &self.source.text()[self.body.start..heading.range.start];
            heading.level == 1 && heading.text == title && before.trim().is_empty()
        })
    }

    /// The title: of the front matter, else of the first heading, else the file's name.
    pub fn title(&self) -> &str {
        let says_title = |heading: &&Heading| heading.level == 1 && !heading.text.trim().is_empty();
        let first_heading = || self.headings.first().filter(says_title).map(|heading| heading.text.as_str());
        match &self.front_matter.title {
            Some(title) => &title.value,
            None => first_heading().unwrap_or_else(|| self.path().stem()),
        }
    }

    /// How far headings are moved down: the page's title is its only `h1`, so a body that has one moves by a level.
    pub fn heading_shift(&self) -> u8 {
        let repeated = self.repeated_title().map(|heading| heading.range.start);
        let has_top = self.headings.iter().any(|heading| heading.level == 1 && Some(heading.range.start) != repeated);
        u8::from(has_top)
    }

    /// How long it takes to read, in whole minutes: prose at a reading pace, and a minute for every other code block.
    pub fn reading_minutes(&self) -> usize {
        length::minutes(self.word_count, self.code_blocks.len())
    }

    /// Whether the page has an element with this id.
    pub fn has_anchor(&self, anchor: &str) -> bool {
        let front_matter = &self.front_matter;
        let learn = anchor == anchor::LEARN && !front_matter.what_you_will_learn.is_empty();
        let needs = !front_matter.prerequisites.is_empty() || front_matter.no_prerequisites;
        learn
            || (anchor == anchor::PREREQUISITES && needs)
            || anchor == anchor::MAIN
            || self.headings.iter().any(|heading| heading.anchor == anchor)
            || self.code_blocks.iter().any(|block| block.anchor.as_deref() == Some(anchor) && !block.has("hidden"))
            || self.other_anchors.iter().any(|other| other == anchor)
    }
}
