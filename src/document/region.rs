//! Regions: named parts of a file that code blocks show, marked by comments in it.

use std::ops::Range;

use crate::source::Source;

/// The lines and regions of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Regions {
    /// In the order in which they are opened.
    regions: Vec<Region>,
    /// What is wrong with the markers.
    mistakes: Vec<Mistake>,
    /// For each line, whether it is a marker: markers are never shown.
    markers: Vec<bool>,
}

/// A named part of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// The lines between its markers, counted from 0.
    pub lines: Range<usize>,
}

/// A marker that does not belong where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// The name of the region; `None` for an end that names none.
    pub name: Option<String>,
    /// The line of the marker, counted from 0.
    pub line: usize,
    /// What is wrong with it.
    pub kind: MistakeKind,
}

/// What is wrong with a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MistakeKind {
    /// It opens a region that nothing closes.
    NotClosed,
    /// It opens a region again; the first time was on this line, counted from 0.
    OpenedTwice(usize),
    /// It closes a region that is not open.
    NotOpen,
}

impl Regions {
    /// Finds the regions of a file.
    pub fn read(source: &Source) -> Self {
        let mut reader = Reader::default();
        let markers = source.text().lines().enumerate().map(|(line, text)| reader.line(line, text)).collect();
        let Reader { mut regions, open, mut mistakes } = reader;
        mistakes.extend(open.into_iter().filter(|open| !open.again).map(|Open { region, .. }| Mistake {
            name: Some(region.name),
            line: region.lines.start - 1,
            kind: MistakeKind::NotClosed,
        }));
        mistakes.sort_by_key(|mistake| mistake.line);
        regions.sort_by_key(|region| region.lines.start);
        Self { regions, mistakes, markers }
    }

    /// The region of a name, where it is opened and closed.
    pub fn get(&self, name: &str) -> Option<&Region> {
        self.regions.iter().find(|region| region.name == name)
    }

    /// The names of all regions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.regions.iter().map(|region| region.name.as_str())
    }

    /// What is wrong with the markers, in the order of their lines.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// How many lines the file has.
    pub fn line_count(&self) -> usize {
        self.markers.len()
    }

    /// Some lines of the file as a code block shows them: without markers, moved to the left, no blank lines around.
    pub fn text(&self, source: &Source, lines: Range<usize>) -> String {
        let shown: Vec<_> = self.shown(source, lines).into_iter().map(|(_, line)| line).collect();
        let indent = common_indent(&shown);
        let moved = |line: &str| format!("{}\n", line.get(indent..).filter(|it| !is_blank(it)).unwrap_or_default());
        shown.into_iter().map(moved).collect()
    }

    /// The lines that a code block shows of some lines, by their number in the file, counted from 0.
    pub fn shown<'s>(&self, source: &'s Source, lines: Range<usize>) -> Vec<(usize, &'s str)> {
        let all = source.text().lines().zip(&self.markers).enumerate().skip(lines.start).take(lines.len());
        let shown: Vec<_> =
            all.filter(|(_, (_, marker))| !**marker).map(|(number, (line, _))| (number, line)).collect();
        let start = shown.iter().take_while(|(_, line)| is_blank(line)).count();
        let end = shown.len() - shown[start..].iter().rev().take_while(|(_, line)| is_blank(line)).count();
        shown[start..end].to_vec()
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// How many bytes of white space all lines start with that say anything.
fn common_indent(lines: &[&str]) -> usize {
    let indents = lines.iter().filter(|line| !line.trim().is_empty());
    let mut indents = indents.map(|line| &line[..line.len() - line.trim_start().len()]);
    let Some(first) = indents.next() else { return 0 };
    indents.fold(first, |common, indent| shared_start(common, indent)).len()
}

fn shared_start<'t>(a: &'t str, b: &str) -> &'t str {
    let shared = a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    &a[..shared.unwrap_or(a.len().min(b.len()))]
}

#[derive(Default)]
struct Reader {
    regions: Vec<Region>,
    open: Vec<Open>,
    mistakes: Vec<Mistake>,
}

struct Open {
    region: Region,
    /// Whether there is an earlier region of its name: then it is no region, and its end no mistake of its own.
    again: bool,
}

