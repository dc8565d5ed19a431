//! Each format against the rules of those who read it.

pub(crate) mod validator;

use serde_json::{Value, json};

use super::*;
use crate::cache::Cache;
use crate::pipeline::{Checked, Options, check_site};
use crate::world::MemoryWorld;
use validator::mistakes;

/// Findings of each level, at awkward places, of awkward files, with fixes and other places, more than GitHub shows.
fn checked() -> Checked {
    let mut world = MemoryWorld::new();
    world.write("docent.yml", "rules: { anchor-missing: warning, reference-missing: advice }\n");
    world.write(
        "content/a b,c:d.md",
        "---\ntitle: A\nkind: page\ndraft: yes\n---\n😀 漢字 <b>&</b> [x](#\"1\") [y][z] 100%\n\n[y][z]\n[y][z]\n",
    );
    let links: String = (0..14).map(|number| format!("[the next page](gone{number}.md)\n")).collect();
    world.write("content/many.md", format!("---\ntitle: A\nkind: page\n---\n{links}"));
    world.write("content/right.md", "---\ntitle: A\nkind: page\n---\n");
    world.write("content/twice.md", "---\ntitle: A\nkind: page\naliases: [many]\n---\n");
    check_site(&world, &Cache::new(), &Options::default())
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect(text)
}

#[test]
fn what_to_do_may_take_several_lines_and_moves_no_cursor() {
    assert_eq!(super::visible_lines("take this:\n- two\n+ \u{1b}[2Jthree"), "take this:\n- two\n+ \\u{1b}[2Jthree");
}

#[test]
fn json_keeps_its_own_schema() {
    let checked = checked();
    let text = json(&Report { checked: &checked, prefix: "docs/" });
    let value = parsed(&text);
    assert_eq!(mistakes(&parsed(JSON_SCHEMA), &value), [""; 0]);
    let found = value["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), checked.diagnostics.len());
    let anchor = found.iter().find(|entry| entry["code"] == "L02").unwrap();
    assert_eq!(anchor["file"], "docs/content/a b,c:d.md");
    assert_eq!((&anchor["start"]["line"], &anchor["start"]["column"]), (&json!(6), &json!(19)), "{anchor}");
    let cast = found.iter().find(|entry| entry["code"] == "F05").unwrap();
    assert_eq!(cast["fix"]["edits"][0]["replacement"], "true");
}

#[test]
fn fingerprints_are_unique_and_do_not_know_lines() {
    let unique = |prints: &[String]| prints.iter().collect::<std::collections::BTreeSet<_>>().len();
    let (first, second) = (checked(), checked());
    let prints = Report { checked: &first, prefix: "" }.fingerprints();
    assert_eq!(unique(&prints), first.diagnostics.len());
    assert_eq!(prints, Report { checked: &second, prefix: "docs/" }.fingerprints());
}

#[test]
fn github_gets_ten_of_a_type_and_the_count_of_the_rest() {
    let checked = checked();
    let text = github(&Report { checked: &checked, prefix: "" });
    let errors: Vec<_> = text.lines().filter(|line| line.starts_with("::error ")).collect();
    let all = checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    assert_eq!(errors.len(), 10);
    assert!(errors[9].starts_with(&format!("::error title=docent::{} more errors", all - 9)), "{}", errors[9]);
    assert_eq!(text.lines().count(), 10 + 2 + 3, "{text}");
    let warning = text.lines().find(|line| line.contains("L02 anchor-missing")).unwrap();
    let properties = "file=content/a b%2Cc%3Ad.md,line=6,endLine=6,col=19,endColumn=23,title=L02 anchor-missing";
    assert!(warning.starts_with(&format!("::warning {properties}::`content/a b,c:d.md` has no anchor")), "{warning}");
    assert!(
        text.lines().all(|line| ["::error ", "::warning ", "::notice "].iter().any(|start| line.starts_with(start)))
    );
}

#[test]
fn gitlab_gets_what_it_requires() {
    let schema = json!({
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": { "type": "string", "minLength": 1 },
                "check_name": { "type": "string", "minLength": 1 },
                "fingerprint": { "type": "string", "minLength": 32 },
                "severity": { "enum": ["info", "minor", "major", "critical", "blocker"] },
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": { "type": "string" },
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": {
                                "begin": { "type": "integer", "minimum": 1 },
                                "end": { "type": "integer", "minimum": 1 },
                            },
                        },
                    },
                },
            },
        },
    });
    let checked = checked();
    let value = parsed(&gitlab(&Report { checked: &checked, prefix: "docs/" }));
    assert_eq!(mistakes(&schema, &value), [""; 0]);
    let paths = value.as_array().unwrap().iter().map(|entry| entry["location"]["path"].as_str().unwrap().to_owned());
    assert!(paths.into_iter().all(|path| path.starts_with("docs/") && !path.contains("./")));
}

