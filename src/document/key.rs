//! What identifies a document to those who show something of it.

use super::Document;

/// What two documents must have in common to be the same in some respect.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keys {
    declared: blake3::Hash,
    linked: blake3::Hash,
}

impl Document {
    /// Identifies all that other pages may show of it, or depend on: its front matter, headings, anchors and length.
    /// An edit of its prose leaves this as it is.
    pub fn declared(&self) -> blake3::Hash {
        self.keys().declared
    }

    /// Identifies where its links lead, as they are written.
    pub fn linked(&self) -> blake3::Hash {
        self.keys().linked
    }

    fn keys(&self) -> Keys {
        *self.keys.get_or_init(|| Keys { declared: self.hash_of_declared(), linked: self.hash_of_links() })
    }

    /// The front matter is the text before the body, so its text stands for all of it.
    fn hash_of_declared(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let mut part = |text: &str| {
            hasher.update(&text.len().to_le_bytes()).update(text.as_bytes());
        };
        part(self.path().as_str());
        part(&self.source.text()[..self.body.start]);
        part(&self.reading_minutes().to_string());
        for heading in &self.headings {
            part(&heading.level.to_string());
            part(&heading.text);
            part(&heading.anchor);
        }
        part("");
        self.other_anchors.iter().for_each(|anchor| part(anchor));
        part("");
        let of_code = self.code_blocks.iter().filter(|block| !block.has("hidden"));
        of_code.filter_map(|block| block.anchor.as_deref()).for_each(part);
        hasher.finalize()
    }

    fn hash_of_links(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for link in &self.links {
            hasher.update(&link.destination.len().to_le_bytes()).update(link.destination.as_bytes());
        }
        hasher.finalize()
    }
}
