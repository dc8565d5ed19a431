//! What a code block shows of a file: `file="path#part"` on its fence.

use std::ops::Range;

use super::CodeBlock;

/// The part of a file that a code block shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Include {
    /// The path, as written: from the document's folder, or from the site's root with a `/` at its start.
    pub path: String,
    /// Which part of the file.
    pub part: Part,
    /// Where the fence says so, in bytes of the document.
    pub range: Range<usize>,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// All of it.
    All,
    /// The region of this name.
    Region(String),
    /// Lines from the first to the last, both counted from 1 and both shown.
    Lines(usize, usize),
    /// Lines that are no numbers, as written.
    NotLines(String),
}

impl CodeBlock {
    /// The part of a file that the fence names.
    ///
    /// The part stands behind the path, `file="a.py#hook"` or `file="a.py#L3-L9"`, or in an attribute of its own,
    /// `region=hook` or `lines=3-9`.
    pub fn include(&self) -> Option<Include> {
        let file = self.attribute("file")?;
        let written = file.value.as_deref().filter(|path| !path.is_empty())?;
        let (path, fragment) = match written.rsplit_once('#') {
            Some((path, fragment)) if !fragment.contains('/') => (path, Some(fragment)),
            _ => (written, None),
        };
        let own =
            |name: &str| self.attribute(name).and_then(|attribute| Some((attribute, attribute.value.as_deref()?)));
        let (part, place) = match (fragment, own("region"), own("lines")) {
            (Some(fragment), ..) => (part(fragment), file),
            (None, Some((attribute, region)), _) => (Part::Region(region.to_owned()), attribute),
            (None, None, Some((attribute, text))) => (lines(text), attribute),
            (None, None, None) => (Part::All, file),
        };
        Some(Include { path: path.to_owned(), part, range: place.range.clone() })
    }

    /// Whether the block says nothing itself, so that its file fills it.
    pub fn is_empty(&self) -> bool {
        self.code.text().trim().is_empty()
    }
}

fn part(fragment: &str) -> Part {
    let is_lines = fragment.strip_prefix('L').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    match fragment {
        "" => Part::All,
        _ if is_lines => lines(fragment),
        region => Part::Region(region.to_owned()),
    }
}

/// Reads `L10-L20`, `10-20` or `10`.
fn lines(text: &str) -> Part {
    let number = |text: &str| text.trim().trim_start_matches('L').parse::<usize>().ok().filter(|&number| number > 0);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (number(first), number(last)) {
        (Some(first), Some(last)) => Part::Lines(first, last),
        _ => Part::NotLines(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::source::{SitePath, Source};

    fn include(attributes: &str) -> Option<(String, Part, String)> {
        let source = Source::new(SitePath::new("content/a.md"), format!("```python {attributes}\n```\n"));
        let include = Document::parse(&source).code_blocks[0].include()?;
        Some((include.path, include.part, source.text()[include.range].to_owned()))
    }

    #[test]
    fn a_fence_names_a_part_of_a_file() {
        let region = |name: &str| Part::Region(name.to_owned());
        for (written, path, part, place) in [
            ("file=a.py", "a.py", Part::All, "file=a.py"),
            ("file=a.py#", "a.py", Part::All, "file=a.py#"),
            ("file=\"b c/a.py#hook\" run", "b c/a.py", region("hook"), "file=\"b c/a.py#hook\""),
            ("file=/a.py#L2-L5", "/a.py", Part::Lines(2, 5), "file=/a.py#L2-L5"),
            ("file=a.py#L7", "a.py", Part::Lines(7, 7), "file=a.py#L7"),
            ("file=a.py#Load", "a.py", region("Load"), "file=a.py#Load"),
            ("file=c#/a.cs", "c#/a.cs", Part::All, "file=c#/a.cs"),
            ("file=a.py region=hook", "a.py", region("hook"), "region=hook"),
            ("file=a.py lines=5-2", "a.py", Part::Lines(5, 2), "lines=5-2"),
            ("file=a.py lines=0-2", "a.py", Part::NotLines("0-2".to_owned()), "lines=0-2"),
        ] {
            assert_eq!(include(written), Some((path.to_owned(), part, place.to_owned())), "{written}");
        }
        assert_eq!(include("run"), None);
        assert_eq!(include("file="), None);
    }
}
