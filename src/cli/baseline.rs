//! `docent check --write-baseline`.

use anyhow::{Context, Result};

use super::terminal::tell;
use super::{CLEAN, bold};
use crate::cache::Cache;
use crate::check::baseline::{BASELINE_PATH, Baseline};
use crate::check::check;
use crate::output::source;
use crate::pipeline::{self, Options};
use crate::report::counted;
use crate::source::SitePath;
use crate::world::{DiskWorld, World};

/// Writes down what is wrong in the site, so that only what is new is reported from now on.
pub(super) fn write(world: &DiskWorld, options: &Options) -> Result<u8> {
    let loaded = pipeline::load(world, &Cache::forgetful(), options);
    let baseline = Baseline::of(&loaded.site, &check(&loaded.site));
    let file = world.root().join(BASELINE_PATH);
    let text = baseline.to_text();
    if !source::create(world.root(), BASELINE_PATH, text.as_bytes())? {
        let before =
            world.read(&SitePath::new(BASELINE_PATH)).with_context(|| format!("cannot read `{BASELINE_PATH}`"))?;
        source::replace(&file, &before, text.as_bytes())?;
    }
    let gone = loaded.baseline.compare(&loaded.site, check(&loaded.site)).gone;
    let dropped = if gone == 0 { String::new() } else { format!(", {gone} of the old ones dropped") };
    tell!("{} {} in `{BASELINE_PATH}`{dropped}", bold("Wrote"), counted(baseline.len(), "known finding"));
    Ok(CLEAN)
}