#[test]
fn rdjson_counts_bytes() {
    let position = json!({
        "type": "object", "required": ["line", "column"], "additionalProperties": false,
        "properties": {
            "line": { "type": "integer", "minimum": 1 },
            "column": { "type": "integer", "minimum": 1 },
        },
    });
    let schema = json!({
        "$defs": {
            "position": position,
            "range": {
                "type": "object", "required": ["start", "end"], "additionalProperties": false,
                "properties": { "start": { "$ref": "#/$defs/position" }, "end": { "$ref": "#/$defs/position" } },
            },
        },
        "type": "object", "required": ["source", "diagnostics"], "additionalProperties": false,
        "properties": {
            "source": { "type": "object", "required": ["name"] },
            "diagnostics": { "items": {
                "type": "object", "required": ["message", "location", "severity", "code"], "additionalProperties": false,
                "properties": {
                    "message": { "type": "string", "minLength": 1 },
                    "location": {
                        "type": "object", "required": ["path"], "additionalProperties": false,
                        "properties": { "path": { "type": "string" }, "range": { "$ref": "#/$defs/range" } },
                    },
                    "severity": { "enum": ["ERROR", "WARNING", "INFO"] },
                    "code": { "type": "object", "required": ["value"] },
                    "suggestions": { "items": {
                        "type": "object", "required": ["range", "text"], "additionalProperties": false,
                        "properties": { "range": { "$ref": "#/$defs/range" }, "text": { "type": "string" } },
                    } },
                },
            } },
        },
    });
    let checked = checked();
    let value = parsed(&rdjson(&Report { checked: &checked, prefix: "" }));
    assert_eq!(mistakes(&schema, &value), [""; 0]);
    let found = value["diagnostics"].as_array().unwrap();
    let anchor = found.iter().find(|entry| entry["code"]["value"] == "L02").unwrap();
    assert_eq!(
        anchor["location"]["range"]["start"],
        json!({ "line": 6, "column": 26 }),
        "7 more bytes than characters"
    );
    let cast = found.iter().find(|entry| entry["code"]["value"] == "F05").unwrap();
    assert_eq!(cast["suggestions"][0]["text"], "true");
}

#[test]
fn sarif_keeps_its_schema() {
    let checked = checked();
    let value = parsed(&sarif(&Report { checked: &checked, prefix: "docs/" }));
    assert_eq!(mistakes(&parsed(include_str!("sarif.json")), &value), [""; 0]);
    let run = &value["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), checked.diagnostics.len());
    for result in results {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let anchor = results.iter().find(|result| result["ruleId"] == "L02").unwrap();
    let place = &anchor["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "docs/content/a%20b%2Cc%3Ad.md");
    assert_eq!(place["region"], json!({ "startLine": 6, "startColumn": 19, "endLine": 6, "endColumn": 23 }));
    assert!(results.iter().any(|result| result.get("fixes").is_some()));
    assert!(results.iter().any(|result| result.get("relatedLocations").is_some()));
}

/// Elements are closed in order, and nothing in text or attributes could be markup.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        let (text, behind) = rest.split_at(at);
        let Some((tag, after)) = behind[1..].split_once('>') else { return false };
        let references = |text: &str| {
            text.split('&').skip(1).all(|part| part.split_once(';').is_some_and(|(name, _)| name.len() <= 5))
        };
        if text.contains('>') || !references(text) || !references(tag) || tag.contains('<') {
            return false;
        }
        rest = after;
        let name = |tag: &str| tag.split_whitespace().next().unwrap_or_default().to_owned();
        match tag {
            _ if tag.starts_with('?') || tag.ends_with('/') => {}
            _ if tag.starts_with('/') => {
                if open.pop() != Some(name(&tag[1..])) {
                    return false;
                }
            }
            _ => open.push(name(tag)),
        }
    }
    open.is_empty() && rest.trim().is_empty()
}

#[test]
fn junit_is_well_formed_and_counts_right() {
    let checked = checked();
    let text = junit(&Report { checked: &checked, prefix: "" });
    assert!(is_well_formed(&text), "{text}");
    assert!(!is_well_formed("<a><b></a>") && !is_well_formed("<a>&</a>"));
    let count = |needle: &str| text.matches(needle).count();
    let errors = checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    assert_eq!(count("<failure "), errors);
    assert_eq!(count("<testcase "), checked.diagnostics.len() + 1, "one more for the file without findings");
    assert!(text.contains(&format!("tests=\"{}\" failures=\"{errors}\"", count("<testcase "))), "{text}");
}

#[test]
fn names_of_files_move_no_cursor() {
    let mut world = MemoryWorld::new();
    world.write("content/a\n\u{1b}[2J\u{202e}.md", "[gone](gone\u{202e}.md)");
    world.write("content/b.md", "---\ntitle: B\nkind: page\naliases: [\"a\\n\\e[2J\\u202e.html\"]\n---\n");
    let checked = check_site(&world, &Cache::new(), &Options::default());
    let shown = human(&checked.diagnostics, &checked.sources);
    assert!(shown.contains(r"content/a\n\u{1b}[2J\u{202e}.md"), "{shown:?}");
    assert!(!shown.contains("\u{1b}[2J") && !shown.contains('\u{202e}'), "{shown:?}");
    let lines = concise(&checked.diagnostics, &checked.sources);
    assert_eq!(lines.lines().count(), checked.diagnostics.len(), "{lines:?}");
    assert!(!lines.contains(['\u{1b}', '\u{202e}']), "{lines:?}");
}
