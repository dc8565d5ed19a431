//! `docent check`.

use std::path::Path;

use anyhow::Result;

use super::args::{CheckArguments, Format};
use super::{CLEAN, FOUND, bold, place};
use crate::cache::Cache;
use crate::check::has_errors;
use crate::pipeline::{self, Options};
use crate::report;

/// Checks the site, drafts too. The report goes to the standard output, the summary to the standard error.
pub(super) fn run(site: Option<&Path>, arguments: &CheckArguments) -> Result<u8> {
    let world = place::world(site)?;
    let checked = pipeline::check_site(&world, &Cache::new(), &Options { drafts: true, base_url: None });
    let report = match arguments.format {
        Format::Human => report::human(&checked.diagnostics, &checked.sources),
        Format::Concise => report::concise(&checked.diagnostics, &checked.sources),
    };
    anstream::print!("{report}");
    let documents = report::counted(checked.site.documents.len(), "document");
    anstream::eprintln!("{} {documents}: {}", bold("Checked"), report::summary(&checked.diagnostics));
    Ok(if has_errors(&checked.diagnostics) { FOUND } else { CLEAN })
}
