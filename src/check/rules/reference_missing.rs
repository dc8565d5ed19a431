//! L12: references to links and footnotes that nothing defines.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports `[text][label]` and `[label][]` where no line `[label]: destination` defines the label. Markdown shows
    /// such a link as plain text. So it does with `[^label]` where no line `[^label]: note` defines the footnote; a
    /// footnote that nothing refers to is a warning.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [the specification][spec].
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [the specification][spec].
    ///
    /// [spec]: https://example.org/spec
    /// ~~~~
    "L12", "reference-missing", "what it refers to is shown as plain text, brackets and all", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for label in &document.undefined_references {
        findings.push(
            Finding::new(
                document.source.span(label.range.clone()),
                format!("nothing defines the link reference `{}`", label.value),
            )
            .help(format!("add a line `[{}]: …`, or write the link as `[text](destination)`", label.value)),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, messages_in};

    #[test]
    fn links_and_footnotes_without_a_definition_are_found() {
        marks("reference-missing", "A [link][spec].\n  ^^^^^^^^^^^^ nothing defines the link reference `spec`\n");
        marks("reference-missing", "A note[^2].\n      ^^^^ nothing defines the footnote `2`\n");
        let unused = "^^^^^ nothing refers to the footnote `ab`\n";
        marks("reference-missing", &format!("> See[^ac].\n     ^^^^^ nothing defines the footnote `ac`\n\n[^ab]: Note.\n{unused}"));
    }

    #[test]
    fn what_is_defined_or_no_reference_is_left_alone() {
        for body in [
            "A note[^1], again[^1], and[^Long-one].\n\n[^1]: Note.\n[^long-one]: Note[^2].\n[^2]: Note.\n",
            "Search for [^a-z] or `[^1]`.\n\n```text\n[^1]\n```\n",
            "Not \\[^1] nor [^1](b.md) nor [^ 1] nor [^].\n",
            "<p>\n[^1]\n</p>\n",
        ] {
            assert_eq!(messages_in("reference-missing", body, &[]), [""; 0], "{body}");
        }
    }
}
