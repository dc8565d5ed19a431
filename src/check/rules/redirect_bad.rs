//! L10: aliases that cannot lead to their page.

use std::collections::BTreeMap;

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::site::{DocumentId, Route, Site};
use crate::source::Placed;

declare_rule! {
    /// ## What it does
    /// Reports aliases that name the page's own URL, that are given twice, and that are no path below the site's root:
    /// a full URL, one with a query or an anchor, one with `..`. An alias that another page or file already has is a
    /// `duplicate-url`. Aliases lead straight to their page, so that there are no chains of them.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// aliases: [example.html]
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// kind: page
    /// aliases: [old/example]
    /// ---
    /// ~~~~
    "L10", "redirect-bad", "who follows the old link does not arrive", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let own = site.route(id);
    let aliases = &document.front_matter.aliases;
    let mut first_of = BTreeMap::new();
    for alias in aliases {
        let span = document.source.span(alias.range.clone());
        let path = alias.value.trim();
        let route = Route::of_alias(path);
        if path.contains("://") || path.contains(['?', '#', '\\']) || path.split('/').any(|part| part == "..") {
            findings.push(
                Finding::new(span, format!("`{path}` is no path below the site's root"))
                    .help("write the path of the old page as its URL had it, such as `old/page`"),
            );
        } else if is_same(&route, own) {
            findings.push(
                Finding::new(span, format!("`{path}` is the URL of this page itself"))
                    .label("a page cannot lead to itself")
                    .help("take the alias out"),
            );
        } else if let Some(first) = repeated(&mut first_of, &route, alias) {
            let finding = Finding::new(span, format!("the alias `{path}` is given twice"))
                .other(document.source.span(first.range.clone()), "first given here")
                .at_most(Severity::Warning)
                .help("take one of the two out");
            findings.push(match line_of(document.source.text(), &alias.range) {
                Some(line) => {
                    finding.fix(Fix::safe("take it out", vec![Edit::replace(document.source.span(line), "")]))
                }
                None => finding,
            });
        }
    }
}

/// The alias that gave this route before.
fn repeated<'a>(
    first_of: &mut BTreeMap<String, &'a Placed<String>>,
    route: &Route,
    alias: &'a Placed<String>,
) -> Option<&'a Placed<String>> {
    let first = *first_of.entry(route.as_str().to_ascii_lowercase()).or_insert(alias);
    (first.range != alias.range).then_some(first)
}

fn is_same(one: &Route, other: &Route) -> bool {
    one.as_str().eq_ignore_ascii_case(other.as_str())
}

/// The whole line of an item, where it has one to itself.
fn line_of(text: &str, item: &std::ops::Range<usize>) -> Option<std::ops::Range<usize>> {
    let start = text[..item.start].rfind('\n')? + 1;
    let end = item.end + text[item.end..].find('\n')? + 1;
    let alone = text[start..item.start].trim() == "-" && text[item.end..end].trim().is_empty();
    alone.then_some(start..end)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended, severities};
    use crate::diagnostic::Severity;

    #[test]
    fn aliases_that_lead_nowhere_are_found() {
        marks(
            "redirect-bad",
            "---\ntitle: T\nkind: page\naliases: [Example.html, old/x]\n          ^^^^^^^^^^^^ itself\n---\n",
        );
        marks(
            "redirect-bad",
            "---\ntitle: T\nkind: page\naliases:\n  - https://a.io/x\n    ^^^^^^^^^^^^^^ no path\n  - ../x\n    ^^^^ no path\n  - old#there\n    ^^^^^^^^^\n---\n",
        );
    }

    #[test]
    fn a_repeated_alias_is_taken_out() {
        let page = "---\ntitle: T\nkind: page\naliases:\n  - old/x\n  - /old/x.html\n---\n";
        assert_eq!(severities("redirect-bad", page, &[]), [Severity::Warning]);
        assert_eq!(mended("redirect-bad", page), "---\ntitle: T\nkind: page\naliases:\n  - old/x\n---\n");
    }
}
