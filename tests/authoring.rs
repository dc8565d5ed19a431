//! What the program writes for authors: scaffolds, fixes and the baseline, from outside.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;

use std::fs;

use program::Scratch;

const WRONG: &str = "---\r\ntitle: A\r\nkind: page\r\ndraft: no\r\n---\r\n\r\nText.\r\n";

fn read(site: &Scratch, path: &str) -> String {
    fs::read_to_string(site.path(path)).unwrap()
}

/// The codes of all findings, each once.
fn codes(report: &str) -> Vec<&str> {
    let mut codes: Vec<_> = report.lines().filter_map(|line| line.split(['[', ']']).nth(1)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn a_new_site_lacks_only_what_its_author_has_to_say() {
    let scratch = Scratch::new();
    scratch.write("content/index.md", "---\ntitle: Mine\n---\n\nMine.\n");
    scratch
        .docent(&["init", "--title", "Our: tutorials"])
        .expect(0)
        .saying(&["Created docent.yml", "Kept content/index.md"]);
    assert_eq!(read(&scratch, "docent.yml"), "title: \"Our: tutorials\"\n");
    assert_eq!(read(&scratch, "content/index.md"), "---\ntitle: Mine\n---\n\nMine.\n");
    // A site that is there is not kept from being built by a scaffold.
    scratch.docent(&["build"]).expect(0);
    assert!(read(&scratch, ".gitignore").contains("\n/public/\n"));

    let scratch = Scratch::new();
    scratch
        .docent(&["init", "--title", "Our: tutorials"])
        .expect(0)
        .saying(&["Created content/tutorials/first-tutorial.md"]);
    assert_eq!(codes(&scratch.docent(&["check", "--format", "concise"]).expect(1).stdout), ["E02"]);
    scratch.docent(&["new", "index", "how-to/index.md"]).expect(0);
    assert!(read(&scratch, "content/how-to/index.md").starts_with("---\ntitle: How to\n"));
}

#[test]
fn every_kind_has_a_scaffold_that_the_navigation_shows() {
    for nav in ["nav:\n  - index.md\n", "nav: [index.md] # in this order\n", ""] {
        let site = Scratch::with_a_page();
        site.write("docent.yml", nav);
        for kind in ["tutorial", "guide", "reference", "page"] {
            site.docent(&["new", kind, &format!("sub/a-{kind}")]).expect(0);
        }
        assert_eq!(codes(&site.docent(&["check", "--format", "concise"]).stdout), ["E02"], "{nav}");
        site.docent(&["new", "page", "content/sub/a-page.md"]).expect(2).saying(&["is there already"]);
        site.docent(&["new", "tutoral", "x"]).expect(2).saying(&["did you mean `tutorial`?"]);
        site.docent(&["new", "page", "../x"]).expect(2);
        site.docent(&["new", "page", "sub/Some Title!"]).expect(0).saying(&["Created content/sub/some-title.md"]);
        assert!(read(&site, "content/sub/some-title.md").contains("\ntitle: Some Title!\n"));
    }
}

#[test]
fn fixes_are_shown_or_written() {
    let site = Scratch::new();
    site.write("content/index.md", WRONG);
    let shown = site.docent(&["check", "--diff"]).expect(1).saying(&["Would fix 1 of 1 finding in 1 file"]);
    assert!(shown.stdout.contains("-draft: no\r\n+draft: false\r\n"), "{}", shown.stdout);
    assert_eq!(read(&site, "content/index.md"), WRONG);
    site.docent(&["check", "--fix"]).expect(0).saying(&["Fixed 1 of 1 finding in 1 file"]);
    assert_eq!(read(&site, "content/index.md"), WRONG.replace("no\r", "false\r"));
    site.docent(&["check", "--unsafe"]).expect(2);
}

#[test]
fn a_baseline_holds_what_was_wrong() {
    let site = Scratch::new();
    site.write("content/index.md", WRONG);
    site.docent(&["check", "--write-baseline"]).expect(0).saying(&["Wrote 1 known finding"]);
    site.docent(&["build"]).expect(0);
    site.docent(&["check"]).expect(0).saying(&["1 more finding in the baseline"]);
    site.write("content/other.md", WRONG);
    site.docent(&["check"]).expect(1);
    site.write("content/index.md", WRONG.replace("no\r", "false\r"));
    site.docent(&["check"]).expect(1).saying(&["1 entry of the baseline no longer found"]);
}

#[test]
fn schemas_are_json_and_kinds_are_yaml() {
    let here = Scratch::new();
    for of in ["front-matter", "config", "report"] {
        let schema = here.docent(&["schema", of]).expect(0).stdout;
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{of}");
    }
    assert!(here.docent(&["kinds"]).expect(0).stdout.contains("\ntutorial:\n"));
}

#[test]
fn people_are_shown_as_much_as_they_can_read_and_programs_all() {
    let site = Scratch::new();
    let links: String = (0..150).map(|at| format!("[link](https://example.org/{at})\n")).collect();
    site.write("content/a.md", format!("---\ntitle: A\nkind: page\n---\n\n{links}"));
    site.write("content/b.md", "---\ntitle: B\nkind: page\n---\n\n[The last page](gone.md)\n");
    let count = |arguments: &[&str], word: &str| site.docent(arguments).expect(1).stdout.matches(word).count();
    let check =
        site.docent(&["check"]).expect(1).saying(&["... and 51 more; `docent check --max-diagnostics 0` shows all"]);
    assert_eq!(check.stdout.matches("[E03]").count(), 99);
    assert!(check.stdout.contains("[L01]"), "errors come before the others");
    site.docent(&["check"]).expect(1).saying(&["1 error and 150 warnings in 2 files"]);
    assert_eq!(count(&["check", "--max-diagnostics", "0"], "[E03]"), 150);
    assert_eq!(count(&["check", "--max-diagnostics", "3"], "[E03]"), 2);
    assert_eq!(count(&["check", "--format", "concise"], "[E03]"), 150);
    assert_eq!(count(&["check", "--format", "json"], "\"E03\""), 150);
}
