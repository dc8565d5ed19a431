//! The base is looked for in one order, and each step says what it found.

use docent::preview::base::{Base, Found, Wanted, find};

use crate::repository::Git;

/// A repository whose `main` has gained a page since `change` parted from it: the commits of main, then of the change.
fn parted() -> (Git, [String; 3]) {
    let git = Git::new();
    git.write("content/index.md", "# Start\n");
    let start = git.commit("Begin");
    git.run("origin", &["checkout", "--quiet", "-b", "change"]);
    git.write("content/change.md", "# Change\n");
    let change = git.commit("Change");
    git.run("origin", &["checkout", "--quiet", "main"]);
    git.write("content/gained.md", "# Gained\n");
    let gained = git.commit("Gain");
    (git, [start, gained, change])
}

fn looked(git: &Git, folder: &str, wanted: &Wanted) -> Found {
    find(&git.path(folder), wanted).unwrap()
}

fn commit(found: &Found) -> Option<&str> {
    match &found.base {
        Base::Commit(_, commit) => Some(commit.as_str()),
        _ => None,
    }
}

fn places(found: &Found) -> Vec<&str> {
    found.steps.iter().map(|step| step.place).collect()
}

#[test]
fn the_first_parent_of_a_merge_is_the_base() {
    let (git, [_, gained, _]) = parted();
    git.merge("change");
    git.checkout_shallow("ci", "refs/pull/1/merge");
    let found = looked(&git, "ci", &Wanted::default());
    assert_eq!(commit(&found), None);
    let Base::Nothing { fetch: Some(command), .. } = &found.base else { panic!("{found:?}") };
    assert_eq!(command, &format!("git fetch --no-tags --depth=1 origin {gained}"));
    assert!(found.steps[0].found.contains("may not be fetched without `--fetch`"), "{found:?}");

    let found = looked(&git, "ci", &Wanted { fetch: true, ..Wanted::default() });
    assert_eq!(commit(&found), Some(gained.as_str()));
    assert_eq!(places(&found), ["merge commit"]);
    assert_eq!(
        git.run("ci", &["rev-list", "--all", "--count"]),
        "1",
        "nothing but the commit was fetched, and no branch"
    );
    let found = looked(&git, "ci", &Wanted::default());
    assert_eq!(commit(&found), Some(gained.as_str()), "it is at hand now");
}

#[test]
fn a_merge_that_takes_main_in_is_no_trial() {
    let (git, [start, gained, _]) = parted();
    git.run("origin", &["checkout", "--quiet", "change"]);
    git.run("origin", &["merge", "--quiet", "--no-ff", "--message", "Take it in", "main"]);
    git.clone("full", &["--branch", "change"]);
    git.run("full", &["remote", "set-head", "origin", "main"]);
    let found = looked(&git, "full", &Wanted::default());
    assert_eq!(commit(&found), Some(gained.as_str()), "not {start}: {found:?}");
    assert_eq!(places(&found), ["merge commit", "default branch"]);
}

#[test]
fn where_a_branch_parted_is_the_base() {
    let (git, [start, ..]) = parted();
    git.clone("full", &["--branch", "change"]);
    let wanted = Wanted { github_base_ref: Some("main".to_owned()), ..Wanted::default() };
    let found = looked(&git, "full", &wanted);
    assert_eq!((commit(&found), places(&found)), (Some(start.as_str()), vec!["merge commit", "GITHUB_BASE_REF"]));

    git.clone("flat", &["--branch", "change", "--depth=1"]);
    let found = looked(&git, "flat", &wanted);
    let Base::Nothing { fetch: Some(command), .. } = &found.base else { panic!("{found:?}") };
    assert_eq!(command, "git fetch --no-tags --unshallow origin +refs/heads/main:refs/remotes/origin/main");
    assert_eq!(places(&found), ["merge commit", "GITHUB_BASE_REF", "none"]);
}

#[test]
fn a_repository_without_a_remote_has_its_main_branch() {
    for main in ["main", "master"] {
        let (git, [start, gained, _]) = parted();
        git.run("origin", &["branch", "--move", "main", main]);
        let on_main = looked(&git, "origin", &Wanted::default());
        assert_eq!(places(&on_main), ["merge commit", "default branch", "usual branches", "none"]);
        assert!(on_main.steps[2].found.contains(&format!("`{main}` is what is checked out")), "{on_main:?}");
        let run = git.preview("origin", &[]).expect(0);
        assert!(run.stderr.contains(&format!("HEAD ({}) is no merge commit", &gained[..10])), "{}", run.stderr);
        assert!(run.stderr.contains("try `docent preview --base HEAD~1`"), "{}", run.stderr);
        assert!(!run.stderr.contains("git fetch"), "there is nowhere to fetch from: {}", run.stderr);

        git.run("origin", &["checkout", "--quiet", "change"]);
        let found = looked(&git, "origin", &Wanted::default());
        assert_eq!(commit(&found), Some(start.as_str()), "{found:?}");
        assert!(found.steps[2].found.contains(&format!("parted from `{main}` at {}", &start[..10])), "{found:?}");
    }
}

