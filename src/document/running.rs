//! `code:` of the front matter: how the code of a page is run.

use super::task::Need;
use super::value::{plain, texts};
use crate::diagnostic::{Finding, Problem};
use crate::schema::{Key, Shape};
use crate::source::{Placed, Source};
use crate::yaml::Node;

/// Code of the rule for values that are not allowed.
const BAD_VALUE: &str = "F06";

/// How the code of a page is run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Running {
    /// The languages whose blocks are run without saying so.
    pub languages: Vec<String>,
    /// Seconds that one block may take.
    pub timeout: Option<u64>,
    /// What it is only run with.
    pub needs: Vec<Need>,
    /// Files and folders beside the page that it finds.
    pub files: Vec<Placed<String>>,
}

/// The keys below `code:`.
pub(super) fn keys() -> Vec<Key> {
    let text_list = || Shape::list(Shape::Text, 100);
    vec![
        Key::new("run", text_list(), "Languages whose blocks are run without saying so."),
        Key::new("timeout", Shape::Integer { min: 1, max: 3600 }, "Seconds that one block may take."),
        Key::new(
            "needs",
            text_list(),
            "What the page's code is only run with: `gpu`, `network`, `tool:NAME`, `env:NAME`, `python:MODULE`.",
        ),
        Key::new(
            "files",
            text_list(),
            "Files and folders beside the page that its code finds in its sandbox; of a folder with `/` at its end, what it \
             holds.",
        ),
    ]
}

impl Running {
    /// What it says, without where.
    pub fn signature(&self) -> (&[String], Option<u64>, &[Need], Vec<&str>) {
        let files = self.files.iter().map(|file| file.value.as_str()).collect();
        (&self.languages, self.timeout, &self.needs, files)
    }

    pub(super) fn read(node: &Node) -> Self {
        let items = |key: &str| node.get(key).map(Node::items).unwrap_or_default();
        Self {
            languages: items("run").iter().filter_map(plain).collect(),
            timeout: node.get("timeout").and_then(Node::text).and_then(|text| text.parse().ok()),
            needs: items("needs").iter().filter_map(|need| Need::read(need.text()?)).collect(),
            files: node.get("files").map(texts).unwrap_or_default(),
        }
    }
}

/// The needs that nobody can tell how to meet.
pub(super) fn problems(source: &Source, front_matter: &Node) -> Vec<Problem> {
    let needs = front_matter.get("code").and_then(|code| code.get("needs")).map(Node::items).unwrap_or_default();
    let unknown = needs.iter().filter(|need| need.text().is_some_and(|text| Need::read(text).is_none()));
    let problem = |need: &Node| {
        let message = format!("nobody can tell whether `{}` is there", need.text().unwrap_or_default());
        let finding = Finding::new(source.span(need.range.clone()), message)
            .help("write `gpu`, `network`, `tool:NAME`, `env:NAME` or `python:MODULE`");
        Problem::new(BAD_VALUE, finding)
    };
    unknown.map(problem).collect()
}
