//! Kinds: which contract a document keeps.

use std::sync::LazyLock;

use crate::schema::{Key, Shape};
use crate::source::{SitePath, Source};
use crate::yaml::{self, Node};

/// The contract of one kind of document.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// As `kind:` names it.
    pub name: String,
    /// What documents of this kind are for.
    pub docs: Option<String>,
    /// Patterns of the paths below `content` that are of this kind unless they say otherwise.
    pub paths: Vec<String>,
    /// Keys that the front matter must have.
    pub required: Vec<String>,
}

impl Kind {
    /// Whether documents at this path below `content` are of this kind unless they say otherwise.
    pub(super) fn claims(&self, path: &str) -> bool {
        self.paths.iter().any(|pattern| fast_glob::glob_match(pattern, path))
    }

    /// Whether the front matter must have this key.
    pub fn requires(&self, key: &str) -> bool {
        self.required.iter().any(|required| required == key)
    }
}

/// The keys of one entry below `kinds:`.
pub(super) fn keys() -> Vec<Key> {
    let words = || Shape::list(Shape::Text, 100);
    vec![
        Key::new("docs", Shape::Text, "What documents of this kind are for."),
        Key::new("extends", Shape::Text, "The kind whose contract this one starts from."),
        Key::new(
            "paths",
            words(),
            "Patterns of the paths below `content` that are of this kind unless they say otherwise.",
        ),
        Key::new("required", words(), "Keys that the front matter must have."),
    ]
}

/// The kinds that every site has, read from the file of the same form that a site would write.
pub fn built_in_kinds() -> Vec<Kind> {
    static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
        let source = Source::new(SitePath::new("kinds.yml"), include_str!("kinds.yml"));
        let all = 0..source.text().len();
        let node = yaml::parse(&source, all, "P01").expect("the built-in kinds are valid YAML, as a test shows");
        node.entries().iter().map(|entry| read(&entry.key, &entry.value, &[])).collect()
    });
    KINDS.clone()
}

/// Reads one entry below `kinds:`, on top of the kind that it extends.
pub(super) fn read(name: &str, node: &Node, known: &[Kind]) -> Kind {
    let words =
        |key: &str| node.get(key).map(|list| list.items().iter().filter_map(Node::text).map(str::to_owned).collect());
    let parent = node.get("extends").and_then(Node::text).unwrap_or(name);
    let parent = known.iter().find(|kind| kind.name == parent);
    Kind {
        name: name.to_owned(),
        docs: node.get("docs").and_then(Node::text).map(str::to_owned),
        paths: words("paths").unwrap_or_default(),
        required: words("required").or_else(|| parent.map(|kind| kind.required.clone())).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_kinds_keep_their_own_schema() {
        let source = Source::new(SitePath::new("kinds.yml"), include_str!("kinds.yml"));
        let node = yaml::parse(&source, 0..source.text().len(), "P01").unwrap();
        for entry in node.entries() {
            assert_eq!(crate::schema::validate(&source, &entry.value, &keys()), [], "{}", entry.key);
        }
        let names: Vec<_> = built_in_kinds().into_iter().map(|kind| kind.name).collect();
        assert_eq!(names, ["tutorial", "guide", "reference", "page", "index"]);
    }
}
