//! `docent build`.

use std::path::Path;

use anyhow::{Result, anyhow};

use super::args::BuildArguments;
use super::terminal::{self, tell};
use super::timings::Timings;
use super::{CLEAN, FOUND, bold, check, place};
use crate::cache::Cache;
use crate::check::has_errors;
use crate::config::{self, CONTENT, STATIC, TEMPLATES, VERIFICATION};
use crate::output::{self, Written};
use crate::pipeline::{self, Build, Options, Progress};
use crate::report;
use crate::world::{Untrusted, World};

/// Said where the site does not know its own address.
const NOTHING_ABSOLUTE: &str = "without `base_url` in `docent.yml`, or `--base-url`, there are no sitemap, feed, canonical \
                                links and social cards";

/// Builds the site and publishes it, unless something is wrong in it.
pub(super) fn run(site: Option<&Path>, arguments: &BuildArguments) -> Result<u8> {
    let world = place::world(site)?;
    let folder = arguments.out.clone().unwrap_or_else(|| world.root().join("public"));
    let sources = [CONTENT, TEMPLATES, STATIC, VERIFICATION].map(|folder| world.root().join(folder));
    let destination = output::destination(&folder, world.root(), &sources)?;
    let base_url =
        arguments.base_url.as_deref().map(config::base_url).transpose().map_err(|why| anyhow!("--base-url: {why}"))?;
    let sanitised = arguments.untrusted;
    let options =
        Options { drafts: arguments.drafts, base_url, today: arguments.today, sanitised, ..Options::default() };

    let timings = Timings::new();
    let harmless = Untrusted::new(&world);
    let world: &dyn World = if arguments.untrusted { &harmless } else { &world };
    let mut build = pipeline::build(world, &Cache::forgetful(), &options, &timings);
    timings.finish();
    build.checked.take_advice();
    let checked = &build.checked;
    terminal::say(&check::shown(checked, report::MOST_SHOWN));
    if has_errors(&checked.diagnostics) {
        let found = report::summary(&checked.diagnostics);
        tell!("{} {found}{}; nothing was published", bold("Refused:"), report::baseline(checked));
        return Ok(FOUND);
    }
    timings.stage("publishing", 0);
    let written = destination.publish(&build.outputs)?;
    timings.finish();
    if arguments.timings {
        terminal::say(&timings.report());
    }
    tell!("{} {}", bold("Published"), account(&build, &written, &folder));
    if checked.site.config.base_url.is_none() {
        tell!("     {} {NOTHING_ABSOLUTE}", bold("Note"));
    }
    // The program ends here, and the system takes its memory back faster than piece by piece.
    std::mem::forget(build);
    Ok(CLEAN)
}

fn account(build: &Build, written: &Written, folder: &Path) -> String {
    let site = &build.checked.site;
    let first = site.home().map_or_else(|| folder.to_owned(), |id| folder.join(site.route(id).as_str()));
    format!(
        "{} into {} ({} written, {} unchanged, {} removed)\n          open {}",
        report::counted(build.pages, "page"),
        shown(folder),
        report::counted(written.written, "file"),
        written.unchanged,
        written.removed,
        shown(&first),
    )
}

/// A path as the user would type it from where they are.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}
