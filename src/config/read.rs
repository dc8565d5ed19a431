//! Reads `docent.yml` in one step to its used form; what is wrong in it is reported and otherwise as if absent.

use super::{BAD_VALUE, Config, Publish, RawHtml, Term, base_url, kind, level, notation, runner};
use crate::diagnostic::{Finding, Problem};
use crate::schema::{Key, Shape, is_url, validate};
use crate::source::{Placed, Source};
use crate::yaml::{self, Entry, Node};

/// Code of the rule that a syntax mistake in the configuration belongs to.
const CONFIG_SYNTAX: &str = "P01";

/// The keys of `docent.yml`.
pub fn keys() -> Vec<Key> {
    vec![
        Key::new("title", Shape::Text, "The site's title. Without one the title of the first page serves."),
        Key::new(
            "base_url",
            Shape::Text,
            "Where the site is published. Only for what must be absolute: canonical links, sitemap, feed, social cards.",
        ),
        Key::new("repository", Shape::Url, "URL of the repository, for links that edit or show a page's source."),
        Key::new("branch", Shape::Text, "The branch that edit links lead to; `main` unless said otherwise."),
        Key::new("language", Shape::Text, "Language of the site as a BCP 47 tag; `en` unless said otherwise."),
        Key::new(
            "nav",
            Shape::list(Shape::Text, 10_000),
            "Pages and folders below `content` in the order of the navigation. Without it, folder order by `weight`, then title.",
        ),
        Key::new(
            "kinds",
            Shape::MapOf(Box::new(Shape::Map(kind::keys()))),
            "The content contract of kinds that the site adds or changes.",
        ),
        Key::new(
            "rules",
            Shape::MapOf(Box::new(level::shape())),
            "Levels of rules, by name or code: `allow`, `advice`, `warning` or `error`; or one for some paths, as \
             `{ level: warning, paths: [guides/**] }`; or a list of these, of which the last that fits counts.",
        ),
        Key::new(
            "runners",
            Shape::MapOf(Box::new(Shape::Map(runner::keys()))),
            "How `docent test` runs code, by the language of the block. `python`, `bash` and `console` are built in.",
        ),
        Key::new(
            "html",
            Shape::one_of(&["sanitised", "trusted"]),
            "What happens to raw HTML in Markdown; `sanitised` unless said otherwise.",
        ),
        Key::new("math", Shape::Map(notation::keys()), "What the formulas of the site have in common."),
        Key::new("highlight", Shape::Bool, "Whether code is coloured; `true` unless said otherwise."),
        Key::new("publish", Shape::Map(published()), "What is published beside the pages."),
        Key::new(
            "terms",
            Shape::MapOf(Box::new(Shape::list(Shape::Text, 100))),
            "Names that the site spells in one way, each with what is written for it and should not be: \
             `PyTorch: [Py Torch]`. Other upper and lower case is found without being named.",
        ),
        Key::new("authors", Shape::list(Shape::Text, 10_000), "The names of those who write for the site."),
        Key::new("labels", Shape::MapOf(Box::new(Shape::Text)), "Words of the theme, for other languages."),
    ]
}

/// The keys below `publish:`.
fn published() -> Vec<Key> {
    vec![
        Key::new("search", Shape::Bool, "The search index, and the button that opens the search."),
        Key::new("social_cards", Shape::Bool, "Pictures for links that are shared. They need a `base_url`."),
        Key::new("markdown", Shape::Bool, "Each page as Markdown too, at its URL with `.md`."),
        Key::new(
            "notebooks",
            Shape::Bool,
            "Each page with Python code as a Jupyter notebook too, at its URL with `.ipynb`; not unless said so.",
        ),
    ]
}

impl Config {
    /// Reads the configuration, with all that is wrong in it.
    pub fn read(source: Source) -> (Self, Vec<Problem>) {
        let all = 0..source.text().len();
        let mut config = Self::default();
        let mut problems = Vec::new();
        match yaml::parse(&source, all, CONFIG_SYNTAX) {
            Ok(node) => {
                problems = validate(&source, &node, &keys());
                config.fill(&source, &node, &mut problems);
            }
            Err(mistakes) => problems.extend(mistakes),
        }
        config.source = Some(source);
        (config, problems)
    }

    fn fill(&mut self, source: &Source, node: &Node, problems: &mut Vec<Problem>) {
        let text = |key: &str| node.get(key).and_then(Node::text).map(|text| text.trim().replace(char::is_control, ""));
        self.title = text("title");
        self.repository = text("repository").filter(|url| is_url(url)).map(|url| url.trim_end_matches('/').to_owned());
        self.branch = text("branch").unwrap_or_else(|| self.branch.clone());
        self.language = text("language").unwrap_or_else(|| self.language.clone());
        if text("html").as_deref() == Some("trusted") {
            self.html = RawHtml::Trusted;
        }
        if let Some(value) = node.get("base_url").filter(|value| value.text().is_some()) {
            match base_url(value.text().unwrap_or_default()) {
                Ok(url) => self.base_url = Some(url),
                Err(why) => problems.push(Problem::new(
                    BAD_VALUE,
                    Finding::new(source.span(value.range.clone()), why).help(
                        "pages use relative links and need none; leave it out when the site's address is not known",
                    ),
                )),
            }
        }
        self.nav = node.get("nav").map_or(&[][..], Node::items).iter().filter_map(placed).collect();
        for entry in node.get("kinds").map_or(&[][..], Node::entries) {
            let kind = kind::read(source, entry, &self.kinds, problems);
            self.kinds.retain(|known| known.name != kind.name);
            self.kinds.push(kind);
        }
        for entry in node.get("rules").map_or(&[][..], Node::entries) {
            self.rules.extend(level::read(entry));
        }
        for entry in node.get("runners").map_or(&[][..], Node::entries) {
            if let Some(runner) = runner::read(source, entry, problems) {
                self.runners.retain(|known| known.language != runner.language);
                self.runners.push(runner);
            }
        }
        if let Some(math) = node.get("math") {
            self.notation = notation::read(source, math, problems);
        }
        let is_on = |node: &Node, key: &str| node.get(key).and_then(Node::text) != Some("false");
        self.highlight = is_on(node, "highlight");
        if let Some(publish) = node.get("publish") {
            self.publish = Publish {
                search: is_on(publish, "search"),
                social_cards: is_on(publish, "social_cards"),
                markdown: is_on(publish, "markdown"),
                notebooks: publish.get("notebooks").and_then(Node::text) == Some("true"),
            };
        }
        let texts = |node: &Node| node.items().iter().filter_map(Node::text).map(str::to_owned).collect::<Vec<_>>();
        self.authors = node.get("authors").map(texts).unwrap_or_default();
        let term = |entry: &Entry| Term { name: entry.key.clone(), instead_of: texts(&entry.value) };
        self.terms = node.get("terms").map_or(&[][..], Node::entries).iter().map(term).collect();
        self.labels = node
            .get("labels")
            .map_or(&[][..], Node::entries)
            .iter()
            .filter_map(|entry| Some((entry.key.clone(), entry.value.text()?.replace(char::is_control, ""))))
            .collect();
    }
}

fn placed(node: &Node) -> Option<Placed<String>> {
    node.text().map(|text| Placed { value: text.to_owned(), range: node.range.clone() })
}
