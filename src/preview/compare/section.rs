//! Sections: found again by their id, then by what they say.

use std::collections::{BTreeMap, BTreeSet};

use super::Mark;
use super::align::{bag, likeness};
use super::block::{self, Piece};
use super::moved;
use super::view::View;
use super::words::{self, Marked};
use crate::document::FrontMatter;
use crate::document::anchor;
use crate::document::tree::{self, Group, Node, NodeKind, Part, Run, RunKind, Style};
use crate::limit::PREVIEW_MOVED;
use crate::render::{Labels, duration_in_words};
use crate::source::Placed as InSource;

/// A heading with what follows it, up to the next heading.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Section {
    /// Its id; that of the earlier page where only that has it. Empty before the first heading.
    pub(crate) anchor: String,
    /// Its heading in words.
    pub(crate) title: String,
    /// 1 to 6 as the page shows it; 0 before the first heading.
    pub(crate) level: u8,
    /// What its level was.
    pub(crate) earlier_level: u8,
    /// Its heading, in the words of both.
    pub(crate) heading: Vec<Marked>,
    /// Its blocks.
    pub(crate) pieces: Vec<Piece>,
    /// Where it is.
    pub(crate) placed: Placed,
    /// Where its heading stands in the later source, counted from 1.
    pub(crate) line: Option<usize>,
}

/// Where a section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placed {
    /// Where it was.
    Same,
    /// At another place among the sections.
    Moved,
    /// In the later page only.
    Added,
    /// In the earlier page only.
    Removed,
}

impl Section {
    pub(crate) fn is_changed(&self) -> bool {
        self.changes() > 0
    }

    /// Whether its heading says something else, or stands elsewhere: at another place or another level.
    pub(crate) fn is_heading_changed(&self) -> bool {
        let is_marked = self.heading.iter().any(|marked| marked.mark != Mark::Same);
        let is_another = is_marked || self.placed != Placed::Same || self.level != self.earlier_level;
        // What stands before the first heading has none, wherever its neighbours went.
        self.level > 0 && is_another
    }

    pub(crate) fn changes(&self) -> usize {
        usize::from(self.is_heading_changed()) + self.pieces.iter().filter(|piece| piece.is_changed()).count()
    }
}

/// The id of what stands before the first heading of the body: a blank is in no other id.
const BODY: &str = " ";

/// A section of one side.
struct Whole {
    anchor: String,
    title: String,
    level: u8,
    heading: Vec<Run>,
    nodes: Vec<Node>,
    line: Option<usize>,
}

/// The title of a page, in the words of both states.
pub(super) fn title(before: &View<'_>, after: &View<'_>) -> Vec<Marked> {
    let runs = |view: &View<'_>| [text(view.document().title())];
    words::compare((before, &runs(before)), (after, &runs(after)))
}

/// Compares the sections of a page.
pub(super) fn compare(before: &View<'_>, after: &View<'_>, labels: &Labels) -> Vec<Section> {
    let (old, new) = (sections(before, labels), sections(after, labels));
    let found = partners(before, &old, after, &new);
    let settled = in_order(&found);
    let mut compared = Vec::new();
    let kept: BTreeSet<usize> = found.values().copied().collect();
    let gone = |place: usize| !kept.contains(&place);
    let mut next = 0;
    for (place, section) in new.iter().enumerate() {
        let partner = found.get(&place).copied();
        if let Some(partner) = partner.filter(|_| settled.contains(&place)) {
            // What stood before it and is gone was read before it.
            compared.extend((next..partner).filter(|&old| gone(old)).map(|place| removed(before, &old[place])));
            next = partner + 1;
        }
        compared.push(match partner {
            Some(partner) => both(before, &old[partner], after, section, settled.contains(&place)),
            None => added(after, section),
        });
    }
    compared.extend((next..old.len()).filter(|&old| gone(old)).map(|place| removed(before, &old[place])));
    moved::find(&mut compared, before, after);
    compared
}

fn both(before: &View<'_>, old: &Whole, after: &View<'_>, new: &Whole, settled: bool) -> Section {
    Section {
        anchor: new.anchor.clone(),
        title: new.title.clone(),
        level: new.level,
        earlier_level: old.level,
        heading: words::compare((before, &old.heading), (after, &new.heading)),
        pieces: block::compare((before, &old.nodes), (after, &new.nodes)),
        placed: if settled { Placed::Same } else { Placed::Moved },
        line: new.line,
    }
}

fn added(_: &View<'_>, section: &Whole) -> Section {
    let pieces = section.nodes.iter().cloned().map(Piece::Added).collect();
    alone(section, Mark::Added, Placed::Added, pieces, section.line)
}

fn removed(_: &View<'_>, section: &Whole) -> Section {
    let pieces = section.nodes.iter().cloned().map(Piece::Removed).collect();
    alone(section, Mark::Removed, Placed::Removed, pieces, None)
}

fn alone(section: &Whole, mark: Mark, placed: Placed, pieces: Vec<Piece>, line: Option<usize>) -> Section {
    Section {
        anchor: section.anchor.clone(),
        title: section.title.clone(),
        level: section.level,
        earlier_level: section.level,
        heading: words::all(mark, &section.heading),
        pieces,
        placed,
        line,
    }
}

