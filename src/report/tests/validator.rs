//! Checks a JSON value against the part of JSON Schema that our schemas use.

use serde_json::Value;

/// What is wrong with a value, each with its path.
pub(crate) fn mistakes(schema: &Value, value: &Value) -> Vec<String> {
    let mut validator = Validator { root: schema, mistakes: Vec::new() };
    validator.check(schema, value, "$");
    validator.mistakes
}

struct Validator<'s> {
    root: &'s Value,
    mistakes: Vec<String>,
}

impl Validator<'_> {
    fn check(&mut self, schema: &Value, value: &Value, path: &str) {
        let Some(keywords) = schema.as_object() else {
            if schema == false {
                self.mistakes.push(format!("{path} is not allowed"));
            }
            return;
        };
        for (keyword, wanted) in keywords {
            self.keyword(keyword, wanted, value, path, schema);
        }
    }

    fn keyword(&mut self, keyword: &str, wanted: &Value, value: &Value, path: &str, schema: &Value) {
        let list = || wanted.as_array().into_iter().flatten();
        let fails = match keyword {
            "$schema" | "$id" | "$defs" | "title" | "description" | "default" | "examples" | "then" | "format" => false,
            "type" => !list().chain([wanted]).any(|name| name.as_str().is_some_and(|name| is_of_type(value, name))),
            "const" => wanted != value,
            "enum" => !list().any(|allowed| allowed == value),
            "minimum" => value.as_f64().zip(wanted.as_f64()).is_some_and(|(value, least)| value < least),
            "maximum" => value.as_f64().zip(wanted.as_f64()).is_some_and(|(value, most)| value > most),
            "minItems" => {
                value.as_array().zip(wanted.as_u64()).is_some_and(|(items, least)| (items.len() as u64) < least)
            }
            "maxItems" => value.as_array().zip(wanted.as_u64()).is_some_and(|(items, most)| items.len() as u64 > most),
            "minLength" => value.as_str().zip(wanted.as_u64()).is_some_and(|(text, least)| (text.len() as u64) < least),
            "uniqueItems" => {
                value.as_array().is_some_and(|items| (1..items.len()).any(|at| items[..at].contains(&items[at])))
            }
            "required" => list().any(|key| value.is_object() && value.get(key.as_str().unwrap_or_default()).is_none()),
            "anyOf" => !list().any(|schema| self.fits(schema, value)),
            "if" => {
                if let Some(then) = schema.get("then").filter(|_| self.fits(wanted, value)) {
                    self.check(then, value, path);
                }
                false
            }
            "allOf" => {
                list().for_each(|schema| self.check(schema, value, path));
                false
            }
            "$ref" => {
                let target = wanted.as_str().and_then(|name| name.strip_prefix('#')).unwrap_or_default();
                let target = self.root.pointer(target).unwrap_or_else(|| panic!("{wanted} leads nowhere"));
                self.check(target, value, path);
                false
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(wanted, item, &format!("{path}[{at}]"));
                }
                false
            }
            "properties" => {
                for (key, schema) in wanted.as_object().into_iter().flatten() {
                    if let Some(value) = value.get(key) {
                        self.check(schema, value, &format!("{path}.{key}"));
                    }
                }
                false
            }
            "additionalProperties" => {
                let known = |key: &String| schema.get("properties").is_some_and(|known| known.get(key).is_some());
                for (key, value) in value.as_object().into_iter().flatten().filter(|(key, _)| !known(key)) {
                    self.check(wanted, value, &format!("{path}.{key}"));
                }
                false
            }
            "propertyNames" => {
                for key in value.as_object().into_iter().flat_map(|map| map.keys()) {
                    self.check(wanted, &Value::from(key.as_str()), &format!("{path}.{key}"));
                }
                false
            }
            other => panic!("the validator does not know `{other}`"),
        };
        if fails {
            self.mistakes.push(format!("{path} is {value}, against `{keyword}`: {wanted}"));
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut validator = Validator { root: self.root, mistakes: Vec::new() };
        validator.check(schema, value, "$");
        validator.mistakes.is_empty()
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called {other}"),
    }
}

#[test]
fn a_value_that_does_not_fit_is_told() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": { "a": { "type": ["integer", "null"], "minimum": 1 }, "b": { "items": { "enum": ["x"] } } },
    });
    let told = |value| mistakes(&schema, &value).len();
    assert_eq!(told(serde_json::json!({ "a": 1, "b": ["x"] })), 0);
    assert_eq!(told(serde_json::json!({ "a": 0, "b": ["y"], "c": 1 })), 3);
    assert_eq!(told(serde_json::json!({})), 1);
}
