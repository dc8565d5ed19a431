//! A folder that somebody else has filled: what is in it, without following anything.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// Its path from the folder, with `/` between its parts; what is no text in it is replaced.
    pub path: String,
    /// What it is.
    pub kind: ExaminedKind,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExaminedKind {
    /// A file of so many bytes, and whether another name leads to it too.
    File {
        /// Its size.
        size: u64,
        /// Whether it has more than one name.
        shared: bool,
    },
    /// A symbolic link.
    Link,
    /// A device, a socket, a pipe.
    Special,
    /// A file whose name is no text.
    NoText,
}

/// Everything in a folder that is no folder itself, in byte order of the paths; `most` of them at most, and one more.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn examine(folder: &Path, most: usize) -> Result<Vec<Examined>> {
    let metadata = fs::symlink_metadata(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    if !metadata.is_dir() {
        anyhow::bail!("`{}` is not a folder", folder.display());
    }
    let mut found = Vec::new();
    walk(folder, "", most, &mut found).with_context(|| format!("cannot read `{}`", folder.display()))?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn walk(folder: &Path, within: &str, most: usize, found: &mut Vec<Examined>) -> io::Result<()> {
    /// Deeper folders are nobody's site.
    const DEEPEST: usize = 64;
    for entry in fs::read_dir(folder)? {
        if found.len() > most {
            return Ok(());
        }
        let entry = entry?;
        let name = entry.file_name();
        let path = format!("{within}{}", name.to_string_lossy());
        let metadata = fs::symlink_metadata(entry.path())?;
        let file_type = metadata.file_type();
        let kind = if name.to_str().is_none() {
            ExaminedKind::NoText
        } else if file_type.is_symlink() {
            ExaminedKind::Link
        } else if file_type.is_dir() && within.matches('/').count() < DEEPEST {
            walk(&entry.path(), &format!("{path}/"), most, found)?;
            continue;
        } else if file_type.is_file() {
            ExaminedKind::File { size: metadata.len(), shared: is_shared(&metadata) }
        } else {
            ExaminedKind::Special
        };
        found.push(Examined { path, kind });
    }
    Ok(())
}

#[cfg(unix)]
fn is_shared(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.nlink() > 1
}

#[cfg(not(unix))]
fn is_shared(_: &fs::Metadata) -> bool {
    false
}

/// The bytes of a file in the folder, which has to be a file.
///
/// # Errors
///
/// When it cannot be read.
pub fn bytes(folder: &Path, path: &str) -> Result<Vec<u8>> {
    let file = folder.join(path);
    let is_file = fs::symlink_metadata(&file).is_ok_and(|metadata| metadata.is_file());
    anyhow::ensure!(is_file, "`{path}` is not a file");
    fs::read(&file).with_context(|| format!("cannot read `{path}`"))
}
