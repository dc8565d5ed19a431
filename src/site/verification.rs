//! Records of code that was run: what `docent test --record` wrote, and whether the code is still the same.

use serde::{Deserialize, Serialize};

use super::attached::attached;
use super::{DocumentId, PublishedFile, Site};
use crate::calendar::Date;
use crate::config::{CONTENT, VERIFICATION};
use crate::diagnostic::{Finding, Problem};
use crate::document::{CodeBlock, task};
use crate::source::{SitePath, Source};

/// Rises when an older Docent could misread a record.
const VERSION: u32 = 1;
/// Code of the rule that a mistake in a record belongs to.
const CONFIG_SYNTAX: &str = "P01";
/// Code of the rule for records that are of no use.
const VERIFICATION_STALE: &str = "F11";

/// What was found when the code of a page was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    version: u32,
    /// The page.
    pub page: String,
    /// Identifies the code, and all that it was run with and compared with.
    pub code: String,
    /// The day.
    pub date: String,
    /// The programs and their versions: `Python 3.13.5`.
    pub with: Vec<String>,
    /// What became of each block, in the order of the page.
    pub blocks: Vec<RecordedBlock>,
}

/// What became of a block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedBlock {
    /// Its language.
    pub language: String,
    /// `ran`, `skipped`, `lacking` or `not run`.
    pub status: String,
    /// Why it did not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The status of a block that ran as its page says.
pub const RAN: &str = "ran";

/// A record, and whether the code of its page is still what was run.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The record.
    pub record: Record,
    /// Its file.
    pub source: Source,
    /// Whether the code is still the same.
    pub current: bool,
}

impl Record {
    /// A record of today's form.
    pub fn new(page: &SitePath, code: String, date: Date, with: Vec<String>, blocks: Vec<RecordedBlock>) -> Self {
        Self { version: VERSION, page: page.to_string(), code, date: date.to_string(), with, blocks }
    }

    /// Reads a record; one that cannot be read is a problem of the site.
    ///
    /// # Errors
    ///
    /// Says where and why.
    pub fn read(source: &Source) -> Result<Self, Problem> {
        let problem = |line: usize, message: String| {
            let finding = Finding::new(source.span(source.line(line)), message)
                .help("write it anew with `docent test --record`, or delete it");
            Problem::new(CONFIG_SYNTAX, finding)
        };
        let record: Self = serde_json::from_str(source.text()).map_err(|error| {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default();
            problem(error.line().saturating_sub(1), format!("not a record of verification: {what}"))
        })?;
        let unknown = record.version != VERSION || Date::parse(&record.date).is_none();
        if unknown { Err(problem(0, "a record that this Docent does not know".to_owned())) } else { Ok(record) }
    }

    /// The record as it is written.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The day.
    pub fn day(&self) -> Option<Date> {
        Date::parse(&self.date)
    }

    /// How many blocks ran, and how many there are.
    pub fn counts(&self) -> (usize, usize) {
        (self.blocks.iter().filter(|block| block.status == RAN).count(), self.blocks.len())
    }
}

fn without_page(source: &Source, record: &Record) -> Problem {
    let line = (0..).map(|line| source.line(line)).take_while(|line| line.start < source.text().len());
    let names_page = |line: &std::ops::Range<usize>| source.text()[line.clone()].contains("\"page\"");
    let line = line.into_iter().find(names_page).unwrap_or_default();
    let indent = source.text()[line.clone()].len() - source.text()[line.clone()].trim_start().len();
    let span = source.span(line.start + indent..line.end);
    let finding = Finding::new(span, format!("the page of this record, `{}`, is gone", record.page))
        .help("delete the record; for a page that has moved, `docent test --record` writes a new one");
    Problem::new(VERIFICATION_STALE, finding)
}

/// Where the record of a page stands.
pub fn record_path(page: &SitePath) -> SitePath {
    let within = page.as_str().strip_prefix(CONTENT).unwrap_or(page.as_str());
    SitePath::new(format!("{VERIFICATION}{}.json", within.strip_suffix(".md").unwrap_or(within)))
}

impl Site {
    /// The files that the code of a document finds in its sandbox.
    pub fn attached(&self, id: DocumentId) -> super::Attached {
        let own = self.files.values().filter_map(|file| match file {
            PublishedFile::OfSite(path) => Some(path),
            PublishedFile::OfTheme(_) => None,
        });
        attached(&self.documents[id], &own)
    }

    /// Identifies the code of a document with all that decides what running it shows. How the code looks in the page is no
    /// part of it. `hash_of` knows the bytes of the files that the code finds.
    pub fn code_hash(&self, id: DocumentId, hash_of: impl Fn(&SitePath) -> Option<blake3::Hash>) -> String {
        let document = &self.documents[id];
        let mut hasher = blake3::Hasher::new();
        let mut part = |text: &str| {
            hasher.update(&text.len().to_le_bytes()).update(text.as_bytes());
        };
        let mut blocks: Vec<&CodeBlock> = document.code_blocks.iter().chain(&document.set_up).collect();
        blocks.sort_by_key(|block| block.range.start);
        for block in blocks {
            part(block.language().unwrap_or_default());
            let attributes = block.attributes.iter().filter(|attribute| task::is_of_task(&attribute.name));
            attributes.for_each(|it| part(&format!("{}={:?}", it.name, it.value)));
            part("");
            part(self.code(id, block).as_deref().unwrap_or_default());
        }
        part(&format!("{:?}", document.front_matter.code.signature()));
        for (target, path) in self.attached(id).files {
            part(&target);
            part(&hash_of(&path).map_or_else(String::new, |hash| hash.to_hex().to_string()));
        }
        for runner in &self.config.runners {
            part(&runner.language);
            runner.command.iter().for_each(|word| part(word));
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// What is known of the code of a document.
    pub fn verification(&self, id: DocumentId) -> Option<&Verification> {
        self.verifications.get(&id)
    }

    /// Gives the records to their pages; one without a page is a problem of the site.
    pub(super) fn verify(&mut self, records: Vec<(Source, Record)>) {
        for (source, record) in records {
            let Some(id) = self.document_at(&SitePath::new(record.page.as_str())) else {
                self.problems.push(without_page(&source, &record));
                continue;
            };
            let code = self.code_hash(id, |path| self.facts.attached.get(path).copied());
            self.verifications.insert(id, Verification { current: code == record.code, record, source });
        }
    }
}
