//! `docent test`.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use super::args::{Permission, TestArguments};
use super::progress::Bar;
use super::terminal::{self, tell};
use super::{CLEAN, FOUND, bold, check, place};
use crate::cache::Cache;
use crate::check::{found, has_errors};
use crate::config::CONTENT;
use crate::diagnostic::{Diagnostic, nearest};
use crate::output::source;
use crate::pipeline::{self, Checked, Options, Progress};
use crate::report::{self, Report, counted};
use crate::run::{BlockRun, PageRun, Status, Tester};
use crate::site::verification::record_path;
use crate::site::{DocumentId, Site};
use crate::source::SitePath;
use crate::world::{DiskWorld, World};

/// The rules that running code looks for.
const RULES: [&str; 2] = ["C06", "C07"];

/// Runs the code of pages. The report goes to the standard output, what became of each block to the standard error.
pub(super) fn run(site: Option<&Path>, arguments: &TestArguments) -> Result<u8> {
    let world = place::world(site)?;
    let loaded = pipeline::load(&world, &Cache::forgetful(), &Options::default());
    let pages = pages(&loaded.site, &world, &arguments.pages)?;
    let network = arguments.allow.contains(&Permission::Network);
    let remembered = (!arguments.fresh).then(|| world.root());
    let tester = Tester::new(&loaded.site, &world, network, remembered);
    let bar = Bar::new();
    bar.stage("testing", pages.len());
    let runs = tester.run(&pages, &|| bar.step());
    bar.finish();
    let runs = runs?;
    if arguments.record {
        record(&world, &tester, &runs)?;
    }
    let isolated = tester.is_isolated();
    let problems = runs.iter().flat_map(|run| run.problems.clone()).collect();
    let diagnostics = found(&loaded.site, problems, &pages, &RULES);
    let checked = Checked::with(loaded, diagnostics);
    let checked = if arguments.accept { accept(&world, checked)? } else { checked };
    let prefix = place::prefix(&world, arguments.printing.uri_prefix.as_deref());
    let report = Report { checked: &checked, prefix: &prefix };
    terminal::answer(&check::formatted(&report, arguments.printing.format, arguments.printing.max_diagnostics))?;
    tell(&checked, &runs, isolated || network);
    Ok(if has_errors(&checked.diagnostics) { FOUND } else { CLEAN })
}

/// The documents that are named, in the order of the site; without names, all of them.
fn pages(site: &Site, world: &DiskWorld, named: &[String]) -> Result<Vec<DocumentId>> {
    if named.is_empty() {
        return Ok((0..site.documents.len()).collect());
    }
    let mut pages = Vec::new();
    for name in named {
        let path = within(world, name)?;
        let folder = format!("{}/", path.as_str().trim_end_matches('/'));
        let is_named = |id: &DocumentId| {
            let document = site.documents[*id].path();
            *document == path || document.as_str().starts_with(&folder)
        };
        let before = pages.len();
        pages.extend((0..site.documents.len()).filter(is_named));
        if pages.len() == before {
            let known = site.documents.iter().map(|document| document.path().as_str());
            let meant = nearest(path.as_str(), known).map(|near| format!("; did you mean `{near}`?"));
            bail!("`{name}` is no page of the site{}", meant.unwrap_or_default());
        }
    }
    pages.sort_unstable();
    pages.dedup();
    Ok(pages)
}

/// The path of a page in the site, as it is named from the current folder or from that of the site.
fn within(world: &DiskWorld, name: &str) -> Result<SitePath> {
    let here = std::env::current_dir().context("the current folder cannot be read")?.join(name);
    let path = here.strip_prefix(world.root()).ok().filter(|_| here.exists()).unwrap_or(Path::new(name));
    let path = path.to_string_lossy().replace('\\', "/");
    let outside = || anyhow!("`{name}` is no page of the site");
    let path = SitePath::resolve("", path.trim_start_matches('/')).ok_or_else(outside)?;
    let is_within = path.as_str() == CONTENT || path.as_str().starts_with(&format!("{CONTENT}/"));
    Ok(if is_within { path } else { SitePath::new(format!("{CONTENT}/{path}")) })
}

