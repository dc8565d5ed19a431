//! What an output folder holds: our files, by the list that lies among them, and files that are not ours.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::path::{self, LOCK, MANIFEST, PART, WORKSPACE};
use super::{Outputs, files};

/// Grows when an older Docent could not understand the list any more.
const VERSION: u32 = 1;

/// A refusal names this many files.
const NAMED: usize = 4;

/// Files that desktops leave in a folder when somebody looks into it, and that nobody misses.
const LITTER: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// The list of our files in an output folder.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    version: u32,
    files: BTreeSet<String>,
}

impl Manifest {
    pub(super) fn of(outputs: &Outputs) -> Self {
        Self { version: VERSION, files: outputs.paths().map(str::to_owned).collect() }
    }

    /// The list while files are replaced one by one: of both builds.
    pub(super) fn and(mut self, earlier: &Inventory) -> Self {
        self.files.extend(earlier.listed.iter().cloned());
        self
    }

    /// Puts the list into a folder, whole or not at all: written elsewhere, forced onto the disk, then renamed.
    pub(super) fn write(&self, folder: &Path, part: &Path) -> Result<()> {
        let target = folder.join(MANIFEST);
        let write = || {
            let mut text = serde_json::to_vec_pretty(self)?;
            text.push(b'\n');
            // A torn page is mended by the next build, but a torn list would make it refuse the whole folder.
            files::write_new(part, &text)?.sync_all()?;
            fs::rename(part, &target)
        };
        files::remove(part)?;
        write().with_context(|| format!("cannot write `{}`", target.display()))
    }

    fn read(folder: &Path) -> Result<Option<Self>> {
        let file = folder.join(MANIFEST);
        let text = match fs::symlink_metadata(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Ok(metadata) if !metadata.is_file() => bail!("`{}` is not a file", file.display()),
            _ => fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?,
        };
        let advice = "move away what you want to keep from its folder, then delete the folder";
        let version = serde_json::from_slice::<Version>(&text).map(|it| it.version).unwrap_or_default();
        if version > VERSION {
            bail!("`{}` was written by a newer Docent; use that one, or {advice}", file.display());
        }
        match serde_json::from_slice::<Self>(&text) {
            Ok(manifest) if manifest.files.iter().all(|it| path::why_unwritable(it).is_none()) => Ok(Some(manifest)),
            _ => bail!("`{}` is damaged, so nobody knows which files are whose; {advice}", file.display()),
        }
    }
}

#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// What an output folder holds.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    /// The outputs that the folder's list names.
    listed: BTreeSet<String>,
    /// Files that exist and are ours, the list included.
    present: BTreeSet<String>,
    /// Folders that exist and are ours.
    folders: BTreeSet<String>,
    /// Files that a desktop left.
    litter: BTreeSet<String>,
    /// The first few entries that are not ours, folders with a slash at the end.
    foreign: Vec<String>,
}

impl Inventory {
    /// Looks through a folder, which need not exist. Links are not followed: nothing that is ours is one.
    pub(super) fn of(folder: &Path) -> Result<Self> {
        let listed = Manifest::read(folder)?.map(|it| it.files).unwrap_or_default();
        let ours: BTreeSet<String> = listed.iter().cloned().chain(reserved()).collect();
        let our_folders: BTreeSet<&str> = ours.iter().flat_map(|file| path::folders_of(file)).collect();
        let mut inventory = Self { listed, ..Self::default() };
        let mut pending = vec![String::new()];
        while let Some(within) = pending.pop() {
            for (name, kind) in entries(&folder.join(&within))? {
                let path = if within.is_empty() { name.clone() } else { format!("{within}/{name}") };
                if kind.is_file() && ours.contains(&path) {
                    inventory.present.insert(path);
                } else if kind.is_file() && LITTER.contains(&&*name) {
                    inventory.litter.insert(path);
                } else if kind.is_dir() && our_folders.contains(&*path) {
                    pending.push(path.clone());
                    inventory.folders.insert(path);
                } else if inventory.foreign.len() <= NAMED {
                    inventory.foreign.push(if kind.is_dir() { path + "/" } else { path });
                }
            }
        }
        Ok(inventory)
    }

