//! The files of a build as data, and publishing them into a folder without ever losing or mixing anything.
//!
//! [`Outputs`] is a value: two builds are compared, served and tested without a disk. [`destination()`] decides
//! before the first write whether a folder may be published into, and [`Destination::publish`] does it.
//!
//! # What publishing promises
//! - **The folder shows one build, whole.** The new output is laid out beside the folder, in
//!   `.<folder>.docent-publishing`, then the two folders are exchanged by one system call. A build that is
//!   killed leaves the earlier output; what it left beside the folder is cleared away by the next build.
//! - **Only our own files are replaced or removed.** They are listed in `.docent-outputs` inside the folder.
//!   A folder that holds anything else is refused; symbolic links are never followed, because nothing that
//!   we write is one.
//! - **A file whose bytes are the same stays the same file**: it is linked into the new folder, so its inode
//!   and its time remain. If all files are the same, nothing is touched.
//!
//! # What it does not promise
//! - The folder itself is replaced: a shell or a server whose working directory is inside it stays in the
//!   removed one. Permissions of folders are carried over; access lists and security labels are not.
//! - Where there is no exchange (Windows, some network file systems), two renames take its place: for a moment
//!   there is no folder, and the next build puts it back should this one be killed just then.
//! - Where the folder cannot be renamed (a mount point, a parent that is not writable, a folder owned by someone
//!   else), its files are replaced one by one, each of them atomically; [`Written::in_place`] says so.
//! - Only the list of our files is forced onto the disk. After a power cut the newest pages may be empty until
//!   the next build, which compares every byte and mends them.

#![expect(clippy::disallowed_methods, reason = "this is where outputs meet the disk")]

mod destination;
pub mod examine;
mod files;
mod in_place;
mod inventory;
pub mod path;
mod publish;
pub mod source;
mod swap;
mod workspace;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

pub use destination::{Destination, destination};
pub use publish::Written;

/// The files of a build: path relative to the output folder, `/` between its segments, → bytes. Ordered by path.
///
/// Whatever is in here can be written: paths are checked when they are inserted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outputs(BTreeMap<String, Arc<[u8]>>);

impl Outputs {
    /// The outputs of a build that made no file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    /// If the path cannot be written, or if another output already needs its place.
    pub fn insert(&mut self, path: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Result<(), InsertError> {
        let path = path.into();
        if let Some(why) = path::why_unwritable(&path) {
            return Err(InsertError::Path { path, why });
        }
        if self.0.contains_key(&path) {
            return Err(InsertError::Taken { path });
        }
        if let Some(other) = self.in_the_way(&path) {
            let other = other.to_owned();
            return Err(InsertError::FileAndFolder { path, other });
        }
        self.0.insert(path, bytes.into());
        Ok(())
    }

    /// The bytes of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.0.get(path)
    }

    /// A hash of the bytes of a file, which changes when they do.
    #[must_use]
    pub fn hash(&self, path: &str) -> Option<blake3::Hash> {
        self.get(path).map(|bytes| blake3::hash(bytes))
    }

    /// All files, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.0.iter().map(|(path, bytes)| (path.as_str(), bytes))
    }

    /// All paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a reader of the earlier outputs would find changed.
    #[must_use]
    pub fn changes_since(&self, earlier: &Self) -> Changes {
        let mut changes = Changes::default();
        for (path, bytes) in &self.0 {
            match earlier.0.get(path) {
                None => changes.added.push(path.clone()),
                // Pages that came from the cache are the same allocation: no need to look at their bytes.
                Some(before) if Arc::ptr_eq(before, bytes) || before == bytes => {}
                Some(_) => changes.changed.push(path.clone()),
            }
        }
        changes.removed = earlier.0.keys().filter(|path| !self.0.contains_key(*path)).cloned().collect();
        changes
    }

    /// All folders that the files need, each before those below it.
    fn folders(&self) -> BTreeSet<&str> {
        self.paths().flat_map(path::folders_of).collect()
    }

    /// An output that is a folder of this path, or that lies below it: the two cannot both be files.
    fn in_the_way(&self, path: &str) -> Option<&str> {
        let above = path::folders_of(path).find_map(|folder| self.0.get_key_value(folder));
        let below = || {
            let start = format!("{path}/");
            self.0.range(start.clone()..).next().filter(|(other, _)| other.starts_with(&start))
        };
        above.or_else(below).map(|(other, _)| other.as_str())
    }
}

