//! Runs the code of pages and compares what it prints with what they show. Only `docent test` does so: code never runs on
//! `build` or `serve`.

#![expect(clippy::disallowed_methods, reason = "sandboxes are folders, and records say on which day they were made")]

mod align;
mod compare;
mod console;
mod finding;
mod page;
mod plan;
mod probe;
mod process;
mod remembered;
mod sandbox;
mod session;

use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use remembered::FOLDER as REMEMBERED;

use crate::calendar::Date;
use crate::diagnostic::Problem;
use crate::document::task::Need;
use crate::site::verification::{RAN, Record, RecordedBlock};
use crate::site::{DocumentId, Site};
use crate::source::SitePath;
use crate::world::World;
use plan::Intent;
use probe::Probes;
use process::Isolation;
use remembered::Remembered;

/// Runs the code of the pages of a site.
pub struct Tester<'s> {
    site: &'s Site,
    world: &'s dyn World,
    /// Whether code that needs the network has it.
    network: bool,
    isolation: Isolation,
    probes: Probes,
    remembered: Option<Remembered>,
}

/// What became of the code of a page.
#[derive(Debug)]
pub struct PageRun {
    /// The page.
    pub document: DocumentId,
    /// Its blocks, in order.
    pub blocks: Vec<BlockRun>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The programs that ran it, and their versions.
    pub with: Vec<String>,
    /// Whether it ran at an earlier time, and nothing has changed since.
    pub remembered: bool,
}

/// What became of a block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockRun {
    /// Its language.
    pub language: String,
    /// Where it starts in its page.
    pub place: usize,
    /// What became of it.
    pub status: Status,
}

/// What became of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// It ran as its page says.
    Ran,
    /// It ran, and not as its page says.
    Failed,
    /// Its author says that it is never run, and why.
    Skipped(String),
    /// Something that it needs is not there.
    Lacking(String),
    /// It was to be run, and was not.
    NotRun(String),
    /// Nobody asked for it to be run.
    Left,
}

impl<'s> Tester<'s> {
    /// A tester that remembers results below the root of the site, where one is given.
    pub fn new(site: &'s Site, world: &'s dyn World, network: bool, root: Option<&Path>) -> Self {
        let isolation = Isolation::of_system();
        let remembered = root.map(Remembered::of_site);
        Self { site, world, network, isolation, probes: Probes::default(), remembered }
    }

    /// Whether the network is switched off for code that does not need it.
    pub fn is_isolated(&self) -> bool {
        self.isolation != Isolation::Impossible
    }

    /// Runs the code of pages, and says after each that it is done.
    ///
    /// # Errors
    ///
    /// When a program cannot be started, or the machine refuses a folder.
    pub fn run(&self, pages: &[DocumentId], done: &(dyn Fn() + Sync)) -> Result<Vec<PageRun>> {
        let run = |&id: &DocumentId| {
            let run = self.page(id);
            done();
            run
        };
        pages.par_iter().map(run).collect()
    }

    fn page(&self, id: DocumentId) -> Result<PageRun> {
        let key = self.remembered.as_ref().map(|remembered| (remembered, self.key(id)));
        if let Some(known) = key.as_ref().and_then(|(remembered, key)| remembered.find(key.as_deref()?)) {
            let remembered::Result { blocks, with } = known;
            return Ok(PageRun { document: id, blocks, problems: Vec::new(), with, remembered: true });
        }
        let run = page::run(self, id)?;
        if let Some((remembered, Some(key))) = key.filter(|_| run.problems.is_empty()) {
            remembered.insert(&key, &remembered::Result { blocks: run.blocks.clone(), with: run.with.clone() });
        }
        Ok(run)
    }

    /// Identifies all that the run of a page depends on; `None` where some of it cannot be told.
    fn key(&self, id: DocumentId) -> Option<String> {
        let steps = plan::plan(self.site, id);
        let document = &self.site.documents[id];
        let sandbox = sandbox::Sandbox::new(Some(self.isolation), Vec::new()).ok()?;
        // The text too: blocks are remembered by where they stand.
        let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned(), document.source.hash().to_hex().to_string()];
        parts.extend([self.code_hash(id), self.network.to_string(), self.is_isolated().to_string()]);
        for step in &steps {
            if let Intent::Run(runner) = step.intent {
                parts.push(self.probes.version(runner, &sandbox)?);
            }
            for need in step.needs(document) {
                let value = match need {
                    Need::Variable(name) => format!("{:?}", std::env::var_os(name)),
                    _ => String::new(),
                };
                parts.push(format!(
                    "{need} {value} {:?}",
                    self.probes.find(need, self.network, self.python(), &sandbox)
                ));
            }
        }
        Some(blake3::hash(parts.join("\0").as_bytes()).to_hex()[..32].to_owned())
    }

    fn code_hash(&self, id: DocumentId) -> String {
        let hash = |path: &SitePath| self.world.read(path).ok().map(|bytes| blake3::hash(&bytes));
        self.site.code_hash(id, hash)
    }

    /// The record of a page that ran as it says.
    pub fn record(&self, run: &PageRun) -> Record {
        let block = |block: &BlockRun| {
            let (status, reason) = match &block.status {
                Status::Ran => (RAN, None),
                Status::Failed => ("failed", None),
                Status::Skipped(reason) => ("skipped", Some(reason)),
                Status::Lacking(reason) => ("lacking", Some(reason)),
                Status::NotRun(reason) => ("not run", Some(reason)),
                Status::Left => ("not run", None),
            };
            RecordedBlock { language: block.language.clone(), status: status.to_owned(), reason: reason.cloned() }
        };
        let page = self.site.documents[run.document].path();
        let blocks = run.blocks.iter().map(block).collect();
        Record::new(page, self.code_hash(run.document), today(), run.with.clone(), blocks)
    }
}

/// The day, in UTC.
fn today() -> Date {
    const DAY: u64 = 24 * 60 * 60;
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Date::of_day(since.as_secs() / DAY)
}
