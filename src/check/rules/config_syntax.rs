//! P01: a configuration that does not parse.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports a `docent.yml` that is not valid YAML, and says which mistake it looks like.
    "P01", "config-syntax", "a configuration that does not parse says nothing", Some(Severity::Error), Check::Parser,
}