impl Reader {
    /// Reads a line; whether it is a marker.
    fn line(&mut self, line: usize, text: &str) -> bool {
        match marker(text) {
            Some(Marker::Start(name)) => self.start(line, name),
            Some(Marker::End(name)) => self.end(line, name),
            None => return false,
        }
        true
    }

    fn start(&mut self, line: usize, name: &str) {
        let open = self.open.iter().map(|open| &open.region);
        let earlier = open.chain(&self.regions).find(|region| region.name == name).map(|region| region.lines.start - 1);
        if let Some(earlier) = earlier {
            let kind = MistakeKind::OpenedTwice(earlier);
            self.mistakes.push(Mistake { name: Some(name.to_owned()), line, kind });
        }
        let region = Region { name: name.to_owned(), lines: line + 1..line + 1 };
        self.open.push(Open { region, again: earlier.is_some() });
    }

    fn end(&mut self, line: usize, name: Option<&str>) {
        let innermost = self.open.len().checked_sub(1);
        let closed = name.map_or(innermost, |name| self.open.iter().rposition(|open| open.region.name == name));
        match closed.map(|at| self.open.remove(at)) {
            Some(Open { again: true, .. }) => {}
            Some(Open { mut region, .. }) => {
                region.lines.end = line;
                self.regions.push(region);
            }
            None => {
                let name = name.map(str::to_owned);
                self.mistakes.push(Mistake { name, line, kind: MistakeKind::NotOpen });
            }
        }
    }
}

/// A line that opens or closes a region.
#[derive(Debug, PartialEq)]
enum Marker<'t> {
    Start(&'t str),
    /// Without a name it closes the region that was opened last.
    End(Option<&'t str>),
}

/// The start and end of a marker of each spelling, with what stands behind the name.
const SPELLINGS: [(&str, &str, &str); 6] = [
    ("region:", "endregion:", ""),
    ("ANCHOR:", "ANCHOR_END:", ""),
    (":snippet-start:", ":snippet-end:", ""),
    ("[start:", "[end:", "]"),
    ("[START ", "[END ", "]"),
    ("tag::", "end::", "[]"),
];

/// What opens a comment in one language or another.
const COMMENTS: [&str; 16] =
    ["--8<--", "<!--", "{/*", "(*", "/*", "//", "--", "{-", "{#", "#", ";", "%", "!", "::", "REM ", "@REM "];
/// What closes one.
const COMMENT_ENDS: [&str; 6] = ["-->", "*/}", "*/", "*)", "-}", "#}"];

fn marker(line: &str) -> Option<Marker<'_>> {
    /// A marker is a short line: long ones are passed over without a closer look.
    const LONGEST: usize = 300;
    let line = line.trim();
    if line.len() > LONGEST {
        return None;
    }
    let (comment, opened) = without_comment(line);
    if let Some(marker) = folding_marker(comment) {
        return Some(marker);
    }
    let text = opened?;
    if text == "endregion" {
        return Some(Marker::End(None));
    }
    SPELLINGS.iter().find_map(|(start, end, close)| {
        let name = |opening: &str| name(text.strip_prefix(opening)?.strip_suffix(close)?);
        name(start).map(Marker::Start).or_else(|| name(end).map(|name| Marker::End(Some(name))))
    })
}

/// `#region name` and `#endregion`, which editors fold, behind another comment sign or none.
fn folding_marker(text: &str) -> Option<Marker<'_>> {
    let text = text.strip_prefix('#')?;
    let text = text.strip_prefix("pragma ").map_or(text, str::trim_start);
    // What follows an end is free text: these regions always close in the order of their nesting.
    if text == "endregion" || text.starts_with("endregion ") {
        return Some(Marker::End(None));
    }
    text.strip_prefix("region ").and_then(name).map(Marker::Start)
}

/// The text of a comment: with the `#` that its last comment sign may be, and, if there is a comment, without any.
fn without_comment(line: &str) -> (&str, Option<&str>) {
    let mut text = line;
    let mut before = line;
    let mut opened = false;
    while let Some(rest) = COMMENTS.iter().find_map(|sign| text.strip_prefix(sign)) {
        before = text;
        text = rest.trim_start();
        opened = true;
    }
    let end = |text: &'_ str| -> usize {
        COMMENT_ENDS.iter().find_map(|sign| text.strip_suffix(sign)).map_or(text.len(), |text| text.trim_end().len())
    };
    (&before[..end(before)], opened.then(|| &text[..end(text)]))
}

