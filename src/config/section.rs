//! Sections that a kind of document has: what they are called, where they stand, what they are made of.

use super::BAD_VALUE;
use crate::diagnostic::{self, Edit, Finding, Fix, Problem, nearest};
use crate::schema::{Key, Shape};
use crate::source::Source;
use crate::yaml::Node;

/// A section that a kind declares.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredSection {
    /// Names it in `docent.yml`, and its heading where a document gives the heading this id.
    pub id: String,
    /// What its heading says.
    pub title: String,
    /// What else its heading may say, in any language.
    pub aliases: Vec<String>,
    /// Whether a document has to have it.
    pub required: bool,
    /// Where it stands among the sections of a document.
    pub position: Option<Position>,
    /// What it is made of.
    pub form: Option<Form>,
    /// The key of the front matter that holds it in place of the body.
    pub key: Option<String>,
    /// Its title and aliases as they are compared.
    compared: Vec<HeadingName>,
}

/// Where a section stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Position {
    /// Before every section that the kind does not declare.
    First,
    /// Behind every section that the kind does not declare.
    Last,
    /// Before the section of this id.
    Before(String),
    /// Behind the section of this id.
    After(String),
}

/// What a section is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// It has a list.
    List,
    /// It has a numbered list, or headings of its own.
    Steps,
    /// It has a paragraph.
    Prose,
}

impl DeclaredSection {
    /// Whether a heading of this name and id is the one of this section.
    pub fn is_named(&self, name: &HeadingName, id: &str) -> bool {
        id == self.id || self.compared.contains(name)
    }

    /// The title or alias that a heading nearly has, as a slip of the pen would have it.
    pub fn near_miss(&self, written: &HeadingName) -> Option<&str> {
        let near = |name: &HeadingName| {
            let chars = name.chars;
            // Short words are too near to each other, and to other words.
            let allowed = match chars {
                0..7 => 0,
                7..12 => 1,
                _ => 2,
            };
            name.is_near(written, allowed)
        };
        let place = self.compared.iter().position(near)?;
        self.names().nth(place)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.title.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

/// The text of a heading as it is compared: without case, blanks, hyphens, apostrophes, numbering, the last sign and a
/// plural `s`.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadingName {
    /// Which letters it has, a bit for several of them. They are compared first: two names rarely have the same.
    letters: u64,
    chars: usize,
    text: String,
}

impl HeadingName {
    /// The name of a heading of this text.
    pub fn of(text: &str) -> Self {
        let text = comparable(text);
        let letters = text.chars().fold(0, |letters, sign| letters | 1 << (u32::from(sign) % u64::BITS));
        Self { chars: text.chars().count(), letters, text }
    }

    /// Whether it is this many slips of the pen, or fewer, from another one, but not that one itself.
    fn is_near(&self, other: &Self, slips: usize) -> bool {
        // A slip changes the length by one, and takes a letter away and brings another.
        self.chars.abs_diff(other.chars) <= slips
            && (self.letters ^ other.letters).count_ones() as usize <= 2 * slips
            && (1..=slips).contains(&diagnostic::slips(&self.text, &other.text))
    }
}

fn comparable(text: &str) -> String {
    let text = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ')' | ' '));
    let text = text.trim_end_matches([' ', ':', '.', '!', '?', '：', '？']);
    let mut text = text.to_lowercase();
    text.retain(|sign| !matches!(sign, ' ' | '-' | '\'' | '’'));
    if text.ends_with('s') {
        text.pop();
    }
    text
}

/// The keys of one entry below `sections:`.
pub(super) fn keys() -> Vec<Key> {
    vec![
        Key::new("id", Shape::Text, "Names the section; its heading has this id, or one of the names below."),
        Key::new("title", Shape::Text, "What its heading says. Without one, the id in words."),
        Key::new(
            "aliases",
            Shape::list(Shape::Text, 100),
            "What else its heading may say, in other languages too. Upper and lower case do not matter.",
        ),
        Key::new("required", Shape::Bool, "Whether a document has to have it."),
        Key::new(
            "position",
            Shape::Text,
            "Where it stands: `first`, `last`, `before:ID` or `after:ID`. Without one, anywhere.",
        ),
        Key::new(
            "shape",
            Shape::one_of(&["list", "steps", "prose"]),
            "What it has: a list; a numbered list or headings of its own; a paragraph.",
        ),
        Key::new(
            "key",
            Shape::one_of(&["what_you_will_learn", "prerequisites"]),
            "The key of the front matter that holds the section, so that the body must not.",
        ),
    ]
}

/// Reads the list below `sections:`, on top of the sections of the kind that is extended.
pub(super) fn read(
    source: &Source,
    node: &Node,
    parent: &[DeclaredSection],
    problems: &mut Vec<Problem>,
) -> Vec<DeclaredSection> {
    let mut sections = parent.to_vec();
    for item in node.items() {
        let Some(id) = item.get("id").and_then(Node::text) else {
            let finding = Finding::new(source.span(item.range.clone()), "a section has no `id`")
                .help("give it one: a word that its `position` and messages can name");
            problems.push(Problem::new(BAD_VALUE, finding));
            continue;
        };
        let place = sections.iter().position(|section| section.id == id).unwrap_or_else(|| {
            sections.push(DeclaredSection::named(id));
            sections.len() - 1
        });
        sections[place].fill(item);
    }
    for item in node.items() {
        read_position(source, item, &mut sections, problems);
    }
    sections
}

