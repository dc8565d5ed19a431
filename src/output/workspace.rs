//! The folder in which one build at a time prepares what it publishes.
//!
//! Its name is fixed, so that the next build finds what a killed one left, and clears it away.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::files;
use super::inventory::{Inventory, entries};
use super::path::{LOCK, PART, WORKSPACE};

/// The output to come; after the exchange, the one that was.
const NEXT: &str = "next";
/// The output that was, where there is no exchange.
const EARLIER: &str = "earlier";

/// How often a workspace may vanish under our hands, each time because another build has just ended.
const ATTEMPTS: usize = 100;

/// A locked workspace. When it is dropped, it and everything in it are removed.
#[derive(Debug)]
pub(super) struct Workspace {
    at: PathBuf,
    /// The output folder that it works for.
    folder: PathBuf,
    /// The lock lasts as long as the file is open, so that it ends with the process however that ends.
    _lock: File,
}

/// Where the workspace of an output folder is: beside it, and so on the same file system.
pub(super) fn beside(folder: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(folder.file_name().unwrap_or_default());
    name.push(WORKSPACE);
    folder.with_file_name(name)
}

impl Workspace {
    /// Takes the workspace for this build. What a killed one left in it is still there.
    pub(super) fn open(at: &Path, folder: &Path) -> Result<Self> {
        for _ in 0..ATTEMPTS {
            let Some(lock) = open_lock(at).with_context(|| format!("cannot create `{}`", at.display()))? else {
                continue;
            };
            match lock.try_lock() {
                Err(TryLockError::WouldBlock) => break,
                // Without locks two builds at once go unnoticed, but a single one need not fail.
                Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                    return Err(error).with_context(|| format!("cannot lock `{}`", at.display()));
                }
                _ => {}
            }
            // The other build may have removed the file after we opened it: that lock keeps nobody out.
            if is_at(&lock, &at.join(LOCK)) {
                return Ok(Self { at: at.to_owned(), folder: folder.to_owned(), _lock: lock });
            }
        }
        bail!("another build is publishing into `{}`; wait until it has ended, then build again", folder.display())
    }

    pub(super) fn path(&self) -> &Path {
        &self.at
    }

    pub(super) fn part(&self) -> PathBuf {
        self.at.join(PART)
    }

    pub(super) fn next(&self) -> PathBuf {
        self.at.join(NEXT)
    }

    pub(super) fn earlier(&self) -> PathBuf {
        self.at.join(EARLIER)
    }

    /// Empties the workspace. An output that was on its way out when its build was killed is put back first.
    pub(super) fn clear(&self) -> Result<()> {
        for (name, kind) in entries(&self.at)? {
            let path = self.at.join(&name);
            match &*name {
                LOCK => {}
                PART if kind.is_file() => files::remove(&path)?,
                EARLIER if kind.is_dir() && !self.folder.exists() => self.put_back(&path)?,
                NEXT | EARLIER if kind.is_dir() => remove_output(&path)?,
                _ => bail!("`{}` is in the way and no build of Docent made it; move it away", path.display()),
            }
        }
        Ok(())
    }

    fn put_back(&self, earlier: &Path) -> Result<()> {
        fs::rename(earlier, &self.folder)
            .with_context(|| format!("cannot put `{}` back from `{}`", self.folder.display(), earlier.display()))
    }
}

/// Removes an output that has had its time, or never came to it.
fn remove_output(folder: &Path) -> Result<()> {
    let output = Inventory::of(folder)?;
    match output.foreign() {
        None => output.remove(folder),
        Some(names) => {
            bail!("`{}` holds what no build of Docent wrote there: {names}; move it away", folder.display())
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // What cannot be removed now is tried again, and reported, by the next build.
        if self.clear().is_ok() && fs::remove_file(self.at.join(LOCK)).is_ok() {
            let _ = fs::remove_dir(&self.at);
        }
    }
}

/// Opens the lock file, making it and its folder; `None` if another build has just removed them.
fn open_lock(at: &Path) -> io::Result<Option<File>> {
    let path = at.join(LOCK);
    let is_new = match fs::create_dir(at) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => false,
        other => other.map(|()| true)?,
    };
    // A link in a stranger's repository must not make us create a file elsewhere.
    let at_is_folder = fs::symlink_metadata(at).map_or(true, |it| it.is_dir());
    let lock_is_file = fs::symlink_metadata(&path).map_or(true, |it| it.is_file());
    if !(at_is_folder && lock_is_file) {
        return Err(io::Error::other("something that no build of Docent made is in the way; move it away"));
    }
    match OpenOptions::new().write(true).create(true).truncate(false).open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => {
            if is_new {
                // A folder without a lock is nobody's.
                let _ = fs::remove_dir(at);
            }
            Err(error)
        }
        Ok(lock) => Ok(Some(lock)),
    }
}

