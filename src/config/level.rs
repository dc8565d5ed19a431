//! Levels of rules: for the whole site, or for some of its paths.

use super::within_content;
use crate::diagnostic::Severity;
use crate::schema::{Key, Shape};
use crate::source::{Placed, SitePath};
use crate::yaml::{Entry, Node};

/// The level of one rule.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleLevel {
    /// Name or code of the rule.
    pub rule: Placed<String>,
    /// `None` to switch it off.
    pub level: Option<Severity>,
    /// Patterns of the paths below `content` that it is for; empty for all of the site.
    pub paths: Vec<String>,
}

impl RuleLevel {
    /// Whether it is for findings in this file.
    pub fn applies_to(&self, path: &SitePath) -> bool {
        let matches = |path: &str| self.paths.iter().any(|pattern| fast_glob::glob_match(pattern, path));
        self.paths.is_empty() || within_content(path).is_some_and(matches)
    }
}

/// What a rule of `rules:` can be given.
pub(super) fn shape() -> Shape {
    let level = || Shape::one_of(&["allow", "advice", "warning", "error"]);
    let for_paths = || {
        Shape::Map(vec![
            Key::new("level", level(), "The level."),
            Key::new("paths", Shape::list(Shape::Text, 100), "Patterns of the paths below `content` that it is for."),
        ])
    };
    Shape::FirstOf(vec![level(), for_paths(), Shape::list(Shape::FirstOf(vec![level(), for_paths()]), 100)])
}

/// Reads what a rule is given; what is wrong in it has been reported.
pub(super) fn read(entry: &Entry) -> Vec<RuleLevel> {
    let rule = Placed { value: entry.key.clone(), range: entry.key_range.clone() };
    let items = if entry.value.items().is_empty() { std::slice::from_ref(&entry.value) } else { entry.value.items() };
    items.iter().filter_map(|item| one(&rule, item)).collect()
}

fn one(rule: &Placed<String>, node: &Node) -> Option<RuleLevel> {
    let level = match node.get("level").unwrap_or(node).text()? {
        "allow" => None,
        "advice" => Some(Severity::Advice),
        "warning" => Some(Severity::Warning),
        "error" => Some(Severity::Error),
        _ => return None,
    };
    let paths = node.get("paths").map_or(&[][..], Node::items);
    let paths = paths.iter().filter_map(Node::text).map(str::to_owned).collect();
    Some(RuleLevel { rule: rule.clone(), level, paths })
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::diagnostic::Severity;
    use crate::source::{SitePath, Source};

    fn read(text: &str) -> (Config, Vec<String>) {
        let (config, problems) = Config::read(Source::new(SitePath::new("docent.yml"), text));
        (config, problems.into_iter().map(|problem| problem.finding.message).collect())
    }

    #[test]
    fn a_level_is_for_the_site_or_for_paths() {
        let (config, problems) = read(
            "rules:\n  a: error\n  b: { level: warning, paths: [guides/**] }\n  c:\n    - advice\n    - { level: allow, paths: [old/*.md] }\n",
        );
        assert_eq!(problems, [""; 0]);
        let level = |rule: &str, path: &str| {
            let path = SitePath::new(path);
            let fits = config.rules.iter().rev().find(|level| level.rule.value == rule && level.applies_to(&path));
            fits.map(|level| level.level)
        };
        assert_eq!(level("a", "docent.yml"), Some(Some(Severity::Error)));
        assert_eq!(level("b", "content/guides/x/y.md"), Some(Some(Severity::Warning)));
        assert_eq!(level("b", "content/x.md"), None);
        assert_eq!(level("b", "guides/x.md"), None, "patterns are of paths below `content`");
        assert_eq!(level("c", "content/x.md"), Some(Some(Severity::Advice)));
        assert_eq!(level("c", "content/old/x.md"), Some(None));
    }

    #[test]
    fn mistakes_in_levels_are_reported() {
        let (_, problems) =
            read("rules:\n  a: wraning\n  b: { levle: error }\n  c: [[error]]\n  d: { paths: guides }\n");
        let expected = [
            "`rules.a` is `allow`, `advice`, `warning` or `error`, found `wraning`",
            "unknown key `rules.b.levle`",
            "`rules.c[1]` is `allow`, `advice`, `warning` or `error`, or a mapping with `level` or `paths`, found a list",
            "`rules.d.paths` is a list of text, found the text `guides`",
        ];
        assert_eq!(problems, expected);
    }
}
