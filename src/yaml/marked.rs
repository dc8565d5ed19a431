//! The tree of a YAML text with the place of each value, read from the events of the marked parser.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::limit::YAML_DEPTH;

/// A value, its place, and what it is made of.
pub(super) struct Tree {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Scalar { text: String, quoted: bool },
    List(Vec<Tree>),
    Map(Vec<(Key, Tree)>),
    Alias,
}

/// A key of a mapping.
pub(super) struct Key {
    pub(super) text: String,
    pub(super) range: Range<usize>,
}

/// Why a text could not be read, and where.
pub(super) struct Error {
    pub(super) at: usize,
    pub(super) message: String,
}

impl Tree {
    /// Shows the keys of each mapping in the tree.
    pub(super) fn visit_maps(&self, visit: &mut dyn FnMut(&[&Key])) {
        match &self.kind {
            Kind::Map(entries) => {
                visit(&entries.iter().map(|(key, _)| key).collect::<Vec<_>>());
                entries.iter().for_each(|(_, tree)| tree.visit_maps(visit));
            }
            Kind::List(items) => items.iter().for_each(|tree| tree.visit_maps(visit)),
            Kind::Scalar { .. } | Kind::Alias => {}
        }
    }
}

/// Reads the first document of `text`, whose first byte is byte `start` of its file; `None` where it holds nothing.
pub(super) fn read(text: &str, start: usize) -> Result<Option<Tree>, Error> {
    let mut reader = Reader { events: Parser::new_from_str(text), offsets: Offsets::new(text, start) };
    loop {
        match reader.next()? {
            None | Some((Event::StreamEnd | Event::DocumentEnd, _)) => return Ok(None),
            Some((Event::StreamStart | Event::DocumentStart(_), _)) => {}
            Some((event, span)) => return reader.tree(event, span, 0).map(Some),
        }
    }
}

struct Reader<'t> {
    events: Parser<'t, StrInput<'t>>,
    offsets: Offsets<'t>,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<Option<(Event<'t>, Span)>, Error> {
        self.events.next_event().transpose().map_err(|error: ScanError| Error {
            at: self.offsets.byte(error.marker().index()),
            message: error.info().to_owned(),
        })
    }

    fn tree(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Tree, Error> {
        let start = self.offsets.byte(span.start.index());
        // The bound keeps the reader's own stack small.
        if depth > YAML_DEPTH {
            return Err(Error { at: start, message: format!("values are nested more than {YAML_DEPTH} deep") });
        }
        let mut end = self.offsets.byte(span.end.index());
        let kind = match event {
            Event::Scalar(text, style, ..) => {
                Kind::Scalar { text: text.into_owned(), quoted: style != ScalarStyle::Plain }
            }
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                while let Some((event, span)) = self.next()? {
                    if matches!(event, Event::SequenceEnd) {
                        end = self.offsets.byte(span.end.index());
                        break;
                    }
                    items.push(self.tree(event, span, depth + 1)?);
                }
                Kind::List(items)
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                while let Some((event, span)) = self.next()? {
                    if matches!(event, Event::MappingEnd) {
                        end = self.offsets.byte(span.end.index());
                        break;
                    }
                    let key = self.tree(event, span, depth + 1)?;
                    let Some((event, span)) = self.next()? else { break };
                    let value = self.tree(event, span, depth + 1)?;
                    entries.push((key.into_key(), value));
                }
                Kind::Map(entries)
            }
            _ => Kind::Alias,
        };
        // The parser ends a block collection where the next token starts; its last value ends before.
        if let Some(last) = last_end(&kind).filter(|_| !self.offsets.closes_flow(end)) {
            end = last;
        }
        Ok(Tree { range: start..end.max(start), kind })
    }
}

fn last_end(kind: &Kind) -> Option<usize> {
    match kind {
        Kind::List(items) => items.last().map(|tree| tree.range.end),
        Kind::Map(entries) => entries.last().map(|(key, tree)| tree.range.end.max(key.range.end)),
        Kind::Scalar { .. } | Kind::Alias => None,
    }
}

impl Tree {
    fn into_key(self) -> Key {
        let text = match self.kind {
            Kind::Scalar { text, .. } => text,
            Kind::List(_) | Kind::Map(_) | Kind::Alias => String::new(),
        };
        Key { text, range: self.range }
    }
}

/// Turns the parser's character counts into byte offsets of the file.
struct Offsets<'t> {
    text: &'t str,
    start: usize,
    /// Byte of each character; empty for a text that is ASCII, where the two are one.
    bytes: Vec<usize>,
}

impl<'t> Offsets<'t> {
    fn new(text: &'t str, start: usize) -> Self {
        let bytes = if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() };
        Self { text, start, bytes }
    }

    fn byte(&self, character: usize) -> usize {
        let at =
            if self.bytes.is_empty() { character } else { self.bytes.get(character).copied().unwrap_or(usize::MAX) };
        self.start + at.min(self.text.len())
    }

    fn closes_flow(&self, end: usize) -> bool {
        self.text[..end - self.start].ends_with([']', '}'])
    }
}
