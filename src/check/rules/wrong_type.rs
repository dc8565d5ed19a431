//! F05: values of the wrong type.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports values whose type does not fit their key, and says what is expected and what was found.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// draft: yes
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// draft: true
    /// ---
    /// ~~~~
    "F05", "wrong-type", "a value of the wrong type means something else than its author thinks", Some(Severity::Error), Check::Parser,
}
