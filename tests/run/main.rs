//! `docent test` from outside: pages whose code is really run, by Python and by a shell.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod endings;
mod outputs;
#[path = "../program/mod.rs"]
mod program;
mod records;
mod sandbox;
mod sessions;
mod transcripts;

use program::{Run, Scratch};

/// A page without a contract.
const HEAD: &str = "---\ntitle: A page\nkind: page\n---\n\n";

/// A site whose only page has this body.
fn site(body: &str) -> Scratch {
    let site = Scratch::new();
    site.write("content/index.md", format!("{HEAD}{body}"));
    site
}

fn page(site: &Scratch) -> String {
    let page = std::fs::read_to_string(site.path("content/index.md")).unwrap();
    page.strip_prefix(HEAD).unwrap().to_owned()
}

/// Runs the code of a page. What is found in it: `line:column: code message`.
fn found(body: &str) -> Vec<String> {
    found_in(&site(body))
}

fn found_in(site: &Scratch) -> Vec<String> {
    let run = concise(site);
    let told = run.stdout.lines().map(|line| {
        let (place, message) = line.split_once(": error[").unwrap_or_else(|| panic!("{line}"));
        let (path, place) = place.split_once(':').unwrap();
        let path = if path == "content/index.md" { String::new() } else { format!("{path}:") };
        let head = if path.is_empty() { HEAD.lines().count() } else { 0 };
        let (line, column) = place.split_once(':').unwrap();
        let line = line.parse::<usize>().unwrap() - head;
        format!("{path}{line}:{column}: {}", message.replacen(']', "", 1))
    });
    let told: Vec<_> = told.collect();
    assert_eq!(run.code, Some(i32::from(!told.is_empty())), "{}", run.stderr);
    told
}

fn concise(site: &Scratch) -> Run {
    site.docent(&["test", "--format", "concise"])
}

/// Checks that the code of a page runs as the page says.
#[track_caller]
fn runs(body: &str) {
    assert_eq!(found(body), [""; 0], "{body}");
}
