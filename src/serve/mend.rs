//! Mends the one finding whose button was pressed, in its file.

use std::sync::PoisonError;

use serde::Deserialize;

use super::live::Live;
use super::report::place;
use crate::output::source;
use crate::pipeline::{self, MendedOne};

/// The finding that was clicked, as the report named it.
#[derive(Debug, Deserialize)]
pub(super) struct Clicked {
    code: String,
    /// The file within the site.
    path: String,
    /// Line and column, counted from 1.
    line: usize,
    column: usize,
    /// Two findings of one rule may stand at one place.
    message: String,
}

/// Applies the finding's fix and tells its title; else why it is not applied.
///
/// What is mended is the site as it was last read: a file that says something else by now is left to its author.
pub(super) fn clicked(live: &Live, clicked: &Clicked) -> Result<String, String> {
    // Of two that are clicked at once, the second is to see what the first has written.
    let _one_by_one = live.mending.lock().unwrap_or_else(PoisonError::into_inner);
    let site = &live.site;
    let MendedOne { title, changes } =
        pipeline::mend_one(&site.world, &site.cache, &site.options, |diagnostic, sources| {
            let finding = &diagnostic.finding;
            let path = &finding.span.path;
            (diagnostic.code, path.as_str(), finding.message.as_str())
                == (&clicked.code, &clicked.path, &clicked.message)
                && place(sources, path, finding.span.range.start) == (clicked.line, clicked.column)
        })?;
    for change in changes {
        let file = site.world.root().join(change.path.as_str());
        source::replace(&file, &change.before, &change.after).map_err(|error| format!("{error:#}"))?;
    }
    Ok(title)
}