/// How the outputs of one build differ from those of an earlier one: paths, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Only the later build has them.
    pub added: Vec<String>,
    /// Both have them, with different bytes.
    pub changed: Vec<String>,
    /// Only the earlier build has them.
    pub removed: Vec<String>,
}

impl Changes {
    /// Whether the two builds are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

/// Why a file cannot be an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InsertError {
    /// The path cannot be written.
    Path {
        /// The path.
        path: String,
        /// Why, as a phrase that follows the path.
        why: &'static str,
    },
    /// Another output has the same path.
    Taken {
        /// The path of both.
        path: String,
    },
    /// Another output is a file where this one needs a folder, or the other way round.
    FileAndFolder {
        /// The path of the new output.
        path: String,
        /// The path of the other.
        other: String,
    },
}

impl fmt::Display for InsertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path { path, why } => write!(f, "the output `{}` {why}", path.escape_debug()),
            Self::Taken { path } => write!(f, "two outputs have the path `{path}`"),
            Self::FileAndFolder { path, other } => {
                write!(f, "the outputs `{path}` and `{other}` would be a file and a folder of one name")
            }
        }
    }
}

impl std::error::Error for InsertError {}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn outputs(files: &[(&str, &str)]) -> Outputs {
        let mut outputs = Outputs::new();
        for (path, text) in files {
            outputs.insert(*path, text.as_bytes()).unwrap();
        }
        outputs
    }

    #[test]
    fn a_path_is_taken_once() {
        let mut outputs = outputs(&[("a.html", "first")]);
        let error = outputs.insert("a.html", *b"second").unwrap_err();
        assert_eq!(error.to_string(), "two outputs have the path `a.html`");
        assert_eq!(&**outputs.get("a.html").unwrap(), b"first");
    }

    #[test]
    fn a_file_is_not_also_a_folder() {
        let mut outputs = outputs(&[("a/b/c.html", ""), ("d", ""), ("a.html", ""), ("a-b", "")]);
        let said = |error: InsertError| error.to_string();
        let message = "the outputs `a` and `a/b/c.html` would be a file and a folder of one name";
        assert_eq!(outputs.insert("a", *b"").map_err(said), Err(message.to_owned()));
        let message = "the outputs `d/e/f` and `d` would be a file and a folder of one name";
        assert_eq!(outputs.insert("d/e/f", *b"").map_err(said), Err(message.to_owned()));
        assert_eq!(outputs.len(), 4);
    }

    #[test]
    fn a_path_that_leads_out_is_refused() {
        let error = Outputs::new().insert("a/../../b\u{7}", *b"").unwrap_err();
        assert_eq!(error.to_string(), r"the output `a/../../b\u{7}` has a segment of only dots");
    }

    #[test]
    fn changes_are_what_a_reader_finds_changed() {
        let earlier = outputs(&[("gone", "1"), ("other", "1"), ("same", "1")]);
        let mut later = outputs(&[("new", "1"), ("other", "2")]);
        later.insert("same", earlier.get("same").unwrap().clone()).unwrap();
        let changes = later.changes_since(&earlier);
        assert_eq!(changes.added, ["new"]);
        assert_eq!(changes.changed, ["other"]);
        assert_eq!(changes.removed, ["gone"]);
        assert!(!changes.is_empty());
        assert!(later.changes_since(&later.clone()).is_empty());
        assert_eq!(later.hash("same"), earlier.hash("same"));
        assert_ne!(later.hash("other"), earlier.hash("other"));
        assert_eq!(later.hash("gone"), None);
    }
}
