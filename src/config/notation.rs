//! `math:` of `docent.yml`: the macros of a site's formulas.

use super::BAD_VALUE;
use crate::diagnostic::{Finding, Problem};
use crate::figure::math::Notation;
use crate::schema::{Key, Shape};
use crate::source::Source;
use crate::yaml::Node;

/// The keys below `math:`.
pub(super) fn keys() -> Vec<Key> {
    vec![Key::new(
        "macros",
        Shape::MapOf(Box::new(Shape::Text)),
        "Commands of the site's own, by their name without the backslash: `R: '\\mathbb{R}'`. `#1` to `#9` are their arguments.",
    )]
}

/// Reads the macros; what is wrong in one is reported, and the formulas do without it.
pub(super) fn read(source: &Source, node: &Node, problems: &mut Vec<Problem>) -> Notation {
    let entries = node.get("macros").map_or(&[][..], Node::entries);
    let mut macros = Vec::new();
    for entry in entries {
        let Some(text) = entry.value.text() else { continue };
        let one = (entry.key.trim_start_matches('\\').to_owned(), text.to_owned());
        match Notation::new(vec![one.clone()]) {
            Ok(_) => macros.push(one),
            Err((_, mistake)) => {
                let finding = Finding::new(source.span(entry.value.range.clone()), mistake.message)
                    .label(format!("in the macro `{}`", entry.key));
                problems.push(Problem::new(BAD_VALUE, finding));
            }
        }
    }
    Notation::new(macros).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::source::{SitePath, Source};

    fn read(macros: &str) -> (Vec<(String, String)>, Vec<String>) {
        let text = format!("title: A\nmath:\n  macros:\n{macros}");
        let (config, problems) = Config::read(Source::new(SitePath::new("docent.yml"), text));
        (config.notation.macros().to_vec(), problems.into_iter().map(|problem| problem.finding.message).collect())
    }

    #[test]
    fn macros_are_read_and_checked() {
        let (macros, problems) = read("    R: '\\mathbb{R}'\n    \\norm: '\\lVert #1 \\rVert'\n");
        let names: Vec<_> = macros.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!((names, problems), (vec!["R", "norm"], vec![]));
        let (macros, problems) = read("    two words: x\n    ok: y\n");
        assert_eq!((macros.len(), problems.len()), (1, 1));
    }

    #[test]
    fn a_macro_that_yaml_cut_short_is_found() {
        let (_, problems) = read("    norm: \\lVert #1 \\rVert\n");
        assert_eq!(problems, ["a `#` behind a blank cuts this off"]);
        assert_eq!(read("    R: x # a comment\n").1, [""; 0]);
    }
}
