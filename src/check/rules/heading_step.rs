//! S09: headings whose level or look is not what it should be.

use crate::check::edit::relevelled;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Block, BlockKind, Document, Heading};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports a heading that skips a level, and a `#` in the body behind another heading. It gives advice on a bold line that
    /// stands for a heading, and on a heading that is bold as a whole.
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
    for (place, block) in document.blocks.iter().enumerate() {
        match block.kind {
            BlockKind::Paragraph { bold: true } => {
                findings.extend(bold_line(document, block, document.blocks.get(place + 1)));
            }
            BlockKind::Heading { bold: true } => findings.push(bold_heading(document, block)),
            _ => {}
        }
    }
}

/// `#` headings beside the title. The first heading may be one: a forge shows it as the title, and the page moves it down
/// a level. The first of the others can be mended: all headings below go down a level.
fn extra_titles(document: &Document, headings: &[Heading]) -> Vec<Finding> {
    let below = match headings.split_first() {
        Some((first, below)) if first.level == 1 && document.headings.first() == Some(first) => below,
        _ => headings,
    };
    let tops = below.iter().filter(|heading| heading.level == 1);
    let mut found: Vec<_> = tops
        .map(|heading| {
            Finding::new(
                document.source.span(document.line_of(heading)),
                format!("“{}” is a second title", heading.text),
            )
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

/// A short bold line of its own, with text below it, looks like a heading and is none.
fn bold_line(document: &Document, block: &Block, next: Option<&Block>) -> Option<Finding> {
    const LONGEST: usize = 60;
    let text = &document.source.text()[block.range.clone()];
    let inner = unbold(text)?;
    let is_title =
        inner.chars().count() <= LONGEST && !inner.ends_with(['.', ':', '!', '?', ',', ';', '。', '：', ')']);
    let leads =
        next.is_some_and(|next| next.depth == 0 && !matches!(next.kind, BlockKind::Heading { .. } | BlockKind::Rule));
    let around = document.headings.iter().rfind(|heading| heading.range.start < block.range.start);
    let level = around.map_or(2, |heading| heading.level.max(1) + 1).min(6);
    (block.depth == 0 && is_title && leads && !text.contains('\n')).then(|| {
        let edit = Edit::replace(
            document.source.span(block.range.clone()),
            format!("{} {inner}", "#".repeat(usize::from(level))),
        );
        Finding::new(document.source.span(block.range.clone()), "a bold line stands for a heading")
            .help(format!("write `{} {inner}`", "#".repeat(usize::from(level))))
            .at_most(Severity::Advice)
            .fix(Fix::risky("make it a heading", vec![edit]))
    })
}

fn bold_heading(document: &Document, block: &Block) -> Finding {
    let source = &document.source;
    let line = source.text()[block.range.clone()].lines().next().unwrap_or_default();
    let span = source.span(block.range.start..block.range.start + line.len());
    let finding = Finding::new(span, "the heading is bold as a whole")
        .help("headings are bold by themselves")
        .at_most(Severity::Advice);
    let title = line.trim_start_matches(['#', ' ']);
    let at = block.range.start + line.len() - title.len();
    match unbold(title) {
        Some(inner) => {
            let edit = Edit::replace(source.span(at..at + title.len()), inner);
            finding.fix(Fix::safe("take the asterisks out", vec![edit]))
        }
        None => finding,
    }
}

fn unbold(text: &str) -> Option<&str> {
    let text = text.trim();
    let inner = ["**", "__"].iter().find_map(|mark| text.strip_prefix(mark)?.strip_suffix(mark))?;
    (!inner.is_empty() && !inner.contains("**") && !inner.contains("__")).then_some(inner)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended, severities};
    use crate::diagnostic::Severity;

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
        marks("heading-step", "# Another title\n\ntext\n\n# And another\n^^^^^^^^^^^^^ a second title\n");
        marks("heading-step", "# Another title\n\ntext\n\n## Below\n\ntext\n");
    }

    #[test]
    fn bold_lines_are_worth_advice() {
        let page = "**Install it**\n\nRun this.\n\n## **Use it**\n\ntext\n";
        assert_eq!(severities("heading-step", page, &[]), [Severity::Advice, Severity::Advice]);
        assert_eq!(mended("heading-step", page), "## Install it\n\nRun this.\n\n## Use it\n\ntext\n");
    }

    #[test]
    fn headings_in_order_and_bold_sentences_are_left_alone() {
        marks(
            "heading-step",
            "# Load an extension\n\n## A\n\n### B\n\n## C\n\n**Do not do this.**\n\n**Note:**\n\n- **item**\n\n**Last**\n",
        );
        marks("heading-step", "## A **bold** word\n\n**Bold** at the start\n");
    }
}