fn name(text: &str) -> Option<&str> {
    let name = text.trim();
    let valid = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.' | '/');
    (!name.is_empty() && name.chars().all(valid)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SitePath;

    fn source(text: &str) -> Source {
        Source::new(SitePath::new("code/a.rs"), text)
    }

    #[test]
    fn markers_are_read_in_every_spelling() {
        for (start, end) in [
            ("// region: x", "// endregion: x"),
            ("# region: x", "# endregion"),
            ("<!-- region: x -->", "<!-- endregion: x -->"),
            ("    /* region: x */", "/* endregion */"),
            ("#region x", "#endregion"),
            ("//#region x", "//#endregion the end of x"),
            ("// #region x", "// #endregion"),
            ("<!-- #region x -->", "<!-- #endregion -->"),
            ("#pragma region x", "#pragma endregion"),
            ("# ANCHOR: x", "# ANCHOR_END: x"),
            ("# --8<-- [start:x]", "# --8<-- [end:x]"),
            ("// [start:x]", "// [end:x]"),
            ("-- :snippet-start: x", "-- :snippet-end: x"),
            ("# tag::x[]", "# end::x[]"),
            ("(* [START x] *)", "(* [END x] *)"),
            ("{/* region: x */}", "{/* endregion: x */}"),
        ] {
            let source = source(&format!("a\n{start}\nb\n{end}\nc\n"));
            let regions = Regions::read(&source);
            assert_eq!(regions.mistakes(), [], "{start}");
            assert_eq!(regions.get("x").map(|region| region.lines.clone()), Some(2..3), "{start}");
            assert_eq!(regions.text(&source, 0..5), "a\nb\nc\n", "{start}");
        }
    }

    #[test]
    fn code_that_looks_like_a_marker_is_none() {
        for line in [
            "region: eu-west-1",
            "- region: eu-west-1",
            "\"region: x\"",
            "# region of interest",
            "# the region: x",
            "print(\"# region: x\")",
            "#regional",
            "let ANCHOR: u8 = 1;",
            "array[start:end]",
            "# region: $NAME",
        ] {
            assert_eq!(marker(line), None, "{line}");
        }
    }

    #[test]
    fn regions_nest_and_overlap() {
        let source = source("# region: a\n1\n# region: b\n2\n# endregion: a\n3\n# endregion: b\n");
        let regions = Regions::read(&source);
        let text = |name: &str| regions.text(&source, regions.get(name).unwrap().lines.clone());
        assert_eq!((text("a"), text("b")), ("1\n2\n".to_owned(), "2\n3\n".to_owned()));
        assert_eq!(regions.names().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn text_is_moved_to_the_left() {
        let source = source("def f():\n\n    if x:\r\n        y\n      \n    z\n  \n");
        let regions = Regions::read(&source);
        assert_eq!(regions.text(&source, 1..7), "if x:\n    y\n\nz\n");
        assert_eq!(regions.text(&source, 1..2), "");
        assert_eq!(regions.text(&source, 5..99), "z\n");
    }

    #[test]
    fn tabs_and_blanks_are_not_one_another() {
        assert_eq!(common_indent(&["\t\ta", "\t  b", "", "\t\tc"]), 1);
        assert_eq!(common_indent(&["  a", "\tb"]), 0);
    }

    #[test]
    fn mistakes_have_a_name_and_a_line() {
        let mistakes = |text: &str| {
            let regions = Regions::read(&source(text));
            let told = |mistake: &Mistake| (mistake.name.clone().unwrap_or_default(), mistake.line, mistake.kind);
            regions.mistakes().iter().map(told).collect::<Vec<_>>()
        };
        assert_eq!(mistakes("# region: a\n1\n"), [("a".to_owned(), 0, MistakeKind::NotClosed)]);
        assert_eq!(mistakes("1\n# endregion: a\n"), [("a".to_owned(), 1, MistakeKind::NotOpen)]);
        assert_eq!(mistakes("# endregion\n"), [(String::new(), 0, MistakeKind::NotOpen)]);
        let twice = "# region: a\n# endregion: a\n# region: a\n# endregion: a\n";
        assert_eq!(mistakes(twice), [("a".to_owned(), 2, MistakeKind::OpenedTwice(0))]);
    }
}
