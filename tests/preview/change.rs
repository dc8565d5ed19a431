//! One change with something of everything, from a base and a merge commit in a shallow clone to what the preview says.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use crate::repository::Git;

fn page(title: &str, keys: &str, body: &str) -> String {
    format!("---\ntitle: {title}\nkind: page\n{keys}---\n\n{body}\n")
}

/// The site as both lines of history begin.
fn begin(git: &Git) {
    git.write(
        "docs/docent.yml",
        "title: Handbook\nbase_url: https://docs.example/\nrepository: https://git.example/x\n",
    );
    for (path, text) in [
        ("index", page("Handbook", "", "Welcome to [all](edited.md#part).")),
        ("edited", page("Edited", "", "The old words stay short.\n\n## Part\n\nText that stays.")),
        ("renamed", page("Renamed", "", "A page that will stand elsewhere and say the same there, word for word.")),
        (
            "redirected",
            page("Redirected", "", "A page that leaves an alias behind where it goes, as it should be done."),
        ),
        ("deleted", page("Deleted", "", "Nobody will take the place of this one.")),
        ("replaced", page("Replaced", "", "Another page takes over.")),
        ("including", page("Including", "", "```python file=../code/a.py\n```")),
        ("picturing", page("Picturing", "", "![A line of one colour](line.svg)")),
        ("draft", page("Draft", "draft: true\n", "Not yet.")),
        ("quiet", page("Quiet", "", "See [the site](https://a.example/).")),
        ("plain", page("Plain", "", "Nothing happens here.")),
    ] {
        git.write(&format!("docs/content/{path}.md"), text);
    }
    git.write("docs/code/a.py", "print(1)\n");
    git.write("docs/content/line.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"1\"/>");
}

fn change(git: &Git) {
    git.write("docs/content/edited.md", page("Edited", "", "The new words stay short.\n\n## Part\n\nText that stays."));
    git.write("docs/content/added.md", page("Added", "", "Three new words."));
    git.remove("docs/content/renamed.md");
    let moved = "A page that will stand elsewhere and say the same there, word for word.";
    git.write("docs/content/there/renamed.md", page("Renamed", "", moved));
    git.remove("docs/content/redirected.md");
    let redirected = "A page that leaves an alias behind where it goes, as it should be done.";
    git.write("docs/content/there/redirected.md", page("Redirected", "aliases: [redirected]\n", redirected));
    git.remove("docs/content/deleted.md");
    git.remove("docs/content/replaced.md");
    git.write("docs/content/index.md", page("Handbook", "aliases: [replaced]\n", "Welcome to [all](edited.md#part)."));
    git.write("docs/code/a.py", "print(2)\n");
    git.write("docs/content/line.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"1\"/>");
    git.write("docs/content/draft.md", page("Draft", "", "Not yet."));
    git.write("docs/content/quiet.md", page("Quiet", "", "See [the site](https://b.example/)."));
}

/// A repository in which `main` has gained a page and a rewrite since `change` parted from it; a shallow clone of the
/// commit that tries the change; and its preview.
fn previewed(change: impl Fn(&Git), arguments: &[&str], code: i32) -> (Git, Value) {
    let git = Git::new();
    begin(&git);
    git.commit("Begin");
    git.run("origin", &["checkout", "--quiet", "-b", "change"]);
    change(&git);
    git.commit("Change");
    git.run("origin", &["checkout", "--quiet", "main"]);
    git.write("docs/content/gained.md", page("Gained", "", "Only main has this."));
    git.write("docs/content/plain.md", page("Plain", "", "Something happened on main meanwhile."));
    git.commit("Gain");
    git.merge("change");
    git.checkout_shallow("ci", "refs/pull/1/merge");
    let arguments = [&["--fetch", "--out", "../_preview"], arguments].concat();
    git.preview("ci/docs", &arguments).expect(code);
    let json = serde_json::from_str(&git.made("ci/_preview/preview.json")).unwrap();
    (git, json)
}

/// The whole change, which brings one error.
pub(crate) fn whole() -> &'static (Git, Value) {
    static WHOLE: OnceLock<(Git, Value)> = OnceLock::new();
    WHOLE.get_or_init(|| previewed(change, &["--url", "https://preview.example/7"], 1))
}

