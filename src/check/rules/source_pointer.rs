//! L07: pointers into the site's own repository that point at nothing.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::pointer::Pointer;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports links to a file of the site's own `repository`, on the branch that is checked out, where there is no such
    /// file or where it has fewer lines than the link names. Links to a tag or a commit are left alone.
    "L07", "source-pointer", "the reader looks for code that is not there", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        let Some(pointer) = Pointer::read(&site.config, &link.destination) else { continue };
        let at = |message: String| Finding::new(document.source.span(link.destination_range.clone()), message);
        match (site.facts.pointed.get(&pointer.path), pointer.lines) {
            (Some(None), _) => findings.push(
                at(format!("`{}` does not exist in this repository", pointer.path))
                    .help("link the file where it is now, or pin the link to a tag that has it"),
            ),
            (Some(Some(count)), Some(lines)) if lines.end() > count => findings.push(
                at(format!("`{}` has {count} lines, the link names line {}", pointer.path, lines.end()))
                    .help("link the lines where they are now, or pin the link to a commit"),
            ),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    #[test]
    fn pointers_have_to_point_at_something() {
        let config = ("docent.yml", "repository: https://github.com/a/b\n");
        let page = "[gone](https://github.com/a/b/blob/main/x.py), [short](https://github.com/a/b/blob/main/content/y.py#L2-L9)\n       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `x.py` does not exist\n                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ has 2 lines\n";
        marks_in("source-pointer", page, &[config, ("content/y.py", "a = 1\nb = 2\n")]);
        let good = "[there](https://github.com/a/b/blob/main/content/y.py#L2), [tag](https://github.com/a/b/blob/v1/x.py), [other](https://github.com/a/c/blob/main/x.py)\n";
        marks_in("source-pointer", good, &[config, ("content/y.py", "a = 1\nb = 2\n")]);
    }
}
