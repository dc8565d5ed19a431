//! Writing, comparing and keeping one file, with errors that name it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Whether the file at `path` has exactly these bytes.
///
/// The bytes themselves are compared: a page edited by hand or torn by a power cut is found whatever its time
/// and length, and reading a file back costs a tenth of writing it.
pub(super) fn has_bytes(path: &Path, bytes: &[u8]) -> Result<bool> {
    match compare(path, bytes) {
        // What cannot be read is replaced.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => Ok(false),
        other => other.with_context(|| format!("cannot read `{}`", path.display())),
    }
}

fn compare(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() != bytes.len() as u64 {
        return Ok(false);
    }
    let mut rest = bytes;
    let mut chunk = vec![0; bytes.len().clamp(1, 1 << 16)];
    loop {
        let read = file.read(&mut chunk)?;
        match rest.strip_prefix(&chunk[..read]) {
            Some(_) if read == 0 => return Ok(rest.is_empty()),
            Some(after) => rest = after,
            None => return Ok(false),
        }
    }
}

/// Writes a file that does not exist yet; never through a symbolic link that stands in its place. What cannot be written
/// to its end leaves no file.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    match file.write_all(bytes) {
        Ok(()) => Ok(file),
        Err(error) => {
            drop(file);
            // The fault is told; what cannot be removed on top of it is no news.
            let _ = fs::remove_file(path);
            Err(error)
        }
    }
}

/// The folders that would have to be made for this one to be there, the deepest first.
pub(super) fn missing_folders(folder: Option<&Path>) -> Vec<PathBuf> {
    let folders = folder.into_iter().flat_map(Path::ancestors);
    let missing = folders.take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    missing.map(Path::to_owned).collect()
}

/// Removes folders that were made for nothing. One that others have filled meanwhile stays.
pub(super) fn remove_empty(folders: &[PathBuf]) {
    folders.iter().for_each(|folder| drop(fs::remove_dir(folder)));
}

/// Gives an unchanged file a second name, so that inode and time stay.
pub(super) fn keep(from: &Path, to: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    // Some file systems have no links, and some systems forbid links to the files of others: the time can stay.
    let before = fs::metadata(from)?;
    let file = write_new(to, bytes)?;
    file.set_modified(before.modified()?)?;
    file.set_permissions(before.permissions())
}

/// Removes a file, which may be gone already.
pub(super) fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove `{}`", path.display()))
        }
        _ => Ok(()),
    }
}

/// Removes an empty folder, which may be gone already.
pub(super) fn remove_folder(folder: &Path) -> Result<()> {
    match fs::remove_dir(folder) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => bail!(
            "`{}` got other files while its output was replaced: they were left there; move them away",
            folder.display()
        ),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove the folder `{}`", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Lets us remove what is in a folder of ours, whose permissions somebody may have narrowed.
#[cfg(unix)]
pub(super) fn make_writable(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const OWNER: u32 = 0o700;
    let widen = || {
        let mode = fs::metadata(folder)?.permissions().mode();
        if mode & OWNER == OWNER {
            Ok(())
        } else {
            fs::set_permissions(folder, fs::Permissions::from_mode(mode | OWNER))
        }
    };
    widen().with_context(|| format!("cannot make `{}` writable", folder.display()))
}

/// Elsewhere the permissions of a folder do not matter for what is in it.
#[cfg(not(unix))]
pub(super) fn make_writable(_folder: &Path) -> Result<()> {
    Ok(())
}
