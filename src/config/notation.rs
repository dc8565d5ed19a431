//! `math:` of `docent.yml`: the macros of a site's formulas.

use super::BAD_VALUE;
use crate::diagnostic::{Edit, Finding, Fix, Problem};
use crate::figure::math::Notation;
use crate::schema::{Key, Shape};
use crate::source::Source;
use crate::yaml::{Entry, Node};

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
        problems.extend(cut_short(source, entry));
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

/// `norm: \lVert #1 \rVert` without quotes is `\lVert`: to YAML the rest is a comment.
fn cut_short(source: &Source, entry: &Entry) -> Option<Problem> {
    let value = &entry.value.range;
    let line = source.line(source.line_column(value.start).line);
    let rest = source.text().get(value.end..line.end)?;
    if !rest.trim_start().starts_with('#') || !rest.trim_start()[1..].starts_with(|next: char| next.is_ascii_digit()) {
        return None;
    }
    let whole = source.span(value.start..line.end);
    let quoted = format!("'{}'", source.text()[value.start..line.end].replace('\'', "''"));
    let finding = Finding::new(source.span(value.end..line.end), "a `#` behind a blank starts a comment")
        .help("put the macro between single quotes")
        .fix(Fix::safe("quote the macro", vec![Edit::replace(whole, quoted)]));
    Some(Problem::new(BAD_VALUE, finding))
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
        assert_eq!(problems, ["a `#` behind a blank starts a comment"]);
        assert_eq!(read("    R: x # a comment\n").1, [""; 0]);
    }
}
