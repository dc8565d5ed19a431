//! P03: sources that are no text.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports documents, templates and a configuration whose bytes are not valid UTF-8, at the first such byte.
    /// Save the file as UTF-8.
    "P03", "not-utf8", "bytes that are no text cannot be shown", Some(Severity::Error), Check::Parser,
}
