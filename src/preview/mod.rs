//! What a change does to a site, for its readers: two worlds, two builds, one folder that shows the difference.

pub mod account;
mod assembly;
pub mod base;
mod cause;
mod compare;
mod earlier;
mod findings;
mod folder;
mod marked;
mod overview;
mod pages;
mod pair;
mod partial;
mod side;
mod site_wide;
mod text;
pub mod verify;
mod wait;

use anyhow::{Result, bail};

use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Severity};
use crate::output::Outputs;
use crate::pipeline::{Checked, Options, Progress};
use crate::world::World;
use account::{Account, Head};
use assembly::Assembly;
use base::Found;
use earlier::Earlier;

use side::{Extent, Side};
pub use wait::wait;

/// How a preview is made; all of it comes from the command line.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// How both sites are built.
    pub build: Options,
    /// Whether only the changed pages are in it, with links to the published site.
    pub only_changed: bool,
    /// Whether the site is a stranger's: nothing of it may run in a browser.
    pub untrusted: bool,
    /// Where the preview will be published, with a slash at its end.
    pub url: Option<String>,
    /// What leads from the root of the repository to the site: empty, or a path with `/` at its end.
    pub prefix: String,
    /// The commit that is shown.
    pub head: Head,
}

/// A preview.
#[derive(Debug)]
pub struct Preview {
    /// What it says.
    pub account: Account,
    /// Its files.
    pub outputs: Outputs,
    /// The later site, with those diagnostics alone that the change has brought.
    pub checked: Checked,
    /// The same diagnostics, each at the changed line that caused it; those on changed lines first.
    pub anchored: Vec<Diagnostic>,
}

impl Preview {
    /// What has changed, in a sentence of counts.
    pub fn headline(&self) -> String {
        text::headline(&self.account)
    }

    /// Whether the change brings an error.
    pub fn is_refused(&self) -> bool {
        self.account.gate && self.checked.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }
}

/// Makes a preview of the site in a world.
///
/// # Errors
///
/// When the base cannot be read, links to the published site are wanted and its address is not known, or the preview would have a file that cannot be written.
pub fn make(world: &dyn World, found: &Found, settings: &Settings, progress: &dyn Progress) -> Result<Preview> {
    let mut options = settings.build.clone();
    options.unlisted = true;
    options.sanitised |= settings.untrusted;
    // Both sites share what is remembered: what they have in common is made once.
    let cache = Cache::new();
    let build = |world: &dyn World, extent| Side::build(world, settings.untrusted, extent, &cache, &options, progress);
    let extent = if settings.only_changed { Extent::Pages } else { Extent::All };
    let mut after = build(world, extent);
    if settings.only_changed && after.checked.site.config.base_url.is_none() {
        bail!(
            "a preview of the changed pages links the published site: say in `docent.yml` where it is, with `base_url`"
        );
    }
    let earlier = Earlier::open(&found.base)?;
    // What is wrong in both sites is nothing that the change brings: both have to be made as far as it is seen.
    let before = build(earlier.world(), if after.has_unpublished_files() { extent } else { Extent::Pages });
    earlier.ensure_whole()?;

    let Assembly { account, changes, diagnostics, anchored } =
        assembly::assemble(&before, &after, (&earlier, world), found, settings);
    progress.stage("comparing", changes.len());
    let outputs = folder::files(&account, &changes, &after, settings)?;
    drop(changes);
    after.checked.diagnostics = diagnostics;
    after.checked.known.clear();
    after.checked.gone = 0;
    Ok(Preview { account, outputs, checked: after.checked, anchored })
}
