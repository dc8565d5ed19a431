//! What has changed in a page and is not seen in it: where links lead, what images say to those who do not see them, ids,
//! and what the front matter says of the page.

use std::collections::{BTreeMap, BTreeSet};

use super::view::View;
use crate::document::LinkKind;
use crate::site::link::Target;

/// A change that is not seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hidden {
    /// What has it.
    pub(crate) kind: HiddenKind,
    /// Which one: the text of the link, the file of the image, the key.
    pub(crate) name: String,
    /// As it was.
    pub(crate) before: Option<String>,
    /// As it is.
    pub(crate) after: Option<String>,
}

/// What has changed without being seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HiddenKind {
    /// Where a link leads.
    Link,
    /// The alternative text of an image.
    Alt,
    /// The id of a heading.
    Anchor,
    /// A key of the front matter.
    Metadata,
}

impl HiddenKind {
    /// In a word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Alt => "alternative text",
            Self::Anchor => "anchor",
            Self::Metadata => "metadata",
        }
    }
}

/// The keys that a page shows as words, or that say where it is.
const SEEN: [&str; 8] =
    ["title", "description", "what_you_will_learn", "prerequisites", "duration", "level", "status", "audience"];

/// Compares what is not seen.
pub(super) fn compare(before: &View<'_>, after: &View<'_>) -> Vec<Hidden> {
    let mut hidden = Vec::new();
    differences(HiddenKind::Link, &links(before), &links(after), true, &mut hidden);
    differences(HiddenKind::Alt, &alts(before), &alts(after), true, &mut hidden);
    differences(HiddenKind::Anchor, &anchors(before), &anchors(after), true, &mut hidden);
    differences(HiddenKind::Metadata, &keys(before), &keys(after), false, &mut hidden);
    hidden
}

/// Values by the name of what has them, in their order.
type Values = BTreeMap<String, Vec<String>>;

/// What both have under one name and say differently; a name that only one has is seen, but for a key.
fn differences(kind: HiddenKind, before: &Values, after: &Values, in_both: bool, hidden: &mut Vec<Hidden>) {
    let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    for name in names {
        let (old, new) = (before.get(name), after.get(name));
        if old == new || (in_both && (old.is_none() || new.is_none())) {
            continue;
        }
        let said = |values: Option<&Vec<String>>, other: Option<&Vec<String>>| {
            let there: BTreeSet<_> = other.into_iter().flatten().collect();
            let only = |value: &&String| !there.contains(value);
            values.map(|values| values.iter().filter(only).cloned().collect::<Vec<_>>().join(", "))
        };
        let (was, is) = (said(old, new), said(new, old));
        if was.as_deref().unwrap_or_default() != is.as_deref().unwrap_or_default() {
            hidden.push(Hidden { kind, name: name.clone(), before: was, after: is });
        }
    }
}

fn links(view: &View<'_>) -> Values {
    let mut values = Values::new();
    for link in &view.document().links {
        // What is shown is seen, and so is an address that is its own text.
        if matches!(link.kind, LinkKind::Image | LinkKind::HtmlImage { .. } | LinkKind::HtmlMedia | LinkKind::Autolink)
        {
            continue;
        }
        let to = match view.target(&link.destination) {
            Some(Target::Page { document, query, anchor, .. }) => {
                let anchor = anchor.as_ref().map_or_else(String::new, |anchor| format!("#{anchor}"));
                format!("{}{query}{anchor}", view.site.documents[*document].path())
            }
            _ => link.destination.clone(),
        };
        values.entry(link.text.trim().to_owned()).or_default().push(to);
    }
    values
}

fn alts(view: &View<'_>) -> Values {
    let mut values = Values::new();
    for link in &view.document().links {
        if matches!(link.kind, LinkKind::Image | LinkKind::HtmlImage { .. }) {
            values.entry(link.destination.clone()).or_default().push(link.text.trim().to_owned());
        }
    }
    values
}

fn anchors(view: &View<'_>) -> Values {
    let mut values = Values::new();
    for heading in &view.document().headings {
        values.entry(heading.text.clone()).or_default().push(heading.anchor.clone());
    }
    values
}

fn keys(view: &View<'_>) -> Values {
    let document = view.document();
    let written = document.front_matter.keys.iter().filter(|key| !SEEN.contains(&key.name.as_str()));
    let text =
        |range: std::ops::Range<usize>| document.source.text()[range].split_whitespace().collect::<Vec<_>>().join(" ");
    written.map(|key| (key.name.clone(), vec![text(key.value.clone())])).collect()
}
