//! L13: blanks that keep a link from being one.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports `[text](my page.md)`: a destination with a blank in it is no destination, and Markdown shows the whole
    /// as text, brackets and all.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [the page](my page.md).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [the example](example.md). A name with a blank is written `<my page.md>` or `my%20page.md`.
    /// ~~~~
    "L13", "blank-in-link", "the link is shown as plain text, brackets and all", Some(Severity::Warning), Check::Parser,
}
