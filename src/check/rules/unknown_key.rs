//! F03: keys that nobody knows.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports keys that Docent does not know, in front matter and in `docent.yml`. Keys of your own stand below
    /// `extra:`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// desciption: Load it with torch.
    /// kind: page
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// extra: { ticket: 12 }
    /// ---
    /// ~~~~
    "F03", "unknown-key", "a misspelt key is silently lost", Some(Severity::Error), Check::Parser,
}
