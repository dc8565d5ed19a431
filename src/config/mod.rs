//! `docent.yml`: what a site says about itself.

mod json;
mod kind;
mod level;
mod notation;
mod own_key;
mod read;
mod runner;
mod scaffold;
mod section;

pub use json::{config_schema, front_matter_schema};
pub use kind::{BUILT_IN as BUILT_IN_KINDS, Kind, built_in_kinds};
pub use level::RuleLevel;
pub use read::keys;
pub use runner::{Runner, built_in_runners};
pub use scaffold::{PLACEHOLDERS, scaffold};
pub use section::{DeclaredSection, Form, HeadingName, Position};

use crate::figure::math::Notation;
use crate::source::{Placed, SitePath, Source};

/// Code of the rule for values that are not allowed.
const BAD_VALUE: &str = "F06";

/// Where the configuration stands in a site.
pub const CONFIG_PATH: &str = "docent.yml";
/// The folder of the documents, and of the files beside them.
pub const CONTENT: &str = "content";
/// The folder of the templates that replace built-in ones.
pub const TEMPLATES: &str = "templates";
/// The folder of the files that are published as they are.
pub const STATIC: &str = "static";
/// The folder of the records of code that was run.
pub const VERIFICATION: &str = "verification";

/// A site's configuration as it is used: every default is filled in.
#[derive(Debug, Clone)]
pub struct Config {
    /// `docent.yml`, where the site has one.
    pub source: Option<Source>,
    /// The site's title; without one the title of its first page serves.
    pub title: Option<String>,
    /// Absolute URL with a slash at its end, for what must be absolute.
    pub base_url: Option<String>,
    /// The repository's URL without a slash at its end.
    pub repository: Option<String>,
    /// The branch that edit links lead to.
    pub branch: String,
    /// BCP 47 language tag.
    pub language: String,
    /// Pages and folders in the order of the navigation; empty for folder order.
    pub nav: Vec<Placed<String>>,
    /// The content contract of each kind; own kinds behind the built-in ones.
    pub kinds: Vec<Kind>,
    /// Levels of rules that differ from their defaults; of those that apply to a place the last counts.
    pub rules: Vec<RuleLevel>,
    /// How code is run; own runners behind the built-in ones.
    pub runners: Vec<Runner>,
    /// What happens to raw HTML in Markdown.
    pub html: RawHtml,
    /// The theme's words that the site replaces, by their key.
    pub labels: Vec<(String, String)>,
    /// Names that the site spells in one way.
    pub terms: Vec<Term>,
    /// The names of those who write for the site; empty where everybody may.
    pub authors: Vec<String>,
    /// The macros of its formulas.
    pub notation: Notation,
    /// Whether code is coloured.
    pub highlight: bool,
    /// What is published beside the pages.
    pub publish: Publish,
    /// Whether search engines are asked to leave it alone; the command line says so.
    pub unlisted: bool,
}

/// What is published beside the pages, where a site has a say in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Publish {
    /// The search index, and the button that opens the search.
    pub search: bool,
    /// Pictures of the pages' titles for links that are shared; only with a base URL.
    pub social_cards: bool,
    /// The pages as Markdown.
    pub markdown: bool,
    /// The pages with Python code as Jupyter notebooks.
    pub notebooks: bool,
}

impl Default for Publish {
    fn default() -> Self {
        Self { search: true, social_cards: true, markdown: true, notebooks: false }
    }
}

/// A name that the site spells in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// As it is written.
    pub name: String,
    /// What else is written for it, and should not be.
    pub instead_of: Vec<String>,
}

/// What happens to raw HTML in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawHtml {
    /// Elements and attributes of an allow-list pass, the rest is left out.
    Sanitised,
    /// All of it passes: the site trusts its authors.
    Trusted,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            source: None,
            title: None,
            base_url: None,
            repository: None,
            branch: "main".to_owned(),
            language: "en".to_owned(),
            nav: Vec::new(),
            kinds: built_in_kinds(),
            rules: Vec::new(),
            runners: built_in_runners(),
            html: RawHtml::Sanitised,
            labels: Vec::new(),
            terms: Vec::new(),
            authors: Vec::new(),
            notation: Notation::default(),
            highlight: true,
            publish: Publish::default(),
            unlisted: false,
        }
    }
}

impl Config {
    /// The contract of a kind.
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// The path of the site's root on its host, with a slash at both ends; `/` where its address is not known.
    pub fn root_path(&self) -> &str {
        let behind_scheme = self.base_url.as_deref().and_then(|url| url.split_once("://"));
        behind_scheme.and_then(|(_, rest)| Some(&rest[rest.find('/')?..])).unwrap_or("/")
    }

    /// The kind that is declared for the path of a document; of several, the one that is declared last.
    pub fn kind_of_folder(&self, path: &SitePath) -> Option<&Kind> {
        let within = within_content(path).unwrap_or_default();
        self.kinds.iter().rev().find(|kind| kind.claims(within))
    }

    /// The kind of a document that does not name one: by its folder, else `index` for an index, else `tutorial`.
    pub fn default_kind(&self, path: &SitePath) -> &str {
        match self.kind_of_folder(path) {
            Some(kind) => &kind.name,
            None if path.as_str().ends_with("/index.md") => "index",
            None => "tutorial",
        }
    }
}

/// The path below `content`, for a file that is there.
fn within_content(path: &SitePath) -> Option<&str> {
    path.as_str().strip_prefix(CONTENT)?.strip_prefix('/')
}

/// Reads an absolute URL such as `https://example.org/docs`, and gives it one slash at its end.
///
/// # Errors
///
/// Says what is wrong with it.
pub fn base_url(text: &str) -> Result<String, String> {
    let text = text.trim();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let Some(rest) = rest else {
        return Err(format!("`{text}` is not an absolute URL such as `https://example.org/docs/`"));
    };
    let host = rest.split('/').next().unwrap_or_default();
    if host.is_empty() || rest.contains([' ', '"', '<', '>', '\\', '?', '#']) {
        return Err(format!("`{text}` is not a URL of a folder: a host and a path, no query, no fragment"));
    }
    if !rest.is_ascii() {
        return Err(format!(
            "`{text}` is not a URL that every reader takes: write the host as `xn--…` and percent-encode the path"
        ));
    }
    let path: Vec<&str> = rest.split('/').skip(1).filter(|part| !part.is_empty()).collect();
    let scheme = &text[..text.len() - rest.len()];
    Ok(path.iter().fold(format!("{scheme}{host}/"), |url, part| format!("{url}{part}/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_has_one_spelling() {
        for (written, read) in [
            ("https://host.example/docs", "https://host.example/docs/"),
            (" https://host.example//docs// ", "https://host.example/docs/"),
            ("http://host.example", "http://host.example/"),
        ] {
            assert_eq!(base_url(written).as_deref(), Ok(read));
        }
        for refused in ["/docs", "docs/", "https://", "https://host.example/a?b", "https://höst.example/"] {
            assert!(base_url(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn the_root_is_the_path_of_the_base_url() {
        let root =
            |url: Option<&str>| Config { base_url: url.map(str::to_owned), ..Config::default() }.root_path().to_owned();
        assert_eq!(root(None), "/");
        assert_eq!(root(Some("https://host.example/")), "/");
        assert_eq!(root(Some("https://host.example/docs/v2/")), "/docs/v2/");
    }
}
