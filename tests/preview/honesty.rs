//! What a clone has been told about its history changes nothing of it, and nothing that a change takes away goes untold.

use std::path::Path;
use std::time::{Duration, Instant};

use docent::world::{Commit, Repository};
use serde_json::Value;

use crate::repository::Git;

fn page(title: &str, body: &str) -> String {
    format!("---\ntitle: {title}\nkind: page\n---\n\n{body}\n")
}

fn account(git: &Git, folder: &str) -> Value {
    serde_json::from_str(&git.made(&format!("{folder}/_preview/preview.json"))).unwrap()
}

/// What has changed for many pages, and its files.
type SiteWide = (String, Vec<String>);

/// What is told of pages, and of many of them at once.
fn told(account: &Value) -> (Vec<(String, String)>, Vec<SiteWide>) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let pages = account["pages"].as_array().unwrap().iter();
    let pages = pages.map(|page| (text(&page["url"]), text(&page["change"]))).collect();
    let files = |value: &Value| value["files"].as_array().unwrap().iter().map(text).collect();
    let site_wide = account["site_wide"].as_array().unwrap().iter();
    (pages, site_wide.map(|it| (text(&it["what"]), files(it))).collect())
}

fn site_wide(what: &str, files: &[&str]) -> Vec<SiteWide> {
    vec![(what.to_owned(), files.iter().map(|&file| file.to_owned()).collect())]
}

/// A commit that says something else than the one before it.
fn two_commits(git: &Git) -> (String, String) {
    git.write("content/index.md", page("Start", "The first words."));
    let first = git.commit("Begin");
    git.write("content/index.md", page("Start", "The second words."));
    (first, git.commit("Change"))
}

#[test]
fn a_commit_is_not_replaced() {
    let git = Git::new();
    let (first, second) = two_commits(&git);
    git.run("origin", &["replace", &first, &second]);
    let blob =
        |commit: &str| git.run("origin", &["--no-replace-objects", "rev-parse", &format!("{commit}:content/index.md")]);
    git.run("origin", &["replace", &blob(&first), &blob(&second)]);
    git.preview("origin", &["--base", "HEAD~1"]).expect(0);
    let account = account(&git, "origin");
    assert_eq!(told(&account).0, [("index.html".to_owned(), "edited".to_owned())], "{account}");
    assert_eq!(account["base"]["commit"], first.as_str());
}

#[test]
fn parents_are_those_of_the_commit() {
    let git = Git::new();
    let (first, second) = two_commits(&git);
    git.write("content/index.md", page("Start", "The third words."));
    let third = git.commit("Change again");
    git.write(".git/info/grafts", format!("{third} {first}\n"));
    let repository = Repository::around(&git.path("origin")).unwrap();
    assert_eq!(repository.commit("HEAD~1").map(|commit| commit.to_string()), Some(second));
}

