//! Kinds: which contract a document keeps.

use std::sync::LazyLock;

use super::section::{DeclaredSection, HeadingName};
use super::{BAD_VALUE, CONFIG_PATH, own_key, section};
use crate::diagnostic::{Edit, Finding, Fix, Problem, nearest};
use crate::schema::{Key, Shape};
use crate::source::{Placed, SitePath, Source};
use crate::yaml::{self, Entry, Node};

/// The built-in kinds, in the form that a site would write them below `kinds:`.
pub const BUILT_IN: &str = include_str!("kinds.yml");

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
    /// Keys that the kind adds to the front matter, each with its place in the file that declares it.
    pub keys: Vec<Placed<Key>>,
    /// Sections that documents of this kind have, or may have.
    pub sections: Vec<DeclaredSection>,
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

    /// Whether documents of this kind teach, and so say what they assume: such documents can be each other's
    /// prerequisites.
    pub fn is_tutorial(&self) -> bool {
        self.requires("prerequisites")
    }

    /// The section that a heading of this name and id is the one of; what a kind adds comes before what it inherits.
    pub fn section_named(&self, name: &HeadingName, id: &str) -> Option<&DeclaredSection> {
        self.sections.iter().rfind(|section| section.is_named(name, id))
    }

    /// The first title or alias of a section that a heading nearly has, where it is the heading of none.
    pub fn near_miss(&self, name: &HeadingName, id: &str) -> Option<&str> {
        let is_one = self.section_named(name, id).is_some();
        if is_one { None } else { self.sections.iter().find_map(|section| section.near_miss(name)) }
    }
}

/// The keys of one entry below `kinds:`.
pub(super) fn keys() -> Vec<Key> {
    let words = || Shape::list(Shape::Text, 100);
    vec![
        Key::new("docs", Shape::Text, "What documents of this kind are for."),
        Key::new(
            "extends",
            Shape::Text,
            "The kind whose contract this one starts from. A kind of a name that exists starts from the one of that name.",
        ),
        Key::new(
            "paths",
            words(),
            "Patterns of the paths below `content` that are of this kind unless they say otherwise.",
        ),
        Key::new("required", words(), "Keys that the front matter must have, beside those of the extended kind."),
        Key::new("optional", words(), "Keys that the extended kind requires and this one does not."),
        Key::new(
            "keys",
            Shape::MapOf(Box::new(Shape::Map(own_key::keys()))),
            "Keys that the kind adds to the front matter.",
        ),
        Key::new(
            "sections",
            Shape::list(Shape::Map(section::keys()), 100),
            "Sections that documents of this kind have or may have, beside those of the extended kind.",
        ),
    ]
}

/// The kinds that every site has, read from the file of the same form that a site would write.
pub fn built_in_kinds() -> Vec<Kind> {
    static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
        let source = Source::new(SitePath::new("kinds.yml"), BUILT_IN);
        let all = 0..source.text().len();
        let node = yaml::parse(&source, all, "P01").expect("the built-in kinds are valid YAML, as a test shows");
        let mut kinds: Vec<Kind> = Vec::new();
        for entry in node.entries() {
            let kind = read(&source, entry, &kinds, &mut Vec::new());
            kinds.push(kind);
        }
        kinds
    });
    KINDS.clone()
}

/// Reads one entry below `kinds:`, on top of the kind that it extends or changes.
pub(super) fn read(source: &Source, entry: &Entry, known: &[Kind], problems: &mut Vec<Problem>) -> Kind {
    let Entry { key: name, value: node, .. } = entry;
    let words = |key: &str| -> Vec<String> {
        node.get(key).map_or(&[][..], Node::items).iter().filter_map(Node::text).map(str::to_owned).collect()
    };
    check_parent(source, node, known, problems);
    let parent = node.get("extends").and_then(Node::text).unwrap_or(name);
    let parent = known.iter().find(|kind| kind.name == parent);
    let own_keys = node.get("keys").map_or(&[][..], Node::entries);
    let mut keys = parent.map(|kind| kind.keys.clone()).unwrap_or_default();
    for entry in own_keys {
        let key = own_key::read(source, entry, problems);
        keys.retain(|known| known.value.name != key.value.name);
        keys.push(key);
    }
    let optional = words("optional");
    let mut required = parent.map(|kind| kind.required.clone()).unwrap_or_default();
    required.retain(|key| !optional.contains(key));
    let own_required = own_keys.iter().filter(|entry| own_key::is_required(entry)).map(|entry| entry.key.clone());
    for key in words("required").into_iter().chain(own_required) {
        if !required.contains(&key) {
            required.push(key);
        }
    }
    let inherited = parent.map(|kind| kind.sections.as_slice()).unwrap_or_default();
    let sections = match node.get("sections") {
        Some(list) => section::read(source, list, inherited, problems),
        None => inherited.to_vec(),
    };
    let changes_itself = parent.filter(|kind| kind.name == *name);
    let docs = node.get("docs").and_then(Node::text).map(str::to_owned);
    let paths = words("paths");
    Kind {
        docs: docs.or_else(|| changes_itself.and_then(|kind| kind.docs.clone())),
        paths: if paths.is_empty() { changes_itself.map(|kind| kind.paths.clone()).unwrap_or_default() } else { paths },
        name: name.clone(),
        required,
        keys,
        sections,
    }
}

