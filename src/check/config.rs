//! What only the site and the registry together can know to be wrong in `docent.yml`, and in the keys that it adds.

use super::{RULES, find_rule};
use crate::diagnostic::{Finding, Problem, nearest};
use crate::document::front_matter;
use crate::schema::{Key, validate};
use crate::site::{DocumentId, Site};
use crate::yaml::{Node, Value};

const BAD_VALUE: &str = "F06";

/// Levels for rules that do not exist, and keys that a kind cannot add, would be silently lost.
pub(super) fn problems(site: &Site) -> Vec<Problem> {
    let Some(source) = &site.config.source else { return Vec::new() };
    let unknown = site.config.rules.iter().filter(|level| find_rule(&level.rule.value).is_none()).map(|level| {
        let name = &level.rule.value;
        let finding = Finding::new(source.span(level.rule.range.clone()), format!("no rule is called `{name}`"));
        match nearest(name, RULES.iter().map(|rule| rule.name)) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help("`docent rules` lists them"),
        }
    });
    let known = front_matter::keys();
    let taken =
        site.config.kinds.iter().flat_map(|kind| &kind.keys).filter(|key| has(known, &key.value.name)).map(|key| {
            let name = &key.value.name;
            Finding::new(
                source.span(key.range.clone()),
                format!("every page can have `{name}`, so that no kind can add it"),
            )
            .help("choose another name; to require a key that exists, name it in `required`")
        });
    unknown.chain(taken).map(|finding| Problem::new(BAD_VALUE, finding)).collect()
}

/// What is wrong in the keys of a document that its kind adds, and the keys that nobody adds.
pub(super) fn own_keys(site: &Site, id: DocumentId) -> Vec<Problem> {
    let document = &site.documents[id];
    let others = &document.front_matter.other_keys;
    if others.is_empty() {
        return Vec::new();
    }
    let mut keys = front_matter::keys().to_vec();
    let own = site.contract(id).map(|kind| kind.keys.as_slice()).unwrap_or_default();
    keys.extend(own.iter().map(|key| key.value.clone()));
    let range = document.front_matter.range.clone();
    validate(&document.source, &Node { range, value: Value::Map(others.clone()) }, &keys)
}

fn has(keys: &[Key], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
}
