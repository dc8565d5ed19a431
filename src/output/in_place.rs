//! Publishing into a folder that cannot be replaced: file by file, each of them atomically.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::inventory::{Inventory, Manifest};
use super::path::WORKSPACE;
use super::workspace::Workspace;
use super::{Outputs, Written, files};

/// Publishes within an existing folder. If it is cut short, the next build goes on where it ended.
pub(super) fn publish(folder: &Path, outputs: &Outputs) -> Result<Written> {
    let workspace = Workspace::open(&folder.join(WORKSPACE), folder)?;
    workspace.clear()?;
    let earlier = Inventory::of(folder)?;
    earlier.refuse_foreign(folder)?;
    // Every file is listed before it appears, or the next build would take it for somebody else's.
    Manifest::of(outputs).and(&earlier).write(folder, &workspace.part())?;

    let removed = remove_stale(folder, &earlier, outputs)?;
    for path in outputs.folders() {
        let path = folder.join(path);
        fs::create_dir_all(&path).with_context(|| format!("cannot create `{}`", path.display()))?;
    }
    let mut written = 0;
    for (path, bytes) in outputs.iter() {
        let target = folder.join(path);
        if !(earlier.has(path) && files::has_bytes(&target, bytes)?) {
            replace(&target, &workspace.part(), bytes)
                .with_context(|| format!("cannot write `{}`", target.display()))?;
            written += 1;
        }
    }
    Manifest::of(outputs).write(folder, &workspace.part())?;
    Ok(Written { written, unchanged: outputs.len() - written, removed, in_place: true })
}

/// Removes what the site no longer has, before anything is written: a file may have become a folder, or its
/// name may differ in case only.
fn remove_stale(folder: &Path, earlier: &Inventory, outputs: &Outputs) -> Result<usize> {
    let stale = earlier.stale(outputs);
    stale.iter().try_for_each(|path| files::remove(&folder.join(path)))?;
    earlier.remove_litter(folder)?;
    let needed = outputs.folders();
    for path in earlier.folders().rev().filter(|path| *path != WORKSPACE && !needed.contains(path)) {
        files::remove_folder(&folder.join(path))?;
    }
    Ok(stale.len())
}

fn replace(target: &Path, part: &Path, bytes: &[u8]) -> std::io::Result<()> {
    drop(files::write_new(part, bytes)?);
    fs::rename(part, target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::path::{LOCK, PART};
    use crate::output::publish::is_current;
    use crate::output::tests::outputs;

    #[test]
    fn files_change_places_with_folders() {
        let folder = tempfile::tempdir().unwrap();
        let first = outputs(&[("a", "file"), ("b/c/d", "deep"), ("same", "same"), ("E", "upper")]);
        let second = outputs(&[("a/x", "now a folder"), ("b", "now a file"), ("same", "same"), ("e", "lower")]);
        publish(folder.path(), &first).unwrap();
        let written = publish(folder.path(), &second).unwrap();
        assert_eq!(written, Written { written: 3, unchanged: 1, removed: 3, in_place: true });
        assert!(is_current(folder.path(), &second).unwrap());
    }

    #[test]
    fn a_build_cut_short_is_taken_up_again() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (outputs(&[("a", "1"), ("b", "1")]), outputs(&[("b", "2"), ("n/c", "2")]));
        publish(folder.path(), &first).unwrap();

        // As a kill leaves it: both builds listed, a stale file gone, a folder made, a file half written.
        let both = Manifest::of(&second).and(&Inventory::of(folder.path()).unwrap());
        both.write(folder.path(), &folder.path().join("spare")).unwrap();
        fs::remove_file(folder.path().join("a")).unwrap();
        fs::create_dir(folder.path().join("n")).unwrap();
        fs::create_dir(folder.path().join(WORKSPACE)).unwrap();
        fs::write(folder.path().join(WORKSPACE).join(PART), "ha").unwrap();
        fs::write(folder.path().join(WORKSPACE).join(LOCK), "").unwrap();

        publish(folder.path(), &second).unwrap();
        assert!(is_current(folder.path(), &second).unwrap());
    }

    #[test]
    fn files_of_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        publish(folder.path(), &outputs(&[("a/b", "1")])).unwrap();
        fs::write(folder.path().join("a/mine"), "mine").unwrap();
        let error = publish(folder.path(), &outputs(&[("c", "2")])).unwrap_err().to_string();
        assert!(error.contains("`a/mine`"), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("a/mine")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(folder.path().join("a/b")).unwrap(), "1");
    }
}
