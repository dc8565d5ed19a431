//! What the server answers.

use std::fs;
use std::process::Command;

use crate::running::{Running, within};
use crate::{page, small_site, write};

#[test]
fn serve_and_build_agree_byte_for_byte() {
    let site = small_site();
    write(site.path(), "content/part/index.md", &page("Part", "```python\nprint(1)\n```"));
    write(site.path(), "content/part/data.csv", "a,b\n");
    write(site.path(), "static/logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    let status =
        Command::new(env!("CARGO_BIN_EXE_docent")).args(["build", "--drafts", "--site"]).arg(site.path()).status();
    assert!(status.unwrap().success());
    let running = Running::new(site.path());
    let public = site.path().join("public");
    let mut compared = 0;
    for entry in
        walkdir::WalkDir::new(&public).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file())
    {
        let path = entry.path().strip_prefix(&public).unwrap().to_str().unwrap();
        if path == ".docent-outputs" {
            continue;
        }
        let answer = running.get(&format!("/{path}"));
        assert_eq!(answer.status, 200, "{path}");
        let served = if path.ends_with(".html") { without_script(&answer.body) } else { answer.body };
        assert!(served == fs::read(entry.path()).unwrap(), "{path} differs");
        compared += 1;
    }
    assert!(compared > 8, "pages, theme and files: {compared}");
}

/// Takes off what the answer adds to a page.
pub(crate) fn without_script(page: &[u8]) -> Vec<u8> {
    let Some(start) = page.windows(18).rposition(|window| window == b"<script src=\"/_doc") else {
        return page.to_vec();
    };
    let end = start + page[start..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    [&page[..start], &page[end..]].concat()
}

#[test]
fn pages_have_their_type_and_are_never_kept() {
    let site = small_site();
    let running = Running::new(site.path());
    for path in ["/", "/index.html", "/one.html", "/one.html?query"] {
        let answer = running.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("Content-Type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(answer.header("Cache-Control"), Some("no-store"), "{path}");
    }
    let script = running.get("/_docent/client.js");
    assert_eq!(script.header("Content-Type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(running.get("/theme/docent.css").header("Content-Type"), Some("text/css; charset=utf-8"));
}

#[test]
fn files_are_asked_for_again_and_sent_only_when_they_changed() {
    let site = small_site();
    write(site.path(), "static/a.css", "a {}");
    let running = Running::new(site.path());
    let first = running.get("/a.css");
    let tag = first.header("ETag").unwrap().to_owned();
    let second = running.ask("GET", "/a.css", &[&format!("If-None-Match: W/{tag}")], "");
    assert_eq!((second.status, second.body.len()), (304, 0));
    write(site.path(), "static/a.css", "b {}");
    let changed = within(10, || {
        let answer = running.ask("GET", "/a.css", &[&format!("If-None-Match: {tag}")], "");
        (answer.status == 200).then_some(answer)
    });
    assert_eq!(changed.unwrap().text(), "b {}");
}

#[test]
fn head_is_get_without_the_body() {
    let site = small_site();
    let running = Running::new(site.path());
    let (head, get) = (running.ask("HEAD", "/one.html", &[], ""), running.get("/one.html"));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("Content-Length"), get.header("Content-Length"));
    assert_eq!(running.ask("PUT", "/one.html", &[], "x").status, 405);
}

#[test]
fn a_folder_is_its_index_and_is_never_listed() {
    let site = small_site();
    write(site.path(), "content/part/index.md", &page("Part", "Part of it."));
    write(site.path(), "content/bare/page.md", &page("Bare", "Text."));
    let running = Running::new(site.path());
    let moved = running.get("/part?a=1");
    assert_eq!((moved.status, moved.header("Location")), (301, Some("/part/?a=1")));
    assert!(running.get("/part/").text().contains("Part of it."));
    assert_eq!(running.get("/bare/").status, 404);
    assert_eq!(running.get("/bare").status, 404);
    assert_eq!(running.get("/theme/").status, 404);
}

#[test]
fn what_is_missing_is_answered_with_the_page_for_it() {
    let site = small_site();
    write(site.path(), "static/404.html", "<!DOCTYPE html>\n<title>Gone</title>\n<body>our own words</body>\n");
    let running = Running::new(site.path());
    let answer = running.get("/nowhere.html");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("our own words") && answer.text().contains("data-missing"), "{}", answer.text());
}

#[test]
fn links_below_the_path_of_the_base_url_work_too() {
    let site = small_site();
    write(site.path(), "docent.yml", "title: T\nbase_url: https://docs.example/guide/\n");
    let running = Running::new(site.path());
    assert_eq!(running.get("/guide/one.html").status, 200);
    assert_eq!(running.get("/one.html").status, 200);
    assert_eq!(running.get("/guidebook/one.html").status, 404);
}

#[test]
fn drafts_are_shown_unless_they_are_not_wanted() {
    let site = small_site();
    write(site.path(), "content/draft.md", &page("Draft", "Text.").replace("title:", "draft: true\ntitle:"));
    assert_eq!(Running::new(site.path()).get("/draft.html").status, 200);
    assert_eq!(Running::with(site.path(), &["--port", "0", "--drafts=false"]).get("/draft.html").status, 404);
}

#[cfg(unix)]
#[test]
fn a_block_opens_its_source_in_the_editor() {
    use std::os::unix::fs::PermissionsExt;
    let site = small_site();
    let editor = site.path().join("editor");
    let seen = site.path().join("seen");
    fs::write(&editor, format!("#!/bin/sh\necho \"$1\" > {}\n", seen.display())).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let running = Running::with(site.path(), &["--port", "0", "--editor", editor.to_str().unwrap()]);
    let token = format!("x-docent-token: {}", running.token());
    let wanted = r#"{"route":"one.html","anchor":"","block":1,"text":"oldword"}"#;
    let answer = running.ask("POST", "/_docent/open", &[&token], wanted);
    let told: serde_json::Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(told, serde_json::json!({ "error": null, "line": 10, "opened": true, "path": "content/one.md" }));
    let root = fs::canonicalize(site.path()).unwrap();
    let opened = within(10, || fs::read_to_string(&seen).ok().filter(|text| text.ends_with('\n')));
    assert_eq!(opened.unwrap().trim(), format!("{}/content/one.md:10", root.display()));

    let outside = running.ask("POST", "/_docent/open", &[&token], r#"{"path":"../../etc/passwd","line":1}"#);
    assert_eq!(outside.status, 404);
    assert_eq!(running.ask("POST", "/_docent/open", &[&token], "{").status, 400);
    assert_eq!(running.ask("POST", "/_docent/nothing", &[&token], "{}").status, 404);
}