impl DeclaredSection {
    fn named(id: &str) -> Self {
        let words = id.replace(['-', '_'], " ");
        let mut signs = words.chars();
        let title = signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect());
        Self {
            id: id.to_owned(),
            title,
            aliases: Vec::new(),
            required: false,
            position: None,
            form: None,
            key: None,
            compared: Vec::new(),
        }
    }

    /// Takes what an entry says; what it does not say stays as the extended kind has it.
    fn fill(&mut self, node: &Node) {
        let text = |key: &str| node.get(key).and_then(Node::text);
        if let Some(title) = text("title") {
            title.clone_into(&mut self.title);
        }
        let aliases = node.get("aliases").map(Node::items).unwrap_or_default();
        self.aliases.extend(aliases.iter().filter_map(Node::text).map(str::to_owned));
        match text("required") {
            Some("true") => self.required = true,
            Some("false") => self.required = false,
            _ => {}
        }
        self.form = match text("shape") {
            Some("list") => Some(Form::List),
            Some("steps") => Some(Form::Steps),
            Some("prose") => Some(Form::Prose),
            _ => self.form,
        };
        self.key = text("key").map(str::to_owned).or_else(|| self.key.take());
        self.compared = self.names().map(HeadingName::of).collect();
    }
}

/// Reads where a section stands, which may name a section that is declared below it.
fn read_position(source: &Source, item: &Node, sections: &mut [DeclaredSection], problems: &mut Vec<Problem>) {
    let (Some(id), Some(node)) = (item.get("id").and_then(Node::text), item.get("position")) else { return };
    let Some(text) = node.text() else { return };
    let position = match text.split_once(':').map(|(word, id)| (word.trim(), id.trim())) {
        None if text == "first" => Ok(Position::First),
        None if text == "last" => Ok(Position::Last),
        Some(("before", other)) => known(other, id, sections).map(|other| Position::Before(other.to_owned())),
        Some(("after", other)) => known(other, id, sections).map(|other| Position::After(other.to_owned())),
        _ => Err(None),
    };
    match position {
        Ok(position) => {
            if let Some(section) = sections.iter_mut().find(|section| section.id == id) {
                section.position = Some(position);
            }
        }
        Err(meant) => {
            let span = source.span(node.range.clone());
            let message =
                format!("`position` is `first`, `last`, `before:ID` or `after:ID` of a section, found `{text}`");
            let finding = Finding::new(span.clone(), message);
            problems.push(Problem::new(
                BAD_VALUE,
                match meant {
                    Some(meant) => {
                        let meant = format!("{}:{meant}", text.split(':').next().unwrap_or_default());
                        finding
                            .help(format!("did you mean `{meant}`?"))
                            .fix(Fix::safe(format!("write `{meant}`"), vec![Edit::replace(span, meant)]))
                    }
                    None => finding.help("name another section of this kind by its `id`"),
                },
            ));
        }
    }
}

/// The id, where another section has it; else the one that was probably meant.
fn known<'s>(id: &'s str, own: &str, sections: &'s [DeclaredSection]) -> Result<&'s str, Option<&'s str>> {
    let mut others = sections.iter().map(|section| section.id.as_str()).filter(|&other| other != own);
    if others.clone().any(|other| other == id) { Ok(id) } else { Err(nearest(id, &mut others)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean_up() -> DeclaredSection {
        let text = "- { id: clean-up, aliases: [Tear everything down, 清理] }\n";
        let source = Source::new(crate::source::SitePath::new("docent.yml"), text);
        let node = crate::yaml::parse(&source, 0..text.len(), "P01").unwrap();
        read(&source, &node, &[], &mut Vec::new()).remove(0)
    }

    #[test]
    fn a_heading_is_matched_by_id_title_or_alias() {
        let section = clean_up();
        for text in ["Clean up", "clean-up:", "Cleanup", "5. CLEAN UP", "Tear everything down!", "清理"] {
            assert!(section.is_named(&HeadingName::of(text), "x"), "{text}");
        }
        assert!(section.is_named(&HeadingName::of("Put it away"), "clean-up"));
        assert!(!section.is_named(&HeadingName::of("Clean"), "clean"));
    }

    #[test]
    fn a_slip_of_the_pen_is_a_near_miss() {
        let section = clean_up();
        let near = |text: &str| section.near_miss(&HeadingName::of(text));
        assert_eq!(near("Claen up"), Some("Clean up"));
        assert_eq!(near("Tear evrythng donw"), None, "too far");
        assert_eq!(near("Clean ups"), None, "a plural is no slip");
        assert_eq!(near("Clean it"), None);
    }
}