fn pages(json: &Value) -> BTreeMap<&str, &Value> {
    json["pages"].as_array().unwrap().iter().map(|page| (page["url"].as_str().unwrap(), page)).collect()
}

fn files(git: &Git, folder: &str) -> Vec<String> {
    git.scratch.tree(folder).into_keys().collect()
}

#[test]
fn every_change_is_told_and_nothing_else() {
    let (_, json) = whole();
    let told: BTreeMap<_, _> =
        pages(json).into_iter().map(|(url, page)| (url, page["change"].as_str().unwrap())).collect();
    let expected = [
        ("added.html", "added"),
        ("deleted.html", "deleted"),
        ("draft.html", "appeared"),
        ("edited.html", "edited"),
        ("including.html", "affected"),
        ("index.html", "not_visible"),
        ("picturing.html", "affected"),
        ("quiet.html", "not_visible"),
        ("replaced.html", "deleted"),
        ("there/redirected.html", "renamed"),
        ("there/renamed.html", "renamed"),
    ];
    assert_eq!(told, expected.into());
    assert!(!json["pages"].to_string().contains("ained"), "what main has gained is no part of the change");
    let counts = &json["counts"];
    assert_eq!(
        (counts["all"].as_u64(), counts["renamed"].as_u64(), counts["deleted"].as_u64()),
        (Some(11), Some(2), Some(2))
    );
    assert_eq!(json["base"]["kind"], "commit");
    assert_eq!(json["base"]["steps"].as_array().unwrap().len(), 1);
    assert_eq!(json["base"]["steps"][0]["place"], "merge commit");
}

#[test]
fn each_page_says_why_it_is_there() {
    let (git, json) = whole();
    let pages = pages(json);
    let edited = pages["edited.html"];
    assert_eq!((edited["words_added"].as_u64(), edited["words_removed"].as_u64()), (Some(1), Some(1)));
    assert_eq!(edited["marked"], "diff/edited.html");
    assert_eq!(pages["including.html"]["why"][0], "it shows code/a.py, which has changed");
    assert_eq!(pages["picturing.html"]["why"][0], "it shows the image line.svg, which has changed");
    assert_eq!(pages["there/renamed.html"]["why"][0], "moved from content/renamed.md");
    assert_eq!(pages["there/renamed.html"]["redirected"], false);
    assert_eq!(pages["there/redirected.html"]["redirected"], true);
    assert_eq!(
        (&pages["deleted.html"]["redirected"], &pages["replaced.html"]["redirected"]),
        (&false.into(), &true.into())
    );
    let hidden = &pages["quiet.html"]["not_visible"][0];
    assert_eq!(
        (&hidden["what"], &hidden["before"], &hidden["after"]),
        (&"link".into(), &"https://a.example/".into(), &"https://b.example/".into())
    );

    let marked = git.made("ci/_preview/diff/edited.html");
    assert!(marked.contains("The <del>old</del><ins>new</ins> words stay short."), "{marked}");
    let code = git.made("ci/_preview/diff/including.html");
    assert!(code.contains("class=\"line del\"") && code.contains("class=\"line ins\""), "{code}");
    let image = git.made("ci/_preview/diff/picturing.html");
    assert!(image.contains("src=\"../before/") && image.contains("src=\"../site/line.svg\""), "{image}");
    assert_eq!(files(git, "ci/_preview/before").len(), 1);
}

#[test]
fn only_what_the_change_brings_is_judged() {
    let (git, json) = whole();
    let new = json["diagnostics"]["new"].as_array().unwrap();
    let told: Vec<_> = new
        .iter()
        .map(|found| (found["name"].as_str().unwrap(), found["file"].as_str().unwrap()))
        .filter(|(name, _)| *name != "orphan")
        .collect();
    assert_eq!(
        told,
        [("redirect-missing", "docs/content/deleted.md"), ("redirect-missing", "docs/content/there/renamed.md")]
    );
    let github = git.preview("ci/docs", &["--fetch", "--out", "../_told", "--format", "github"]).expect(1);
    assert!(github.stdout.contains("::error file=docs/content/there/renamed.md,line=2,"), "{}", github.stdout);
    let (_, calm) = previewed(|git| git.write("docs/content/plain2.md", page("More", "", "Text.")), &[], 0);
    let errors =
        calm["diagnostics"]["new"].as_array().unwrap().iter().filter(|found| found["level"] == "error").count();
    assert_eq!(errors, 0, "{calm}");
}

