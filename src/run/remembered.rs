//! Remembers which pages ran as they say, so that they are run again only when something has changed.
//!
//! The file of a page is named by the hash of all that its run depends on. It holds no output, and only of pages that had
//! nothing wrong: what failed is always run again.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BlockRun;

/// Where results are remembered, below the root of a site.
pub const FOLDER: &str = ".docent-cache/test";

/// A folder of results.
pub(super) struct Remembered(PathBuf);

/// A page that ran as it says.
#[derive(Serialize, Deserialize)]
pub(super) struct Result {
    pub(super) blocks: Vec<BlockRun>,
    pub(super) with: Vec<String>,
}

impl Remembered {
    pub(super) fn of_site(root: &Path) -> Self {
        Self(root.join(FOLDER))
    }

    /// What is known of a run that would depend on exactly this.
    pub(super) fn find(&self, key: &str) -> Option<Result> {
        serde_json::from_slice(&fs::read(self.file(key)).ok()?).ok()
    }

    /// Remembers a run. Where that is not possible, it is run again another time.
    pub(super) fn insert(&self, key: &str, result: &Result) {
        let Ok(text) = serde_json::to_vec(result) else { return };
        let kept_out = self.0.parent().map(|folder| folder.join(".gitignore"));
        let written = fs::create_dir_all(&self.0).and_then(|()| fs::write(self.file(key), text));
        if written.is_err() {
            // A part of it is nothing to remember.
            let _ = fs::remove_file(self.file(key));
        } else if let Some(file) = kept_out.filter(|file| !file.exists()) {
            let _ = fs::write(file, "# What Docent remembers of earlier runs; it can be deleted.\n*\n");
        }
    }

    fn file(&self, key: &str) -> PathBuf {
        self.0.join(format!("{key}.json"))
    }
}
