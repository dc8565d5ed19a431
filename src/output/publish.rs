//! Publishing: the next output is laid out beside the folder, then takes its place in one step.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::inventory::{Inventory, Manifest};
use super::workspace::{self, Workspace};
use super::{Destination, Outputs, files, in_place, swap};

/// What publishing did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// Files that are new or whose bytes differ.
    pub written: usize,
    /// Files that were left as they are.
    pub unchanged: usize,
    /// Files of an earlier build that this one does not make.
    pub removed: usize,
    /// Whether files had to be replaced one by one, because the folder cannot be replaced as a whole.
    pub in_place: bool,
}

impl Destination {
    /// Makes the folder hold these outputs and nothing else.
    ///
    /// # Errors
    /// If the folder holds files that are not ours, if another build is publishing into it, or if the disk
    /// refuses. The earlier output is then still there, whole, unless the folder had to be written in place.
    pub fn publish(&self, outputs: &Outputs) -> Result<Written> {
        let folder = self.folder();
        if is_current(folder, outputs)? {
            return Ok(Written { unchanged: outputs.len(), ..Written::default() });
        }
        let missing = files::missing_folders(folder.parent());
        let published = publish_into(folder, outputs);
        if published.is_err() {
            files::remove_empty(&missing);
        }
        published
    }
}

/// Publishes into the folder, as a whole where that is possible.
fn publish_into(folder: &Path, outputs: &Outputs) -> Result<Written> {
    let workspace = workspace_beside(folder)?;
    if let Some(workspace) = &workspace
        && let Some(written) = as_a_whole(workspace, folder, outputs)?
    {
        return Ok(written);
    }
    // The workspace, if there is one, is still locked: one build at a time, whichever way it writes.
    in_place::publish(folder, outputs)
}

/// Whether the folder already holds exactly these outputs, and no build was killed while replacing them.
pub(super) fn is_current(folder: &Path, outputs: &Outputs) -> Result<bool> {
    match fs::symlink_metadata(folder) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => bail!("`{}` is not a folder any more", folder.display()),
        Err(_) => return Ok(false),
    }
    let inventory = Inventory::of(folder)?;
    inventory.refuse_foreign(folder)?;
    if !inventory.matches(outputs) || fs::symlink_metadata(workspace::beside(folder)).is_ok() {
        return Ok(false);
    }
    for (path, bytes) in outputs.iter() {
        if !files::has_bytes(&folder.join(path), bytes)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The workspace beside the folder, or none if the folder cannot be replaced from there.
fn workspace_beside(folder: &Path) -> Result<Option<Workspace>> {
    let parent = folder.parent().context("the root of a file system cannot be an output folder")?;
    let Ok(existing) = fs::metadata(folder) else {
        fs::create_dir_all(parent).with_context(|| format!("cannot create `{}`", parent.display()))?;
        return Workspace::open(&workspace::beside(folder), folder).map(Some);
    };
    match Workspace::open(&workspace::beside(folder), folder) {
        Ok(workspace) => Ok(Some(workspace).filter(|it| is_alike(it.path(), &existing))),
        Err(error) if error.downcast_ref().is_some_and(nothing_goes_beside) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the error says that the parent folder takes nothing new. A full disk does not: it would fail in place too.
fn nothing_goes_beside(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::InvalidFilename)
}

/// Whether a folder made beside the output folder is on its file system and has its owner.
#[cfg(unix)]
fn is_alike(made: &Path, existing: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let facts = |it: &fs::Metadata| (it.dev(), it.uid(), it.gid());
    fs::metadata(made).is_ok_and(|made| facts(&made) == facts(existing))
}

#[cfg(not(unix))]
fn is_alike(_made: &Path, _existing: &fs::Metadata) -> bool {
    true
}

/// Publishes by replacing the folder; `None`, with nothing changed, if this folder cannot be replaced.
fn as_a_whole(workspace: &Workspace, folder: &Path, outputs: &Outputs) -> Result<Option<Written>> {
    workspace.clear()?;
    let earlier = Inventory::of(folder)?;
    earlier.refuse_foreign(folder)?;
    let unchanged = lay_out(workspace, folder, &earlier, outputs)?;
    if let Err(error) = swap::swap(workspace, folder) {
        if !folder.exists() {
            return Err(error).with_context(|| format!("cannot create `{}`", folder.display()));
        }
        workspace.clear()?;
        return Ok(None);
    }
    workspace.clear().context("the new output is in place, but the earlier one could not be removed")?;
    let removed = earlier.stale(outputs).len();
    Ok(Some(Written { written: outputs.len() - unchanged, unchanged, removed, in_place: false }))
}

/// Lays out the next output in the workspace, and counts the files that are kept from the earlier one.
fn lay_out(workspace: &Workspace, folder: &Path, earlier: &Inventory, outputs: &Outputs) -> Result<usize> {
    let next = workspace.next();
    let create = |path: &Path| fs::create_dir(path).with_context(|| format!("cannot create `{}`", path.display()));
    create(&next)?;
    Manifest::of(outputs).write(&next, &workspace.part())?;
    outputs.folders().iter().try_for_each(|path| create(&next.join(path)))?;

    // The system spends its time copying and allocating: a second writer halves the wait, for the same work.
    let files: Vec<_> = outputs.iter().collect();
    let (first, second) = files.split_at(files.len() / 2);
    let lay_out = |files| lay_out_files(files, folder, earlier, &next);
    let (first, second) = rayon::join(|| lay_out(first), || lay_out(second));
    let unchanged = first? + second?;

    // Last, because a folder may be one that nothing can be created in.
    let kept = earlier.folders().filter(|path| next.join(path).is_dir());
    kept.chain(folder.is_dir().then_some(""))
        .try_for_each(|path| carry_permissions(&folder.join(path), &next.join(path)))?;
    Ok(unchanged)
}

fn lay_out_files(files: &[(&str, &Arc<[u8]>)], folder: &Path, earlier: &Inventory, next: &Path) -> Result<usize> {
    let mut unchanged = 0;
    for (path, bytes) in files {
        let (from, to) = (folder.join(path), next.join(path));
        let made = if earlier.has(path) && files::has_bytes(&from, bytes)? {
            unchanged += 1;
            files::keep(&from, &to, bytes)
        } else {
            files::write_new(&to, bytes).map(drop)
        };
        made.with_context(|| format!("cannot write `{}`", from.display()))?;
    }
    Ok(unchanged)
}

fn carry_permissions(from: &Path, to: &Path) -> Result<()> {
    let carry = || fs::set_permissions(to, fs::metadata(from)?.permissions());
    carry().with_context(|| format!("cannot carry over the permissions of `{}`", from.display()))
}
