//! `docent check --fix` and `--diff`: the files that fixes change, written or shown.

use anyhow::Result;

use super::bold;
use super::terminal::{self, tell};
use crate::output::source;
use crate::pipeline::{Mended, Refused};
use crate::report::{self, counted};
use crate::world::DiskWorld;

/// Writes the files that fixes change.
pub(super) fn write(world: &DiskWorld, mended: &Mended) -> Result<()> {
    for change in &mended.changes {
        source::replace(&world.root().join(change.path.as_str()), &change.before, &change.after)?;
    }
    tell(mended, "Fixed");
    Ok(())
}

/// Prints what the fixes would change.
pub(super) fn show(mended: &Mended) -> Result<()> {
    for change in &mended.changes {
        let [before, after] = [&change.before, &change.after].map(|bytes| String::from_utf8_lossy(bytes));
        terminal::answer(&report::unified_diff(&change.path, &before, &after))?;
    }
    tell(mended, "Would fix");
    Ok(())
}

fn tell(mended: &Mended, verb: &str) {
    for Refused { span, title, why } in &mended.refused {
        let place =
            mended.checked.sources.get(&span.path).map_or(1, |source| source.line_column(span.range.start).line + 1);
        tell!("{} {title} ({}:{place}): {why}", bold("Not applied:"), span.path);
    }
    let all = mended.applied + mended.checked.diagnostics.len();
    let files = counted(mended.changes.len(), "file");
    tell!("{} {} of {} in {files}", bold(verb), mended.applied, counted(all, "finding"));
}
