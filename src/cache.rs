//! Remembered results of pure functions, by the hash of all their inputs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::check::DocumentFindings;
use crate::diagnostic::Problem;
use crate::document::Document;
use crate::render::{Body, Templates};
use crate::site::Resolution;
use crate::source::SitePath;

/// What is remembered between two runs of the pipeline in one process.
#[derive(Debug)]
pub struct Cache {
    /// By source.
    pub(crate) documents: Memo<Arc<Document>>,
    /// By source, links, included files and settings.
    pub(crate) bodies: Memo<Arc<Body>>,
    /// By templates and context.
    pub(crate) pages: Memo<Result<Arc<[u8]>, Problem>>,
    /// By what they say.
    pub(crate) cards: Memo<Arc<[u8]>>,
    /// By the sources of the site's own templates.
    pub(crate) templates: Memo<Result<Arc<Templates>, Problem>>,
    /// By all that the site declares and the document's source: what spares a page that stays as it is the making of
    /// its context.
    pub(crate) shown: Memo<Shown>,
    /// By all that the site declares: the pages that no document stands behind.
    pub(crate) derived: Memo<Arc<DerivedPages>>,
    /// By all that documents declare, and where they link.
    pub(crate) resolutions: Memo<Resolution>,
    /// By all that rules see of the site, and the document's source.
    pub(crate) findings: Memo<DocumentFindings>,
    /// By file: what its bytes were and what was read from them.
    files: Mutex<HashMap<SitePath, ReadFile>>,
    generation: AtomicU32,
    forgets: bool,
}

/// Pages by their path, and what failed in their templates.
type DerivedPages = (Vec<(String, Arc<[u8]>)>, Vec<Problem>);

/// A rendered page, and where its parts are remembered.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) body: Arc<Body>,
    pub(crate) body_key: blake3::Hash,
    pub(crate) page: Result<Arc<[u8]>, Problem>,
    pub(crate) page_key: blake3::Hash,
}

/// What was read from a file.
#[derive(Debug, Clone)]
pub(crate) struct ReadFile {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) document: Arc<Document>,
    pub(crate) problems: Vec<Problem>,
}

impl Default for Cache {
    fn default() -> Self {
        Self::new()
    }
}

impl Cache {
    /// Remembers nothing yet.
    pub fn new() -> Self {
        Self::of(false)
    }

    /// Remembers nothing at all: a process that builds once would pay for what it never asks for again.
    pub fn forgetful() -> Self {
        Self::of(true)
    }

    fn of(forgets: bool) -> Self {
        Self {
            documents: Memo::new(forgets),
            bodies: Memo::new(forgets),
            pages: Memo::new(forgets),
            cards: Memo::new(forgets),
            templates: Memo::new(forgets),
            shown: Memo::new(forgets),
            derived: Memo::new(forgets),
            resolutions: Memo::new(forgets),
            findings: Memo::new(forgets),
            files: Mutex::default(),
            generation: AtomicU32::new(0),
            forgets,
        }
    }

    /// Whether nothing is remembered.
    pub(crate) fn forgets(&self) -> bool {
        self.forgets
    }

    /// Starts a run: what no run of the last few has asked for is forgotten.
    pub(crate) fn start_run(&self) {
        /// An author who undoes an edit should find its result still there.
        const KEPT_RUNS: u32 = 8;
        let now = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        let oldest = now.saturating_sub(KEPT_RUNS);
        self.documents.start_run(now, oldest);
        self.bodies.start_run(now, oldest);
        self.pages.start_run(now, oldest);
        self.cards.start_run(now, oldest);
        self.templates.start_run(now, oldest);
        self.shown.start_run(now, oldest);
        self.derived.start_run(now, oldest);
        self.resolutions.start_run(now, oldest);
        self.findings.start_run(now, oldest);
    }

    /// What was read from these very bytes: the same allocation, so that they need not be looked at. A world that
    /// reads its files anew gets nothing from here and loses nothing.
    pub(crate) fn read_before(&self, path: &SitePath, bytes: &Arc<[u8]>) -> Option<ReadFile> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.get(path).filter(|file| Arc::ptr_eq(&file.bytes, bytes)).cloned()
    }

    /// Remembers what was read from the files of a site, and nothing of those that are gone.
    pub(crate) fn remember_files(&self, read: impl Iterator<Item = (SitePath, ReadFile)>) {
        if self.forgets {
            return;
        }
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = read.collect();
    }

    /// Keeps the parts of a page that was remembered as a whole: an edit elsewhere may ask for them again.
    pub(crate) fn touch(&self, shown: &Shown) {
        self.bodies.touch(shown.body_key);
        self.pages.touch(shown.page_key);
    }

    /// How many results were computed rather than remembered: documents, bodies, pages.
    pub fn computed(&self) -> Computed {
        Computed {
            documents: self.documents.computed.load(Ordering::Relaxed),
            bodies: self.bodies.computed.load(Ordering::Relaxed),
            pages: self.pages.computed.load(Ordering::Relaxed),
        }
    }
}

