//! Where files come from: the one seam between Docent and what it reads.

mod disk;
mod git;
mod history;
mod kept;
mod memory;
mod overlay;
mod patience;
mod repository;
mod untrusted;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

pub use disk::DiskWorld;
pub use git::GitWorld;
pub use kept::{KeptWorld, Touched};
pub use memory::MemoryWorld;
pub use overlay::Overlay;
pub use repository::{Commit, Repository};
pub use untrusted::Untrusted;

use crate::calendar::Date;
use crate::source::SitePath;

/// The files of a site, as one state of them.
pub trait World: Sync {
    /// The files below a folder, in byte order of their paths; empty when there is no such folder.
    fn list(&self, folder: &str) -> Listing;

    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// When there is no such file in the site, or the machine refuses to read it.
    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>>;

    /// How many bytes a file has.
    ///
    /// # Errors
    ///
    /// As [`World::read`].
    fn size(&self, path: &SitePath) -> io::Result<u64> {
        self.read(path).map(|bytes| bytes.len() as u64)
    }

    /// The day on which each source last changed, as version control remembers it; empty where nothing does.
    fn last_changed(&self) -> BTreeMap<SitePath, Date> {
        BTreeMap::new()
    }
}

/// What a folder holds.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// Regular files, in byte order of their paths.
    pub files: Vec<SitePath>,
    /// What is there and cannot be read, with the reason, in the same order.
    pub unreadable: Vec<(SitePath, String)>,
}

/// Whether a file of this name is never part of a site: hidden files and what editors leave behind.
///
/// `.well-known` and `.nojekyll` are hidden by name and wanted by hosts.
pub(crate) fn is_left_out(name: &str) -> bool {
    const WANTED: [&str; 2] = [".well-known", ".nojekyll"];
    /// The name under which vim asks whether a folder can be written.
    const VIM_PROBE: &str = "4913";
    const ENDINGS: [&str; 6] = [".swp", ".swo", ".bak", ".bck", ".orig", ".tmp"];
    (name.starts_with('.') && !WANTED.contains(&name))
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || name == VIM_PROBE
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
}
