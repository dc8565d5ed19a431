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
