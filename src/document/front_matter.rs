//! The YAML block that opens a document: where it stands, what it may hold, what it says.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memchr_iter;

use super::running::{self, Running};
use super::value::{items, plain, text, texts};
use crate::calendar::{self, Date};
use crate::diagnostic::{Finding, Problem};
use crate::limit::LIST_ITEMS;
use crate::schema::{Key, Shape, is_url, validate};
use crate::source::{Placed, Source};
use crate::yaml::{self, Entry, Node, Value};

/// Code of the rule that a syntax mistake in front matter belongs to.
const SYNTAX: &str = "F01";

/// What a document says about itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrontMatter {
    /// How much of it could be read.
    pub state: State,
    /// Bytes of the block with its two `---` lines; empty at the start where there is none.
    pub range: Range<usize>,
    /// Where a key can be added: the start of the closing `---` line.
    pub end_of_keys: usize,
    /// The keys, in the order of the file.
    pub keys: Vec<WrittenKey>,
    /// The keys that Docent does not know: those that the document's kind adds, and mistakes.
    pub other_keys: Vec<Entry>,
    /// The page's title.
    pub title: Option<Placed<String>>,
    /// One sentence for search results and cards.
    pub description: Option<Placed<String>>,
    /// What the reader will be able to do.
    pub what_you_will_learn: Vec<Placed<String>>,
    /// What the reader needs; empty with [`Self::no_prerequisites`] where the author says that nothing is.
    pub prerequisites: Vec<Placed<String>>,
    /// Whether the author says that nothing is needed.
    pub no_prerequisites: bool,
    /// Which contract the document keeps.
    pub kind: Option<Placed<String>>,
    /// Who it is for.
    pub audience: Option<String>,
    /// `beginner`, `intermediate` or `advanced`.
    pub level: Option<String>,
    /// Whole minutes.
    pub duration: Option<u32>,
    /// Who wrote it.
    pub authors: Vec<Author>,
    /// Free words.
    pub tags: Vec<String>,
    /// `stable`, `prototype` or `deprecated`.
    pub status: Option<String>,
    /// Whether `build` leaves it out.
    pub draft: bool,
    /// Its place among its siblings.
    pub weight: Option<i64>,
    /// Earlier paths of the page, below the site's root.
    pub aliases: Vec<Placed<String>>,
    /// The day it speaks of itself as from.
    pub date: Option<Date>,
    /// The last day on which it can be relied on unseen.
    pub expires: Option<Placed<Date>>,
    /// How its code is run.
    pub code: Running,
    /// Rules that the page may break.
    pub allow: Vec<Allow>,
}

/// A rule that a page may break.
#[derive(Debug, Clone, PartialEq)]
pub struct Allow {
    /// Name or code of the rule.
    pub rule: Placed<String>,
    /// Whether its author says why.
    pub has_reason: bool,
    /// The last day on which it may.
    pub until: Option<Placed<String>>,
    /// The lines that have to go to take it out; `None` where it shares them.
    pub lines: Option<Range<usize>>,
}

/// How much of the front matter could be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum State {
    /// The document has none.
    #[default]
    Absent,
    /// It does not parse, so that rules on its keys stay silent.
    Broken,
    /// It was read.
    Read,
}

/// A key as the author wrote it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenKey {
    /// The key.
    pub name: String,
    /// Where it stands.
    pub range: Range<usize>,
    /// Where its value stands; empty where there is none.
    pub value: Range<usize>,
    /// Whether its value says nothing.
    pub blank: bool,
}

/// A person or group.
#[derive(Debug, Clone, PartialEq)]
pub struct Author {
    /// Their name.
    pub name: String,
    /// Their page.
    pub url: Option<String>,
}

impl FrontMatter {
    /// A key, where the author wrote it.
    pub fn key(&self, name: &str) -> Option<&WrittenKey> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Whether a key is there and says something.
    pub fn says(&self, name: &str) -> bool {
        self.key(name).is_some_and(|key| !key.blank)
    }
}

/// The keys of front matter.
pub fn keys() -> &'static [Key] {
    static KEYS: LazyLock<Vec<Key>> = LazyLock::new(every_key);
    &KEYS
}

