//! One text file as read, and the places within it.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::{memchr, memchr_iter, memrchr};

/// A path from the site's root, with `/` between its parts on every platform: `content/guides/index.md`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SitePath(Arc<str>);

impl SitePath {
    /// Takes a path that is relative to the site's root and already free of `.` and `..`.
    pub fn new(path: impl Into<Arc<str>>) -> Self {
        Self(path.into())
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder that holds it; empty for the site's root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Its last part.
    pub fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// Its last part without the ending.
    pub fn stem(&self) -> &str {
        let name = self.name();
        name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
    }

    /// What follows the last dot of its last part.
    pub fn extension(&self) -> Option<&str> {
        self.name().rsplit_once('.').map(|(_, extension)| extension)
    }

    /// Follows `relative` from `folder`; `None` where it would climb above the site's root.
    pub fn resolve(folder: &str, relative: &str) -> Option<Self> {
        let mut parts: Vec<&str> = Vec::new();
        let start = if relative.starts_with('/') { "" } else { folder };
        for part in start.split('/').chain(relative.split('/')) {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        Some(Self::new(parts.join("/")))
    }
}

impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

/// The text of one file.
///
/// A byte order mark is not content: it is taken off here, so that no reader of the text has to know of it, and
/// remembered, so that a fix can put it back.
#[derive(Debug, Clone)]
pub struct Source(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: SitePath,
    text: String,
    byte_order_mark: bool,
    hash: blake3::Hash,
    line_starts: OnceLock<Vec<usize>>,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl Source {
    /// Takes the text of the file at `path`.
    pub fn new(path: SitePath, text: impl Into<String>) -> Self {
        let mut text = text.into();
        let byte_order_mark = text.starts_with(BYTE_ORDER_MARK);
        if byte_order_mark {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
        }
        let mut hasher = blake3::Hasher::new();
        // The text goes first: from its start on, many parts of it are hashed at once.
        hasher.update(text.as_bytes()).update(b"\0").update(path.as_str().as_bytes());
        Self(Arc::new(Inner { hash: hasher.finalize(), path, text, byte_order_mark, line_starts: OnceLock::new() }))
    }

    /// Where it stands.
    pub fn path(&self) -> &SitePath {
        &self.0.path
    }

    /// Its text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// How its lines end: as the first one does.
    pub fn line_end(&self) -> &'static str {
        match self.text().find('\n') {
            Some(at) if self.text()[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    /// Whether the file began with a byte order mark.
    pub fn has_byte_order_mark(&self) -> bool {
        self.0.byte_order_mark
    }

    /// Identifies path and text together.
    pub fn hash(&self) -> blake3::Hash {
        self.0.hash
    }

    /// A place in this source, widened to whole characters.
    pub fn span(&self, range: Range<usize>) -> Span {
        let end = self.text().ceil_char_boundary(range.end);
        Span { path: self.path().clone(), range: self.floor(range.start).min(end)..end }
    }

    /// Line and column of a byte offset, both counted from 0, the column in characters.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = self.floor(offset);
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= offset).saturating_sub(1);
        LineColumn { line, column: self.text()[starts[line]..offset].chars().count() }
    }

    /// The bytes of a line counted from 0, its line ending left out; empty past the last line.
    pub fn line(&self, line: usize) -> Range<usize> {
        let starts = self.line_starts();
        let end = self.text().len();
        let Some(&start) = starts.get(line) else { return end..end };
        let stop = starts.get(line + 1).map_or(end, |&next| next);
        start..start + self.text()[start..stop].trim_end_matches(['\n', '\r']).len()
    }

    /// The bytes of the line that holds a byte, its line ending left out. Other lines are not looked at.
    pub fn line_around(&self, offset: usize) -> Range<usize> {
        let bytes = self.text().as_bytes();
        let start = memrchr(b'\n', &bytes[..offset.min(bytes.len())]).map_or(0, |at| at + 1);
        let stop = memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at);
        start..start + self.text()[start..stop].trim_end_matches('\r').len()
    }

    fn line_starts(&self) -> &[usize] {
        self.0.line_starts.get_or_init(|| {
            let line_ends = memchr_iter(b'\n', self.text().as_bytes());
            let mut starts = Vec::with_capacity(line_ends.clone().count() + 1);
            starts.push(0);
            starts.extend(line_ends.map(|at| at + 1));
            starts
        })
    }

    fn floor(&self, offset: usize) -> usize {
        self.text().floor_char_boundary(offset)
    }
}

/// Bytes of a file, together with the file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub path: SitePath,
    /// Byte offsets into its [`Source::text`].
    pub range: Range<usize>,
}

/// A place as people count it, but from 0; add 1 to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Lines before it.
    pub line: usize,
    /// Characters before it on its line.
    pub column: usize,
}

