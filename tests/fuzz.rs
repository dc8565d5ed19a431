//! What `tests/fuzz` tries for hours, tried for seconds: on the sites of all cases, on every input that once failed, and on
//! texts made of their lines.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "these tests read the corpus")]

#[expect(unreachable_pub, reason = "the fuzzer, another package, reaches them")]
#[path = "fuzz/properties/mod.rs"]
mod properties;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use properties::PROPERTIES;

/// Texts that are made of the corpus, for each property.
const MIXED: usize = 120;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files below a folder with their paths, in order.
fn files(folder: &Path) -> Vec<(String, String)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    let read =
        |path: &Path| (path.display().to_string(), String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned());
    files.map(|entry| read(entry.path())).collect()
}

/// The sources of all cases; for properties of whole sites a site is one text.
fn corpus(property: &str) -> Vec<(String, String)> {
    let of_cases = files(&folder("tests/cases")).into_iter().filter(|(path, _)| path.contains("/site/"));
    if !matches!(property, "fixes" | "site" | "preview") {
        // Few cases have a configuration; front matter is YAML too.
        let wanted = |path: &str| path.ends_with(".md") || property == "config" && path.ends_with("docent.yml");
        return of_cases.filter(|(path, _)| wanted(path)).collect();
    }
    let mut sites: Vec<(String, String)> = Vec::new();
    for (path, text) in of_cases {
        let (site, path) = path.split_once("/site/").unwrap();
        let text = format!("%%% {path}\n{text}\n");
        match sites.last_mut().filter(|(last, _)| last == site) {
            Some((_, whole)) => whole.push_str(&text),
            None => sites.push((site.to_owned(), text)),
        }
    }
    sites
}

/// The same numbers at each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides.max(1)
    }
}

/// A text of lines and half lines of the corpus.
fn mixed(lines: &[&str], dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..dice.roll(30) {
        let line = lines[dice.roll(lines.len())];
        let cut = line.floor_char_boundary(dice.roll(line.len() + 1));
        match dice.roll(4) {
            0 => text.push_str(&line[..cut]),
            1 => text.push_str(&line[cut..]),
            _ => text.push_str(line),
        }
    }
    text
}

fn holds(name: &str) {
    let (_, property) = PROPERTIES.iter().find(|(known, _)| *known == name).unwrap();
    let mut texts = corpus(name);
    let known = texts.len();
    assert!(known > 10, "the corpus has {known} texts");
    texts.extend(files(&folder("tests/fuzz/found").join(name)));
    let everything: String = texts.iter().map(|(_, text)| text.as_str()).collect();
    let lines: Vec<&str> = everything.split_inclusive('\n').collect();
    let mut dice = Dice(7);
    let mixed: Vec<_> = (0..MIXED).map(|number| (format!("mixture {number}"), mixed(&lines, &mut dice))).collect();
    for (from, text) in texts.iter().chain(&mixed) {
        let outcome = catch_unwind(AssertUnwindSafe(|| property(text)));
        assert!(outcome.is_ok(), "`{name}` does not hold for {from}:\n{text}");
    }
}

#[test]
fn parse_holds() {
    holds("parse");
}

#[test]
fn front_matter_holds() {
    holds("front_matter");
}

#[test]
fn config_holds() {
    holds("config");
}

#[test]
fn fence_holds() {
    holds("fence");
}

#[test]
fn html_holds() {
    holds("html");
}

#[test]
fn code_holds() {
    holds("code");
}

#[test]
fn figure_holds() {
    holds("figure");
}

#[test]
fn fixes_holds() {
    holds("fixes");
}

#[test]
fn site_holds() {
    holds("site");
}

#[test]
fn search_holds() {
    holds("search");
}

#[test]
fn preview_holds() {
    holds("preview");
}