#[test]
fn a_clone_of_one_commit_of_a_branch_is_told_what_to_fetch() {
    let (git, [start, ..]) = parted();
    git.clone("flat", &["--depth=1", "--branch", "change"]);
    let run = git.preview("flat", &[]).expect(0);
    assert!(run.stderr.contains("neither `main` nor `master`"), "{}", run.stderr);
    let command = run.stderr.split('`').find(|part| part.starts_with("git fetch")).expect("a command to run");
    git.run("flat", &command.split(' ').skip(1).collect::<Vec<_>>());
    let found = looked(&git, "flat", &Wanted::default());
    assert_eq!(commit(&found), Some(start.as_str()), "the command brought it: {found:?}");
}

#[test]
fn gitlab_names_the_base_by_its_id() {
    let (git, [start, ..]) = parted();
    git.clone("flat", &["--branch", "change", "--depth=1"]);
    let wanted = Wanted { merge_request_base: Some(start.clone()), fetch: true, ..Wanted::default() };
    let found = looked(&git, "flat", &wanted);
    assert_eq!(commit(&found), Some(start.as_str()), "{found:?}");
    let wanted = Wanted { merge_request_base: Some("--upload-pack=x".to_owned()), fetch: true, ..Wanted::default() };
    let found = looked(&git, "flat", &wanted);
    assert_eq!(commit(&found), None);
    assert!(found.steps.iter().any(|step| step.found == "it is not the id of a commit"), "{found:?}");
}

#[test]
fn a_base_can_be_named() {
    let (git, [start, gained, _]) = parted();
    let named = |name: &str| find(&git.path("origin"), &Wanted { named: Some(name.to_owned()), ..Wanted::default() });
    assert_eq!(commit(&named("main~1").unwrap()), Some(start.as_str()));
    git.scratch.write("preview.json", format!("{{\"head\":{{\"commit\":\"{gained}\"}}}}"));
    let file = git.path("preview.json").display().to_string();
    assert_eq!(commit(&named(&file).unwrap()), Some(gained.as_str()));
    let site = git.path("origin").display().to_string();
    assert!(matches!(named(&site).unwrap().base, Base::Folder(_)));
    git.scratch.write(
        "published/manifest.json",
        "{\"version\":1,\"pages\":[{\"url\":\"a.html\",\"title\":\"A\",\"source\":\"content/a.md\"}]}",
    );
    let folder = git.path("published").display().to_string();
    assert!(matches!(named(&folder).unwrap().base, Base::Published(published) if published.pages.len() == 1));
    for wrong in ["no-such-branch", "--help", "main\n"] {
        let said = named(wrong).unwrap_err().to_string();
        assert!(said.contains("is no folder, no file and no revision"), "{said}");
    }
}

#[test]
fn without_git_production_serves() {
    let git = Git::new();
    git.scratch.write("plain/content/index.md", "# A\n");
    let manifest = "{\"pages\":[{\"url\":\"a.html\",\"title\":\"A\",\"source\":\"content/a.md\"}]}";
    git.scratch.write("published/manifest.json", manifest);
    let wanted = Wanted { production: Some(git.path("published")), ..Wanted::default() };
    let found = looked(&git, "plain", &wanted);
    assert!(matches!(found.base, Base::Published(_)), "{found:?}");
    let found = looked(&git, "plain", &Wanted::default());
    assert_eq!(places(&found), ["git", "none"]);
    assert!(matches!(found.base, Base::Nothing { fetch: None, example: None }));
}

#[test]
fn a_clone_without_files_is_told_how_to_get_them() {
    let (git, _) = parted();
    git.run("origin", &["config", "uploadpack.allowFilter", "true"]);
    git.write("content/index.md", "# Start anew\n");
    git.commit("Edit");
    git.clone("partial", &["--filter=blob:none"]);
    let run = git.preview("partial", &["--base", "HEAD~1"]).expect(2);
    assert!(run.stderr.contains("this clone lacks files of the commit"), "{}", run.stderr);
    let command = run.stderr.split('`').find(|part| part.starts_with("git fetch")).unwrap();
    git.run("partial", &command.split(' ').skip(1).collect::<Vec<_>>());
    git.preview("partial", &["--base", "HEAD~1"]);
    assert!(git.made("partial/_preview/diff/index.html").contains("<ins>anew</ins>"));
}
