//! JSON Schemas of what an author writes, with the kinds of a site.

use serde_json::{Value, json};

use super::{Config, Kind};
use crate::schema::{Key, json_schema};

/// The schema of `docent.yml`.
pub fn config_schema() -> Value {
    json_schema("docent.yml", &super::keys())
}

/// The schema of front matter with these keys, beside those that the kinds of a site add. A document that names its kind
/// has to have what that kind requires; of one that does not, only its folder tells.
pub fn front_matter_schema(keys: &[Key], config: &Config) -> Value {
    let mut all = keys.to_vec();
    for own in config.kinds.iter().flat_map(|kind| &kind.keys) {
        if all.iter().all(|known| known.name != own.value.name) {
            all.push(own.value.clone());
        }
    }
    let mut schema = json_schema("Front matter of a document", &all);
    schema["properties"]["kind"]["enum"] = config.kinds.iter().map(|kind| kind.name.as_str()).collect();
    schema["allOf"] = config.kinds.iter().map(contract).collect();
    schema
}

fn contract(kind: &Kind) -> Value {
    json!({
        "if": { "required": ["kind"], "properties": { "kind": { "const": kind.name } } },
        "then": { "required": kind.required },
    })
}
