//! The command line from outside: exit codes, what is printed where, and what it says of the machine's mistakes.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;

use std::fs;

use docent::check::RULES;
use program::{PAGE, Scratch, run};

const TUTORIAL: &str = "content/tutorials/autoloading.md";

#[test]
fn exit_codes_tell_clean_from_found_from_could_not_run() {
    let site = Scratch::with_a_page();
    site.docent(&["check"]).expect(0).saying(&["nothing to report"]);
    site.docent(&["build"]).expect(0);
    site.write("content/warned.md", "---\ntitle: Warned\nkind: page\n---\n\nSee [this page](my page.md).\n");
    site.docent(&["check"]).expect(0).saying(&["warning[L13]", "1 warning in 1 file"]);
    site.docent(&["build"]).expect(0).saying(&["warning[L13]"]);
    site.write("content/wrong.md", "---\ntitle: Wrong\nkind: page\nlevel: easy\n---\n");
    site.docent(&["check"]).expect(1).saying(&["error[F06]", "1 error and 1 warning in 2 files"]);
    site.docent(&["build"]).expect(1).saying(&["nothing was published"]);
    site.docent(&["check", "--site", "nowhere"]).expect(2).saying(&["nowhere"]);
    site.docent(&["build", "--out", "content"]).expect(2);
    site.docent(&["check", "--colour"]).expect(2).saying(&["--color"]);
}

#[test]
fn help_names_every_command_and_version_the_version() {
    let here = Scratch::new();
    let help = here.docent(&["--help"]).expect(0);
    for command in ["build", "check", "explain", "rules"] {
        assert!(help.stdout.contains(&format!("\n  {command} ")), "{}", help.stdout);
        here.docent(&[command, "--help"]).expect(0).saying(&["Usage: docent", "--site <DIR>", "--color <WHEN>"]);
    }
    assert_eq!(here.docent(&["--version"]).expect(0).stdout, format!("docent {}\n", env!("CARGO_PKG_VERSION")));
    here.docent(&[]).expect(2).saying(&["Usage: docent"]);
}

#[test]
fn a_folder_that_is_no_site_is_said_to_be_none() {
    let here = Scratch::new();
    here.write("file", "");
    here.docent(&["check"]).expect(2).saying(&["is no site", "content", "--site DIR"]);
    here.docent(&["build", "--site", "file"]).expect(2).saying(&["file"]);
    here.docent(&["build", "--site", "not/there"]).expect(2).saying(&["not/there"]);
    assert_eq!(fs::read_dir(here.path(".")).unwrap().count(), 1, "nothing was made");
}

#[test]
fn a_site_is_found_upwards_by_its_configuration() {
    let site = Scratch::new();
    site.write("outer/docent.yml", "title: Outer\n");
    site.write("outer/content/a/b/page.md", PAGE);
    let deep = site.path("outer/content/a/b");
    run(site.command(&["build"]).current_dir(&deep)).expect(0);
    assert!(site.path("outer/public/a/b/page.html").is_file(), "the output is in the site, wherever one stands");
    run(site.command(&["build", "--out", "here"]).current_dir(site.path("outer/content/.."))).expect(0);
    assert!(site.path("outer/here/a/b/page.html").is_file(), "`--out` counts from where one stands");
    run(site.command(&["check", "--site", "../../.."]).current_dir(&deep)).expect(0);
    fs::remove_file(site.path("outer/docent.yml")).unwrap();
    run(site.command(&["check"]).current_dir(&deep)).expect(2);
    run(site.command(&["check"]).current_dir(site.path("outer"))).expect(0);
}

