//! Where a build may publish: decided before the first write, so that no site ever loses a source to its output.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::inventory::Inventory;

/// A folder that a build may publish into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    folder: PathBuf,
}

impl Destination {
    /// The folder, absolute and with all symbolic links resolved. It need not exist.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Decides whether a build of the site at `site_root`, which reads the folders `sources`, may publish into `folder`.
///
/// Folders are compared as the file system sees them: links and `..` resolved, and, where the system can tell,
/// by identity instead of by name, since a name may be spelled in several ways.
///
/// # Errors
/// If the folder is the site, holds it, or shares anything with one of its source folders; if it is not a folder;
/// if it holds files that no build of Docent wrote; or if the disk cannot be read. The message says what to do.
pub fn destination(folder: &Path, site_root: &Path, sources: &[PathBuf]) -> Result<Destination> {
    let real = real_path(folder)?;
    if let Some(why) = why_not(&real, site_root, sources)? {
        bail!(
            "refusing to publish into `{}`: {why}; choose a folder that holds nothing else, such as `public`",
            folder.display()
        );
    }
    match fs::metadata(&real) {
        Ok(metadata) if !metadata.is_dir() => bail!(
            "refusing to publish into `{}`: it is a file; choose another folder, or remove the file",
            folder.display()
        ),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot read `{}`", folder.display()));
        }
        _ => Inventory::of(&real)?.refuse_foreign(folder)?,
    }
    Ok(Destination { folder: real })
}

/// Why files of the site could be lost if its outputs went into the folder.
fn why_not(folder: &Path, site_root: &Path, sources: &[PathBuf]) -> Result<Option<String>> {
    let site = real_path(site_root)?;
    if is_same(folder, &site) {
        return Ok(Some("it is the site itself".to_owned()));
    }
    if is_within(&site, folder) {
        return Ok(Some("the site lies inside it".to_owned()));
    }
    if env::home_dir().is_some_and(|home| is_same(folder, &home)) {
        return Ok(Some("it is your home folder".to_owned()));
    }
    for source in sources {
        let real = real_path(source)?;
        let relation = if is_same(folder, &real) {
            "it is the source folder"
        } else if is_within(folder, &real) {
            "it lies inside the source folder"
        } else if is_within(&real, folder) {
            "it holds the source folder"
        } else {
            continue;
        };
        return Ok(Some(format!("{relation} `{}`", source.display())));
    }
    Ok(None)
}

/// The path with its links and `..` resolved as far as it exists, and by its text from there on.
fn real_path(path: &Path) -> Result<PathBuf> {
    let cannot = || format!("cannot resolve `{}`", path.display());
    let mut real = PathBuf::new();
    for component in std::path::absolute(path).with_context(cannot)?.components() {
        match component {
            Component::ParentDir => {
                real.pop();
                continue;
            }
            // A drive alone means the folder that was last visited on it.
            Component::Prefix(_) => {
                real.push(component);
                continue;
            }
            _ => real.push(component),
        }
        match real.canonicalize() {
            Ok(resolved) => real = resolved,
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error).with_context(cannot),
            Err(_) if fs::symlink_metadata(&real).is_ok() => {
                bail!("`{}` is a symbolic link to something that does not exist; remove it", real.display())
            }
            Err(_) => {}
        }
    }
    Ok(real)
}

fn is_within(inner: &Path, outer: &Path) -> bool {
    inner.ancestors().any(|folder| is_same(folder, outer))
}

fn is_same(left: &Path, right: &Path) -> bool {
    left == right || identity(left).is_some_and(|identity| Some(identity) == self::identity(right))
}

/// What tells one folder from another whatever it is called: its device and number.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|it| (it.dev(), it.ino()))
}

/// Here the resolved path is spelled as on disk, which tells enough.
#[cfg(not(unix))]
fn identity(_path: &Path) -> Option<(u64, u64)> {
    None
}
