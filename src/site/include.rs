//! The files that code blocks show, and what each block shows of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{DocumentId, Site};
use crate::diagnostic::nearest;
use crate::document::include::{Include, Part};
use crate::document::region::Regions;
use crate::document::{CodeBlock, Document};
use crate::source::{SitePath, Source, Span};

/// A file that code blocks show, or why it cannot be shown.
pub type Included = Result<Source, Unreadable>;

/// Why a file cannot be shown.
#[derive(Debug, Clone, PartialEq)]
pub enum Unreadable {
    /// There is none; the name of the one beside it that was probably meant.
    Missing(Option<String>),
    /// Its bytes are no text.
    NotUtf8,
    /// The machine, or the bounds of the site, forbid it.
    Refused(String),
}

/// The files that code blocks of a site show.
#[derive(Debug, Clone, Default)]
pub struct IncludedFiles(BTreeMap<SitePath, Result<IncludedFile, Unreadable>>);

/// A file and its regions.
#[derive(Debug, Clone)]
pub struct IncludedFile {
    /// Its text.
    pub source: Source,
    /// Its regions.
    pub regions: Regions,
}

/// What a code block shows of a file.
#[derive(Debug, Clone)]
pub struct Inclusion<'s> {
    /// What its fence names.
    pub include: Include,
    /// The file; `None` where the path leads out of the site.
    pub path: Option<SitePath>,
    /// The text, or why there is none.
    pub text: Result<String, Fault<'s>>,
}

/// Why a code block shows nothing of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault<'s> {
    /// The path leads out of the site.
    Outside,
    /// The file cannot be read.
    Unreadable(&'s Unreadable),
    /// The file has no such region; the name that was probably meant.
    NoRegion(Option<&'s str>),
    /// The region's markers are wrong, which is a fault of the file.
    Malformed,
    /// The lines are no numbers.
    NotLines,
    /// The last line stands before the first.
    Reversed,
    /// The file has only so many lines.
    PastEnd(usize),
    /// There is nothing in that part.
    Empty,
}

/// The path that a code block of a document names; `None` where it leads out of the site.
pub fn path_of(document: &Document, include: &Include) -> Option<SitePath> {
    SitePath::resolve(document.path().folder(), &include.path)
}

impl IncludedFiles {
    pub(super) fn new(files: BTreeMap<SitePath, Included>) -> Self {
        let read = |source: Source| IncludedFile { regions: Regions::read(&source), source };
        Self(files.into_iter().map(|(path, file)| (path, file.map(read))).collect())
    }

    /// The files that could be read, in the order of their paths.
    pub fn readable(&self) -> impl Iterator<Item = &IncludedFile> {
        self.0.values().filter_map(|file| file.as_ref().ok())
    }

    /// The files that could not be read, and why.
    pub fn unreadable(&self) -> impl Iterator<Item = (&SitePath, &Unreadable)> {
        self.0.iter().filter_map(|(path, file)| Some((path, file.as_ref().err()?)))
    }

    /// The text of one of them.
    pub fn source(&self, path: &SitePath) -> Option<&Source> {
        self.0.get(path)?.as_ref().ok().map(|file| &file.source)
    }

    /// The paths of all of them.
    pub fn paths(&self) -> impl Iterator<Item = &SitePath> {
        self.0.keys()
    }
}

impl Site {
    /// What a code block of a document shows of a file; `None` where it names none.
    pub fn inclusion(&self, id: DocumentId, block: &CodeBlock) -> Option<Inclusion<'_>> {
        let include = block.include()?;
        let path = path_of(&self.documents[id], &include);
        let file = path.as_ref().and_then(|path| self.included_files.0.get(path));
        let text = match file {
            None => Err(Fault::Outside),
            Some(Err(unreadable)) => Err(Fault::Unreadable(unreadable)),
            Some(Ok(file)) => file.part(&include.part),
        };
        Some(Inclusion { include, path, text })
    }

    /// The code of a block, as readers see it; why there is none where its file cannot be shown.
    ///
    /// # Errors
    ///
    /// The fault of the file that should fill it.
    pub fn code<'s>(&'s self, id: DocumentId, block: &'s CodeBlock) -> Result<Cow<'s, str>, Fault<'s>> {
        match self.inclusion(id, block).filter(|_| block.is_empty()) {
            Some(inclusion) => inclusion.text.map(Cow::Owned),
            None => Ok(Cow::Borrowed(block.code.text())),
        }
    }

    /// Where a line of that code stands, counted from 0: in the document, or in the file that fills the block.
    pub fn code_line(&self, id: DocumentId, block: &CodeBlock, line: usize) -> Option<Span> {
        if !block.is_empty() {
            let code = block.code.text();
            let start = code.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
            let text = code.get(start..)?.lines().next()?;
            let range = start + (text.len() - text.trim_start().len())..start + text.trim_end().len();
            return Some(self.documents[id].source.span(block.code.places(range)));
        }
        let include = block.include()?;
        let path = path_of(&self.documents[id], &include)?;
        let file = self.included_files.0.get(&path)?.as_ref().ok()?;
        let (number, _) = *file.regions.shown(&file.source, file.lines(&include.part).ok()?).get(line)?;
        Some(file.source.span(file.source.line(number)))
    }

    /// What files put into the code blocks of a document that say nothing themselves: by the place of the block.
    pub fn filled_code(&self, id: DocumentId) -> BTreeMap<usize, String> {
        let blocks = self.documents[id].code_blocks.iter().enumerate().filter(|(_, block)| block.is_empty());
        blocks.filter_map(|(place, block)| Some((place, self.inclusion(id, block)?.text.ok()?))).collect()
    }
}

impl IncludedFile {
    fn part(&self, part: &Part) -> Result<String, Fault<'_>> {
        let text = self.regions.text(&self.source, self.lines(part)?);
        if text.is_empty() { Err(Fault::Empty) } else { Ok(text) }
    }

    /// The lines of a part, counted from 0.
    fn lines(&self, part: &Part) -> Result<Range<usize>, Fault<'_>> {
        let count = self.regions.line_count();
        match part {
            Part::All => Ok(0..count),
            Part::Region(name) => match self.regions.get(name) {
                Some(region) => Ok(region.lines.clone()),
                None => Err(self.no_region(name)),
            },
            Part::NotLines(_) => Err(Fault::NotLines),
            Part::Lines(first, last) if last < first => Err(Fault::Reversed),
            Part::Lines(_, last) if *last > count => Err(Fault::PastEnd(count)),
            Part::Lines(first, last) => Ok(first - 1..*last),
        }
    }

    fn no_region(&self, name: &str) -> Fault<'_> {
        let marked = self.regions.mistakes().iter().any(|mistake| mistake.name.as_deref() == Some(name));
        if marked { Fault::Malformed } else { Fault::NoRegion(nearest(name, self.regions.names())) }
    }
}