/// How many results were computed since the cache was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Computed {
    /// Sources parsed.
    pub documents: u32,
    /// Bodies rendered.
    pub bodies: u32,
    /// Pages put into their template.
    pub pages: u32,
}

/// The results of one function.
#[derive(Debug)]
pub(crate) struct Memo<V> {
    /// Threads that work on different inputs seldom wait for each other.
    shards: [Mutex<HashMap<blake3::Hash, Remembered<V>>>; SHARDS],
    now: AtomicU32,
    computed: AtomicU32,
    forgets: bool,
}

#[derive(Debug)]
struct Remembered<V> {
    value: V,
    last_used: u32,
}

const SHARDS: usize = 16;

impl<V: Clone> Memo<V> {
    fn new(forgets: bool) -> Self {
        let shards = std::array::from_fn(|_| Mutex::default());
        Self { shards, now: AtomicU32::new(0), computed: AtomicU32::new(0), forgets }
    }

    /// The result for the inputs of this hash: remembered, else computed and remembered. What remembers nothing does not
    /// ask for the hash either.
    pub(crate) fn get(&self, key: impl FnOnce() -> blake3::Hash, compute: impl FnOnce() -> V) -> V {
        let compute = || {
            self.computed.fetch_add(1, Ordering::Relaxed);
            compute()
        };
        if self.forgets {
            return compute();
        }
        let key = key();
        self.find(key).unwrap_or_else(|| {
            let value = compute();
            self.insert(key, value.clone());
            value
        })
    }

    /// The result for the inputs of this hash, where it is remembered.
    pub(crate) fn find(&self, key: blake3::Hash) -> Option<V> {
        let now = self.now.load(Ordering::Relaxed);
        let mut results = self.lock(key);
        let remembered = results.get_mut(&key)?;
        remembered.last_used = now;
        Some(remembered.value.clone())
    }

    /// Remembers a result.
    pub(crate) fn insert(&self, key: blake3::Hash, value: V) {
        let last_used = self.now.load(Ordering::Relaxed);
        self.lock(key).insert(key, Remembered { value, last_used });
    }

    /// Notes that a result is still of use.
    fn touch(&self, key: blake3::Hash) {
        let now = self.now.load(Ordering::Relaxed);
        if let Some(remembered) = self.lock(key).get_mut(&key) {
            remembered.last_used = now;
        }
    }

    // A thread that panicked holds no half-written value here: values are inserted whole.
    fn lock(&self, key: blake3::Hash) -> MutexGuard<'_, HashMap<blake3::Hash, Remembered<V>>> {
        self.shards[usize::from(key.as_bytes()[0]) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start_run(&self, now: u32, oldest: u32) {
        self.now.store(now, Ordering::Relaxed);
        for shard in &self.shards {
            let mut results = shard.lock().unwrap_or_else(PoisonError::into_inner);
            results.retain(|_, remembered| remembered.last_used >= oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_remembers_nothing_asks_for_no_key() {
        let cache = Cache::forgetful();
        let card = || cache.cards.get(|| panic!("a key is made for nothing"), || Arc::from(*b"PNG"));
        assert_eq!((&*card(), &*card()), (&b"PNG"[..], &b"PNG"[..]));
    }

    #[test]
    fn results_are_remembered_while_they_are_used() {
        let cache = Cache::new();
        let key = blake3::hash(b"a");
        let document =
            || Arc::new(Document::parse(&crate::source::Source::new(crate::source::SitePath::new("a.md"), "x")));
        cache.start_run();
        cache.documents.get(|| key, document);
        cache.documents.get(|| key, document);
        assert_eq!(cache.computed().documents, 1);
        for _ in 0..9 {
            cache.start_run();
        }
        cache.documents.get(|| key, document);
        assert_eq!(cache.computed().documents, 2, "forgotten when no run has asked for it");
    }
}
