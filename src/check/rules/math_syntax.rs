//! M05: formulas that are not TeX.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity, nearest};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports formulas with a mistake in their TeX, or with a command that is not known. The page shows the TeX in their
    /// place. So it does where the `$$` that ends a formula is missing or stands in another paragraph, and a blank line
    /// ends a paragraph. A dollar sign that is no formula is written `\$`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// The estimate is $\hatt{\theta}_n$.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// The estimate is $\hat{\theta}_n$, and a run costs $5 to $10.
    /// ~~~~
    "M05", "math-syntax", "readers are shown TeX in place of a formula", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let notation = &site.config.notation;
    for formula in &document.formulas {
        let tex = formula.tex();
        let Err(mistake) = notation.mathml(tex) else { continue };
        let range = if mistake.range.is_empty() || tex.text.get(mistake.range.clone()).is_none() {
            formula.range.clone()
        } else {
            formula.tex.places(mistake.range.clone())
        };
        let finding = Finding::new(document.source.span(range), mistake.message);
        let unknown = tex.text.get(mistake.range).and_then(|word| word.strip_prefix('\\'));
        let macros = notation.macros().iter().map(|(name, _)| name.as_str());
        findings.push(match unknown.and_then(|name| nearest(name, macros)) {
            Some(name) => finding.help(format!("did you mean `\\{name}`?")),
            None => finding,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{findings, mended};

    #[test]
    fn mistakes_are_found_in_each_form_of_a_formula() {
        assert_eq!(findings("M05", "a $\\sqrt$ b\n"), ["1:8 expected argument but reached end of input"]);
        let quoted = "> $$\n> x + \\nope\n> $$\n";
        assert_eq!(findings("M05", quoted), ["2:7 unknown command `\\nope`"]);
        assert_eq!(findings("M05", "```math\nx +\n\\nope\n```\n"), ["3:1 unknown command `\\nope`"]);
        let listed = "---\ntitle: A\nkind: page\nwhat_you_will_learn:\n  - Use $\\nope$\n---\n";
        assert_eq!(findings("M05", listed), ["5:10 unknown command `\\nope`"]);
    }

    #[test]
    fn formulas_whose_ends_do_not_meet_are_found() {
        let broken = "this formula does not end in the paragraph that it begins in";
        for (body, place) in [
            ("$$\nx\n\ny\n$$\n", "1:1"),
            ("$$x = 1\n\n+ y$$\n", "1:1"),
            ("> $$\n> a\n>\n> b\n> $$\n", "1:3"),
            ("- $$\n  a\n  - b\n  $$\n", "1:3"),
        ] {
            assert_eq!(findings("M05", body), [format!("{place} {broken}")], "{body}");
        }
        for body in ["$$\nx\n", "$$ \\hat{x}\n\nText.\n", "$$\nx\n\n```math\ny\n```\n"] {
            assert_eq!(findings("M05", body), ["1:1 this `$$` is never closed"], "{body}");
        }
        assert_eq!(mended("math-syntax", "> $$\n> a\n>\n> b\n> $$\n"), "> $$\n> a\n> b\n> $$\n");
    }

    #[test]
    fn double_dollars_that_are_no_formula_are_left_alone() {
        for body in [
            "$$ is the number of a process.\n",
            "A meal is $$, or $$$\n",
            "$$$\n",
            "\\$\\$\n",
            "`$$`\n\n```sh\necho $$\n```\n",
            "$$\nx\n$$\n\n$$y$$\n",
            "<p>\n$$\n</p>\n",
        ] {
            assert_eq!(findings("M05", body), [""; 0], "{body}");
        }
    }

    #[test]
    fn formulas_code_and_money_are_left_alone() {
        assert_eq!(findings("M05", "$x^2$ `$\\nope$` from $5 to $6 and $$\\sum_i i$$\n"), [""; 0]);
    }
}
