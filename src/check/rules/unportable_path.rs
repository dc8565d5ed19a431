//! P06: files that cannot be published under their name.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports files whose published path cannot be written on every system: a name that Windows keeps for itself, a
    /// trailing dot or blank, a name of more than 255 bytes, or a file where another output needs a folder.
    "P06", "unportable-path", "the site could not be unpacked on every machine", Some(Severity::Error), Check::Parser,
}