    /// The first entries that are not ours, for a message.
    pub(super) fn foreign(&self) -> Option<String> {
        let named: Vec<_> = self.foreign.iter().take(NAMED).map(|name| format!("`{}`", name.escape_debug())).collect();
        let more = if self.foreign.len() > NAMED { " and more" } else { "" };
        (!named.is_empty()).then(|| named.join(", ") + more)
    }

    /// An error if the folder holds anything that is not ours.
    pub(super) fn refuse_foreign(&self, folder: &Path) -> Result<()> {
        match self.foreign() {
            None => Ok(()),
            Some(names) => bail!(
                "refusing to publish into `{}`: it holds what no build of Docent wrote there: {names}; put files \
                 that belong to the site into its `static` folder, move others away, or choose another folder",
                folder.display()
            ),
        }
    }

    /// Whether an output exists as a file of ours.
    pub(super) fn has(&self, path: &str) -> bool {
        self.present.contains(path)
    }

    /// Our folders, each before those below it.
    pub(super) fn folders(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }

    /// Whether the folder holds exactly these outputs by name, and nothing that an earlier build left half done.
    pub(super) fn matches(&self, outputs: &Outputs) -> bool {
        self.listed.iter().eq(outputs.paths())
            && self.present.len() == outputs.len() + 1
            && self.listed.iter().all(|path| self.has(path))
            && !self.folders.contains(WORKSPACE)
    }

    /// Outputs of an earlier build that this one does not make.
    pub(super) fn stale(&self, outputs: &Outputs) -> Vec<&str> {
        let stale = |path: &&String| self.listed.contains(*path) && outputs.get(path).is_none();
        self.present.iter().filter(stale).map(String::as_str).collect()
    }

    /// Removes what desktops left: it would keep folders from being emptied.
    pub(super) fn remove_litter(&self, folder: &Path) -> Result<()> {
        self.litter.iter().try_for_each(|path| files::remove(&folder.join(path)))
    }

    /// Removes our files and then the folder. The list goes last, so that a removal cut short can be taken up again.
    pub(super) fn remove(&self, folder: &Path) -> Result<()> {
        std::iter::once("").chain(self.folders()).try_for_each(|path| files::make_writable(&folder.join(path)))?;
        self.remove_litter(folder)?;
        let files = self.present.iter().filter(|path| *path != MANIFEST);
        files.map(|path| folder.join(path)).try_for_each(|path| files::remove(&path))?;
        self.folders.iter().rev().try_for_each(|path| files::remove_folder(&folder.join(path)))?;
        files::remove(&folder.join(MANIFEST))?;
        files::remove_folder(folder)
    }
}

/// Files that are ours in every output folder.
fn reserved() -> [String; 3] {
    [MANIFEST.to_owned(), format!("{WORKSPACE}/{LOCK}"), format!("{WORKSPACE}/{PART}")]
}

/// Names and kinds of what is directly in a folder, sorted. The folder is closed again before anything else is opened.
pub(super) fn entries(folder: &Path) -> Result<Vec<(String, fs::FileType)>> {
    let named = |entry: fs::DirEntry| Ok((entry.file_name().to_string_lossy().into_owned(), entry.file_type()?));
    let read = fs::read_dir(folder).and_then(|entries| entries.map(|entry| entry.and_then(named)).collect());
    let mut entries: Vec<(String, fs::FileType)> = match read {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        other => other.with_context(|| format!("cannot read the folder `{}`", folder.display()))?,
    };
    entries.sort_by(|(left, _), (right, _)| left.cmp(right));
    Ok(entries)
}
