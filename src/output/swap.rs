//! Putting one folder in the place of another.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::workspace::Workspace;

/// Makes the workspace's next output the output folder; what was there is left in the workspace.
///
/// On an error everything is where it was.
pub(super) fn swap(workspace: &Workspace, folder: &Path) -> io::Result<()> {
    match exchange(&workspace.next(), folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => fs::rename(workspace.next(), folder),
        Err(_) => rename_twice(workspace, folder),
        Ok(()) => Ok(()),
    }
}

/// One system call: at every moment there is a folder of each name.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(next: &Path, folder: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, next, CWD, folder, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_next: &Path, folder: &Path) -> io::Result<()> {
    fs::symlink_metadata(folder)?;
    Err(ErrorKind::Unsupported.into())
}

/// For file systems without an exchange.
fn rename_twice(workspace: &Workspace, folder: &Path) -> io::Result<()> {
    fs::rename(folder, workspace.earlier())?;
    let renamed = fs::rename(workspace.next(), folder);
    if renamed.is_err() {
        fs::rename(workspace.earlier(), folder)?;
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::workspace;

    /// An output folder and a workspace with the next output in it, each with one file that tells which it is.
    fn scene() -> (tempfile::TempDir, std::path::PathBuf, Workspace) {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("public");
        let workspace = Workspace::open(&workspace::beside(&folder), &folder).unwrap();
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("which"), "earlier").unwrap();
        fs::create_dir(workspace.next()).unwrap();
        fs::write(workspace.next().join("which"), "next").unwrap();
        (scratch, folder, workspace)
    }

    fn which(folder: &Path) -> String {
        fs::read_to_string(folder.join("which")).unwrap()
    }

    #[test]
    fn an_exchange_leaves_the_earlier_output_in_the_workspace() {
        let (_scratch, folder, workspace) = scene();
        swap(&workspace, &folder).unwrap();
        let left = if workspace.earlier().exists() { workspace.earlier() } else { workspace.next() };
        assert_eq!((which(&folder), which(&left)), ("next".to_owned(), "earlier".to_owned()));
    }

    #[test]
    fn two_renames_do_the_same() {
        let (_scratch, folder, workspace) = scene();
        rename_twice(&workspace, &folder).unwrap();
        assert_eq!((which(&folder), which(&workspace.earlier())), ("next".to_owned(), "earlier".to_owned()));
    }

    #[test]
    fn a_failing_second_rename_puts_everything_back() {
        let (_scratch, folder, workspace) = scene();
        fs::remove_dir_all(workspace.next()).unwrap();
        assert_eq!(rename_twice(&workspace, &folder).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(which(&folder), "earlier");
    }
}
