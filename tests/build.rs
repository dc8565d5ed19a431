//! `docent build` from outside: what it publishes, what it refuses, and that it does the same everywhere.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;

use std::fs;

use program::{PAGE, Scratch, run};

#[test]
fn folders_that_hold_sources_are_refused() {
    let site = Scratch::new();
    site.write("above/site/content/index.md", PAGE);
    site.write("above/site/content/keep.txt", "mine");
    site.write("above/site/docent.yml", "title: Mine\n");
    site.write("home/keep.txt", "mine");
    #[cfg(unix)]
    std::os::unix::fs::symlink(site.path("above/site"), site.path("link")).unwrap();
    let before = site.tree(".");
    let absolute = |path: &str| site.path(path).display().to_string();
    let mut folders =
        vec![".".to_owned(), "..".to_owned(), "content".to_owned(), "content/../.".to_owned(), absolute("above")];
    folders.extend(["/".to_owned(), absolute("home"), "../../home".to_owned()]);
    if cfg!(unix) {
        folders.extend([absolute("link"), "../../link/content".to_owned()]);
    }
    for folder in folders {
        let mut command = site.command(&["build", "--out", &folder]);
        let said = run(command.current_dir(site.path("above/site")).env("HOME", site.path("home"))).expect(2);
        let named = format!("refusing to publish into `{folder}`: ");
        assert!(said.stderr.contains(&named), "{}", said.stderr);
        assert_eq!(site.tree("."), before, "{folder}");
    }
}

#[test]
fn an_output_among_the_sources_is_refused() {
    let site = Scratch::with_a_page();
    site.write("content/a.txt", "x");
    let before = site.tree(".");
    for _ in 0..3 {
        site.docent(&["build", "--out", "content/site"]).expect(2).saying(&["inside the source folder"]);
        assert_eq!(site.tree("."), before);
    }
}

#[test]
fn a_failed_build_leaves_the_output_as_it_was() {
    let site = Scratch::with_a_page();
    site.write("content/zz.md", PAGE);
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    site.write("content/zz.md", "---\ntitle: One\ntitle: Two\nkind: page\n---\n");
    site.docent(&["build"]).expect(1).saying(&["content/zz.md:3:1", "nothing was published"]);
    assert_eq!(site.tree("public"), published);
    site.write("templates/head.html", "{{ nothing_of_this_name }}");
    site.write("content/zz.md", PAGE);
    site.docent(&["build"]).expect(1).saying(&["templates/head.html:1", "P02"]);
    assert_eq!(site.tree("public"), published);
    fs::remove_dir_all(site.path("templates")).unwrap();
    site.docent(&["build"]).expect(0).saying(&["0 files written"]);
    let left: Vec<_> = fs::read_dir(site.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "only `content` and `public`: {left:?}");
}

#[test]
fn pages_that_are_gone_are_taken_away() {
    let site = Scratch::with_a_page();
    site.write("content/a/old.md", PAGE);
    site.write("content/a/old.txt", "x");
    site.docent(&["build"]).expect(0);
    assert!(site.path("public/a/old.html").is_file() && site.path("public/a/old.txt").is_file());
    fs::remove_dir_all(site.path("content/a")).unwrap();
    site.docent(&["build"]).expect(0);
    assert!(!site.path("public/a").exists());
}

#[test]
fn hidden_files_and_backups_stay_at_home() {
    let site = Scratch::with_a_page();
    site.write("content/notes.txt", "public text");
    site.write("content/.well-known/security.txt", "public too");
    let left_out = [
        "index.md~",
        ".index.md.swp",
        "#index.md#",
        ".env",
        ".git/config",
        "index.md.0HlVyu.bck",
        "4913",
        ".x/page.md",
        "a/.b/c.txt",
        "a/page.md.orig",
    ];
    for name in left_out {
        site.write(&format!("content/{name}"), "SECRETWORD");
        site.write(&format!("static/{name}"), "SECRETWORD");
    }
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    assert_eq!(published["notes.txt"], b"public text");
    assert_eq!(published[".well-known/security.txt"], b"public too");
    for (path, bytes) in published {
        assert!(!String::from_utf8_lossy(&bytes).contains("SECRETWORD"), "{path}");
    }
}

