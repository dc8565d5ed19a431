//! `docent check`.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::args::{CheckArguments, Format, Printing};
use super::terminal::{self, tell};
use super::{CLEAN, FOUND, baseline, bold, fix, place};
use crate::cache::Cache;
use crate::check::has_errors;
use crate::diagnostic::Applicability;
use crate::pipeline::{self, Checked, Options};
use crate::report::{self, Report};
use crate::world::{Untrusted, World};

/// Checks the site, drafts too. The report goes to the standard output, the summary to the standard error.
pub(super) fn run(site: Option<&Path>, arguments: &CheckArguments) -> Result<u8> {
    let world = place::world(site)?;
    // Drafts are read and checked, but a page that is published must not lead to one.
    let external = arguments.external.then(|| Duration::from_secs(arguments.external_timeout));
    let sanitised = arguments.untrusted;
    let options = Options { today: arguments.today, external, sanitised, ..Options::default() };
    if arguments.write_baseline {
        return baseline::write(&world, &options);
    }
    let mut checked = if arguments.diff || arguments.fix {
        let least = if arguments.risky { Applicability::Unsafe } else { Applicability::Safe };
        let mended = pipeline::mend(&world, &Cache::new(), &options, least);
        if arguments.diff {
            fix::show(&mended)?;
            let clean = mended.changes.is_empty() && !has_errors(&mended.checked.diagnostics);
            return Ok(if clean { CLEAN } else { FOUND });
        }
        fix::write(&world, &mended)?;
        mended.checked
    } else {
        let harmless = Untrusted::new(&world);
        let world: &dyn World = if arguments.untrusted { &harmless } else { &world };
        pipeline::check_site(world, &Cache::forgetful(), &options)
    };
    let prefix = place::prefix(&world, arguments.printing.uri_prefix.as_deref());
    let has_all =
        arguments.advice || matches!(arguments.printing.format, Format::Json | Format::Sarif | Format::Rdjson);
    let advice = if has_all { 0 } else { checked.take_advice() };
    report(&Report { checked: &checked, prefix: &prefix }, &arguments.printing, advice)
}

/// Diagnostics in a format; for people at most so many, or all for 0.
pub(super) fn formatted(report: &Report<'_>, format: Format, most: usize) -> String {
    let Report { checked, .. } = report;
    match format {
        Format::Human => shown(checked, most),
        Format::Concise => report::concise(&checked.diagnostics, &checked.sources),
        Format::Json => report::json(report),
        Format::Github => report::github(report),
        Format::Gitlab => report::gitlab(report),
        Format::Sarif => report::sarif(report),
        Format::Rdjson => report::rdjson(report),
        Format::Junit => report::junit(report),
    }
}

fn report(report: &Report<'_>, printing: &Printing, advice: usize) -> Result<u8> {
    let Report { checked, .. } = report;
    terminal::answer(&formatted(report, printing.format, printing.max_diagnostics))?;
    let documents = report::counted(checked.site.documents.len(), "document");
    let found = report::summary(&checked.diagnostics);
    let mendable = checked.diagnostics.iter().filter(|found| found.is_mended_by_a_safe_fix()).count();
    let more = if mendable > 0 { format!("; `--fix` mends {mendable}") } else { String::new() };
    let more = if advice > 0 { format!("{more}; {advice} advice with `--advice`") } else { more };
    tell!("{} {documents}: {found}{more}{}", bold("Checked"), report::baseline(checked));
    Ok(if has_errors(&checked.diagnostics) { FOUND } else { CLEAN })
}

/// The diagnostics for people: as many as they want to read, the errors before the others.
pub(super) fn shown(checked: &Checked, most: usize) -> String {
    let (first, left_out) = report::first(&checked.diagnostics, most);
    let mut text = report::human(&first, &checked.sources);
    if left_out > 0 {
        text.push_str(&format!("... and {left_out} more; `docent check --max-diagnostics 0` shows all\n\n"));
    }
    text
}
