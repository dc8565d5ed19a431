//! P04: files that cannot be read.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports files and folders of the site that cannot be read: a symbolic link that leads out of the site, in a
    /// circle or nowhere, a name that is not UTF-8, a file that the system refuses to open.
    "P04", "source-unreadable", "a file that cannot be read is missing from the site", Some(Severity::Error), Check::Parser,
}