/// For each later section the earlier one that it was: by its id, then by what it says.
fn partners(before: &View<'_>, old: &[Whole], after: &View<'_>, new: &[Whole]) -> BTreeMap<usize, usize> {
    let by_anchor: BTreeMap<&str, usize> = old.iter().map(|section| section.anchor.as_str()).zip(0..).collect();
    let same = |(place, section): (usize, &Whole)| Some((place, *by_anchor.get(section.anchor.as_str())?));
    let mut found: BTreeMap<usize, usize> = new.iter().enumerate().filter_map(same).collect();
    let mut taken: BTreeSet<usize> = found.values().copied().collect();
    let old_left: Vec<_> = (0..old.len()).filter(|place| !taken.contains(place)).collect();
    let new_left: Vec<_> = (0..new.len()).filter(|place| !found.contains_key(place)).collect();
    if old_left.len().saturating_mul(new_left.len()) > PREVIEW_MOVED {
        return found;
    }
    let said = |view: &View<'_>, section: &Whole| {
        let nodes: String = section.nodes.iter().map(|node| view.visible(node)).collect();
        bag(&format!("{} {nodes}", section.title))
    };
    let old_bags: Vec<_> = old_left.iter().map(|&place| (place, said(before, &old[place]))).collect();
    let mut candidates = Vec::new();
    for &place in &new_left {
        let words = said(after, &new[place]);
        for (other, old_words) in &old_bags {
            /// Below this, two sections have little more in common than their page.
            const LEAST: f32 = 0.5;
            let alike = likeness(old_words, &words);
            if alike >= LEAST {
                candidates.push((alike, place, *other));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, place, other) in candidates {
        if !found.contains_key(&place) && taken.insert(other) {
            found.insert(place, other);
        }
    }
    found
}

/// The later sections that are still in the order of the earlier page: the longest run of them.
fn in_order(found: &BTreeMap<usize, usize>) -> BTreeSet<usize> {
    let pairs: Vec<_> = found.iter().map(|(&new, &old)| (new, old)).collect();
    let mut longest: Vec<(usize, Option<usize>)> = Vec::with_capacity(pairs.len());
    for (at, &(_, old)) in pairs.iter().enumerate() {
        let before = (0..at).filter(|&other| pairs[other].1 < old).max_by_key(|&other| longest[other].0);
        longest.push((before.map_or(1, |before| longest[before].0 + 1), before));
    }
    let mut at = (0..pairs.len()).max_by_key(|&at| (longest[at].0, std::cmp::Reverse(at)));
    let mut settled = BTreeSet::new();
    while let Some(place) = at {
        settled.insert(pairs[place].0);
        at = longest[place].1;
    }
    settled
}

/// What the page shows of its document, cut at the headings.
fn sections(view: &View<'_>, labels: &Labels) -> Vec<Whole> {
    let document = view.document();
    let front_matter = &document.front_matter;
    let lead = front_matter.description.iter().map(|lead| node(NodeKind::Paragraph(vec![text(&lead.value)])));
    let label = |key: &str| labels.get(key).cloned().unwrap_or_default();
    let facts = facts(front_matter, labels);
    let facts = (!facts.is_empty()).then(|| list(&facts, |fact| vec![text(fact)]));
    let mut sections = vec![whole("", "", 0, lead.chain(facts).collect())];
    if !front_matter.what_you_will_learn.is_empty() {
        let items = items(&front_matter.what_you_will_learn);
        sections.push(whole(anchor::LEARN, &label("what_you_will_learn"), 2, vec![items]));
    }
    if front_matter.no_prerequisites {
        let nothing = node(NodeKind::Paragraph(vec![text(&label("no_prerequisites"))]));
        sections.push(whole(anchor::PREREQUISITES, &label("prerequisites"), 2, vec![nothing]));
    } else if !front_matter.prerequisites.is_empty() {
        sections.push(whole(
            anchor::PREREQUISITES,
            &label("prerequisites"),
            2,
            vec![items(&front_matter.prerequisites)],
        ));
    }
    let mut body = vec![whole(BODY, "", 0, Vec::new())];
    for node in document.tree() {
        match node.kind {
            NodeKind::Heading(place, runs) => {
                let Some(heading) = document.headings.get(place) else { continue };
                body.push(Whole {
                    anchor: heading.anchor.clone(),
                    title: heading.text.clone(),
                    level: (heading.level + document.heading_shift()).clamp(2, 6),
                    heading: runs,
                    nodes: Vec::new(),
                    line: Some(document.source.line_column(node.range.start).line + 1),
                });
            }
            _ => body.last_mut().into_iter().for_each(|section| section.nodes.push(node.clone())),
        }
    }
    sections.extend(body);
    sections
}

fn whole(anchor: &str, title: &str, level: u8, nodes: Vec<Node>) -> Whole {
    let heading = if title.is_empty() { Vec::new() } else { vec![text(title)] };
    Whole { anchor: anchor.to_owned(), title: title.to_owned(), level, heading, nodes, line: None }
}

/// What a page shows beside its title: how long, how hard, how sure, for whom.
fn facts(front_matter: &FrontMatter, labels: &Labels) -> Vec<String> {
    let label = |key: &str| labels.get(key).map_or(key, String::as_str).to_owned();
    let duration = front_matter.duration.map(|minutes| duration_in_words(minutes, labels));
    let words = [&front_matter.level, &front_matter.status].map(|word| word.as_deref().map(label));
    let audience = front_matter.audience.as_ref().map(|audience| format!("{} {audience}", label("who_it_is_for")));
    duration.into_iter().chain(words.into_iter().flatten()).chain(audience).collect()
}

fn items(items: &[InSource<String>]) -> Node {
    list(items, |item| tree::inline(&item.value))
}

fn list<T>(items: &[T], line: impl Fn(&T) -> Vec<Run>) -> Node {
    let part = |item: &T| Part { term: false, nodes: vec![node(NodeKind::Paragraph(line(item)))] };
    node(NodeKind::Group(Group::Bullets, items.iter().map(part).collect()))
}

fn node(kind: NodeKind) -> Node {
    Node { kind, range: 0..0 }
}

fn text(text: &str) -> Run {
    Run { kind: RunKind::Text(text.to_owned()), style: Style::default() }
}
