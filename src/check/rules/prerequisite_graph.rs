//! S07: tutorials that need each other, or need what comes later.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::Site;
use crate::site::prerequisite::Edge;

declare_rule! {
    /// ## What it does
    /// A prerequisite that links a tutorial says which one has to be read before. Reports tutorials that need each other
    /// in a circle, as an error, and a tutorial that needs one which comes later in the navigation. A link to a page that
    /// does not exist is a `link-missing`, one to a draft a `draft-leak`.
    "S07", "prerequisite-graph", "readers cannot begin, or begin at the wrong end", Some(Severity::Error), Check::Site(check),
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let cycles = site.prerequisites().cycles();
    for cycle in &cycles {
        findings.extend(circle(site, cycle));
    }
    for edge in site.prerequisites().edges.iter().filter(|edge| !cycles.iter().any(|cycle| cycle.contains(edge))) {
        let (from, to) = (site.navigation().place(edge.from), site.navigation().place(edge.to));
        if let (Some(from), Some(to)) = (from, to)
            && to > from
        {
            let document = &site.documents[edge.from];
            let title = site.documents[edge.to].title();
            findings.push(
                Finding::new(
                    document.source.span(edge.range.clone()),
                    format!("“{title}” comes later in the navigation"),
                )
                .help("change the order with `weight:` or `nav:`, so that readers meet it first")
                .at_most(Severity::Warning),
            );
        }
    }
}

fn circle(site: &Site, cycle: &[&Edge]) -> Option<Finding> {
    let (first, others) = cycle.split_first()?;
    let span = |edge: &Edge| site.documents[edge.from].source.span(edge.range.clone());
    let title = |id: usize| site.documents[id].title();
    let message = if others.is_empty() {
        "this tutorial needs itself".to_owned()
    } else {
        let way: Vec<_> = cycle.iter().map(|edge| format!("“{}”", title(edge.to))).collect();
        format!("“{}” needs {}", title(first.from), way.join(", which needs "))
    };
    let finding =
        Finding::new(span(first), message).help("take one of the links out: one of the tutorials has to be the first");
    Some(others.iter().fold(finding, |finding, edge| {
        finding.other(span(edge), format!("“{}” needs “{}”", title(edge.from), title(edge.to)))
    }))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, severities};
    use crate::diagnostic::Severity;

    fn tutorial(title: &str, needs: &str) -> String {
        format!("---\ntitle: {title}\nprerequisites:\n  - \"[x]({needs})\"\n---\n")
    }

    #[test]
    fn a_circle_is_found_once() {
        let page =
            "---\ntitle: E\nprerequisites:\n  - \"[x](f.md)\"\n         ^^^^ “E” needs “F”, which needs “E”\n---\n";
        marks_in("prerequisite-graph", page, &[("content/f.md", &tutorial("F", "example.md"))]);
        assert_eq!(severities("prerequisite-graph", &tutorial("E", "example.md"), &[]), [Severity::Error]);
    }

    #[test]
    fn what_is_needed_comes_first() {
        let config = ("docent.yml", "nav: [example.md, f.md]\n");
        let none = "---\ntitle: F\nprerequisites: none\n---\n";
        assert_eq!(
            severities("prerequisite-graph", &tutorial("E", "f.md"), &[config, ("content/f.md", none)]),
            [Severity::Warning]
        );
        let other = ("docent.yml", "nav: [f.md, example.md]\n");
        assert_eq!(severities("prerequisite-graph", &tutorial("E", "f.md"), &[other, ("content/f.md", none)]), []);
    }

    #[test]
    fn pages_that_teach_nothing_are_no_part_of_it() {
        let reference = "---\ntitle: F\nkind: reference\nprerequisites:\n  - \"[x](example.md)\"\n---\n";
        marks_in(
            "prerequisite-graph",
            &tutorial("E", "f.md"),
            &[("docent.yml", "nav: [example.md, f.md]\n"), ("content/f.md", reference)],
        );
    }
}
