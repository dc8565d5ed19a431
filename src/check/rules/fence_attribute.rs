//! C12: attributes of code fences.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports attributes on a code fence that Docent does not know, when the fence also has one that it knows, or when
    /// the unknown one is nearly spelt like one. The info strings of other tools are left alone.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```python fiel="setup.py"
    /// import torch
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```python title="setup.py"
    /// import torch
    /// ```
    /// ~~~~
    "C12", "fence-attribute", "a misspelt attribute does nothing, and nobody is told", Some(Severity::Error), Check::Parser,
}
