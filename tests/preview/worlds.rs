//! A commit read from the object store is the site that its checkout would be.

use docent::source::SitePath;
use docent::world::{DiskWorld, GitWorld, Repository, World};

use crate::repository::Git;

fn worlds(git: &Git, folder: &str) -> (DiskWorld, GitWorld) {
    let root = git.path(folder);
    let repository = Repository::around(&root).unwrap();
    let head = repository.commit("HEAD").unwrap();
    (DiskWorld::new(&root).unwrap(), GitWorld::new(repository, head).unwrap())
}

/// Holds two worlds against each other: what is listed, what is not readable, and every byte.
fn assert_equal(disk: &DiskWorld, git: &GitWorld) {
    for folder in ["content", "static", "templates", "code", "content/linked", "nowhere"] {
        let (listed, there) = (disk.list(folder), git.list(folder));
        assert_eq!(there.files, listed.files, "{folder}");
        assert_eq!(there.unreadable, listed.unreadable, "{folder}");
        for path in &listed.files {
            assert_eq!(git.read(path).unwrap(), disk.read(path).unwrap(), "{path}");
        }
    }
    for path in ["docent.yml", "content/gone.md", "../README.md", "content"] {
        let path = SitePath::new(path);
        assert_eq!(git.read(&path).is_ok(), disk.read(&path).is_ok(), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_commit_is_what_its_checkout_would_be() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let git = Git::new();
    for (path, text) in [
        ("docs/docent.yml", "title: T\n"),
        ("docs/content/index.md", "# A\r\n"),
        ("docs/content/a b/ä.md", "x"),
        ("docs/content/.hidden.md", "x"),
        ("docs/content/old.md~", "x"),
        ("docs/static/x.svg", "<svg/>"),
        ("docs/code/a.py", ""),
        ("content/other.md", "of another site"),
    ] {
        git.write(path, text);
    }
    let link = |target: &str, at: &str| symlink(target, git.path(&format!("origin/docs/{at}"))).unwrap();
    link("index.md", "content/link.md");
    link("../code", "content/linked");
    link("../../README.md", "content/out.md");
    link("gone", "content/nowhere.md");
    link(".", "content/loop");
    let unnamed = git.path("origin/docs/content").join(std::ffi::OsStr::from_bytes(b"\xff.md"));
    std::fs::write(unnamed, "x").unwrap();
    git.commit("Begin");
    let (disk, world) = worlds(&git, "origin/docs");
    assert_equal(&disk, &world);
    git.run("origin", &["worktree", "add", "--quiet", "--detach", "../tree"]);
    let (disk, world) = worlds(&git, "tree/docs");
    assert_equal(&disk, &world);
}

#[test]
fn the_disk_may_say_something_else() {
    let git = Git::new();
    git.write("content/a.md", "committed");
    git.commit("Begin");
    git.write("content/a.md", "changed");
    git.write("content/b.md", "new");
    let (_, world) = worlds(&git, "origin");
    assert_eq!(&*world.read(&SitePath::new("content/a.md")).unwrap(), b"committed");
    assert_eq!(world.list("content").files, [SitePath::new("content/a.md")]);
}

#[test]
fn a_commit_without_the_folder_is_an_empty_site() {
    let git = Git::new();
    git.commit("Begin");
    git.write("docs/content/a.md", "new");
    let repository = Repository::around(&git.path("origin/docs")).unwrap();
    let head = repository.commit("HEAD").unwrap();
    let world = GitWorld::new(repository, head).unwrap();
    assert!(world.list("content").files.is_empty());
}

#[test]
fn a_submodule_is_read_from_the_disk() {
    let git = Git::new();
    git.write("shared.md", "shared");
    git.commit("Begin");
    git.clone("site", &[]);
    git.scratch.write("site/content/index.md", "x");
    let origin = format!("file://{}", git.path("origin").display());
    git.run("site", &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &origin, "content/module"]);
    git.run("site", &["add", "--all"]);
    git.run("site", &["commit", "--quiet", "--message", "Take it in"]);
    let (disk, world) = worlds(&git, "site");
    assert_equal(&disk, &world);
    assert!(world.list("content").files.contains(&SitePath::new("content/module/shared.md")));
}