fn every_key() -> Vec<Key> {
    let text_list = || Shape::list(Shape::Text, LIST_ITEMS);
    let author =
        vec![Key::new("name", Shape::Text, "The author's name."), Key::new("url", Shape::Url, "The author's page.")];
    let allow = vec![
        Key::new("rule", Shape::Text, "Name of the rule."),
        Key::new("reason", Shape::Text, "Why the page may break it."),
        Key::new("until", Shape::Date, "The last day on which it may."),
    ];
    vec![
        Key::new("title", Shape::Text, "The page's title, plain text."),
        Key::new(
            "description",
            Shape::Text,
            "One sentence that says what the page is for; shown in search results, on cards and in social previews.",
        ),
        Key::new(
            "what_you_will_learn",
            Shape::list(Shape::Markdown, 8),
            "What the reader will be able to do, 1 to 8 items.",
        ),
        Key::new(
            "prerequisites",
            Shape::WordOr("none".to_owned(), Box::new(Shape::list(Shape::Markdown, 20))),
            "What the reader needs: versions, or links to other tutorials. `none` says on purpose that nothing is needed.",
        ),
        Key::new(
            "kind",
            Shape::Text,
            "Which contract the page keeps: `tutorial`, `guide`, `reference`, `page`, `index`, or a kind of the site's own.",
        ),
        Key::new("audience", Shape::Text, "Who the page is for."),
        Key::new(
            "level",
            Shape::one_of(&["beginner", "intermediate", "advanced"]),
            "How much the reader should know already.",
        ),
        Key::new("duration", Shape::Duration, "How long it takes, such as `20 minutes`."),
        Key::new(
            "authors",
            Shape::list(Shape::TextOrMap(author), 50),
            "Who wrote it: names, or mappings with `name` and `url`.",
        ),
        Key::new("tags", text_list(), "Words that group pages."),
        Key::new(
            "status",
            Shape::one_of(&["stable", "prototype", "deprecated"]),
            "Whether readers can rely on what the page describes.",
        ),
        Key::new("draft", Shape::Bool, "Whether the page is shown by `serve` and left out of `build`."),
        Key::new(
            "weight",
            Shape::Integer { min: i64::MIN, max: i64::MAX },
            "Place among its siblings: lower comes first.",
        ),
        Key::new("aliases", text_list(), "Earlier paths of the page, which then lead to it."),
        Key::new("date", Shape::Date, "The day that the page speaks of itself as from."),
        Key::new(
            "expires",
            Shape::Date,
            "The last day on which readers can rely on the page without anybody looking at it again.",
        ),
        Key::new("code", Shape::Map(running::keys()), "Which code blocks are run, and how."),
        Key::new(
            "allow",
            Shape::list(Shape::Map(allow), LIST_ITEMS),
            "Rules that the page may break, each with a reason.",
        ),
        Key::new("extra", Shape::Free, "Keys of your own."),
    ]
}

/// Reads the front matter of a source; the body starts where the returned offset says.
pub(super) fn read(source: &Source, problems: &mut Vec<Problem>) -> (FrontMatter, usize) {
    let text = source.text();
    let first = source.line_around(0);
    if !is_fence(&text[first.clone()]) {
        if text[first.clone()].trim_end() == "+++" {
            let finding = Finding::new(source.span(first), "front matter stands between `+++` lines")
                .help("Docent reads YAML between `---` lines; write `key: value`");
            problems.push(Problem::new(SYNTAX, finding));
            return (FrontMatter { state: State::Broken, ..FrontMatter::default() }, text.len());
        }
        return (FrontMatter::default(), 0);
    }
    let Some(closing) = closing_fence(source) else {
        let finding = Finding::new(source.span(first), "front matter is not closed")
            .label("it is opened here")
            .help("put a line `---` behind its last key");
        problems.push(Problem::new(SYNTAX, finding));
        let broken = FrontMatter {
            state: State::Broken,
            range: 0..text.len(),
            end_of_keys: text.len(),
            ..FrontMatter::default()
        };
        return (broken, text.len());
    };
    let body = text[closing.end..].find('\n').map_or(text.len(), |at| closing.end + at + 1);
    let yaml_start = text.find('\n').map_or(text.len(), |at| at + 1);
    let mut front_matter =
        FrontMatter { state: State::Read, range: 0..closing.end, end_of_keys: closing.start, ..FrontMatter::default() };
    match yaml::parse(source, yaml_start..closing.start, SYNTAX) {
        Ok(node) if node.entries().is_empty() && !node.is_blank() => {
            let finding = Finding::new(
                source.span(node.range.clone()),
                format!("front matter is {}, not keys and values", node.describe()),
            )
            .help("write `key: value`, one key a line");
            problems.push(Problem::new(SYNTAX, finding));
            front_matter.state = State::Broken;
        }
        Ok(node) => {
            front_matter.fill(&node);
            front_matter.allow = allowed(source, &node);
            problems.extend(running::problems(source, &node));
            if let Value::Map(entries) = node.value {
                let is_known = |entry: &Entry| keys().iter().any(|key| key.name == entry.key);
                let (known, other) = entries.into_iter().partition(is_known);
                problems.extend(validate(source, &Node { range: node.range, value: Value::Map(known) }, keys()));
                front_matter.other_keys = other;
            }
        }
        Err(mistakes) => {
            problems.extend(mistakes);
            front_matter.state = State::Broken;
        }
    }
    (front_matter, body)
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---" && line.starts_with("---")
}

