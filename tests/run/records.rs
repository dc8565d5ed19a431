//! What is remembered of runs, and what pages say of them.

use std::fs;

use crate::{page, site};

const BODY: &str = "```python run\nprint(1)\n```\n```output\n1\n```\n\n```python skip=\"slow\"\nx\n```\n";

#[test]
fn what_ran_is_not_run_again_until_something_changes() {
    let site = site(&format!("{BODY}\n```bash run\ntrue\n```\n"));
    site.docent(&["test"]).expect(0).saying(&["Tested 1 page: 2 blocks ran, 1 skipped"]);
    site.docent(&["test"]).expect(0).saying(&["Tested 1 page, 1 of them at an earlier time: 2 blocks ran, 1 skipped"]);
    assert!(!site.docent(&["test", "--fresh"]).expect(0).stderr.contains("earlier time"));
    assert!(fs::read_to_string(site.path(".docent-cache/.gitignore")).unwrap().contains("\n*\n"));
    site.write("content/index.md", format!("{}{}", crate::HEAD, page(&site).replace("print(1)", "print(2)")));
    for _ in 0..2 {
        site.docent(&["test"]).expect(1).saying(&["C06", "Tested 1 page: "]);
    }
}

#[test]
fn a_record_lets_the_page_say_what_ran() {
    let site = site(BODY);
    site.docent(&["test", "--record"]).expect(0).saying(&["Recorded 1 page"]);
    let record: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(site.path("verification/index.json")).unwrap()).unwrap();
    assert_eq!(record["page"], "content/index.md");
    let statuses = record["blocks"].as_array().unwrap().iter().map(|block| block["status"].as_str().unwrap());
    assert_eq!(statuses.collect::<Vec<_>>(), ["ran", "skipped"]);
    assert!(record["with"][0].as_str().unwrap().starts_with("Python 3."), "{record}");

    let shown = |site: &crate::program::Scratch| {
        site.docent(&["build"]).expect(0);
        let html = fs::read_to_string(site.path("public/index.html")).unwrap();
        let start = html.find("verified\">").map(|at| html[..at].rfind("<p").unwrap());
        start.map(|start| html[start..].split("</p>").next().unwrap().to_owned())
    };
    let said = shown(&site).unwrap();
    assert!(said.contains("1 of 2 code blocks ran on ") && said.contains(" with Python 3."), "{said}");
    assert!(said.contains("brief-row verified"), "{said}");
    site.docent(&["check"]).expect(0).saying(&["nothing to report"]);

    // Words around the code do not matter; the code does.
    site.write("content/index.md", format!("{}More words.\n\n{BODY}", crate::HEAD));
    assert_eq!(shown(&site).unwrap(), said);
    site.write("content/index.md", format!("{}{}", crate::HEAD, BODY.replace("print(1)", "print(1, end='')")));
    let said = shown(&site).unwrap();
    assert!(said.contains("The code has changed since it was last run, on ") && said.contains("unverified"), "{said}");
    site.docent(&["check"]).expect(0).saying(&["[F11]", "the code has changed since it was last run"]);
    site.docent(&["test", "--record"]).expect(0);
    assert!(shown(&site).unwrap().contains("1 of 2 code blocks ran on "));
}

#[test]
fn what_fails_is_not_recorded() {
    let site = site("```python run\n1 / 0\n```\n");
    site.docent(&["test", "--record"]).expect(1).saying(&["Recorded 0 pages"]);
    assert!(!site.path("verification").exists());
}

#[test]
fn files_that_the_code_finds_are_part_of_it() {
    let site = site("");
    site.write(
        "content/index.md",
        "---\ntitle: A\nkind: page\ncode: { files: [a.txt] }\n---\n\n```bash run\ncat a.txt\n```\n",
    );
    site.write("content/a.txt", "1\n");
    site.docent(&["test", "--record"]).expect(0);
    site.docent(&["check"]).expect(0).saying(&["nothing to report"]);
    site.write("content/a.txt", "2\n");
    site.docent(&["check"]).expect(0).saying(&["[F11]"]);
    assert!(!site.docent(&["test"]).expect(0).stderr.contains("earlier time"));
}

#[test]
fn a_broken_record_is_reported() {
    let site = site(BODY);
    site.write("verification/index.json", "{\n  \"version\": 1,\n}\n");
    site.docent(&["check"]).expect(1).saying(&["verification/index.json:3", "not a record of verification"]);
}

#[test]
fn nothing_runs_on_build_or_serve() {
    let site = site("```bash run\ntouch \"$DOCENT_MARK\"\n```\n");
    let mark = site.path("mark");
    for command in ["build", "check"] {
        crate::program::run(site.command(&[command]).env("DOCENT_MARK", &mark)).expect(0);
        assert!(!mark.exists() && !site.path(".docent-cache").exists());
    }
}

#[test]
fn a_record_whose_page_is_gone_is_told() {
    let site = site(BODY);
    site.docent(&["test", "--record"]).expect(0);
    fs::rename(site.path("verification/index.json"), site.path("verification/old.json")).unwrap();
    let record = fs::read_to_string(site.path("verification/old.json")).unwrap();
    site.write("verification/old.json", record.replace("content/index.md", "content/old.md"));
    let told = ["verification/old.json:3", "[F11]", "the page of this record, `content/old.md`, is gone"];
    site.docent(&["check", "--format", "concise"]).expect(0).saying(&told);
    site.docent(&["check"]).expect(0).saying(&["delete the record"]);
}