/// A value and the bytes of its file that say it.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub range: Range<usize>,
}

/// Text that was gathered from several places of a file, such as the lines of a code block within a quote.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    /// All of the text, where it stands in the file as it is: most code does, and is not kept twice.
    part: Option<(Source, Range<usize>)>,
    /// All of the text, where it does not.
    text: String,
    pieces: Vec<Piece>,
}

/// Where a piece starts in the text, and where in the file. A site has many of them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    start: u32,
    place: u32,
}

/// A place in four bytes: a page of four gigabytes is refused before it is parsed.
pub(crate) fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Piece {
    fn new(start: usize, place: usize) -> Self {
        Self { start: short(start), place: short(place) }
    }

    /// The byte of the file that a byte of the text came from, if it is in this piece.
    fn place(self, offset: usize) -> usize {
        self.place as usize + (offset - self.start as usize)
    }
}

impl PartialEq for Gathered {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text() && self.pieces == other.pieces
    }
}

impl Gathered {
    /// Adds a piece that stands at byte `at` of the file.
    pub fn push(&mut self, text: &str, at: usize) {
        if let Some((source, range)) = self.part.take() {
            source.text()[range].clone_into(&mut self.text);
        }
        let end = self.text.len();
        // What stands behind the piece before needs no place of its own.
        if self.pieces.last().is_none_or(|piece| piece.place(end) != at) {
            self.pieces.push(Piece::new(end, at));
        }
        self.text.push_str(text);
    }

    /// Adds a part of a file as it stands there.
    pub fn push_part(&mut self, source: &Source, range: Range<usize>) {
        if self.pieces.is_empty() {
            self.pieces.push(Piece::new(0, range.start));
            self.part = Some((source.clone(), range));
        } else {
            self.push(&source.text()[range.clone()], range.start);
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        match &self.part {
            Some((source, range)) => &source.text()[range.clone()],
            None => &self.text,
        }
    }

    /// The byte of the file that a byte of the text came from.
    pub fn place(&self, offset: usize) -> usize {
        let behind = self.pieces.partition_point(|piece| piece.start as usize <= offset);
        behind.checked_sub(1).map_or(0, |piece| self.pieces[piece].place(offset))
    }

    /// The bytes of the file that a part of the text came from.
    pub fn places(&self, range: Range<usize>) -> Range<usize> {
        let start = self.place(range.start);
        let end = if range.is_empty() { start } else { self.place(range.end - 1) + 1 };
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(SitePath::new("a.md"), text)
    }

    #[test]
    fn the_line_around_a_byte_is_that_of_its_number() {
        for text in ["", "\n", "a", "a\n", "\r\n\r\n", "one\ntwo\r\n\né\u{0}\rfour\n\n", "x\r\r\ny"] {
            let source = source(text);
            for offset in 0..=text.len() {
                assert_eq!(
                    source.line_around(offset),
                    source.line(source.line_column(offset).line),
                    "{text:?} {offset}"
                );
            }
        }
    }

    #[test]
    fn a_part_of_a_file_is_gathered_as_its_text_is() {
        let source = source("> one\n> two\n");
        let (mut parts, mut texts) = (Gathered::default(), Gathered::default());
        for range in [2..6, 8..10, 10..12] {
            parts.push_part(&source, range.clone());
            texts.push(&source.text()[range.clone()], range.start);
            assert_eq!(parts, texts);
        }
        assert_eq!((parts.text(), parts.places(4..7)), ("one\ntwo\n", 8..11));
        assert_ne!(parts, Gathered::default());
    }
}