/// Whether the open file is the one that the path names now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |it: fs::Metadata| (it.dev(), it.ino());
    let (open, named) = (file.metadata().map(identity), fs::symlink_metadata(path).map(identity));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// Whether the open file is the one that the path names now; only its existence can be told here.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::destination;
    use crate::output::tests::outputs;

    /// A site whose output holds one file with this text.
    fn published(text: &str) -> (tempfile::TempDir, PathBuf) {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("site/public");
        destination(&folder, &scratch.path().join("site"), &[])
            .unwrap()
            .publish(&outputs(&[("a/b.html", text)]))
            .unwrap();
        (scratch, folder.canonicalize().unwrap())
    }

    fn publish(folder: &Path, text: &str) -> Result<()> {
        destination(folder, folder.parent().unwrap(), &[])?.publish(&outputs(&[("a/b.html", text)])).map(drop)
    }

    fn text(folder: &Path) -> String {
        fs::read_to_string(folder.join("a/b.html")).unwrap()
    }

    #[test]
    fn one_build_at_a_time() {
        let (_scratch, folder) = published("first");
        let other = Workspace::open(&beside(&folder), &folder).unwrap();
        let error = publish(&folder, "second").unwrap_err().to_string();
        assert!(error.contains("another build is publishing into"), "{error}");
        assert_eq!(text(&folder), "first");
        drop(other);
        publish(&folder, "second").unwrap();
        assert_eq!(text(&folder), "second");
        assert!(!beside(&folder).exists());
    }

    #[test]
    fn an_output_on_its_way_out_is_put_back() {
        let (_scratch, folder) = published("first");
        let at = beside(&folder);
        fs::create_dir(&at).unwrap();
        fs::rename(&folder, at.join(EARLIER)).unwrap();
        let workspace = Workspace::open(&at, &folder).unwrap();
        workspace.clear().unwrap();
        assert_eq!(text(&folder), "first");
    }

    #[test]
    fn what_a_killed_build_left_is_cleared_away() {
        let (_scratch, folder) = published("first");
        let (_other, next) = published("half");
        let at = beside(&folder);
        fs::create_dir(&at).unwrap();
        fs::rename(next, at.join(NEXT)).unwrap();
        fs::write(at.join(PART), "ha").unwrap();
        fs::write(at.join(LOCK), "").unwrap();
        publish(&folder, "first").unwrap();
        assert_eq!(text(&folder), "first");
        assert!(!at.exists());
    }

    #[test]
    fn files_of_others_in_a_workspace_are_kept() {
        let (_scratch, folder) = published("first");
        for name in ["notes", "next/notes", "next/a/notes"] {
            let file = beside(&folder).join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "mine").unwrap();
            let error = format!("{:#}", publish(&folder, "second").unwrap_err());
            assert!(error.contains("no build of Docent") && error.contains("move it away"), "{error}");
            assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
            assert_eq!(text(&folder), "first");
            fs::remove_dir_all(beside(&folder)).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_in_the_way_are_not_followed() {
        use std::os::unix::fs::symlink;
        let (scratch, folder) = published("first");
        let (at, elsewhere) = (beside(&folder), scratch.path().join("elsewhere"));
        fs::create_dir(&elsewhere).unwrap();

        symlink(&elsewhere, &at).unwrap();
        let error = format!("{:#}", publish(&folder, "second").unwrap_err());
        assert!(error.contains("is in the way"), "{error}");
        fs::remove_file(&at).unwrap();

        fs::create_dir(&at).unwrap();
        symlink(elsewhere.join("made"), at.join(LOCK)).unwrap();
        publish(&folder, "second").unwrap_err();
        fs::remove_file(at.join(LOCK)).unwrap();

        symlink(elsewhere.join("made"), at.join(PART)).unwrap();
        publish(&folder, "second").unwrap_err();
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
        assert_eq!(text(&folder), "first");
    }
}