/// Eight pages that link each other, with code, tags and a day.
fn pages() -> Vec<(String, String)> {
    let names: Vec<_> = ('a'..='h').map(String::from).collect();
    let page = |(at, name): (usize, &String)| {
        let next = &names[(at + 1) % names.len()];
        let text = format!(
            "---\ntitle: Page {name}\nkind: page\ndate: 2024-01-05\ntags: [t{name}, shared]\n---\n\n## Head\n\n\
             word{name} [the next]({next}.md)\n\n```rust\nfn {name}() {{}}\n```\n"
        );
        (format!("content/{name}.md"), text)
    };
    names.iter().enumerate().map(page).collect()
}

#[test]
fn two_builds_are_equal_wherever_and_however_they_are_made() {
    let (first, second) = (Scratch::new(), Scratch::new());
    for (path, text) in pages() {
        first.write(&path, text);
    }
    // The second copy is made in another order, and long ago.
    for (path, text) in pages().into_iter().rev() {
        second.write(&path, text);
        let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
        fs::File::options().write(true).open(second.path(&path)).unwrap().set_modified(long_ago).unwrap();
    }
    let environments = [
        [("TZ", "America/Los_Angeles"), ("LC_ALL", "C"), ("RAYON_NUM_THREADS", "1")],
        [("TZ", "Pacific/Kiritimati"), ("LC_ALL", "tr_TR.UTF-8"), ("RAYON_NUM_THREADS", "8")],
        [("TZ", "UTC"), ("LC_ALL", "de_DE.UTF-8"), ("RAYON_NUM_THREADS", "3")],
    ];
    run(first.command(&["build"]).envs(environments[0])).expect(0);
    let expected = first.tree("public");
    for (number, environment) in environments.into_iter().enumerate() {
        let out = second.path(&format!("out-{number}")).display().to_string();
        let mut command = first.command(&["build", "--out", &out, "--site", second.path(".").to_str().unwrap()]);
        run(command.envs(environment).current_dir(first.path("content"))).expect(0);
        assert_eq!(second.tree(&format!("out-{number}")), expected, "{environment:?}");
    }
    let day = String::from_utf8_lossy(&expected["a.html"]);
    assert!(day.contains("datetime=\"2024-01-05\"") && !day.contains("2024-01-04") && !day.contains("2024-01-06"));
}

#[test]
fn spellings_of_a_base_url_mean_one_thing() {
    let site = Scratch::with_a_page();
    site.write("content/sub/page.md", "---\ntitle: Page\nkind: page\n---\n\n[Home](../index.md)\n");
    for spelling in ["https://host.invalid/docs", "https://host.invalid/docs/", "https://host.invalid//docs//"] {
        site.docent(&["build", "--base-url", spelling]).expect(0);
        let page = fs::read_to_string(site.path("public/sub/page.html")).unwrap();
        assert!(
            page.contains("<link rel=\"canonical\" href=\"https://host.invalid/docs/sub/page.html\">"),
            "{spelling}"
        );
        site.docent(&["build", "--base-url", "https://host.invalid/docs/"]).expect(0).saying(&["0 files written"]);
    }
    let published = site.tree("public");
    for spelling in
        ["/docs", "/docs/", "docs/", "host.invalid/docs", "https://", "https://host.invalid/?a", "javascript:x"]
    {
        site.docent(&["build", "--base-url", spelling]).expect(2).saying(&["--base-url", spelling]);
        site.write("docent.yml", format!("base_url: {spelling}\n"));
        site.docent(&["build"]).expect(1).saying(&["docent.yml:1:11", spelling]);
        fs::remove_file(site.path("docent.yml")).unwrap();
        assert_eq!(site.tree("public"), published);
    }
}

#[test]
fn drafts_are_left_out_unless_wanted() {
    let site = Scratch::with_a_page();
    site.write("content/later.md", "---\ntitle: Later\nkind: page\ndraft: true\n---\n\nNot yet.\n");
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    assert!(!published.contains_key("later.html"));
    assert!(published.values().all(|bytes| !String::from_utf8_lossy(bytes).contains("Later")));
    site.docent(&["build", "--drafts"]).expect(0);
    assert!(site.path("public/later.html").is_file());
    site.docent(&["build"]).expect(0);
    assert_eq!(site.tree("public"), published);
}
