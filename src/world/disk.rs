//! A site on disk. Nothing outside its root is ever read, wherever a symbolic link leads.

#![expect(clippy::disallowed_methods, reason = "this is the module that reads files for all others")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::history::History;
use super::{Listing, World, is_left_out};
use crate::calendar::Date;
use crate::limit::{self, FILE_BYTES};
use crate::source::SitePath;

/// The folder of a site.
#[derive(Debug, Clone)]
pub struct DiskWorld {
    root: PathBuf,
    history: History,
}

impl DiskWorld {
    /// Takes the folder that holds `docent.yml` and `content`.
    ///
    /// # Errors
    ///
    /// When there is no such folder.
    pub fn new(root: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(root)?;
        if root.is_dir() {
            Ok(Self { root, history: History::default() })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// The folder, free of symbolic links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path within the site; an error says why it is none.
    fn site_path(&self, path: &Path) -> Result<SitePath, (SitePath, String)> {
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let mut parts = Vec::new();
        for part in relative.components() {
            let part = part.as_os_str();
            match part.to_str() {
                Some(text) if text.contains('\\') => {
                    return Err((lossy(relative), "its name holds a backslash".to_owned()));
                }
                Some(text) => parts.push(text),
                None => return Err((lossy(relative), "its name is not valid UTF-8".to_owned())),
            }
        }
        Ok(SitePath::new(parts.join("/")))
    }

    /// Where a file of the site is, free of symbolic links; an error where it may not be read.
    fn file(&self, path: &SitePath) -> io::Result<PathBuf> {
        let file = fs::canonicalize(self.root.join(path.as_str()))?;
        if !file.starts_with(&self.root) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it leads out of the site"));
        }
        if self.is_private(&file) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, PRIVATE));
        }
        Ok(file)
    }

    /// Opens a file of the site. A pipe is refused: it would be waited for without end.
    fn open(&self, path: &SitePath) -> io::Result<File> {
        if let Some(file) = self.open_without_links(path)
            && file.metadata()?.is_file()
        {
            return Ok(file);
        }
        let file = self.file(path)?;
        if !fs::metadata(&file)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
        }
        File::open(file)
    }

    /// Opens a file to which no symbolic link leads, as nearly all are, in one step. `None` says nothing.
    #[cfg(target_os = "linux")]
    fn open_without_links(&self, path: &SitePath) -> Option<File> {
        use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
        let within = Path::new(path.as_str());
        if self.is_private(within) || !within.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        openat2(CWD, self.root.join(within), flags, Mode::empty(), ResolveFlags::NO_SYMLINKS).ok().map(File::from)
    }

    #[cfg(not(target_os = "linux"))]
    fn open_without_links(&self, _: &SitePath) -> Option<File> {
        None
    }

    /// Whether a file is git's own: a checkout in CI keeps the token there that it fetched with, and pages of a stranger
    /// must not be able to show it.
    fn is_private(&self, target: &Path) -> bool {
        let relative = target.strip_prefix(&self.root).unwrap_or(target);
        relative.components().any(|part| part.as_os_str().eq_ignore_ascii_case(".git"))
    }

    /// Refuses a link that leads out of the site.
    fn stays_inside(&self, entry: &DirEntry) -> Result<(), String> {
        if !entry.path_is_symlink() {
            return Ok(());
        }
        match fs::canonicalize(entry.path()) {
            Ok(target) if self.is_private(&target) => Err(PRIVATE.to_owned()),
            Ok(target) if target.starts_with(&self.root) => Ok(()),
            Ok(_) => Err("it is a symbolic link that leads out of the site".to_owned()),
            Err(error) => Err(reason(&error)),
        }
    }
}

impl World for DiskWorld {
    fn list(&self, folder: &str) -> Listing {
        let mut listing = Listing::default();
        let start = self.root.join(folder);
        if !start.exists() {
            return listing;
        }
        let mut walk = WalkDir::new(&start).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(&start);
                    let why = match (error.loop_ancestor(), error.io_error()) {
                        (Some(_), _) => "it is a symbolic link to a folder that holds it".to_owned(),
                        (None, Some(error)) => reason(error),
                        (None, None) => error.to_string(),
                    };
                    let path = self.site_path(path).unwrap_or_else(|(path, _)| path);
                    if !is_left_out(path.name()) {
                        listing.unreadable.push((path, why));
                    }
                    continue;
                }
            };
            if entry.depth() > 0 && entry.file_name().to_str().is_some_and(is_left_out) {
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                continue;
            }
            let path = match self.site_path(entry.path()) {
                Ok(path) => path,
                Err(unreadable) => {
                    listing.unreadable.push(unreadable);
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                    continue;
                }
            };
            if let Err(why) = self.stays_inside(&entry) {
                listing.unreadable.push((path, why));
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
            } else if entry.file_type().is_file() {
                listing.files.push(path);
            } else if !entry.file_type().is_dir() {
                listing.unreadable.push((path, "it is neither a file nor a folder".to_owned()));
            }
        }
        // A folder's name sorts apart from the names of its files: `a.md` stands before `a/b.md`.
        listing.files.sort();
        listing.unreadable.sort();
        listing
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        let file = self.open(path)?;
        let length = file.metadata()?.len();
        if length > FILE_BYTES as u64 {
            let most = limit::told(FILE_BYTES, "bytes");
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("it has {length} bytes, at most {most} are read"),
            ));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
        // A file that grows meanwhile is read as far as it went.
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }

    fn size(&self, path: &SitePath) -> io::Result<u64> {
        fs::metadata(self.file(path)?).map(|metadata| metadata.len())
    }

    fn last_changed(&self) -> BTreeMap<SitePath, Date> {
        self.history.dates(&self.root)
    }
}

/// Why a file of git's own is not read.
const PRIVATE: &str = "it is git's own";

fn lossy(path: &Path) -> SitePath {
    SitePath::new(path.to_string_lossy().replace('\\', "/"))
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it is a symbolic link that leads nowhere".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_and_nothing_of_gits_own_is_read() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().join("site");
        for (path, text) in [("outside", "1"), ("site/.git/config", "2"), ("site/.github/ci.yml", "3")] {
            let file = scratch.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let world = DiskWorld::new(&root).unwrap();
        let read = |path: &str| world.read(&SitePath::new(path)).map_err(|error| error.to_string());
        assert_eq!(read(".github/ci.yml").as_deref(), Ok(&b"3"[..]));
        assert_eq!(read(".git/config"), Err("it is git's own".to_owned()));
        assert_eq!(read("../outside"), Err("it leads out of the site".to_owned()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../.git/config", root.join(".github/link")).unwrap();
            std::os::unix::fs::symlink("../../outside", root.join(".github/out")).unwrap();
            assert_eq!(read(".github/link"), Err("it is git's own".to_owned()));
            assert_eq!(read(".github/out"), Err("it leads out of the site".to_owned()));
        }
    }
}
