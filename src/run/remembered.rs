//! Remembers which pages ran as they say, so that they are run again only when something has changed.
//!
//! The file of a page is named by the hash of all that its run depends on. It holds no output, and only of pages that had
//! nothing wrong: what failed is always run again.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BlockRun;
use crate::output::source;

/// Where results are remembered, below the root of a site.
pub const FOLDER: &str = ".docent-cache/test";

/// A folder of results; none where a symbolic link leads out of the site to it.
pub(super) struct Remembered(Option<PathBuf>);

/// A page that ran as it says.
#[derive(Serialize, Deserialize)]
pub(super) struct Result {
    pub(super) blocks: Vec<BlockRun>,
    pub(super) with: Vec<String>,
}

impl Remembered {
    pub(super) fn of_site(root: &Path) -> Self {
        let folder = root.join(FOLDER);
        let is_within = source::is_within(root, &folder.join("result"));
        Self(is_within.then_some(folder))
    }

    /// What is known of a run that would depend on exactly this.
    pub(super) fn find(&self, key: &str) -> Option<Result> {
        serde_json::from_slice(&fs::read(self.file(key)?).ok()?).ok()
    }

    /// Remembers a run. Where that is not possible, it is run again another time.
    pub(super) fn insert(&self, key: &str, result: &Result) {
        let (Ok(text), Some(folder), Some(file)) = (serde_json::to_vec(result), &self.0, self.file(key)) else {
            return;
        };
        let kept_out = folder.parent().map(|folder| folder.join(".gitignore"));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
        if written.is_err() {
            // A part of it is nothing to remember.
            let _ = fs::remove_file(&file);
        } else if let Some(file) = kept_out.filter(|file| !file.exists()) {
            let _ = fs::write(file, "# What Docent remembers of earlier runs; it can be deleted.\n*\n");
        }
    }

    fn file(&self, key: &str) -> Option<PathBuf> {
        Some(self.0.as_ref()?.join(format!("{key}.json")))
    }
}