#[test]
fn reports_go_to_the_output_and_summaries_to_the_error_stream() {
    let site = Scratch::with_a_page();
    site.write("content/wrong.md", "---\ntitle: Wrong\nkind: page\nlevel: easy\n---\n");
    let check = site.docent(&["check", "--format", "concise"]).expect(1);
    assert_eq!(
        check.stdout,
        "content/wrong.md:4:8: error[F06] `level` is `beginner`, `intermediate` or `advanced`, found `easy`\n"
    );
    assert!(check.stderr.starts_with("Checked 2 documents: 1 error in 1 file"), "{}", check.stderr);
    let human = site.docent(&["check"]).expect(1);
    for part in ["error[F06]", "--> content/wrong.md:4:8", "4 | level: easy", "why:", "docent explain F06"] {
        assert!(human.stdout.contains(part), "{part} in\n{}", human.stdout);
    }
    let build = site.docent(&["build"]).expect(1);
    assert_eq!(build.stdout, "");
    assert!(build.stderr.contains("error[F06]") && build.stderr.contains("Refused: 1 error"), "{}", build.stderr);
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let site = Scratch::with_a_page();
    site.write("content/wrong.md", "---\nkind: page\n---\n");
    let is_coloured = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let ran = run(site.command(arguments).envs(variable)).expect(1);
        let coloured = ran.stdout.contains('\u{1b}');
        assert_eq!(coloured, ran.stderr.contains('\u{1b}'), "both streams alike");
        coloured
    };
    assert!(!is_coloured(&["check"], None), "no terminal");
    assert!(!is_coloured(&["check"], Some(("NO_COLOR", "1"))));
    assert!(!is_coloured(&["check", "--color", "never"], Some(("CLICOLOR_FORCE", "1"))));
    assert!(is_coloured(&["check", "--color", "always"], None));
    assert!(is_coloured(&["check", "--color=always"], Some(("NO_COLOR", "1"))), "the command line has the last word");
}

#[test]
fn every_rule_explains_itself() {
    let here = Scratch::new();
    let list = here.docent(&["rules"]).expect(0).stdout;
    assert_eq!(list.lines().count(), RULES.len());
    for (rule, line) in RULES.iter().zip(list.lines()) {
        assert!(line.starts_with(rule.code) && line.contains(rule.name) && line.contains(rule.why), "{line}");
    }
    let page = here.docent(&["explain", "S13"]).expect(0);
    assert!(page.stdout.starts_with("S13 missing-prerequisites\n") && page.stderr.is_empty(), "{page:?}");
    assert_eq!(here.docent(&["explain", "missing-prerequisites"]).expect(0).stdout, page.stdout);
    here.docent(&["explain", "missing-prerequisite"]).expect(2).saying(&["did you mean `missing-prerequisites`"]);
}

/// Front matter without a key and its value.
fn without(text: &str, key: &str) -> String {
    let mut dropping = false;
    let mut lines = text.split_inclusive('\n');
    let mut kept = String::new();
    kept.push_str(lines.next().unwrap());
    for line in lines {
        dropping =
            line.starts_with(&format!("{key}:")) || (dropping && line.starts_with([' ', '-']) && line != "---\n");
        if !dropping {
            kept.push_str(line);
        }
    }
    assert_ne!(kept, text);
    kept
}

#[test]
fn a_tutorial_that_lacks_a_part_of_its_contract_is_never_published() {
    let site = Scratch::new();
    site.copy("content");
    site.copy("static/ci");
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    let whole = fs::read_to_string(site.path(TUTORIAL)).unwrap();
    let blanks = ["", " null", " ~", " \"\"", " '  '", " []", " [\"\", ~]", "\n  -\n  - \"  \"", " |\n\n"];
    for (key, code) in
        [("title", "F04"), ("description", "F04"), ("what_you_will_learn", "S01"), ("prerequisites", "S13")]
    {
        let refused = |text: String, place: &str, message: &str| {
            site.write(TUTORIAL, text);
            let (place, code) = (format!("--> {TUTORIAL}:{place}"), format!("error[{code}]"));
            let said = [place.as_str(), &code, message, " | ", "^", &format!("fix: add `{key}:")];
            site.docent(&["check"]).expect(1).saying(&said).saying(&["1 error in 1 file"]);
            site.docent(&["build"]).expect(1).saying(&said).saying(&["nothing was published"]);
            assert_eq!(site.tree("public"), published, "{key}");
        };
        let absent = without(&whole, key);
        refused(absent.clone(), "1:1", &format!("tutorial has no `{key}`"));
        for blank in blanks {
            let emptied = absent.replacen("---\n", &format!("---\n{key}:{blank}\n"), 1);
            refused(emptied, "2:1", &format!("`{key}` of this tutorial is empty"));
        }
    }
    site.write(TUTORIAL, whole);
    site.docent(&["build"]).expect(0).saying(&["0 files written"]);
}

