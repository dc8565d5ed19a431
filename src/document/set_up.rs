//! Code in comments, which readers do not see and `docent test` runs: `<!-- code: python run … -->`.

use std::ops::Range;

use super::code::{self, CodeBlock};
use crate::diagnostic::Problem;
use crate::source::{Gathered, Source};

/// The code of a comment that stands in `range` of raw HTML; `None` for a comment that holds none.
pub(super) fn read(
    source: &Source,
    html: &Gathered,
    range: Range<usize>,
    problems: &mut Vec<Problem>,
) -> Option<CodeBlock> {
    const OPENING: &str = "<!-- code:";
    let comment = &html.text()[range.clone()];
    let first_end = comment.find('\n')?;
    let info = comment[..first_end].strip_prefix(OPENING)?;
    let written = info.trim();
    let info_at = range.start + OPENING.len() + (info.len() - info.trim_start().len());
    let (language, attributes) = code::read_fence(source, html.place(info_at), written, problems);
    let end = comment.strip_suffix("-->").map_or(comment.len(), str::len);
    let mut block = CodeBlock {
        range: html.places(range.clone()),
        language,
        attributes,
        code: Gathered::default(),
        indented: false,
        anchor: None,
    };
    let mut at = first_end + 1;
    for line in comment.get(at..end).unwrap_or_default().split_inclusive('\n') {
        // The end of a comment may stand on a line of its own.
        let is_end = at + line.len() == end && line.trim().is_empty();
        if !is_end {
            block.code.push(line, html.place(range.start + at));
        }
        at += line.len();
    }
    Some(block)
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::source::{SitePath, Source};

    #[test]
    fn a_comment_can_hold_code() {
        let text = "Text.\n\n<!-- code: python run timeout=5\nimport os\n\nx = 1\n-->\n\n<!-- a note: code -->\n<!-- code: none -->\n";
        let document = Document::parse(&Source::new(SitePath::new("content/a.md"), text));
        let [block] = &document.set_up[..] else { panic!("{:?}", document.set_up) };
        assert_eq!((block.language(), block.code.text()), (Some("python"), "import os\n\nx = 1\n"));
        assert_eq!((block.has("run"), block.value("timeout")), (true, Some("5")));
        assert_eq!(&text[block.code.place("import os\n\n".len())..][..5], "x = 1");
        assert!(document.problems.is_empty());
    }

    #[test]
    fn its_attributes_are_checked() {
        let text = "> <!-- code: python rnu=1 run\n> x = 1\n> -->\n";
        let document = Document::parse(&Source::new(SitePath::new("content/a.md"), text));
        assert_eq!(document.set_up[0].code.text(), "x = 1\n");
        let places: Vec<_> =
            document.problems.iter().map(|problem| &text[problem.finding.span.range.clone()]).collect();
        assert_eq!(places, ["rnu=1"]);
    }
}
