//! C06: code that prints something else than its page shows.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports an `output` block, or lines of a transcript, that are not what the code prints. Only `docent test` runs code, so
    /// only that command reports it.
    ///
    /// A line of `...` in the output stands for any lines, `[..]` for anything within a line. White space at the end of lines
    /// and blank lines around the output do not count. `match`, `tol` and `output=varies` on a fence compare less strictly.
    /// `docent test --accept` writes what the code prints into the page.
    ///
    /// Of this, `docent test` says that the code prints `2`:
    ///
    /// ~~~~markdown
    /// ```python run
    /// print(1 + 1)
    /// ```
    /// ```output
    /// 3
    /// ```
    /// ~~~~
    "C06", "output-differs", "readers see something else than the page promises, and doubt themselves", Some(Severity::Error),
    Check::Command("docent test"),
}
