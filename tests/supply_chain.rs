//! Where the dependencies come from, and under which licences: `deny.toml` without cargo-deny, so that each run of the
//! tests holds it.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "these tests read the package's own files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The texts in quotes behind a key of `deny.toml`, up to the end of its list.
fn list(text: &str, key: &str) -> Vec<String> {
    let behind = text.split(&format!("{key} = [")).nth(1).unwrap();
    behind.split(']').next().unwrap().split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an expression such as `MIT OR Apache-2.0` is fulfilled by these licences.
fn fulfils(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], " ");
    // A reading without brackets: every part of an `AND` has to have an allowed alternative.
    expression.split(" AND ").all(|part| part.split(" OR ").any(|licence| allowed.contains(licence.trim())))
}

#[test]
fn every_dependency_is_locked_and_comes_from_the_registry() {
    let lock = read("Cargo.lock");
    let packages = lock.split("[[package]]").skip(1);
    let field = |package: &str, key: &str| {
        let start = format!("{key} = \"");
        package.lines().find_map(|line| Some(line.strip_prefix(&start)?.trim_end_matches('"').to_owned()))
    };
    let mut count = 0;
    for package in packages {
        let name = field(package, "name").unwrap();
        if name == "docent" {
            continue;
        }
        let source = field(package, "source").unwrap_or_default();
        assert!(source.starts_with("registry+") && !source.contains("git+"), "{name} comes from `{source}`");
        assert!(field(package, "checksum").is_some_and(|checksum| checksum.len() == 64), "{name} has no checksum");
        count += 1;
    }
    assert!(count > 100, "{count} packages");
}

#[test]
fn every_licence_is_on_the_list() {
    let deny = read("deny.toml");
    let allowed: BTreeSet<String> = list(&deny, "allow").into_iter().collect();
    let mut exceptions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in deny.split("[[licenses.exceptions]]").skip(1) {
        let name = part.split("crate = \"").nth(1).unwrap().split('"').next().unwrap();
        exceptions.insert(name.to_owned(), list(part, "allow"));
    }
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut unused: BTreeSet<_> = exceptions.keys().cloned().collect();
    let mut wrong = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("none");
        unused.remove(name);
        let own = exceptions.get(name).into_iter().flatten().cloned();
        let here: BTreeSet<String> = allowed.iter().cloned().chain(own).collect();
        if !fulfils(licence, &here) {
            wrong.push(format!("{name}: {licence}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(unused.is_empty(), "exceptions for what is no dependency: {unused:?}");
}

#[test]
fn our_own_code_is_safe() {
    assert!(read("Cargo.toml").contains("unsafe_code = \"forbid\""));
    for entry in walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            assert!(code.clone().all(|line| !line.contains("unsafe {")), "{}", path.display());
        }
    }
}
