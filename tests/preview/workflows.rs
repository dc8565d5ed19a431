//! The action and the workflow files that Docent ships: least rights, pinned actions, no text of a change in a script.

use std::fs;
use std::path::{Path, PathBuf};

use serde_yaml::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The workflows of the folders in which there are some.
fn workflows() -> Vec<(PathBuf, String, Value)> {
    let mut files = Vec::new();
    for folder in [".github/workflows", "static/ci"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if !path.to_string_lossy().contains("gitlab") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let value = serde_yaml::from_str(&text).unwrap();
        (path, text, value)
    };
    files.into_iter().map(read).collect()
}

fn action() -> (String, Value) {
    let text = fs::read_to_string(root().join("action.yml")).unwrap();
    let value = serde_yaml::from_str(&text).unwrap();
    (text, value)
}

/// Every mapping within a value that has this key, with what it says.
fn all<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v Value>) {
    match value {
        Value::Mapping(map) => {
            for (name, within) in map {
                if name.as_str() == Some(key) {
                    found.push(within);
                }
                all(within, key, found);
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| all(item, key, found)),
        _ => {}
    }
}

fn texts<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    let mut found = Vec::new();
    all(value, key, &mut found);
    found.into_iter().filter_map(Value::as_str).collect()
}

#[test]
fn rights_are_stated_and_small() {
    let workflows = workflows();
    assert!(workflows.len() >= 4);
    for (path, text, value) in &workflows {
        let name = path.display();
        assert!(!text.contains("pull_request_target"), "{name}");
        assert!(!text.contains("secrets."), "{name} uses a secret");
        let rights = value.get("permissions").unwrap_or_else(|| panic!("{name} states no rights"));
        let rights = serde_yaml::to_string(rights).unwrap();
        assert!(matches!(rights.trim(), "{}" | "contents: read"), "{name}: {rights}");
    }
}

#[test]
fn who_builds_a_strangers_change_has_no_rights_and_who_has_rights_checks_out_none_of_it() {
    let (_, text, build) = workflows().into_iter().find(|(path, ..)| path.ends_with("static/ci/preview.yml")).unwrap();
    assert!(texts(&build, "permissions").is_empty() && !text.contains("write"), "{text}");
    assert!(text.contains("untrusted: true"));
    assert!(texts(&build, "uses").iter().filter(|uses| uses.contains("checkout")).count() == 2);
    let mut credentials = Vec::new();
    all(&build, "persist-credentials", &mut credentials);
    assert_eq!(credentials, [&Value::Bool(false); 2]);

    let publish = workflows().into_iter().find(|(path, ..)| path.ends_with("preview-publish.yml")).unwrap();
    let (_, text, value) = publish;
    assert!(text.contains("workflow_run:") && text.contains("docent preview verify"));
    let references = texts(&value, "ref");
    assert_eq!(references, ["${{ env.DOCENT_COMMIT }}", "gh-pages"], "nothing of the change is checked out");
    assert!(!text.contains("preview/comment.md"), "the comment is written anew");
    // The number comes from the forge, which knows the commit of the event: what the artifact says is not asked.
    assert!(text.contains("select(.head.sha == env.HEAD_SHA)") && !text.contains("preview.json"));
}

#[test]
fn no_text_of_a_change_is_pasted_into_a_script() {
    let (_, action) = action();
    let workflows = workflows();
    let scripts = workflows.iter().map(|(_, _, value)| value).chain([&action]).flat_map(|value| texts(value, "run"));
    let mut count = 0;
    for script in scripts {
        assert!(!script.contains("${{"), "an expression in a script: {script}");
        count += 1;
    }
    assert!(count >= 6);
}

#[test]
fn actions_are_pinned_by_the_id_of_a_commit() {
    let (action_text, action) = action();
    for (text, value) in workflows().iter().map(|(_, text, value)| (text, value)).chain([(&action_text, &action)]) {
        for uses in texts(value, "uses").into_iter().filter(|uses| !uses.starts_with("./")) {
            let (_, id) = uses.split_once('@').unwrap_or_else(|| panic!("{uses} has no version"));
            assert!(id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{uses}");
            let line = text.lines().find(|line| line.contains(uses)).unwrap();
            assert!(line.contains(" # v"), "the version stands behind the id: {line}");
        }
    }
}

#[test]
fn the_action_hands_on_what_the_program_knows() {
    let (text, action) = action();
    let inputs: Vec<_> = action["inputs"].as_mapping().unwrap().keys().filter_map(Value::as_str).collect();
    assert!(inputs.iter().all(|input| text.contains(&format!("inputs.{input}"))), "{inputs:?}");
    let mut help = std::process::Command::new(env!("CARGO_BIN_EXE_docent"));
    let help = crate::program::run(help.args(["preview", "--help"])).expect(0).stdout;
    for option in text.split([' ', '(', ')']).filter(|word| word.starts_with("--") && word.len() > 2) {
        let known = help.contains(option) || ["--locked", "--quiet", "--path", "--root"].contains(&option);
        assert!(known, "{option}\n{help}");
    }
}

#[test]
fn the_example_for_gitlab_is_a_job() {
    let text = fs::read_to_string(root().join("static/ci/preview.gitlab-ci.yml")).unwrap();
    let value: Value = serde_yaml::from_str(&text).unwrap();
    let job = &value["preview"];
    assert!(job["script"][0].as_str().unwrap().starts_with("docent preview --fetch --untrusted"));
    assert!(!text.contains("CI_MERGE_REQUEST_TITLE") && !text.contains("CI_COMMIT_MESSAGE"), "text of a stranger");
}