fn check_parent(source: &Source, node: &Node, known: &[Kind], problems: &mut Vec<Problem>) {
    let Some(parent) = node.get("extends") else { return };
    let Some(name) = parent.text().filter(|&name| known.iter().all(|kind| kind.name != name)) else { return };
    let names: Vec<_> = known.iter().map(|kind| kind.name.as_str()).collect();
    let span = source.span(parent.range.clone());
    let message = format!("no kind is called `{name}` above this line of `{CONFIG_PATH}`");
    let finding = Finding::new(span.clone(), message);
    problems.push(Problem::new(
        BAD_VALUE,
        match nearest(name, names.iter().copied()) {
            Some(near) => finding
                .help(format!("did you mean `{near}`?"))
                .fix(Fix::safe(format!("write `{near}`"), vec![Edit::replace(span, near)])),
            None => finding.help(format!("known kinds are `{}`", names.join("`, `"))),
        },
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn config(text: &str) -> (Config, Vec<String>) {
        let (config, problems) = Config::read(Source::new(SitePath::new("docent.yml"), text));
        (config, problems.into_iter().map(|problem| problem.finding.message).collect())
    }

    #[test]
    fn built_in_kinds_keep_their_own_schema() {
        let source = Source::new(SitePath::new("kinds.yml"), BUILT_IN);
        let node = yaml::parse(&source, 0..source.text().len(), "P01").unwrap();
        let mut problems = Vec::new();
        for entry in node.entries() {
            problems.extend(crate::schema::validate(&source, &entry.value, &keys()));
            read(&source, entry, &built_in_kinds(), &mut problems);
        }
        assert_eq!(problems, []);
        let names: Vec<_> = built_in_kinds().into_iter().map(|kind| kind.name).collect();
        assert_eq!(names, ["tutorial", "guide", "reference", "page", "index"]);
    }

    #[test]
    fn a_kind_starts_from_the_one_it_extends() {
        let (config, problems) = config(
            "kinds:\n  lab:\n    extends: tutorial\n    paths: [labs/**]\n    required: [duration]\n    optional: [description]\n    \
             keys: { gpus: { type: integer, min: 1, max: 8, required: true } }\n    \
             sections: [{ id: clean-up, required: true, position: last, aliases: [Aufräumen] }]\n",
        );
        assert_eq!(problems, [""; 0]);
        let lab = config.kind("lab").unwrap();
        assert_eq!(lab.required, ["title", "what_you_will_learn", "prerequisites", "duration", "gpus"]);
        assert_eq!(lab.keys[0].value.shape, Shape::Integer { min: 1, max: 8 });
        let clean_up = lab.section_named(&HeadingName::of("Aufräumen"), "aufräumen").unwrap();
        assert!(
            clean_up.required && clean_up.is_named(&HeadingName::of("Cleaning up"), ""),
            "the aliases of the tutorial stay"
        );
        assert!(!config.kind("tutorial").unwrap().section_named(&HeadingName::of("Clean up"), "").unwrap().required);
        assert_eq!(config.default_kind(&SitePath::new("content/labs/a.md")), "lab");
    }

    #[test]
    fn mistakes_in_kinds_are_reported() {
        let (_, problems) = config(
            "kinds:\n  lab:\n    extends: tutoral\n    keys: { gpus: { min: 9, max: 8 } }\n    \
             sections: [{ title: X }, { id: a, position: after:b }, { id: c, position: middle }]\n",
        );
        assert_eq!(
            problems,
            [
                "no kind is called `tutoral` above this line of `docent.yml`",
                "`max` of `gpus` is smaller than its `min`",
                "a section has no `id`",
                "`position` is `first`, `last`, `before:ID` or `after:ID` of a section, found `after:b`",
                "`position` is `first`, `last`, `before:ID` or `after:ID` of a section, found `middle`",
            ]
        );
    }
}
