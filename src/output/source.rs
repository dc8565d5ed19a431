//! Writing sources: replacing a file that an author wrote, and creating one that does not exist yet.
//!
//! A file is replaced by renaming a finished one onto it, so that whoever reads it, and whatever interrupts us, sees
//! the old text or the new one. A file that says something else than we read is left alone: its author was faster.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::files::{missing_folders, remove_empty, write_new};

/// Replaces the bytes of a file, which has to hold `before`.
///
/// # Errors
///
/// When the file says something else by now, or cannot be written; it is then as it was.
pub fn replace(file: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    // A link stays a link: what it leads to is replaced.
    let file = fs::canonicalize(file).with_context(|| format!("cannot find `{}`", file.display()))?;
    let part = part_of(&file);
    let result = write_part(&file, &part, after).and_then(|()| {
        if fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))? != before {
            bail!("`{}` was changed meanwhile and is left as it is; try again", file.display());
        }
        fs::rename(&part, &file).with_context(|| format!("cannot replace `{}`", file.display()))
    });
    if result.is_err() {
        // What cannot be removed now is replaced by the next run.
        let _ = fs::remove_file(&part);
    }
    result
}

fn write_part(file: &Path, part: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> io::Result<()> {
        match fs::remove_file(part) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let written = write_new(part, bytes)?;
        written.set_permissions(fs::metadata(file)?.permissions())?;
        // Without this, a power cut could leave the new name with no text in it.
        written.sync_all()
    };
    write().with_context(|| format!("cannot write beside `{}`", file.display()))
}

/// Where the new text stands until it is whole: hidden, so that no command takes it for a file of the site.
fn part_of(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.docent-part"))
}

/// Creates a file of a site, and the folders that it needs; whether it was created, for one that exists is left as it is.
///
/// # Errors
///
/// When a symbolic link leads out of the site on the way there, or the file cannot be written to its end; then there is
/// neither a part of it nor a folder that was made for it.
pub fn create(root: &Path, path: &str, bytes: &[u8]) -> Result<bool> {
    let file = root.join(path);
    ensure_within(root, &file)?;
    create_at(&file, bytes)
}

/// The same at a path that the person at the machine gives, wherever it leads.
///
/// # Errors
///
/// When the file cannot be written to its end.
pub fn create_at(file: &Path, bytes: &[u8]) -> Result<bool> {
    let missing = missing_folders(file.parent());
    let created = create_with_folders(file, bytes);
    if created.is_err() {
        remove_empty(&missing);
    }
    created
}

/// Creates files, all or none; whether each was created.
///
/// # Errors
///
/// When one of them cannot be written.
pub fn create_all(root: &Path, files: &[(String, String)]) -> Result<Vec<bool>> {
    let (mut created, mut made) = (Vec::new(), Vec::new());
    for (path, text) in files {
        let file = root.join(path);
        let missing = missing_folders(file.parent());
        match create(root, path, text.as_bytes()) {
            Ok(is_new) => {
                created.push(is_new);
                made.extend(is_new.then_some((file, missing)));
            }
            Err(error) => {
                for (file, folders) in made.into_iter().rev() {
                    let _ = fs::remove_file(file);
                    remove_empty(&folders);
                }
                return Err(error);
            }
        }
    }
    Ok(created)
}

/// Whether what stands at a path of a site stands in it, wherever symbolic links lead.
pub(crate) fn is_within(root: &Path, file: &Path) -> bool {
    let there = file.ancestors().skip(1).find(|folder| folder.symlink_metadata().is_ok());
    match there.map(fs::canonicalize) {
        // The site itself has still to be made.
        _ if !root.exists() => true,
        Some(Ok(there)) => fs::canonicalize(root).is_ok_and(|root| there.starts_with(root)),
        _ => false,
    }
}

fn ensure_within(root: &Path, file: &Path) -> Result<()> {
    if is_within(root, file) {
        return Ok(());
    }
    bail!("`{}` is not written: a symbolic link on the way there leads out of the site", file.display())
}

fn create_with_folders(file: &Path, bytes: &[u8]) -> Result<bool> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    }
    match write_new(file, bytes) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot write `{}`", file.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        fs::write(&file, text).unwrap();
        (folder, file)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let (folder, file) = file("old");
        fs::write(part_of(&file), "of a run that was killed").unwrap();
        replace(&file, b"old", b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.md"]);
    }

    #[test]
    fn a_file_that_was_changed_meanwhile_is_left_alone() {
        let (folder, file) = file("newer");
        let error = replace(&file, b"old", b"new").unwrap_err().to_string();
        assert!(error.contains("was changed meanwhile"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "newer");
        assert_eq!(names(folder.path()), ["a.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (folder, file) = file("old");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.md");
        symlink("a.md", &link).unwrap();
        replace(&link, b"old", b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn a_file_that_exists_is_not_created() {
        let (folder, file) = file("mine");
        assert!(!create(folder.path(), "a.md", b"new").unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert!(create(folder.path(), "b/c.md", b"new").unwrap());
        assert_eq!(fs::read_to_string(folder.path().join("b/c.md")).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_created_where_a_link_leads_out_of_the_site() {
        use std::os::unix::fs::symlink;
        let (site, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(site.path().join("real")).unwrap();
        symlink(elsewhere.path(), site.path().join("out")).unwrap();
        symlink("real", site.path().join("in")).unwrap();
        symlink("nowhere", site.path().join("lost")).unwrap();
        for path in ["out/a.md", "out/b/c.md", "in/../out/a.md", "lost/a.md"] {
            let error = create(site.path(), path, b"new").unwrap_err().to_string();
            assert!(error.contains("leads out of the site"), "{path}: {error}");
        }
        assert!(names(elsewhere.path()).is_empty());
        assert!(create(site.path(), "in/b/a.md", b"new").unwrap());
        assert!(site.path().join("real/b/a.md").exists());
    }
}
