//! C03: regions of shown files that are not closed, closed twice or opened twice.

use std::collections::BTreeMap;

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::include::Part;
use crate::document::region::{Mistake, MistakeKind};
use crate::site::include::IncludedFile;
use crate::site::{Site, include};
use crate::source::{SitePath, Span};

declare_rule! {
    /// ## What it does
    /// Reports markers in a file that a code block shows by region, where they belong to that region and are wrong: one
    /// that opens a region which nothing closes, opens a region again, or closes one that is not open.
    ///
    /// A region is marked by comments, in any of these spellings:
    ///
    /// | start | end |
    /// |---|---|
    /// | `region: name` | `endregion: name`, or `endregion` for the last one opened |
    /// | `#region name` | `#endregion` |
    /// | `ANCHOR: name` | `ANCHOR_END: name` |
    /// | `[start:name]` | `[end:name]` |
    /// | `:snippet-start: name` | `:snippet-end: name` |
    /// | `tag::name[]` | `end::name[]` |
    /// | `[START name]` | `[END name]` |
    "C03", "region-malformed", "a region without its end shows too much or nothing", Some(Severity::Error), Check::Site(check),
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let uses = uses(site);
    for file in site.included_files.readable() {
        let Some(used) = uses.get(file.source.path()) else { continue };
        for mistake in file.regions.mistakes() {
            // An end without a name could belong to any region.
            let user = match &mistake.name {
                Some(name) => used.get(name.as_str()),
                None => used.values().next(),
            };
            findings.extend(user.map(|user| finding(file, mistake, user)));
        }
    }
}

/// For each file, the regions that code blocks show, with the first block that shows it.
fn uses(site: &Site) -> BTreeMap<SitePath, BTreeMap<String, Span>> {
    let mut uses: BTreeMap<SitePath, BTreeMap<String, Span>> = BTreeMap::new();
    for document in &site.documents {
        for include in document.code_blocks.iter().filter_map(|block| block.include()) {
            let (Some(path), Part::Region(name)) = (include::path_of(document, &include), include.part) else {
                continue;
            };
            uses.entry(path).or_default().entry(name).or_insert_with(|| document.source.span(include.range));
        }
    }
    uses
}

fn finding(file: &IncludedFile, mistake: &Mistake, user: &Span) -> Finding {
    let span = file.source.span(file.source.line(mistake.line));
    let name = mistake.name.as_deref().unwrap_or_default();
    let finding = match mistake.kind {
        MistakeKind::NotClosed => Finding::new(span, format!("region `{name}` is not closed"))
            .label("it is opened here")
            .help(format!("put a comment `endregion: {name}` behind its last line")),
        MistakeKind::OpenedTwice(first) => Finding::new(span, format!("region `{name}` is opened twice"))
            .other(file.source.span(file.source.line(first)), "first opened here")
            .help("give each region a name of its own"),
        MistakeKind::NotOpen if name.is_empty() => {
            Finding::new(span, "no region is open here").help("take this end away")
        }
        MistakeKind::NotOpen => Finding::new(span, format!("region `{name}` is closed but not open"))
            .help(format!("put a comment `region: {name}` before its first line, or take this end away")),
    };
    finding.other(user.clone(), "shown by this code block")
}

#[cfg(test)]
mod tests {
    use crate::check::tests::messages_in;

    const FILE: [(&str, &str); 1] = [("code/a.py", "# region: hook\n1\n# endregion: hook\n# region: open\n2\n")];

    #[test]
    fn a_region_that_is_shown_has_to_be_closed() {
        let fences = "```python file=\"/code/a.py#open\"\n```\n\n```python file=\"/code/a.py#open\"\n```\n";
        assert_eq!(messages_in("region-malformed", fences, &FILE), ["code/a.py:4: region `open` is not closed"]);
    }

    #[test]
    fn a_region_that_nobody_shows_may_be_anything() {
        let fence = "```python file=\"/code/a.py#hook\"\n```\n";
        assert_eq!(messages_in("region-malformed", fence, &FILE), [""; 0]);
    }
}