/// The bytes of the next `---` line behind the first line.
fn closing_fence(source: &Source) -> Option<Range<usize>> {
    let ends = memchr_iter(b'\n', source.text().as_bytes());
    ends.map(|end| source.line_around(end + 1)).find(|line| is_fence(&source.text()[line.clone()]))
}

impl FrontMatter {
    fn fill(&mut self, node: &Node) {
        for entry in node.entries() {
            let value = &entry.value;
            self.keys.push(WrittenKey {
                name: entry.key.clone(),
                range: entry.key_range.clone(),
                value: value.range.clone(),
                blank: value.is_blank(),
            });
            if value.is_blank() {
                continue;
            }
            match entry.key.as_str() {
                "title" => self.title = text(value),
                "description" => self.description = text(value),
                "what_you_will_learn" => self.what_you_will_learn = texts(value),
                "prerequisites" => {
                    self.no_prerequisites = value.text().is_some_and(|text| text.trim().eq_ignore_ascii_case("none"));
                    self.prerequisites = texts(value);
                }
                "kind" => self.kind = text(value),
                "audience" => self.audience = plain(value),
                "level" => self.level = plain(value),
                "duration" => self.duration = value.text().and_then(calendar::minutes),
                "authors" => self.authors = items(value).iter().filter_map(author).collect(),
                "tags" => self.tags = items(value).iter().filter_map(plain).collect(),
                "status" => self.status = plain(value),
                "draft" => self.draft = value.text() == Some("true"),
                "weight" => self.weight = value.text().and_then(|text| text.parse().ok()),
                "aliases" => self.aliases = texts(value),
                "date" => self.date = value.text().and_then(Date::parse),
                "expires" => {
                    let day = value.text().and_then(Date::parse);
                    self.expires = day.map(|value| Placed { value, range: entry.value.range.clone() });
                }
                "code" => self.code = Running::read(value),
                _ => {}
            }
        }
    }
}

/// The items of `allow:`, with the lines that hold each of them alone.
fn allowed(source: &Source, node: &Node) -> Vec<Allow> {
    let Some(entry) = node.entries().iter().find(|entry| entry.key == "allow") else { return Vec::new() };
    let items = items(&entry.value);
    let line = |at: usize| source.line_around(at);
    let behind = |at: usize| source.text()[at..].find('\n').map_or(source.text().len(), |end| at + end + 1);
    let lines = |number: usize, item: &Node| {
        let marker = source.text()[line(item.range.start).start..item.range.start].trim();
        match items {
            [_] => Some(line(entry.key_range.start).start..behind(entry.value.range.end)),
            _ if marker != "-" => None,
            _ => {
                let next = items.get(number + 1).map(|next| line(next.range.start).start);
                Some(line(item.range.start).start..next.unwrap_or_else(|| behind(item.range.end)))
            }
        }
    };
    let allow = |(number, item): (usize, &Node)| {
        let rule = text(item.get("rule")?)?;
        let until = item.get("until").and_then(text);
        Some(Allow {
            rule,
            has_reason: item.get("reason").is_some_and(|it| !it.is_blank()),
            until,
            lines: lines(number, item),
        })
    };
    items.iter().enumerate().filter_map(allow).collect()
}

fn author(node: &Node) -> Option<Author> {
    match plain(node) {
        Some(name) => Some(Author { name, url: None }),
        None => Some(Author {
            name: node.get("name").and_then(plain)?,
            url: node.get("url").and_then(plain).filter(|url| is_url(url)),
        }),
    }
}
