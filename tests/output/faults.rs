//! What the machine may refuse: each is an error that names the file, and the earlier output stays whole.
#![cfg(unix)]

use std::env;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use docent::output::{Outputs, Written, destination};

use crate::{Site, outputs, tree, tree_of};

/// Tells a child process of a test which folder to work in.
const FOLDER: &str = "DOCENT_TEST_FAULTS_FOLDER";

/// A user without rights, since permissions do not hold the superuser back.
const NOBODY: u32 = 65_534;

fn first() -> Outputs {
    outputs(&[("a/b.html", "1"), ("c.html", "1")])
}

fn second() -> Outputs {
    outputs(&[("a/b.html", "2"), ("c.html", "1"), ("d.html", "2")])
}

fn publish(folder: &Path, outputs: &Outputs) -> anyhow::Result<Written> {
    destination(folder, folder.parent().unwrap(), &[])?.publish(outputs)
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Runs a test once more in a process of its own, there as `scenario` in a scratch folder, without the superuser's rights.
fn without_rights(test: &str, scenario: fn(&Path)) {
    if let Some(folder) = env::var_os(FOLDER) {
        return scenario(&PathBuf::from(folder));
    }
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("site");
    fs::create_dir(&folder).unwrap();
    // The test itself may lie where only the superuser gets. Another process copies it: a file that this one has open for
    // writing could not be run while another test starts a process, which has it open too for a moment.
    let program = scratch.path().join("program");
    assert!(Command::new("cp").arg(env::current_exe().unwrap()).arg(&program).status().unwrap().success());
    let mut child = Command::new(program);
    child.args(["--exact", test]).env(FOLDER, &folder).current_dir(&folder);
    if fs::metadata(&folder).unwrap().uid() == 0 {
        mode(scratch.path(), 0o755);
        chown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
        child.uid(NOBODY).gid(NOBODY);
    }
    let output = child.output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_parent_that_is_read_only() {
    without_rights("faults::a_parent_that_is_read_only", |site| {
        let public = site.join("public");
        publish(&public, &first()).unwrap();
        mode(site, 0o555);
        let written = publish(&public, &second()).unwrap();
        assert_eq!(written, Written { written: 2, unchanged: 1, removed: 0, in_place: true });
        assert_eq!(tree(&public), tree_of(&second()));
        let error = format!("{:#}", publish(&site.join("other"), &first()).unwrap_err());
        assert!(error.contains("cannot create `") && error.contains("denied"), "{error}");
        mode(site, 0o755);
    });
}

#[test]
fn an_output_that_is_read_only() {
    without_rights("faults::an_output_that_is_read_only", |site| {
        let public = site.join("public");
        publish(&public, &first()).unwrap();
        mode(&public, 0o555);
        for parent in [0o555, 0o755] {
            mode(site, parent);
            publish(&public, &first()).unwrap();
            let error = format!("{:#}", publish(&public, &second()).unwrap_err());
            assert!(error.contains("public") && error.contains("denied"), "{error}");
            assert_eq!(tree(&public), tree_of(&first()));
            assert_eq!(fs::read_dir(site).unwrap().count(), 1);
        }
    });
}

#[test]
fn a_folder_of_ours_that_was_made_read_only() {
    without_rights("faults::a_folder_of_ours_that_was_made_read_only", |site| {
        let public = site.join("public");
        publish(&public, &first()).unwrap();
        mode(&public.join("a"), 0o555);
        let written = publish(&public, &second()).unwrap();
        assert_eq!(written, Written { written: 2, unchanged: 1, removed: 0, in_place: false });
        assert_eq!(tree(&public), tree_of(&second()));
        assert_eq!(fs::metadata(public.join("a")).unwrap().permissions().mode() & 0o777, 0o555);
        assert_eq!(fs::read_dir(site).unwrap().count(), 1);
    });
}

#[test]
fn files_that_cannot_be_read() {
    without_rights("faults::files_that_cannot_be_read", |site| {
        let public = site.join("public");
        publish(&public, &first()).unwrap();
        mode(&public.join("c.html"), 0);
        publish(&public, &first()).unwrap();
        assert_eq!(tree(&public), tree_of(&first()));
        mode(&public.join("a"), 0);
        let error = format!("{:#}", publish(&public, &second()).unwrap_err());
        assert!(error.contains("cannot read the folder `") && error.contains("public/a`"), "{error}");
        mode(&public.join("a"), 0o755);
        assert_eq!(tree(&public), tree_of(&first()));
    });
}

#[test]
fn an_output_of_another_owner() {
    let site = Site::new();
    site.publish(&[("a.html", "1")]).unwrap();
    if fs::metadata(site.public()).unwrap().uid() == 0 {
        chown(site.public(), Some(NOBODY), Some(NOBODY)).unwrap();
        assert!(site.publish(&[("a.html", "2")]).unwrap().in_place);
        assert_eq!(fs::metadata(site.public()).unwrap().uid(), NOBODY);
    } else {
        assert!(!site.publish(&[("a.html", "2")]).unwrap().in_place);
    }
}

/// Lets a test publish the second outputs in a process of its own whose shell was told this first.
fn publish_under(limit: &str, test: &str, folder: &Path) -> Output {
    let run = format!(r#"{limit} && exec "$0" --exact {test} --test-threads 1"#);
    let mut child = Command::new("sh");
    child.args(["-c", &run]).arg(env::current_exe().unwrap()).env(FOLDER, folder);
    child.output().unwrap()
}

#[test]
fn too_many_open_files() {
    if let Some(folder) = env::var_os(FOLDER) {
        publish(&PathBuf::from(folder), &second()).unwrap();
        return;
    }
    let site = Site::new();
    publish(&site.public(), &first()).unwrap();
    let (mut failed, mut succeeded) = (0, 0);
    for limit in 3..16 {
        let output = publish_under(&format!("ulimit -n {limit}"), "faults::too_many_open_files", &site.public());
        let expected = if output.status.success() { second() } else { first() };
        assert_eq!(tree(&site.public()), tree_of(&expected), "with {limit} files");
        let said = String::from_utf8_lossy(&output.stdout);
        failed += usize::from(said.contains("Too many open files") && said.contains("cannot"));
        succeeded += usize::from(output.status.success());
        publish(&site.public(), &first()).unwrap();
        assert_eq!(site.entries(), ["content", "public", "static", "templates"]);
    }
    assert!(failed > 0 && succeeded > 0, "{failed} failed, {succeeded} succeeded");
}

/// A limit on the size of a file stands in for a full disk: both end a write half-way.
#[test]
fn a_file_that_cannot_be_written_to_its_end() {
    if let Some(folder) = env::var_os(FOLDER) {
        let mut outputs = second();
        outputs.insert("e/large.html", vec![b'x'; 10_000]).unwrap();
        publish(&PathBuf::from(folder), &outputs).unwrap();
        return;
    }
    let site = Site::new();
    publish(&site.public(), &first()).unwrap();
    let test = "faults::a_file_that_cannot_be_written_to_its_end";
    let output = publish_under("trap '' XFSZ && ulimit -f 8", test, &site.public());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("cannot write `") && said.contains("public/e/large.html`"), "{said}");
    assert_eq!(tree(&site.public()), tree_of(&first()));
    assert_eq!(site.entries(), ["content", "public", "static", "templates"]);
}
