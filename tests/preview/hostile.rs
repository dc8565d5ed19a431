//! What a stranger writes has no effect where it is shown: no markup, no mention, no command of a workflow.

use crate::repository::Git;

const TITLE: &str = "@everyone #1 <img src=x onerror=alert(1)> **b** | [x](https://evil.example) ::error::x";

fn hostile() -> Git {
    let git = Git::new();
    git.write("content/index.md", "---\ntitle: Start\nkind: page\n---\nText.\n");
    git.commit("Begin");
    git.write(
        "content/a.md",
        format!(
            "---\ntitle: '{TITLE}'\nkind: page\n---\n\n<script>alert(1)</script>\n\n[gone](<gone%0A::set-output.md>)\n"
        ),
    );
    git.write("content/x,y%0A::error::b.md", "---\ntitle: Name\nkind: page\n---\n\n[gone](<g\"one.md>)\n");
    git.write(
        "content/index.md",
        format!(
            "---\ntitle: 'Start {TITLE}'\nkind: page\n---\n\n## {TITLE}\n\nText <b onclick=\"x()\">and</b> more.\n"
        ),
    );
    git.write("templates/head.html", "<script src=\"https://evil.example/x.js\"></script>");
    git.write("docent.yml", "html: trusted\n");
    git.write("static/evil.js", "alert(1)");
    git.write("static/evil.html", "<script>alert(1)</script>");
    git.write("static/theme/page.js", "alert(1)");
    git.commit("Attack");
    git
}

#[test]
fn the_comment_mentions_nobody_and_links_only_into_the_preview() {
    let git = hostile();
    git.preview("origin", &["--base", "HEAD~1", "--url", "https://preview.example/7/", "--untrusted"]).expect(1);
    for file in ["comment.md", "summary.md"] {
        let text = git.made(&format!("origin/_preview/{file}"));
        for bad in ["@everyone", "#1 ", "<img", "](https://evil", "**b**", "https://evil"] {
            let bare = text.match_indices(bad).any(|(at, _)| !text[..at].ends_with('\\'));
            assert!(!bare, "{file} has {bad}: {text}");
        }
        for link in text.split("](").skip(1) {
            assert!(link.starts_with("<https://preview.example/7/"), "{file}: {link}");
        }
        assert!(text.lines().all(|line| !line.starts_with("::")), "{text}");
    }
}

#[test]
fn pages_of_the_preview_run_nothing_of_it() {
    let git = hostile();
    git.preview("origin", &["--base", "HEAD~1", "--untrusted"]).expect(1);
    let tree = git.scratch.tree("origin/_preview");
    for (path, bytes) in &tree {
        let text = String::from_utf8_lossy(bytes);
        for bad in ["evil.example/x.js", "<script>alert", "<img src=x", "onclick=", "onerror=alert(1)>"] {
            let runs = path.ends_with(".html") || path.ends_with(".svg");
            assert!(!(runs && text.contains(bad)), "{path} has {bad}");
        }
        // The index of the search holds the words of titles, as strings.
        let is_script = path.ends_with(".js") && !path.starts_with("site/search/");
        assert!(!(is_script && text.contains("alert(1)")), "{path}");
    }
    assert!(tree["site/evil.js"].is_empty() && tree["site/evil.html"].is_empty());
    assert!(tree["site/theme/page.js"].starts_with(b"//"), "the built-in theme serves");
}

#[test]
fn annotations_hold_no_command() {
    let git = hostile();
    let run = git.preview("origin", &["--base", "HEAD~1", "--format", "github", "--untrusted"]).expect(1);
    assert!(run.stdout.lines().count() >= 2, "{}", run.stdout);
    for line in run.stdout.lines() {
        assert!(line.starts_with("::error file=") || line.starts_with("::warning file="), "{line}");
        let properties = line.split("::").nth(1).unwrap();
        assert!(properties.split(',').all(|property| property.contains('=')), "{line}");
    }
}

#[test]
fn names_that_are_no_text_are_refused_with_a_message() {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let git = Git::new();
        git.write("content/index.md", "---\ntitle: Start\nkind: page\n---\nText.\n");
        git.commit("Begin");
        let name = std::ffi::OsStr::from_bytes(b"\xff.md");
        std::fs::write(git.path("origin/content").join(name), "x").unwrap();
        let run = git.preview("origin", &["--base", "HEAD"]).expect(1);
        assert!(run.stdout.contains("its name is not valid UTF-8"), "{}", run.stdout);
    }
}
