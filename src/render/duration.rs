//! How long a page takes.

use super::context::DurationFacts;
use super::labels::{Labels, duration_in_words};
use crate::site::{DocumentId, Site};

/// As stated, else counted for what is read from beginning to end.
pub(super) fn duration(site: &Site, id: DocumentId, labels: &Labels) -> Option<DurationFacts> {
    let document = &site.documents[id];
    let facts = |minutes, stated| DurationFacts { minutes, words: duration_in_words(minutes, labels), stated };
    match document.front_matter.duration {
        Some(minutes) => Some(facts(minutes, true)),
        None if matches!(site.kind(id), "index" | "reference") => None,
        None => {
            let minutes = u32::try_from(document.reading_minutes()).unwrap_or(u32::MAX);
            Some(facts(minutes, false))
        }
    }
}
