//! What a preview says of a change: the one value that `preview.json`, the overview and the comment are made of.

use serde::{Deserialize, Serialize};

/// The form of `preview.json`; the number rises when a program that read the last form could misread this one.
pub const SCHEMA: &str = "preview/1";

/// The form of `preview.json`, as a JSON Schema.
pub const JSON_SCHEMA: &str = include_str!("preview.schema.json");

/// What a preview says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of Docent that made it.
    pub docent: String,
    /// The title of the site.
    pub title: String,
    /// What is shown.
    pub head: Head,
    /// What it is compared with.
    pub base: BaseAccount,
    /// Whether new errors refuse the change: not where there is no base to tell what is new.
    pub gate: bool,
    /// Whether `site/` holds the changed pages only.
    pub only_changed: bool,
    /// How many pages there are, and how many of each change.
    pub counts: Counts,
    /// The pages that have changed, those that matter most to readers first.
    pub pages: Vec<PageAccount>,
    /// What has changed for many pages at once.
    pub site_wide: Vec<SiteWide>,
    /// Anchors that were published and are gone.
    pub anchors_removed: Vec<RemovedAnchor>,
    /// What is wrong in the site.
    pub diagnostics: Findings,
}

/// The state that is shown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The commit that is checked out.
    pub commit: Option<String>,
    /// Where that is a merge which tries a change: the last commit of the change itself.
    pub tip: Option<String>,
}

/// The state that it is compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseAccount {
    /// What it is.
    pub kind: BaseKind,
    /// Its commit, where it is one.
    pub commit: Option<String>,
    /// Where it was looked for, and what was there.
    pub steps: Vec<StepAccount>,
    /// Where it is not at hand: the command that would bring it here.
    pub fetch: Option<String>,
    /// Why its pages could not be made, where they could not.
    pub unbuilt: Option<String>,
}

/// What a base is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BaseKind {
    /// A commit.
    Commit,
    /// A folder, on the disk or in memory.
    Folder,
    /// The manifest of the published site.
    Published,
    /// Nothing.
    Nothing,
}

/// One place where the base was looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepAccount {
    /// Where.
    pub place: String,
    /// What was there.
    pub found: String,
}

/// How many pages there are of each change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Pages of the site now.
    pub all: usize,
    /// Pages that say something else.
    pub edited: usize,
    /// Pages that are new.
    pub added: usize,
    /// Pages that have another URL.
    pub renamed: usize,
    /// Pages that are gone.
    pub deleted: usize,
    /// Drafts that are published.
    pub appeared: usize,
    /// Pages that have become drafts.
    pub disappeared: usize,
    /// Pages of which only a file has changed that they show.
    pub affected: usize,
    /// Pages of which nothing has changed that is seen.
    pub not_visible: usize,
    /// Words that were added, in all pages.
    pub words_added: usize,
    /// Words that were taken away, in all pages.
    pub words_removed: usize,
}

/// A page that has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageAccount {
    /// How.
    pub change: Change,
    /// Below the root of the site; of a page that is gone, where it was.
    pub url: String,
    /// Where it was, if not there.
    pub earlier_url: Option<String>,
    /// Its title.
    pub title: String,
    /// The path of its source.
    pub source: String,
    /// Why it is here.
    pub why: Vec<String>,
    /// Words that were added.
    pub words_added: usize,
    /// Words that were taken away.
    pub words_removed: usize,
    /// How many changes are marked.
    pub changes: usize,
    /// The sections that have changed.
    pub sections: Vec<SectionAccount>,
    /// What has changed and is not seen.
    pub not_visible: Vec<HiddenAccount>,
    /// The page with its changes marked, within the preview.
    pub marked: Option<String>,
    /// The page itself, within the preview.
    pub page: Option<String>,
    /// Whether its old URL still leads somewhere; `null` for a page that has not moved.
    pub redirected: Option<bool>,
    /// Whether the navigation holds it.
    pub in_navigation: bool,
    /// The sources that link it; of a page that is gone, those that did.
    pub linked_from: Vec<String>,
    /// New errors and warnings in its source.
    pub new_findings: usize,
}

impl PageAccount {
    /// A page of which nothing more is to be said.
    pub(super) fn bare(change: Change, url: &str, title: &str, source: &str) -> Self {
        Self {
            change,
            url: url.to_owned(),
            earlier_url: None,
            title: title.to_owned(),
            source: source.to_owned(),
            why: Vec::new(),
            words_added: 0,
            words_removed: 0,
            changes: 0,
            sections: Vec::new(),
            not_visible: Vec::new(),
            marked: None,
            page: None,
            redirected: None,
            in_navigation: false,
            linked_from: Vec::new(),
            new_findings: 0,
        }
    }
}

/// How a page has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It says something else.
    Edited,
    /// It is new.
    Added,
    /// It has another URL.
    Renamed,
    /// It is gone.
    Deleted,
    /// It was a draft.
    Appeared,
    /// It is a draft now.
    Disappeared,
    /// A file has changed that it shows.
    Affected,
    /// Nothing has changed that is seen.
    NotVisible,
}

impl Change {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Edited => "edited",
            Self::Added => "added",
            Self::Renamed => "moved",
            Self::Deleted => "deleted",
            Self::Appeared => "published",
            Self::Disappeared => "withdrawn",
            Self::Affected => "affected",
            Self::NotVisible => "not visible",
        }
    }
}

/// A section that has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionAccount {
    /// Its heading; empty before the first one.
    pub title: String,
    /// Its id; empty before the first heading.
    pub anchor: String,
    /// Where its heading stands in the source, counted from 1.
    pub line: Option<usize>,
    /// Whether it is gone.
    pub removed: bool,
}

/// A change that is not seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenAccount {
    /// What has changed: `link`, `alternative text`, `anchor`, `metadata`.
    pub what: String,
    /// Of what: the text of the link, the file of the image, the heading, the key.
    pub name: String,
    /// As it was.
    pub before: Option<String>,
    /// As it is.
    pub after: Option<String>,
}

/// What has changed for many pages at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteWide {
    /// What: `templates`, `styles and scripts`, `files`, `configuration`, `navigation`, `submodules`.
    pub what: String,
    /// The files that have changed.
    pub files: Vec<String>,
    /// How many pages look different for it, beside those that say something else.
    pub pages: usize,
    /// A few of these pages, of different kinds: their URLs.
    pub samples: Vec<String>,
}

/// An anchor that was published and is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemovedAnchor {
    /// The page, as it is called now.
    pub url: String,
    /// The id.
    pub anchor: String,
    /// Whether a link of the site led there.
    pub linked: bool,
}

/// What is wrong in the site, by whether the change has brought it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// The change has brought it.
    pub new: Vec<FindingAccount>,
    /// It was there before.
    pub already_there: Vec<FindingAccount>,
    /// The change has mended it.
    pub fixed: Vec<FindingAccount>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingAccount {
    /// Code of the rule.
    pub code: String,
    /// Name of the rule.
    pub name: String,
    /// `error`, `warning` or `advice`.
    pub level: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The file, from the root of the repository.
    pub file: String,
    /// The line, counted from 1; `null` where the file is gone.
    pub line: Option<usize>,
    /// The changed line that caused it, where it stands on one that has not changed.
    pub cause: Option<Cause>,
}

/// A changed line that caused a finding elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// The file, from the root of the repository.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}
