//! Finds the site that a command works on.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::config::{CONFIG_PATH, CONTENT};
use crate::world::DiskWorld;

/// The site's world: the folder that was named, else that of the nearest `docent.yml` upwards, else the current one.
pub(super) fn world(named: Option<&Path>) -> Result<DiskWorld> {
    let root = match named {
        Some(root) => root.to_owned(),
        None => {
            let here = std::env::current_dir().context("the current folder cannot be read")?;
            here.ancestors()
                .find(|folder| folder.join(CONFIG_PATH).is_file())
                .map_or_else(|| here.clone(), PathBuf::from)
        }
    };
    let world = DiskWorld::new(&root).with_context(|| format!("cannot read the site `{}`", root.display()))?;
    if !world.root().join(CONTENT).is_dir() {
        bail!("`{}` is no site: it has no `{CONTENT}` folder; name the site with `--site DIR`", root.display());
    }
    Ok(world)
}

/// What leads from the root of the repository to the site: as it is given, else as git says.
pub(super) fn prefix(world: &DiskWorld, given: Option<&str>) -> String {
    given.map_or_else(|| prefix_in_repository(world.root()), as_folder)
}

/// What leads from the root of the git repository to a folder in it; empty outside of one.
fn prefix_in_repository(folder: &Path) -> String {
    // In a linked work tree `.git` is a file.
    let top = folder.ancestors().find(|folder| folder.join(".git").exists());
    let within = top.and_then(|top| folder.strip_prefix(top).ok());
    as_folder(&within.map(|within| within.to_string_lossy().replace('\\', "/")).unwrap_or_default())
}

/// A path with a slash at its end, so that the path of a file can follow it.
fn as_folder(path: &str) -> String {
    match path.trim_start_matches("./").trim_end_matches('/') {
        "" | "." => String::new(),
        path => format!("{path}/"),
    }
}
