//! C08: code that is never run, and does not say why.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Requires words behind `skip`, which keeps a code block from being run. They are shown in the report of
    /// `docent test`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```python skip
    /// launch_rocket()
    /// ```
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ```python skip="needs a rocket"
    /// launch_rocket()
    /// ```
    /// ~~~~
    "C08", "skip-needs-reason", "nobody can tell whether the code was left out on purpose", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for skip in document.code_blocks.iter().filter_map(|block| block.attribute("skip")) {
        if skip.value.as_deref().is_none_or(|reason| !reason.contains(char::is_alphabetic)) {
            findings.push(
                Finding::new(document.source.span(skip.range.clone()), "`skip` gives no reason")
                    .help("say why the code cannot be run: `skip=\"needs two GPUs\"`"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn a_reason_is_words() {
        marks(
            "skip-needs-reason",
            "```python skip=\"\"\n          ^^^^^^^ `skip` gives no reason\n```\n\n```python skip=1\n          ^^^^^^\n```\n",
        );
        marks("skip-needs-reason", "```python skip=slow\n```\n\nIn text `skip`\n");
    }
}
