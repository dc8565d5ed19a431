//! `docent check`.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::args::{CheckArguments, Format};
use super::{CLEAN, FOUND, baseline, bold, fix, place};
use crate::cache::Cache;
use crate::check::has_errors;
use crate::diagnostic::Applicability;
use crate::pipeline::{self, Options};
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
            fix::show(&mended);
            let clean = mended.changes.is_empty() && !has_errors(&mended.checked.diagnostics);
            return Ok(if clean { CLEAN } else { FOUND });
        }
        fix::write(&world, &mended)?;
        mended.checked
    } else {
        let harmless = Untrusted::new(&world);
        let world: &dyn World = if arguments.untrusted { &harmless } else { &world };
        pipeline::check_site(world, &Cache::new(), &options)
    };
    let prefix = place::prefix(&world, arguments.uri_prefix.as_deref());
    let has_all = arguments.advice || matches!(arguments.format, Format::Json | Format::Sarif | Format::Rdjson);
    let advice = if has_all { 0 } else { checked.take_advice() };
    Ok(report(&Report { checked: &checked, prefix: &prefix }, arguments.format, advice))
}

/// Diagnostics in a format.
pub(super) fn formatted(report: &Report<'_>, format: Format) -> String {
    let Report { checked, .. } = report;
    match format {
        Format::Human => report::human(&checked.diagnostics, &checked.sources),
        Format::Concise => report::concise(&checked.diagnostics, &checked.sources),
        Format::Json => report::json(report),
        Format::Github => report::github(report),
        Format::Gitlab => report::gitlab(report),
        Format::Sarif => report::sarif(report),
        Format::Rdjson => report::rdjson(report),
        Format::Junit => report::junit(report),
    }
}

fn report(report: &Report<'_>, format: Format, advice: usize) -> u8 {
    let Report { checked, .. } = report;
    anstream::print!("{}", formatted(report, format));
    let documents = report::counted(checked.site.documents.len(), "document");
    let found = report::summary(&checked.diagnostics);
    let more = if advice > 0 { format!("; {advice} advice with `--advice`") } else { String::new() };
    anstream::eprintln!("{} {documents}: {found}{more}{}", bold("Checked"), report::baseline(checked));
    if has_errors(&checked.diagnostics) { FOUND } else { CLEAN }
}
