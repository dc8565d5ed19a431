//! The table of keys as JSON Schema 2020-12, for editors that complete and check YAML.

use serde_json::{Map, Value, json};

use super::{Key, Shape};

/// The schema of a mapping with these keys and no others.
pub fn json_schema(title: &str, keys: &[Key]) -> Value {
    let mut schema = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title });
    merge(&mut schema, mapping(keys));
    schema
}

/// The schema of a value.
fn json_schema_of(shape: &Shape) -> Value {
    match shape {
        // YAML reads `1.10` as a number, and Docent as its text.
        Shape::Text | Shape::Markdown => json!({ "type": ["string", "number", "null"] }),
        Shape::Bool => json!({ "type": ["boolean", "null"] }),
        Shape::Integer { min, max } => {
            let mut schema = json!({ "type": ["integer", "null"] });
            if *min != i64::MIN {
                schema["minimum"] = json!(min);
            }
            if *max != i64::MAX {
                schema["maximum"] = json!(max);
            }
            schema
        }
        Shape::Url => json!({ "type": ["string", "null"], "pattern": "^(https?://|mailto:)" }),
        Shape::Date => json!({ "type": ["string", "null"], "format": "date" }),
        Shape::Duration => json!({ "type": ["string", "integer", "null"] }),
        Shape::OneOf(words) => json!({ "enum": words }),
        Shape::List { item, max } => {
            json!({ "type": ["array", "null"], "items": json_schema_of(item), "maxItems": max })
        }
        Shape::WordOr(word, other) => json!({ "anyOf": [{ "const": word }, json_schema_of(other)] }),
        Shape::FirstOf(shapes) => json!({ "anyOf": shapes.iter().map(json_schema_of).collect::<Vec<_>>() }),
        Shape::TextOrMap(keys) => json!({ "anyOf": [{ "type": ["string", "number"] }, mapping(keys)] }),
        Shape::Map(keys) => mapping(keys),
        Shape::MapOf(shape) => json!({ "type": ["object", "null"], "additionalProperties": json_schema_of(shape) }),
        Shape::Free => json!({}),
    }
}

fn mapping(keys: &[Key]) -> Value {
    let property = |key: &Key| {
        let mut schema = json!({ "description": key.docs });
        merge(&mut schema, json_schema_of(&key.shape));
        (key.name.clone(), schema)
    };
    let properties: Map<_, _> = keys.iter().map(property).collect();
    json!({ "type": ["object", "null"], "properties": properties, "additionalProperties": false })
}

fn merge(into: &mut Value, from: Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::validator::mistakes;

    #[test]
    fn what_docent_takes_the_schema_takes() {
        let config = json_schema("docent.yml", &crate::config::keys());
        let good = json!({
            "title": 1.5,
            "nav": ["a.md", "guides/"],
            "kinds": { "lab": { "extends": "tutorial", "sections": [{ "id": "clean-up", "required": true }] } },
            "rules": { "a": "error", "b": { "level": "warning", "paths": ["x/**"] }, "c": ["advice", { "level": "allow" }] },
            "html": "trusted",
        });
        assert_eq!(mistakes(&config, &good), [""; 0]);
        for bad in [json!({ "titel": "x" }), json!({ "html": "all" }), json!({ "rules": { "a": "loud" } }), json!([])] {
            assert!(!mistakes(&config, &bad).is_empty(), "{bad}");
        }
    }
}
