//! P06: files that cannot be published under their name.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports files whose published path cannot be written: a name of more than 255 bytes, a name that Docent keeps for
    /// itself, a file where another output needs a folder; on Windows, also the names that `portable-name` warns of.
    "P06", "unportable-path", "the site could not be written to a disk", Some(Severity::Error), Check::Parser,
}
