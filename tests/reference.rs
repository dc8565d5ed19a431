//! The reference pages, the schema for editors, and whether they are what the program makes of itself.

#![expect(clippy::disallowed_methods, reason = "these tests read and renew files of the repository")]

use std::fs;
use std::path::Path;

use docent::cli::reference;
use docent::config;

/// Compares a file with its text; `UPDATE=1` writes it instead.
fn is_current(path: &str, text: &str) -> bool {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect(path);
        fs::write(&file, text).expect(path);
    }
    fs::read_to_string(&file).is_ok_and(|written| written == text)
}

#[test]
fn reference_pages_are_current() {
    let mut texts: Vec<_> = reference::pages();
    texts.push((".vscode/docent.schema.json", format!("{:#}\n", config::config_schema())));
    let stale: Vec<_> = texts.iter().filter(|(path, text)| !is_current(path, text)).map(|(path, _)| *path).collect();
    assert!(
        stale.is_empty(),
        "{} stale: run `UPDATE=1 cargo test --test reference` and read the difference",
        stale.join(", ")
    );
}
