//! What front matter can be told from the body, and the edits that write it as its author would have.

use std::ops::Range;

use crate::config::DeclaredSection;
use crate::diagnostic::Edit;
use crate::document::front_matter::State;
use crate::document::prose::NOT_PROSE;
use crate::document::{Block, BlockKind, Document, Passage, Section, front_matter};
use crate::site::link::Target;
use crate::site::{DocumentId, Site};
use crate::yaml;

/// Adds an alias to those that a document has; `None` where its front matter cannot be read.
pub(super) fn alias(document: &Document, alias: &str) -> Option<Edit> {
    let front_matter = &document.front_matter;
    let text = document.source.text();
    let span = document.source.span(0..0);
    let written = yaml::quoted(alias);
    let Some(key) = front_matter.key("aliases").filter(|key| !key.blank) else {
        return match front_matter.state {
            State::Read if front_matter.key("aliases").is_none() => {
                Some(Edit::insert(&span, front_matter.end_of_keys, format!("aliases: [{written}]\n")))
            }
            State::Absent => Some(Edit::insert(&span, 0, format!("---\naliases: [{written}]\n---\n"))),
            _ => None,
        };
    };
    let last = front_matter.aliases.last()?;
    let line = document.source.line_around(last.range.start);
    let before = &text[line.start..last.range.start];
    if before.trim() == "-" {
        return Some(Edit::insert(&span, last.range.end, format!("\n{before}{written}")));
    }
    let is_list = text[key.value.clone()].starts_with('[');
    is_list.then(|| Edit::insert(&span, last.range.end, format!(", {written}")))
}

/// The title, where the body opens with one.
pub(super) fn title(document: &Document) -> Option<&str> {
    let first = document.headings.first().filter(|heading| heading.level == 1)?;
    Some(first.text.as_str()).filter(|text| !text.is_empty())
}

/// The first sentence of the body, where it is as long as a description should be.
pub(super) fn description(document: &Document) -> Option<String> {
    let first =
        document.blocks.iter().find(|block| matches!(block.kind, BlockKind::Paragraph { .. }) && block.depth == 0)?;
    let sections = document.sections();
    let opens = sections.first().is_none_or(|section| first.range.start < section.range.start);
    let holds = |passage: &Passage<'_>| first.range.contains(&passage.start());
    let passage = document.prose.passages().find(holds).filter(|_| opens)?;
    let sentence = passage.sentence(0);
    let fits =
        (50..=160).contains(&sentence.chars().count()) && !sentence.contains(NOT_PROSE) && sentence.ends_with('.');
    fits.then(|| sentence.to_owned())
}

/// The list of a section that could stand in the front matter.
pub(super) struct BodyList<'d> {
    pub(super) section: Section<'d>,
    /// Inline Markdown.
    pub(super) items: Vec<String>,
    /// Whether nothing else stands in the section.
    pub(super) alone: bool,
}

/// The section of the body that says what a key of the front matter should, and the list in it.
pub(super) fn body_list<'d>(document: &'d Document, declared: &DeclaredSection) -> Option<BodyList<'d>> {
    let section = document
        .sections()
        .into_iter()
        .find(|section| declared.is_named(&section.heading.name, &section.heading.anchor))?;
    let blocks: Vec<_> = document.blocks_of(&section).collect();
    let (list, lead) = blocks.split_last()?;
    let BlockKind::List { items, .. } = &list.kind else { return None };
    let leads_in = |block: &Block| {
        matches!(block.kind, BlockKind::Paragraph { .. }) && document.source.text()[block.range.clone()].ends_with(':')
    };
    let alone = match lead {
        [] => true,
        [only] if leads_in(only) => false,
        _ => return None,
    };
    let items = items.iter().map(|item| inline(document, item)).collect::<Option<Vec<_>>>()?;
    Some(BodyList { section, items, alone })
}

/// An item of a list as one line of Markdown; `None` where it holds more than that, or what only the body can resolve.
fn inline(document: &Document, item: &Range<usize>) -> Option<String> {
    let mut held = document.blocks.iter().filter(|block| block.depth > 0 && item.contains(&block.range.start));
    let more = held.any(|block| !matches!(block.kind, BlockKind::Paragraph { .. }));
    let within = |range: &Range<usize>| item.start <= range.start && range.end <= item.end;
    let by_reference = document.links.iter().any(|link| within(&link.range) && !within(&link.destination_range));
    let text = &document.source.text()[item.clone()];
    let text =
        text.trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '*' | '+' | '.' | ')'));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(&text);
    (!more && !by_reference && !text.is_empty() && !text.contains("[^")).then(|| text.to_owned())
}

/// `key:` with a value on its line, or with a list below it.
pub(super) fn written(key: &str, value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{key}: {}", yaml::quoted(text)),
        Value::List(items) => {
            let items: String = items.iter().map(|item| format!("\n  - {}", yaml::quoted(item))).collect();
            format!("{key}:{items}")
        }
    }
}

/// The value of a key that is written.
pub(super) enum Value {
    Text(String),
    List(Vec<String>),
}

/// Puts a key into front matter that lacks it: behind the keys that usually stand before it. A key without a value is
/// written over. `None` where the front matter is not one key a line.
pub(super) fn put_key(document: &Document, key: &str, value: &Value) -> Option<Edit> {
    let source = &document.source;
    let text = source.text();
    let front_matter = &document.front_matter;
    let starts_line = |at: usize| at == 0 || text[..at].ends_with('\n');
    if !front_matter.keys.iter().all(|key| starts_line(key.range.start)) {
        return None;
    }
    let written = written(key, value).replace('\n', source.line_end());
    if let Some(blank) = front_matter.key(key) {
        let colon = blank.range.end + text[blank.range.end..].find(':')? + 1;
        return Some(Edit::replace(source.span(blank.range.start..blank.value.end.max(colon)), written));
    }
    let order = front_matter::keys();
    let place = |name: &str| order.iter().position(|known| known.name == name).unwrap_or(order.len());
    let behind = front_matter.keys.iter().rposition(|known| place(&known.name) <= place(key));
    let next = behind.map_or(0, |behind| behind + 1);
    let at = front_matter.keys.get(next).map_or(front_matter.end_of_keys, |key| key.range.start);
    Some(Edit::insert(&source.span(0..0), at, format!("{written}{}", source.line_end())))
}

/// Takes a section out of the body.
pub(super) fn take_out(document: &Document, section: &Section<'_>) -> Edit {
    let text = document.source.text();
    let Range { mut start, end } = section.range;
    if end == document.body.end {
        let kept = text[..start].trim_end().len();
        start = text[kept..start].find('\n').map_or(start, |at| kept + at + 1);
    }
    Edit::replace(document.source.span(start..end), "")
}

/// Whether any page of the site links an anchor of a part of a document.
pub(super) fn is_linked(site: &Site, id: DocumentId, part: &Range<usize>) -> bool {
    let anchors: Vec<_> = site.documents[id]
        .headings
        .iter()
        .filter(|heading| part.contains(&heading.range.start))
        .map(|heading| heading.anchor.as_str())
        .collect();
    (0..site.documents.len()).any(|from| {
        site.targets(from).iter().any(|target| {
            matches!(target, Target::Page { document, anchor: Some(anchor), .. }
                if *document == id && anchors.contains(&anchor.as_str()))
        })
    })
}
