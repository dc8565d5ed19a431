//! A site held in memory: for tests, and the model that other worlds are compared with.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use super::{Listing, World, is_left_out};
use crate::calendar::Date;
use crate::source::SitePath;

/// Files in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryWorld {
    files: BTreeMap<SitePath, Arc<[u8]>>,
    last_changed: BTreeMap<SitePath, Date>,
}

impl MemoryWorld {
    /// A site without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file.
    pub fn write(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.files.insert(SitePath::new(path), bytes.into().into());
    }

    /// Says on which day a file last changed.
    pub fn set_last_changed(&mut self, path: &str, day: Date) {
        self.last_changed.insert(SitePath::new(path), day);
    }

    /// Takes a file away.
    pub fn remove(&mut self, path: &str) {
        self.files.remove(&SitePath::new(path));
    }
}

impl World for MemoryWorld {
    fn list(&self, folder: &str) -> Listing {
        let within = |path: &SitePath| {
            path.as_str()
                .strip_prefix(folder)
                .and_then(|rest| rest.strip_prefix('/'))
                .is_some_and(|rest| !rest.split('/').any(is_left_out))
        };
        Listing { files: self.files.keys().filter(|path| within(path)).cloned().collect(), unreadable: Vec::new() }
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn last_changed(&self) -> BTreeMap<SitePath, Date> {
        self.last_changed.clone()
    }
}