#[test]
fn a_finding_elsewhere_stands_at_the_line_that_caused_it() {
    let (git, json) = previewed(
        |git| {
            git.write(
                "docs/content/edited.md",
                page("Edited", "", "The old words stay short.\n\n## Share\n\nText that stays."),
            );
        },
        &[],
        1,
    );
    let new = json["diagnostics"]["new"].as_array().unwrap();
    let broken = new.iter().find(|found| found["name"] == "anchor-missing").unwrap();
    assert_eq!(
        (broken["file"].as_str(), broken["cause"]["file"].as_str()),
        (Some("docs/content/index.md"), Some("docs/content/edited.md"))
    );
    assert_eq!(broken["cause"]["line"], 8);
    assert!(new.iter().any(|found| found["name"] == "anchor-removed"), "{json}");
    let github = git.preview("ci/docs", &["--fetch", "--out", "../_other", "--format", "github"]).expect(1);
    let wanted = "::error file=docs/content/edited.md,line=8,";
    assert!(
        github.stdout.contains(wanted) && github.stdout.contains("this change breaks content/index.md:6"),
        "{}",
        github.stdout
    );
}

#[test]
fn a_template_is_one_line_and_not_a_page_each() {
    let (_, json) = previewed(|git| git.write("docs/templates/head.html", "<meta name=\"a\" content=\"b\">"), &[], 0);
    assert_eq!(json["pages"].as_array().unwrap().len(), 0, "{json}");
    let site_wide = &json["site_wide"][0];
    assert_eq!(
        (site_wide["what"].as_str(), site_wide["files"][0].as_str()),
        (Some("templates"), Some("templates/head.html"))
    );
    assert_eq!(site_wide["pages"], json["counts"]["all"]);
    assert!((3..=5).contains(&site_wide["samples"].as_array().unwrap().len()), "{site_wide}");
}

#[test]
fn the_configuration_and_styles_are_told() {
    let (_, json) = previewed(
        |git| {
            git.write(
                "docs/docent.yml",
                "title: Guidebook\nbase_url: https://docs.example/\nrepository: https://git.example/x\n",
            );
            git.write("docs/static/more.css", "a { color: red }");
        },
        &[],
        0,
    );
    let what: Vec<_> = json["site_wide"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["what"].as_str().unwrap(), it["pages"].as_u64().unwrap()))
        .collect();
    assert_eq!(what, [("styles and scripts", 11), ("configuration", 11)], "{json}");
    assert_eq!(json["pages"].as_array().unwrap().len(), 0);
}

#[test]
fn no_change_for_readers_is_a_success() {
    let (git, json) = previewed(|git| git.write("README.md", "Other words.\n"), &[], 0);
    assert_eq!((json["pages"].as_array().unwrap().len(), json["site_wide"].as_array().unwrap().len()), (0, 0));
    assert!(git.made("ci/_preview/index.html").contains("No change for readers."));
    assert!(git.made("ci/_preview/comment.md").contains("No change for readers."));
}

#[test]
fn every_link_of_a_preview_leads_somewhere_within_it() {
    let (git, _) = whole();
    let tree = git.scratch.tree("ci/_preview");
    let mut links = 0;
    for (path, bytes) in tree.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = String::from_utf8_lossy(bytes);
        for attribute in ["href=\"", "src=\""] {
            for link in html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                let target = link.split(['#', '?']).next().unwrap();
                if target.is_empty() || link.contains("://") || path == "site/404.html" {
                    continue;
                }
                let mut parts: Vec<_> = path.split('/').collect();
                parts.pop();
                for part in target.split('/').filter(|part| *part != ".") {
                    if part == ".." { assert!(parts.pop().is_some(), "{path}: {link}") } else { parts.push(part) }
                }
                assert!(tree.contains_key(&parts.join("/")), "{path} links {link}");
                links += 1;
            }
        }
        assert!(!html.contains("<a href=\"https://docs.example"), "{path} leads to production");
    }
    assert!(links > 100);
    let page = git.made("ci/_preview/site/edited.html");
    assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"), "{page}");
    assert!(page.contains("<link rel=\"canonical\" href=\"https://docs.example/edited.html\">"), "{page}");
}

