//! P08: pages that ask too much of the machine.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports pages that are larger, nest lists and quotes deeper, or hold more cells of tables or more files in code blocks
    /// than Docent takes. The [limits](limits.md) are far beyond what a reader would read.
    "P08", "too-large", "a build has to end, whatever its pages hold", Some(Severity::Error), Check::Parser,
}
