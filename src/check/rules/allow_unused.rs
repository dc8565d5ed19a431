//! X01: suppressions that suppress nothing.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::Severity;

declare_rule! {
    /// ## What it does
    /// Reports suppressions that suppress nothing, name no rule, give no reason, or are past their date. One without a
    /// reason or past its date does not suppress.
    ///
    /// A comment suppresses rules, by name or code, for the block that follows it:
    /// `<!-- allow: link-text, todo-left — the reason -->`. In the front matter,
    /// `allow: [{ rule: link-text, reason: … }]` suppresses a rule for the page. A reason can end with
    /// `until: 2027-01-01`; the date is looked at when the command is given `--today`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// <!-- allow: link-text — the site has this name -->
    /// See [the site](#install).
    ///
    /// ## Install
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// <!-- allow: link-text — the site has this name -->
    /// See [here](#install).
    ///
    /// ## Install
    ///
    /// Install it.
    /// ~~~~
    "X01", "allow-unused", "a suppression of no use hides what comes next", Some(Severity::Warning), Check::Parser,
}