#[test]
fn the_environment_of_a_hook_is_left_alone() {
    let git = Git::new();
    let (first, second) = two_commits(&git);
    git.run("origin", &["update-ref", &format!("refs/elsewhere/{first}"), &second]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docent"));
    command.current_dir(git.path("origin")).args(["preview", "--base", "HEAD~1"]);
    command.env("GIT_REPLACE_REF_BASE", "refs/elsewhere/").env("GIT_DIR", "/nowhere").env("GIT_ICASE_PATHSPECS", "1");
    crate::program::run(&mut command).expect(0);
    assert_eq!(told(&account(&git, "origin")).0.len(), 1);
}

/// A clone without files asks for them through a program that its configuration names.
#[cfg(unix)]
#[test]
fn a_clone_without_files_runs_nothing_to_get_them() {
    let git = Git::new();
    two_commits(&git);
    git.run("origin", &["config", "uploadpack.allowFilter", "true"]);
    git.clone("partial", &["--filter=blob:none"]);
    let ran = git.path("ran");
    let program = format!("ext::sh -c touch% {}", ran.display());
    git.run("partial", &["config", "remote.origin.url", &program]);
    git.run("partial", &["config", "protocol.ext.allow", "always"]);
    git.preview("partial", &["--base", "HEAD~1"]).expect(2).saying(&["this clone lacks files of the commit"]);
    assert!(!ran.exists());
}

#[cfg(unix)]
#[test]
fn fetching_takes_no_longer_than_it_may() {
    let git = Git::new();
    two_commits(&git);
    git.clone("slow", &[]);
    git.run("slow", &["config", "remote.origin.url", "ext::sleep 600"]);
    git.run("slow", &["config", "protocol.ext.allow", "always"]);
    let repository = Repository::around(&git.path("slow")).unwrap();
    let commit = Commit::new(&"1".repeat(40)).unwrap();
    let start = Instant::now();
    let why = repository.fetch(&commit, Duration::from_secs(1)).unwrap_err();
    assert_eq!(why, "git takes longer than 1 seconds");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn links_that_change_are_pages_that_change() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let git = Git::new();
    for name in ["one", "two"] {
        git.write(&format!("shared/{name}.md"), page(name, &format!("Words of {name}.")));
    }
    git.write("content/index.md", page("Start", "Text."));
    let link = |target: &str, name: &str| {
        let path = git.path(&format!("origin/content/{name}.md"));
        let _ = std::fs::remove_file(&path);
        symlink(target, path).unwrap();
    };
    ["gone", "led", "filled"].iter().for_each(|name| link("../shared/one.md", name));
    git.commit("Begin");
    git.remove("content/gone.md");
    link("../shared/two.md", "led");
    git.remove("content/filled.md");
    git.write("content/filled.md", page("one", "Words of one."));
    std::fs::set_permissions(git.path("origin/content/index.md"), std::fs::Permissions::from_mode(0o755)).unwrap();
    git.preview("origin", &["--base", "HEAD"]).expect(1);
    let account = account(&git, "origin");
    let expected = [("gone.html", "deleted"), ("led.html", "edited")];
    assert_eq!(told(&account).0, expected.map(|(url, change)| (url.to_owned(), change.to_owned())), "{account}");
}

#[test]
fn files_that_no_page_shows_are_told() {
    let git = Git::new();
    git.write("content/index.md", page("Start", "Text."));
    git.write("static/kept.zip", "1");
    git.write("static/gone.zip", "1");
    git.write("content/data.csv", "1");
    git.commit("Begin");
    git.remove("static/gone.zip");
    git.write("static/new.zip", "1");
    git.write("content/data.csv", "2");
    let run = git.preview("origin", &["--base", "HEAD"]).expect(0);
    let changed = ["content/data.csv", "static/gone.zip", "static/new.zip"];
    assert_eq!(told(&account(&git, "origin")), (Vec::new(), site_wide("files", &changed)));
    run.saying(&["No page, but 3 files."]);
    assert!(git.made("origin/_preview/comment.md").contains("static/gone.zip"));
}

#[test]
fn files_that_took_the_same_place_before_are_no_new_error() {
    let git = Git::new();
    let with_alias = |title: &str| format!("---\ntitle: {title}\nkind: page\naliases: [old/place/]\n---\n\nText.\n");
    git.write("content/index.md", page("Start", "[one](one.md) [two](two.md)"));
    git.write("content/one.md", with_alias("One"));
    git.write("content/two.md", with_alias("Two"));
    git.commit("Begin");
    git.write("content/index.md", page("Start", "[one](one.md) and [two](two.md)"));
    git.preview("origin", &["--base", "HEAD"]).expect(0);
    let found = account(&git, "origin")["diagnostics"].clone();
    assert_eq!((&found["new"], &found["fixed"]), (&Value::Array(Vec::new()), &Value::Array(Vec::new())));
    assert!(found["already_there"].to_string().contains("two outputs have the path"), "{found}");
    git.commit("Change");
    git.write("content/three.md", with_alias("Three").replace("old/place/", "one"));
    git.preview("origin", &["--base", "HEAD"]).expect(1);
}

#[test]
fn images_that_come_or_go_change_the_pages_that_show_them() {
    let git = Git::new();
    let svg = |width: u8| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"2\"/>");
    for name in ["gone", "new", "kept"] {
        git.write(&format!("content/{name}.md"), page(name, &format!("![A line]({name}.svg)")));
    }
    git.write("content/gone.svg", svg(2));
    git.write("content/kept.svg", svg(2));
    git.commit("Begin");
    git.remove("content/gone.svg");
    git.write("content/new.svg", svg(2));
    git.preview("origin", &["--base", "HEAD"]).expect(1);
    let account = account(&git, "origin");
    let why = |page: &Value| page["why"][0].as_str().unwrap_or_default().to_owned();
    let pages: Vec<_> = account["pages"].as_array().unwrap().iter().map(why).collect();
    assert_eq!(pages, ["it shows the image gone.svg, which is gone", "it shows the image new.svg, which is new"]);
    let expected = [("gone.html", "affected"), ("new.html", "affected")];
    assert_eq!(told(&account).0, expected.map(|(url, change)| (url.to_owned(), change.to_owned())), "{account}");
}

/// A site with a submodule, checked out as CI does it.
fn with_submodule(git: &Git) {
    git.write("shared.md", page("Shared", "Shared words."));
    git.commit("Begin");
    git.clone("site", &[]);
    git.scratch.write("site/content/index.md", page("Start", "Text."));
    add_submodule(git, "content/module");
    commit(git, "site");
}

fn add_submodule(git: &Git, path: &str) {
    let origin = format!("file://{}", git.path("origin").display());
    git.run("site", &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &origin, path]);
}

fn commit(git: &Git, folder: &str) {
    git.run(folder, &["add", "--all"]);
    git.run(folder, &["commit", "--quiet", "--message", "Change"]);
}

#[test]
fn a_submodule_that_stays_is_no_change() {
    let git = Git::new();
    with_submodule(&git);
    git.scratch.write("site/content/index.md", page("Start", "Other text."));
    commit(&git, "site");
    git.preview("site", &["--base", "HEAD~1"]).expect(0);
    assert_eq!(told(&account(&git, "site")).1, []);
}

#[test]
fn a_submodule_that_goes_or_comes_or_moves_on_is_told() {
    let git = Git::new();
    with_submodule(&git);
    add_submodule(&git, "content/other");
    commit(&git, "site");
    let preview = |git: &Git| {
        git.preview("site", &["--base", "HEAD~1"]);
        let site_wide = told(&account(git, "site")).1.into_iter();
        site_wide.filter(|(what, _)| what == "submodules").collect::<Vec<_>>()
    };
    assert_eq!(preview(&git), site_wide("submodules", &["content/other"]), "it comes");
    git.run("site", &["rm", "--quiet", "--force", "content/module"]);
    commit(&git, "site");
    assert!(!Path::new(&git.path("site/content/module")).join("shared.md").exists());
    assert_eq!(preview(&git), site_wide("submodules", &["content/module"]), "it goes");
    assert!(git.made("site/_preview/index.html").contains("What they held before is not at hand"));
    git.write("shared.md", page("Shared", "Other shared words."));
    let commit_of_origin = git.commit("Change");
    git.run(
        "site/content/other",
        &["-c", "protocol.file.allow=always", "fetch", "--quiet", "origin", &commit_of_origin],
    );
    git.run("site/content/other", &["checkout", "--quiet", &commit_of_origin]);
    commit(&git, "site");
    assert_eq!(preview(&git), site_wide("submodules", &["content/other"]), "it moves on");
}
