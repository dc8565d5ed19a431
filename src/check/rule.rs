//! What a rule is: a static row and a function.

use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Published, Site};

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// For reports: a letter for its family and a number. Never reused.
    pub code: &'static str,
    /// Its identity: reads well behind "allow". Never reused.
    pub name: &'static str,
    /// Why it exists, in one line.
    pub why: &'static str,
    /// Its page, in Markdown: what it does, a bad example, a good one.
    pub docs: &'static str,
    /// How bad its findings are unless the site says otherwise; `None` for a rule that is off.
    pub default_level: Option<Severity>,
    /// How it looks.
    pub check: Check,
}

impl Rule {
    /// Its page as Markdown, without the blank that a doc comment puts before each line.
    pub fn page(&self) -> String {
        self.docs.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
    }
}

impl Rule {
    /// Whether it needs answers of other servers, which are asked on demand only.
    pub(super) fn asks_others(&self) -> bool {
        self.name.starts_with("external-link-")
    }
}

/// How a rule looks, and at what.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// The parser finds it; the row gives it a code and a page.
    Parser,
    /// One document at a time.
    Document(fn(&Site, DocumentId, &mut Vec<Finding>)),
    /// A command of this name finds it, and no other.
    Command(&'static str),
    /// The whole site at once.
    Site(fn(&Site, &mut Vec<Finding>)),
    /// The whole site, and what an earlier state of it has published.
    Base(fn(&Site, &Published, &mut Vec<Finding>)),
}

/// Declares the rule of a file: its doc comment is its page.
macro_rules! declare_rule {
    ($(#[doc = $doc:literal])+ $code:literal, $name:literal, $why:literal, $level:expr, $check:expr $(,)?) => {
        #[doc = concat!("Rule ", $code, ", `", $name, "`: ", $why, ".")]
        pub(crate) static RULE: crate::check::rule::Rule = crate::check::rule::Rule {
            code: $code,
            name: $name,
            why: $why,
            docs: concat!($($doc, "\n"),+),
            default_level: $level,
            check: $check,
        };
    };
}
pub(crate) use declare_rule;
