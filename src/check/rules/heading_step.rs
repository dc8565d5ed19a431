//! S09: headings whose level is not what it should be.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Document, Heading};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports a heading that skips a level, and a `#` in the body behind another heading: a page has one title.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ## Install
    ///
    /// #### On Linux
    ///
    /// Run the script.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ## Install
    ///
    /// ### On Linux
    ///
    /// Run the script.
    /// ~~~~
    "S09", "heading-step", "outlines and screen readers lead by the levels of headings", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    // What stands in a quote or a note is a heading of that alone.
    let quoted: Vec<_> =
        document.blocks.iter().filter(|block| block.depth > 0).map(|block| block.range.start).collect();
    let of_page = document.headings_below_title().iter().filter(|heading| !quoted.contains(&heading.range.start));
    let headings: Vec<_> = of_page.cloned().collect();
    findings.extend(extra_titles(document, &headings));
    let mut above = 1;
    for (place, heading) in headings.iter().enumerate() {
        if heading.level > above + 1 {
            findings.push(skipped(document, &headings[place..], above));
        }
        above = heading.level;
    }
}

/// `#` headings beside the title. The body may open with one: a forge shows it as the title, and the page moves it down a
/// level. The first of the others can be mended: all headings below go down a level.
fn extra_titles(document: &Document, headings: &[Heading]) -> Vec<Finding> {
    let below = match headings.split_first() {
        Some((first, below)) if first.level == 1 && document.headings.first() == Some(first) => below,
        _ => headings,
    };
    let mut found: Vec<_> = below
        .iter()
        .filter(|heading| heading.level == 1)
        .map(|heading| {
            let span = document.source.span(document.line_of(heading));
            Finding::new(span, format!("“{}” is a second title", heading.text))
                .label("a page has one title, from its front matter or its first heading")
                .help("start headings of the body with `##`")
        })
        .collect();
    if let Some(first) = found.first_mut()
        && let Some(edits) = relevelled(document, below, 1)
    {
        first.fix = Some(Fix::risky("move all headings down a level", edits));
    }
    found
}

fn skipped(document: &Document, from: &[Heading], above: u8) -> Finding {
    let heading = &from[0];
    let meant = above + 1;
    let message = format!("a heading of level {} below one of level {above}", heading.level);
    let finding = Finding::new(document.source.span(document.line_of(heading)), message)
        .help(format!("write `{}`", "#".repeat(usize::from(meant))));
    // What stands below the heading goes up with it, and so do its siblings.
    let run = from.iter().take_while(|other| other.level > meant).count().max(1);
    let up = i8::try_from(heading.level - meant).unwrap_or_default();
    match relevelled(document, &from[..run], -up) {
        Some(edits) => finding.fix(Fix::safe(format!("write `{}`", "#".repeat(usize::from(meant))), edits)),
        None => finding,
    }
}

/// The edits that move headings by some levels; `None` where one would leave the six that there are.
fn relevelled(document: &Document, headings: &[Heading], by: i8) -> Option<Vec<Edit>> {
    let text = document.source.text();
    let edits = headings.iter().map(|heading| {
        let level = heading.level.checked_add_signed(by).filter(|level| (1..=6).contains(level))?;
        let marks = "#".repeat(usize::from(level));
        let start = heading.range.start;
        if text[start..].starts_with('#') {
            return Some(Edit::replace(document.source.span(start..start + usize::from(heading.level)), marks));
        }
        // A heading with a line below it has no marks to count: it is written anew.
        let line = document.line_of(heading);
        let end = start + text[heading.range.clone()].trim_end().len();
        Some(Edit::replace(document.source.span(start..end), format!("{marks} {}", &text[line])))
    });
    edits.collect()
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    #[test]
    fn skipped_levels_are_found_and_mended() {
        marks(
            "heading-step",
            "### First\n^^^^^^^^^ a heading of level 3 below one of level 1\n\n#### Under\n\n## Second\n\n#### Third\n^^^^^^^^^^ level 4 below one of level 2\n",
        );
        let page = "## A\n\n#### B\n\n##### C\n\n#### D\n\n## E\n\ntext\n";
        assert_eq!(mended("heading-step", page), "## A\n\n### B\n\n#### C\n\n### D\n\n## E\n\ntext\n");
    }

    #[test]
    fn a_second_title_is_found_and_mended() {
        let page = "# Load an extension\n\n# Install\n\n## Linux\n\nUse\n===\n\ntext\n";
        marks(
            "heading-step",
            "# Load an extension\n\n# Install\n^^^^^^^^^ a second title\n\nUse\n^^^ a second title\n===\n",
        );
        assert_eq!(mended("heading-step", page), "# Load an extension\n\n## Install\n\n### Linux\n\n## Use\n\ntext\n");
        marks("heading-step", "# Another title\n\n# A third\n^^^^^^^^^ a second title\n");
    }

    #[test]
    fn headings_in_order_are_left_alone() {
        marks("heading-step", "# Load an extension\n\n## A\n\n### B\n\n## C\n\n> #### In a quote\n");
    }
}