/// Writes what code prints into the pages; what is left is everything else.
fn accept(world: &DiskWorld, mut checked: Checked) -> Result<Checked> {
    let is_accepted = |diagnostic: &Diagnostic| diagnostic.code == RULES[0] && diagnostic.finding.fix.is_some();
    let accepted: Vec<_> = checked.diagnostics.iter().filter(|it| is_accepted(it)).cloned().collect();
    let changes = pipeline::changed_by(world, &checked.sources, &accepted).map_err(|why| anyhow!(why))?;
    for change in &changes {
        source::replace(&world.root().join(change.path.as_str()), &change.before, &change.after)?;
    }
    checked.diagnostics.retain(|diagnostic| !is_accepted(diagnostic));
    if accepted.is_empty() {
        return Ok(checked);
    }
    let (outputs, files) = (counted(accepted.len(), "output"), counted(changes.len(), "file"));
    tell!("{} {outputs} in {files}", bold("Accepted"));
    // What is left is shown in the files as they are now.
    let sources = changes.iter().map(|change| change.path.clone()).collect::<Vec<_>>();
    if checked.diagnostics.iter().any(|left| sources.contains(&left.finding.span.path)) {
        tell!("         the report is of the pages before that");
    }
    Ok(checked)
}

/// Writes the records of the pages that ran as they say.
fn record(world: &DiskWorld, tester: &Tester<'_>, runs: &[PageRun]) -> Result<()> {
    let mut written = 0;
    let ran = |run: &&PageRun| run.problems.is_empty() && run.blocks.iter().any(|block| block.status == Status::Ran);
    for run in runs.iter().filter(ran) {
        let record = tester.record(run);
        let path = record_path(&SitePath::new(record.page.as_str()));
        let (file, text) = (world.root().join(path.as_str()), record.to_text());
        if !source::create(world.root(), path.as_str(), text.as_bytes())? {
            let before = world.read(&path).with_context(|| format!("cannot read `{path}`"))?;
            source::replace(&file, &before, text.as_bytes())?;
        }
        written += 1;
    }
    tell!("{} {}", bold("Recorded"), counted(written, "page"));
    Ok(())
}

/// Says what was not run and why, and how many blocks were.
fn tell(checked: &Checked, runs: &[PageRun], is_isolated: bool) {
    for run in runs {
        let source = &checked.site.documents[run.document].source;
        for block in &run.blocks {
            if let Some(why) = why_not(block) {
                let line = source.line_column(block.place).line + 1;
                tell!("{} {}:{line}: {why}", bold("Not run"), source.path());
            }
        }
    }
    let count = |is: fn(&Status) -> bool| {
        let blocks = runs.iter().flat_map(|run| &run.blocks);
        blocks.filter(|block| is(&block.status)).count()
    };
    let ran = count(|status| matches!(status, Status::Ran | Status::Failed));
    let skipped = count(|status| matches!(status, Status::Skipped(_)));
    let lacking = count(|status| matches!(status, Status::Lacking(_)));
    let left = count(|status| matches!(status, Status::NotRun(_) | Status::Left));
    let pages = counted(runs.iter().filter(|run| !run.blocks.is_empty()).count(), "page");
    let known = runs.iter().filter(|run| run.remembered && !run.blocks.is_empty()).count();
    let known = if known > 0 { format!(", {known} of them at an earlier time") } else { String::new() };
    tell!(
        "{} {pages}{known}: {} ran, {skipped} skipped, {lacking} not possible here, {left} not run; {}",
        bold("Tested"),
        counted(ran, "block"),
        report::summary(&checked.diagnostics),
    );
    if !is_isolated && ran > 0 {
        tell!("  {} this system did not let us switch the network off", bold("Note"));
    }
}

/// Why a block was not run. Of blocks that nobody asked to be run only the number is said.
fn why_not(block: &BlockRun) -> Option<String> {
    match &block.status {
        Status::Ran | Status::Failed | Status::Left => None,
        Status::Skipped(reason) if reason.is_empty() => Some("skipped without a reason".to_owned()),
        Status::Skipped(reason) => Some(format!("skipped: {reason}")),
        Status::Lacking(reason) => Some(reason.clone()),
        Status::NotRun(reason) => Some(reason.clone()),
    }
}
