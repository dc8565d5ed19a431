//! A preview that somebody else has made is refused, with the reason, unless it is safe to publish.

use std::fs;

use crate::program::{Run, run};
use crate::repository::Git;

/// A preview, as an artifact would hold it.
fn artifact() -> Git {
    let git = Git::new();
    git.write("content/index.md", "---\ntitle: Start\nkind: page\n---\nText.\n");
    git.commit("Begin");
    git.write("content/a.md", "---\ntitle: A\nkind: page\n---\nText.\n");
    git.preview("origin", &["--base", "HEAD"]).expect(0);
    git
}

fn verify(git: &Git) -> Run {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docent"));
    // What a workflow says of its change is of no matter here.
    command.env("GITHUB_BASE_REF", "main").args(["preview", "verify"]).arg(git.path("origin/_preview"));
    run(&mut command)
}

#[test]
fn a_preview_of_ours_is_verified() {
    verify(&artifact()).expect(0).saying(&["can be published"]);
}

#[test]
fn the_comment_is_written_anew() {
    let git = artifact();
    let marker = "<!-- docent-preview -->\n@everyone";
    fs::write(git.path("origin/_preview/comment.md"), marker).unwrap();
    let anew = |code| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docent"));
        command.args(["preview", "verify", "--url", "https://preview.example/7/", "--comment"]);
        run(command.arg(git.path("comment.md")).arg(git.path("origin/_preview"))).expect(code)
    };
    anew(0);
    let text = git.made("comment.md");
    assert!(text.starts_with("<!-- docent-preview -->\n") && !text.contains("@everyone"), "{text}");
    assert!(text.contains("(<https://preview.example/7/site/a.html>)"), "{text}");
    anew(2).saying(&["exists already"]);
}

#[test]
fn what_is_not_safe_is_refused_with_its_reason() {
    let git = artifact();
    let folder = git.path("origin/_preview");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/passwd", folder.join("site/link.html")).unwrap();
        std::os::unix::fs::symlink("/etc", folder.join("site/folder")).unwrap();
        fs::hard_link(folder.join("site/index.html"), folder.join("site/hard.html")).unwrap();
        fs::write(folder.join("site/a\n::error::x.html"), "x").unwrap();
        fs::write(folder.join("site/..\\x.html"), "x").unwrap();
    }
    fs::File::create(folder.join("site/huge.bin")).unwrap().set_len(100 * 1024 * 1024).unwrap();
    fs::write(folder.join("other.txt"), "x").unwrap();
    fs::create_dir(folder.join(".git")).unwrap();
    fs::write(folder.join(".git/config"), "x").unwrap();
    // A repository within the folder names commands, which a later `git add` would run.
    fs::create_dir_all(folder.join("site/a/.GIT")).unwrap();
    fs::create_dir(folder.join("site/git~1")).unwrap();
    for name in [".git", "a/.GIT/config", "git~1/config", ".gitattributes", ".htaccess"] {
        fs::write(folder.join("site").join(name), "gitdir: ./visible").unwrap();
    }
    fs::write(folder.join("site/.g\u{200c}it"), "x").unwrap();
    let said = verify(&git).expect(1).stderr;
    let mut wanted = vec![
        "`site/huge.bin` has 104857600 bytes, more than 67108864",
        "`other.txt` is no file of a preview",
        "`.git/config` has the name of a hidden file",
        "`site/.git` has the name of a hidden file",
        "`site/a/.GIT/config` has the name of a hidden file",
        "`site/git~1/config` has the name of a hidden file",
        "`site/.gitattributes` has the name of a hidden file",
        "`site/.htaccess` has the name of a hidden file",
    ];
    if cfg!(unix) {
        wanted.extend([
            "`site/link.html` is a symbolic link",
            "`site/folder` is a symbolic link",
            "`site/hard.html` is a hard link",
        ]);
        wanted.push(r"`site/.g\u{200c}it` has a name with invisible signs");
        wanted.extend([r"`site/a\n::error::x.html` has a name", r"`site/..\\x.html` contains a backslash"]);
    }
    for reason in wanted {
        assert!(said.contains(reason), "{reason}\n{said}");
    }
    assert!(said.lines().all(|line| line.starts_with("Refused")), "{said}");
}

#[test]
fn what_programs_read_has_to_be_as_they_read_it() {
    let git = artifact();
    let json = git.path("origin/_preview/preview.json");
    let good = fs::read_to_string(&json).unwrap();
    for (text, why) in [
        ("{", "is no account of a preview: EOF"),
        (r#"{"schema":"preview/1","more":1}"#, "is no account of a preview: unknown field"),
        (&good.replace("preview/1", "preview/9"), "has a form that this Docent does not know: `preview/9`"),
        (
            &good.replace("\"site/a.html\"", "\"/etc/passwd\""),
            "names a page that is no part of a preview: `/etc/passwd`",
        ),
        (&good.replace("\"site/a.html\"", "\"site/../../x\""), "names a page that is no part of a preview"),
        (&good.replace("\"commit\": \"", "\"commit\": \"--x"), "names a commit that is none"),
        (
            &good.replace(
                "\"site_wide\": [",
                "\"site_wide\": [{\"what\":\"x\",\"files\":[],\"pages\":1,\"samples\":[\"../x\"]},",
            ),
            "names a page that is no part of a preview: `../x`",
        ),
    ] {
        fs::write(&json, text).unwrap();
        let said = verify(&git).expect(1).stderr;
        assert!(said.contains(&format!("`preview.json` {why}")), "{why}\n{said}");
    }
    fs::write(&json, &good).unwrap();
    fs::write(git.path("origin/_preview/comment.md"), "@everyone\n").unwrap();
    verify(&git).expect(1).saying(&["`comment.md` does not begin with the line"]);
    fs::remove_file(git.path("origin/_preview/comment.md")).unwrap();
    verify(&git).expect(1).saying(&["`comment.md` is missing"]);
}
