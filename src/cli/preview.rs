//! `docent preview`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};

use super::args::{Format, MakingArguments, PreviewArguments, PreviewCommand};
use super::progress::Bar;
use super::terminal::{self, tell};
use super::{CLEAN, FOUND, bold, check, place};
use crate::config::{self, CONTENT, STATIC, TEMPLATES};
use crate::output::{self, source};
use crate::pipeline::Options;
use crate::preview::account::Head;
use crate::preview::base::{self, Base, Found, Wanted};
use crate::preview::{self, Preview, Settings, verify};
use crate::report::{self, Report};
use crate::world::{DiskWorld, Repository};

/// Makes a preview, or judges one.
pub(super) fn run(site: Option<&Path>, arguments: &PreviewArguments) -> Result<u8> {
    match &arguments.command {
        Some(PreviewCommand::Verify { folder, comment, url }) => judge(folder, comment.as_deref(), url.as_deref()),
        Some(PreviewCommand::Wait { url, sha, timeout, every }) => {
            Ok(wait(url, sha, Duration::from_secs(*timeout), Duration::from_secs(*every)))
        }
        None => make(site, &arguments.making),
    }
}

fn make(site: Option<&Path>, arguments: &MakingArguments) -> Result<u8> {
    let world = place::world(site)?;
    let folder = arguments.out.clone().unwrap_or_else(|| world.root().join("_preview"));
    let sources = [CONTENT, TEMPLATES, STATIC].map(|folder| world.root().join(folder));
    let destination = output::destination(&folder, world.root(), &sources)?;
    let found = base::find(world.root(), &wanted(arguments))?;
    say_steps(&found);
    let settings = settings(&world, arguments)?;
    let bar = Bar::new();
    let made = preview::make(&world, &found, &settings, &bar);
    bar.finish();
    let mut preview = made?;
    destination.publish(&preview.outputs)?;
    print(&mut preview, arguments.format, &settings.prefix)?;
    say(&preview, &folder);
    Ok(if preview.is_refused() { FOUND } else { CLEAN })
}

fn wanted(arguments: &MakingArguments) -> Wanted {
    let said = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    Wanted {
        named: arguments.base.clone(),
        production: arguments.production.clone(),
        fetch: arguments.fetch,
        github_base_ref: said(&arguments.github_base_ref),
        merge_request_base: said(&arguments.merge_request_base),
    }
}

fn settings(world: &DiskWorld, arguments: &MakingArguments) -> Result<Settings> {
    let url = arguments.url.as_deref().map(config::base_url).transpose().map_err(|why| anyhow!("--url: {why}"))?;
    let prefix = place::prefix(world, arguments.uri_prefix.as_deref());
    let branch = arguments.branch.clone().or_else(|| std::env::var("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME").ok());
    let branch = branch.filter(|branch| is_plain(branch));
    Ok(Settings {
        build: Options { today: arguments.today, branch, ..Options::default() },
        only_changed: arguments.only_changed,
        untrusted: arguments.untrusted,
        url,
        prefix,
        head: head(world.root()),
    })
}

/// Whether a branch can be part of a URL as it is; strangers choose the names of theirs.
fn is_plain(branch: &str) -> bool {
    !branch.is_empty() && branch.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte))
}

/// The commit that is checked out, and the change that it tries where it is a merge.
fn head(root: &Path) -> Head {
    let Ok(repository) = Repository::around(root) else { return Head::default() };
    let Some(commit) = repository.commit("HEAD") else { return Head::default() };
    let tip = repository.parents(&commit).get(1).map(ToString::to_string);
    Head { commit: Some(commit.to_string()), tip }
}

/// Where the base was looked for, so that nobody has to guess what a preview was compared with.
fn say_steps(found: &Found) {
    for step in &found.steps {
        tell!("{} {}: {}", bold("Base"), step.place, step.found);
    }
    if let Base::Nothing { fetch, example } = &found.base {
        if let Some(command) = fetch {
            tell!("     to compare, run `{command}` first");
        }
        match example {
            Some(revision) => tell!("     to compare, try `docent preview --base {revision}`"),
            None => tell!("     `--base` can name the folder of the site as it was"),
        }
    }
}

/// Prints what the change has brought. Annotations stand on changed lines, which is where reviewers look.
fn print(preview: &mut Preview, format: Format, prefix: &str) -> Result<()> {
    if format == Format::Github {
        preview.checked.diagnostics.clone_from(&preview.anchored);
    }
    let text = check::formatted(&Report { checked: &preview.checked, prefix }, format, report::MOST_SHOWN);
    terminal::answer(&text)
}

fn say(preview: &Preview, folder: &Path) {
    let account = &preview.account;
    let found = &account.diagnostics;
    tell!("{} {}", bold("Changed"), preview.headline());
    let new = report::summary(&preview.checked.diagnostics);
    let gate = if account.gate { "" } else { "; nothing blocks, as there is no base" };
    tell!("{} {new}; {} there before; {} fixed{gate}", bold("New"), found.already_there.len(), found.fixed.len());
    let index: PathBuf = folder.join("index.html");
    tell!("{} {}", bold("Preview"), index.display());
}

/// Waits until the preview of a commit can be seen.
fn wait(url: &str, commit: &str, patience: Duration, pause: Duration) -> u8 {
    match preview::wait(url, commit, patience, pause) {
        Ok(()) => {
            tell!("{} the preview of `{commit}` is live: {url}", bold("Found"));
            CLEAN
        }
        Err(found) => {
            tell!("{} the preview of `{commit}` is not live: {found}", bold("Waited"));
            FOUND
        }
    }
}

/// Judges a preview that somebody else has made, and writes its comment anew.
fn judge(folder: &Path, comment: Option<&Path>, url: Option<&str>) -> Result<u8> {
    let refusals = verify::folder(folder)?;
    for refusal in &refusals {
        tell!("{} {refusal}", bold("Refused"));
    }
    if refusals.is_empty() {
        if let Some(file) = comment {
            let url = url.map(config::base_url).transpose().map_err(|why| anyhow!("--url: {why}"))?;
            let text = verify::comment(folder, url.as_deref())?;
            ensure!(source::create_at(file, text.as_bytes())?, "`{}` exists already", file.display());
        }
        tell!("{} `{}` can be published", bold("Verified"), folder.display());
        return Ok(CLEAN);
    }
    Ok(FOUND)
}
