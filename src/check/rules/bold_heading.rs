//! S17: bold lines that stand for headings, and headings that are bold as a whole.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Block, BlockKind, Document};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Gives advice on a short bold line with text below it, which looks like a heading and is none, and on headings
    /// that are bold as a whole.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// **Install it**
    ///
    /// Run the script.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ## Install it
    ///
    /// Run the script.
    /// ~~~~
    "S17", "bold-heading", "what only looks like a heading is in no outline, and cannot be linked",
    Some(Severity::Advice), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (place, block) in document.blocks.iter().enumerate() {
        match block.kind {
            BlockKind::Paragraph { bold: true } => {
                findings.extend(bold_line(document, block, document.blocks.get(place + 1)));
            }
            BlockKind::Heading { bold: true } => findings.push(bold_title(document, block)),
            _ => {}
        }
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
            .fix(Fix::risky("make it a heading", vec![edit]))
    })
}

fn bold_title(document: &Document, block: &Block) -> Finding {
    let source = &document.source;
    let line = source.text()[block.range.clone()].lines().next().unwrap_or_default();
    let span = source.span(block.range.start..block.range.start + line.len());
    let finding = Finding::new(span, "the heading is bold as a whole").help("headings are bold by themselves");
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
    use crate::check::tests::{marks, mended};

    #[test]
    fn bold_lines_and_bold_headings_are_found_and_mended() {
        marks(
            "bold-heading",
            "**Install it**\n^^^^^^^^^^^^^^ a bold line\n\nRun this.\n\n## **Use it**\n^^^^^^^^^^^^^ bold as a whole\n\ntext\n",
        );
        let page = "**Install it**\n\nRun this.\n\n## **Use it**\n\ntext\n";
        assert_eq!(mended("bold-heading", page), "## Install it\n\nRun this.\n\n## Use it\n\ntext\n");
    }

    #[test]
    fn bold_sentences_and_words_are_left_alone() {
        marks(
            "bold-heading",
            "## A **bold** word\n\n**Do not do this.**\n\n**Note:**\n\n- **item**\n\n**Bold** at the start\n\n**Last**\n",
        );
    }
}