#[test]
fn what_is_no_site_of_text_is_reported_and_survived() {
    let site = Scratch::with_a_page();
    site.write(
        "content/bytes.md",
        [b"---\ntitle: Bytes\nkind: page\n---\n\n".as_slice(), b"\xff\xfe\x00\x80 text\n"].concat(),
    );
    site.write("content/empty.md", "");
    site.write("content/zero.md", "---\ntitle: Nul\nkind: page\n---\n\na\0b\n");
    site.write("content/folder.md/index.md", PAGE);
    site.write("content/only-an-end.md", "---\n---");
    site.write("content/endings.md", "---\rtitle: Old\rkind: page\r---\r\rText.\r");
    site.write("content/deep.md", format!("---\ntitle: Deep\nkind: page\nextra: {}1\n---\n", "[".repeat(9_999)));
    site.write("content/quotes.md", format!("---\ntitle: Quotes\nkind: page\n---\n\n{}text\n", "> ".repeat(5_000)));
    site.write("content/brackets.md", format!("---\ntitle: Brackets\nkind: page\n---\n\n{}\n", "[".repeat(50_000)));
    site.write("docent.yml", b"title: \xff\n");
    let check = site.docent(&["check", "--format", "concise"]).expect(1);
    for line in [
        "content/bytes.md:6:1: error[P03] not valid UTF-8",
        "content/empty.md:1:1: error[F02] ",
        "content/only-an-end.md:1:1: error[F04] ",
        "content/deep.md:4:",
        "content/quotes.md:6:201: error[P08] ",
        "docent.yml:1:8: error[P03] not valid UTF-8",
    ] {
        assert!(check.stdout.lines().any(|said| said.starts_with(line)), "{line} in\n{}", check.stdout);
    }
    for whole in ["content/zero.md", "content/folder.md", "content/brackets.md", "content/index.md"] {
        assert!(!check.stdout.contains(whole), "{whole} in\n{}", check.stdout);
    }
    site.docent(&["check"]).expect(1);
    site.docent(&["build"]).expect(1);
}

#[cfg(unix)]
#[test]
fn links_in_circles_out_of_the_site_and_to_nowhere_are_reported() {
    use std::os::unix::fs::symlink;
    let site = Scratch::new();
    site.write("site/content/index.md", PAGE);
    site.write("site/content/real/page.md", PAGE);
    site.write("secret/secret.md", "SECRETWORD");
    symlink(site.path("site/content"), site.path("site/content/circle")).unwrap();
    symlink(site.path("secret"), site.path("site/content/out")).unwrap();
    symlink(site.path("secret/secret.md"), site.path("site/content/out.md")).unwrap();
    symlink("nowhere.md", site.path("site/content/dangling.md")).unwrap();
    symlink("self.md", site.path("site/content/self.md")).unwrap();
    let check = site.docent(&["check", "--site", "site", "--format", "concise"]).expect(1);
    let lines: Vec<_> = check.stdout.lines().collect();
    for name in ["circle", "out", "out.md", "dangling.md", "self.md"] {
        let line = format!("content/{name}:1:1: error[P04] `content/{name}` cannot be read: ");
        assert_eq!(lines.iter().filter(|said| said.starts_with(&line)).count(), 1, "{line} in\n{}", check.stdout);
    }
    assert_eq!(lines.len(), 5, "{}", check.stdout);
    for name in ["circle", "out", "out.md", "dangling.md", "self.md"] {
        fs::remove_file(site.path(&format!("site/content/{name}"))).unwrap();
    }
    // A link within the site is a second way to what it leads to.
    symlink("real", site.path("site/content/again")).unwrap();
    site.docent(&["build", "--site", "site"]).expect(0);
    assert!(site.path("site/public/again/page.html").is_file());
}

/// Every construct of Markdown and of Docent's code blocks, with a heading that makes its copies differ.
fn constructs(number: usize) -> String {
    include_str!("program/constructs.md").replace("NUMBER", &number.to_string())
}

#[test]
fn a_long_page_of_every_construct_is_built() {
    let site = Scratch::with_a_page();
    let mut page = "---\ntitle: Long\nkind: page\n---\n\n".to_owned();
    let mut number = 0;
    while page.lines().count() < 1_000 {
        number += 1;
        page.push_str(&constructs(number));
    }
    site.write("content/long.md", page);
    site.write("content/dot.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"2\"/>");
    let check = site.docent(&["check", "--format", "concise"]).expect(0);
    assert_eq!(check.stdout, "");
    site.docent(&["build"]).expect(0);
    let built = fs::read_to_string(site.path("public/long.html")).unwrap();
    for part in
        ["<table>", "class=\"tabs\"", "class=\"alert alert-caution\"", "<dl>", "class=\"footnotes\"", "<details>"]
    {
        assert!(built.contains(part), "{part}");
    }
}
