//! F01: front matter that does not parse.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports front matter that is not valid YAML, and says which mistake it looks like: a missing space behind a
    /// colon, a tab, an open quote, a value that needs quotes, a block that is never closed, a key given twice.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Part 1: intro
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: "Part 1: intro"
    /// description: What the parts of the series are, and in which order to read them.
    /// kind: page
    /// ---
    /// ~~~~
    "F01", "front-matter-syntax", "front matter that does not parse says nothing", Some(Severity::Error), Check::Parser,
}
