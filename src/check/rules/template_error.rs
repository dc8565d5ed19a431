//! P02: templates that fail.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports templates that do not parse, and templates that ask for something that the page does not have.
    /// `docent build` publishes nothing while a template fails.
    "P02", "template-error", "a template that fails leaves its pages unwritten", Some(Severity::Error), Check::Parser,
}