#[test]
fn only_the_changed_pages_can_be_kept() {
    let (git, _) = previewed(change, &["--only-changed"], 1);
    let site = files(&git, "ci/_preview/site");
    assert!(site.contains(&"edited.html".to_owned()) && !site.contains(&"plain.html".to_owned()), "{site:?}");
    let index = git.made("ci/_preview/site/added.html");
    assert!(index.contains("href=\"https://docs.example/plain.html\""), "{index}");
    let size: usize = git.scratch.tree("ci/_preview").values().map(Vec::len).sum();
    assert!(size < 1_000_000, "{size}");
}

#[test]
fn without_a_base_everything_is_new_and_nothing_blocks() {
    let git = Git::new();
    begin(&git);
    git.write("docs/content/broken.md", page("Broken", "", "[x](gone.md)"));
    let run = git.preview("origin/docs", &[]).expect(0);
    assert!(run.stderr.contains("nothing blocks, as there is no base"), "{}", run.stderr);
    let json: Value = serde_json::from_str(&git.made("origin/docs/_preview/preview.json")).unwrap();
    assert_eq!((json["gate"].as_bool(), json["base"]["kind"].as_str()), (Some(false), Some("nothing")));
    assert!(json["pages"].as_array().unwrap().iter().all(|page| page["change"] == "added"));
}

#[test]
fn what_is_published_serves_where_there_is_no_git() {
    let git = Git::new();
    begin(&git);
    let site = git.path("origin/docs").display().to_string();
    let mut build = std::process::Command::new(env!("CARGO_BIN_EXE_docent"));
    crate::program::run(build.args(["build", "--site", &site, "--out"]).arg(git.path("published"))).expect(0);
    change(&git);
    let published = git.path("published").display().to_string();
    git.preview("origin/docs", &["--base", &published]).expect(1);
    let json: Value = serde_json::from_str(&git.made("origin/docs/_preview/preview.json")).unwrap();
    let told: BTreeMap<_, _> =
        pages(&json).into_iter().map(|(url, page)| (url, page["change"].as_str().unwrap())).collect();
    assert_eq!(
        (told["edited.html"], told["there/renamed.html"], told["deleted.html"]),
        ("edited", "renamed", "deleted")
    );
    let new: Vec<_> =
        json["diagnostics"]["new"].as_array().unwrap().iter().map(|found| found["name"].as_str().unwrap()).collect();
    assert_eq!(new, ["redirect-missing", "redirect-missing"]);
}

#[test]
fn a_broken_template_of_the_base_is_no_fault_of_the_change() {
    let git = Git::new();
    begin(&git);
    git.write("docs/templates/head.html", "{{ nothing_of_this_name }}");
    git.commit("Begin");
    git.remove("docs/templates/head.html");
    git.write("docs/content/edited.md", page("Edited", "", "The new words stay short.\n\n## Part\n\nText that stays."));
    git.commit("Mend it");
    git.preview("origin/docs", &["--base", "HEAD~1"]).expect(0);
    let json: Value = serde_json::from_str(&git.made("origin/docs/_preview/preview.json")).unwrap();
    assert!(json["base"]["unbuilt"].as_str().unwrap().contains("templates/head.html"), "{json}");
    assert_eq!(pages(&json).into_keys().collect::<Vec<_>>(), ["edited.html"]);
    assert!(git.made("origin/docs/_preview/index.html").contains("The base could not be built"));
}

#[test]
fn two_previews_of_a_change_are_equal() {
    let (git, _) = whole();
    for folder in ["../_one", "../_other"] {
        git.preview("ci/docs", &["--fetch", "--out", folder]).expect(1);
    }
    let (one, other) = (git.scratch.tree("ci/_one"), git.scratch.tree("ci/_other"));
    let differ: Vec<_> = one.keys().filter(|path| one.get(*path) != other.get(*path)).collect();
    assert!(differ.is_empty() && one.len() == other.len(), "{differ:?}");
}
