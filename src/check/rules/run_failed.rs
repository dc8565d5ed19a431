//! C07: code that ends otherwise than its page says.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports code that fails, takes longer than it may, or succeeds where its fence says that it fails. Only `docent test`
    /// runs code, so only that command reports it.
    ///
    /// A block that is meant to fail says so: `fails`, `fails="TypeError"` or `exit=2`. In a transcript that is about the last
    /// command; all others have to succeed. A block of shell code fails with the first of its commands that does.
    ///
    /// Of this, `docent test` says that the code raises a `NameError`:
    ///
    /// ~~~~markdown
    /// ```python run
    /// print(total)
    /// ```
    /// ~~~~
    "C07", "run-failed", "readers who follow the page stop here", Some(Severity::Error), Check::Command("docent test"),
}
