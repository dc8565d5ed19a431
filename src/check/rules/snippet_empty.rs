//! C05: parts of files that hold nothing.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::include::Part;
use crate::site::include::Fault;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports code blocks that name a part of a file which is there and holds nothing but blank lines and markers.
    "C05", "snippet-empty", "an empty box tells the reader nothing", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for inclusion in document.code_blocks.iter().filter_map(|block| site.inclusion(id, block)) {
        if inclusion.text != Err(Fault::Empty) {
            continue;
        }
        let file = inclusion.path.as_ref().map_or(inclusion.include.path.as_str(), |path| path.as_str());
        let what = match &inclusion.include.part {
            Part::Region(name) => format!("region `{name}` of `{file}`"),
            Part::Lines(first, last) => format!("the part of `{file}` from line {first} to {last}"),
            Part::All | Part::NotLines(_) => format!("`{file}`"),
        };
        findings.push(
            Finding::new(document.source.span(inclusion.include.range), format!("{what} is empty"))
                .help("name a part that holds code, or take the block out"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    #[test]
    fn blank_lines_and_markers_are_nothing() {
        let files = [("code/a.py", "# region: hook\n\n# endregion: hook\n1\n")];
        let message = "region `hook` of `code/a.py` is empty";
        let page = format!("```python file=/code/a.py#hook\n          ^^^^^^^^^^^^^^^^^^^^ {message}\n```\n");
        marks_in("snippet-empty", &page, &files);
        marks_in("snippet-empty", "```python file=/code/a.py\n```\n", &files);
    }
}
