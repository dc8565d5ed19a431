//! What a template may show: the typed context of a page and of its folder, which are also the page's cache key.
//!
//! A template sees nothing but these, the page's prose as `body_html`, and the words of the theme, which are part of the
//! templates, so what is not in here cannot make a page stale.
//! Every URL is relative to the page that shows it; every `*_html` string is finished HTML.

use serde::Serialize;

/// Everything that the template of one page may show beside its prose and what it shares with the pages beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageContext {
    /// The page itself.
    pub page: PageFacts,
    /// The sections that the front matter holds: what you will learn, prerequisites. In this order, absent ones left out.
    pub contract: Vec<ContractSection>,
    /// Tutorials that name this page as a prerequisite.
    pub needed_for: Vec<LinkTo>,
    /// From the site's index down to the folder of this page, this page not included.
    pub breadcrumbs: Vec<LinkTo>,
    /// Headings of the page, contract sections first.
    pub outline: Vec<OutlineItem>,
    /// The page before this one in reading order.
    pub previous: Option<LinkTo>,
    /// The page after this one in reading order.
    pub next: Option<LinkTo>,
    /// On pages of kind index and on tag pages: the pages below.
    pub cards: Vec<Card>,
    /// On pages of kind index: links to the tag pages of the cards' tags, levels and kinds.
    pub filters: Vec<Filter>,
}

/// What the pages of one folder share.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FolderContext {
    /// The site that the page belongs to.
    pub site: SiteContext,
    /// The site's top level; only the branch of this page is opened, so that output grows linearly with the site.
    pub navigation: Vec<NavigationItem>,
}

/// What all pages share.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct SiteContext {
    /// The site's title.
    pub title: String,
    /// BCP 47 language tag for `lang`.
    pub language: String,
    /// `ltr` or `rtl`, by the language.
    pub direction: &'static str,
    /// URL of the site's first page.
    pub home: String,
    /// Prefix that leads from this page to the site's root: empty, or `../` repeated.
    pub root: String,
    /// Where relative URLs start from, on the one page that is shown at any depth: an absolute path with a slash at its
    /// end.
    pub base: Option<String>,
    /// The repository's URL without a slash at the end, when one is configured.
    pub repository: Option<String>,
    /// Whether there is a search index.
    pub has_search: bool,
    /// URL of the Atom feed, absolute or relative; absent without `base_url`.
    pub feed: Option<String>,
}

/// The page itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PageFacts {
    /// Plain text.
    pub title: String,
    /// Plain text, one sentence.
    pub description: Option<String>,
    /// `tutorial`, `guide`, `reference`, `page`, `index`, `tag`, `not-found`, or a kind of the site's own.
    pub kind: String,
    /// Site-absolute path without a leading slash, such as `tutorials/autoloading.html`.
    pub route: String,
    /// Absolute URL, when the site has a `base_url`.
    pub canonical: Option<String>,
    /// `noindex` for drafts and previews.
    pub robots: Option<String>,
    /// Who it is for, plain text.
    pub audience: Option<String>,
    /// `beginner`, `intermediate` or `advanced`.
    pub level: Option<String>,
    /// How long it takes.
    pub duration: Option<DurationFacts>,
    /// `stable`, `prototype` or `deprecated`.
    pub status: Option<String>,
    /// Who wrote it.
    pub authors: Vec<Author>,
    /// The date in the front matter.
    pub date: Option<DateFacts>,
    /// When the source last changed, from version control.
    pub updated: Option<DateFacts>,
    /// Free words.
    pub tags: Vec<LinkTo>,
    /// Whether it is a draft.
    pub draft: bool,
    /// Whether it shows formulas: they have a style sheet, a font and a script of their own.
    pub has_math: bool,
    /// Whether it shows diagrams, which have a style sheet of their own.
    pub has_diagrams: bool,
    /// What is known of the page's code from running it; absent where `docent test --record` has recorded nothing.
    pub verified: Option<VerifiedFacts>,
    /// Where to edit the source.
    pub edit_url: Option<String>,
    /// Where to read the source.
    pub source_url: Option<String>,
    /// Where to report a problem, prefilled with the page.
    pub report_url: Option<String>,
    /// The Markdown twin of the page.
    pub markdown_url: Option<String>,
    /// The page as a Jupyter notebook.
    pub notebook_url: Option<String>,
    /// Absolute URL of the social card (1200 × 630 PNG), when the site has a `base_url`.
    pub card_image: Option<String>,
    /// Structured data for search engines: a JSON document, safe to stand in a `script` element.
    pub json_ld: Option<String>,
}

/// What is known of a page's code from running it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VerifiedFacts {
    /// As a sentence: how many of its blocks ran, when, and with what; or that the code has changed since.
    pub text: String,
    /// Whether the code is still what was run.
    pub current: bool,
}

/// How long a tutorial takes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DurationFacts {
    /// Whole minutes.
    pub minutes: u32,
    /// In words: `20 minutes`, `1 hour 35 minutes`.
    pub words: String,
    /// Whether the author stated it; otherwise it was counted from the words and is an estimate.
    pub stated: bool,
}

/// A person or group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Author {
    /// Plain text.
    pub name: String,
    /// Their page.
    pub url: Option<String>,
}

/// A calendar date.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DateFacts {
    /// `2026-11-30`.
    pub iso: String,
    /// For people, in the site's language: `30 November 2026`.
    pub text: String,
}

/// A section rendered from the front matter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContractSection {
    /// Stable id of the section: `what-you-will-learn` or `prerequisites`.
    pub id: String,
    /// Its title, in the site's language.
    pub title: String,
    /// Its items, as finished inline HTML; empty when the author says that there are none.
    pub items_html: Vec<String>,
    /// The sentence shown instead of items when there are none.
    pub none: Option<String>,
}

/// A link with its text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LinkTo {
    /// Relative URL.
    pub url: String,
    /// Plain text.
    pub title: String,
}

/// An entry of the site's navigation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct NavigationItem {
    /// Plain text.
    pub title: String,
    /// Relative URL of the page, or of the folder's index.
    pub url: Option<String>,
    /// Whether it is a page itself; a folder without an index leads to the first page below it.
    pub page: bool,
    /// Whether it is this page.
    pub current: bool,
    /// Whether this page is below it.
    pub open: bool,
    /// What is below, on the branch of this page only.
    pub items: Vec<NavigationItem>,
}

/// A heading in the outline.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OutlineItem {
    /// Id of the heading.
    pub anchor: String,
    /// Plain text.
    pub title: String,
    /// Headings of the next level below it (two levels in all).
    pub items: Vec<OutlineItem>,
}

/// A page as an index shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Card {
    /// Relative URL.
    pub url: String,
    /// Plain text.
    pub title: String,
    /// Plain text.
    pub description: Option<String>,
    /// As in [`PageFacts::kind`].
    pub kind: String,
    /// As in [`PageFacts::level`].
    pub level: Option<String>,
    /// As in [`PageFacts::duration`].
    pub duration: Option<DurationFacts>,
    /// As in [`PageFacts::status`].
    pub status: Option<String>,
    /// Plain words.
    pub tags: Vec<String>,
}

/// A way to narrow the cards of an index.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Filter {
    /// `tag`, `level` or `kind`.
    pub group: &'static str,
    /// The value, as the cards carry it.
    pub value: String,
    /// The value as shown.
    pub title: String,
    /// How many cards have it.
    pub count: usize,
    /// A page that lists them, which works without JavaScript.
    pub url: Option<String>,
}
