//! What files put into the code blocks of a document.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::site::{DocumentId, Site};

/// The code of the blocks that say nothing themselves, by the place of the block in its document.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Includes(BTreeMap<usize, String>);

impl Includes {
    /// What the files of a site put into a document.
    pub fn new(site: &Site, id: DocumentId) -> Self {
        Self(site.filled_code(id))
    }

    /// The code that a file puts into the block at this place.
    pub fn code(&self, place: usize) -> Option<&str> {
        self.0.get(&place).map(String::as_str)
    }
}
