//! Dates from git: what a repository remembers, and that nothing it says is obeyed.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use docent::world::{DiskWorld, World};

/// Runs git in a folder as a person would, but in a world of its own and on a given day. Gives back what it prints.
fn git(folder: &Path, day: &str, arguments: &[&str]) -> String {
    let moment = format!("{day}T12:00:00+00:00");
    let output = Command::new("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@host.example", "-c", "init.defaultBranch=main"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_DATE", &moment)
        .env("GIT_COMMITTER_DATE", &moment)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn commit(folder: &Path, day: &str) {
    git(folder, day, &["add", "-A"]);
    git(folder, day, &["commit", "-q", "-m", "Change"]);
}

fn dates(world: &DiskWorld) -> BTreeMap<String, String> {
    world.last_changed().into_iter().map(|(path, day)| (path.to_string(), day.to_string())).collect()
}

fn expected(dates: &[(&str, &str)]) -> BTreeMap<String, String> {
    dates.iter().map(|&(path, day)| (path.to_owned(), day.to_owned())).collect()
}

/// A repository whose site is in a folder, with two commits.
fn repository(folder: &Path) {
    git(folder, "2024-01-01", &["init", "-q"]);
    write(folder, "docs/content/a.md", "one");
    write(folder, "docs/content/b é.md", "one");
    write(folder, "content/other.md", "not of the site");
    commit(folder, "2024-03-05");
    write(folder, "docs/content/a.md", "two");
    write(folder, "docs/docent.yml", "title: T");
    commit(folder, "2024-04-06");
}

#[test]
fn each_source_has_the_day_of_its_last_commit() {
    let folder = tempfile::tempdir().unwrap();
    repository(folder.path());
    write(folder.path(), "docs/content/new.md", "not committed");
    let world = DiskWorld::new(&folder.path().join("docs")).unwrap();
    let before = expected(&[("content/a.md", "2024-04-06"), ("content/b é.md", "2024-03-05")]);
    assert_eq!(dates(&world), before);
    assert_eq!(dates(&world), before, "as remembered");
    commit(folder.path(), "2024-05-07");
    assert_eq!(dates(&world).get("content/new.md").map(String::as_str), Some("2024-05-07"), "and after a commit");
}

#[test]
fn without_a_whole_history_there_are_no_dates() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "plain/content/a.md", "one");
    assert_eq!(dates(&DiskWorld::new(&folder.path().join("plain")).unwrap()), expected(&[]));

    let origin = folder.path().join("origin");
    fs::create_dir(&origin).unwrap();
    git(&origin, "2024-01-01", &["init", "-q"]);
    write(&origin, "content/a.md", "one");
    assert_eq!(dates(&DiskWorld::new(&origin).unwrap()), expected(&[]), "nothing is committed yet");
    commit(&origin, "2024-03-05");
    write(&origin, "content/b.md", "one");
    commit(&origin, "2024-03-06");
    let url = format!("file://{}", origin.display());
    git(folder.path(), "2024-01-01", &["clone", "-q", "--depth", "1", &url, "shallow"]);
    assert_eq!(dates(&DiskWorld::new(&folder.path().join("shallow")).unwrap()), expected(&[]), "a shallow clone");
}

/// Puts a commit on top that claims to be signed, so that git has a signature to verify.
#[cfg(unix)]
fn sign(folder: &Path) {
    let day = "2024-05-07";
    let (tree, parent) = (git(folder, day, &["rev-parse", "HEAD^{tree}"]), git(folder, day, &["rev-parse", "HEAD"]));
    let person = "Ada <ada@host.example> 1715083200 +0000";
    let commit = format!(
        "tree {tree}\nparent {parent}\nauthor {person}\ncommitter {person}\n\
         gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\nSigned\n"
    );
    write(folder, "signed", &commit);
    let commit = git(folder, day, &["hash-object", "-w", "-t", "commit", "signed"]);
    git(folder, day, &["update-ref", "HEAD", &commit]);
}

#[cfg(unix)]
#[test]
fn a_repository_cannot_have_programs_run() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    repository(root);
    let ran = root.join("ran");
    let program = root.join("program");
    write(root, "program", &format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\n", ran.display()));
    git(root, "2024-01-01", &["update-index", "--add", "--chmod=+x", "program"]);
    Command::new("chmod").arg("+x").arg(&program).status().unwrap();
    let program = program.to_str().unwrap();
    sign(root);
    for key in [
        "core.fsmonitor",
        "core.pager",
        "pager.log",
        "core.sshCommand",
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "gpg.program",
        "core.editor",
        "alias.log",
    ] {
        git(root, "2024-01-01", &["config", key, program]);
    }
    git(root, "2024-01-01", &["config", "log.showSignature", "true"]);
    write(root, ".gitattributes", "*.md diff=x\n");
    for hook in ["post-index-change", "reference-transaction", "post-checkout"] {
        fs::copy(program, root.join(".git/hooks").join(hook)).unwrap();
    }
    let world = DiskWorld::new(&root.join("docs")).unwrap();
    assert_eq!(dates(&world).len(), 2);
    assert!(!ran.exists(), "{}", fs::read_to_string(ran).unwrap_or_default());
}
