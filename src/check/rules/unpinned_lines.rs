//! L06: links to lines of a file on a branch.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports links to lines of a file in a repository, as it is on a branch. Branches move on, and the lines with them; a link
    /// to a tag or a commit shows the same lines for good. On the page of the file, the key `y` changes its address to that of
    /// the commit.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [where the hook is called](https://github.com/org/framework/blob/main/src/load.py#L20-L25).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [where the hook is called](https://github.com/org/framework/blob/v2.5.0/src/load.py#L20-L25).
    /// ~~~~
    "L06", "unpinned-lines", "the lines are others by the time somebody looks", Some(Severity::Warning), Check::Document(check),
}

/// Names that branches have, and tags do not.
const BRANCHES: [&str; 8] = ["main", "master", "HEAD", "develop", "dev", "trunk", "nightly", "next"];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        if let Some(branch) = branch(&link.destination, &site.config.branch) {
            let span = document.source.span(link.destination_range.clone());
            findings.push(
                Finding::new(span, format!("the link names lines of a file on the branch `{branch}`"))
                    .help(format!("put a tag or a commit in place of `{branch}`, or link the file without lines")),
            );
        }
    }
}

/// The branch of which a link names lines.
fn branch<'l>(destination: &'l str, own: &str) -> Option<&'l str> {
    let rest = destination.strip_prefix("https://").or_else(|| destination.strip_prefix("http://"))?;
    let (path, fragment) = rest.split_once('#')?;
    let lines = fragment.strip_prefix("L").or_else(|| fragment.strip_prefix("lines-"))?;
    let behind = ["/blob/", "/raw/", "/src/branch/"].iter().find_map(|part| Some(path.split_once(part)?.1))?;
    let (name, _) = behind.split_once('/')?;
    let is_branch = BRANCHES.contains(&name) || name == own;
    (is_branch && lines.starts_with(|sign: char| sign.is_ascii_digit())).then_some(name)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn lines_on_a_branch_are_found() {
        marks(
            "unpinned-lines",
            "[the hook](https://github.com/a/b/blob/master/c.py#L3)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ on the branch `master`\n",
        );
        marks(
            "unpinned-lines",
            "[the hook](https://gitlab.com/a/b/-/blob/main/c.py#L3-9)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ on the branch `main`\n",
        );
    }

    #[test]
    fn pinned_lines_and_whole_files_are_left_alone() {
        marks(
            "unpinned-lines",
            "[one](https://github.com/a/b/blob/v1.0/c.py#L3) [two](https://github.com/a/b/blob/0027c653a25545d8fff1b053ddb722a86722adf8/c.py#L3)\n\
             [three](https://github.com/a/b/blob/main/c.md#Lines) [four](https://github.com/a/b/blob/main/c.py) [five](https://a.io/blob/main#L3)\n",
        );
    }
}
