//! Disks that are full, as they are: on small file systems, with room for more and more, until a command ends well. Until
//! then it says which file found no room, and leaves everything as it was.
//!
//! Each test mounts a file system of its own, in a process that nobody else sees the mounts of. Where the system does not
//! let us, the tests say so on the terminal.

#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use program::{Run, run};

/// Tells a child process of a test where its small file system is.
const FOLDER: &str = "DOCENT_TEST_FULL_DISK_FOLDER";

/// What takes up the room; hidden, so that no command asks for it.
const FILLER: &str = ".filler";

/// What is remembered of earlier runs, which can be deleted.
const CACHE: &str = ".docent-cache";

/// What grows from one try to the next.
#[derive(Clone, Copy)]
enum Room {
    /// So many more bytes.
    Bytes(u64),
    /// One more file or folder.
    Files,
}

impl Room {
    fn options(self) -> &'static str {
        match self {
            Self::Bytes(_) => "size=2m",
            Self::Files => "size=20m,nr_inodes=150",
        }
    }
}

/// Runs a test once more in a process of its own, there as `scenario` on a small file system.
fn on_a_small_disk(test: &str, options: &str, scenario: impl Fn(&Path)) {
    if let Some(folder) = env::var_os(FOLDER) {
        return scenario(&PathBuf::from(folder));
    }
    let scratch = tempfile::tempdir().unwrap();
    let mounted = |program: &[&str]| -> io::Result<Output> {
        let mount = r#"mount -t tmpfs -o "$0" docent "$1" && cd "$1" && shift && exec "$@""#;
        let who: &[&str] = if am_root() { &["--mount"] } else { &["--mount", "--map-root-user"] };
        let mut command = Command::new("unshare");
        command.args(who).args(["sh", "-c", mount, options]).arg(scratch.path()).args(program);
        command.env(FOLDER, scratch.path()).output()
    };
    let said = |output: &Output| {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    };
    let why = match mounted(&["true"]) {
        Ok(tried) if tried.status.success() => {
            let program = env::current_exe().unwrap();
            let output = mounted(&[program.to_str().unwrap(), "--exact", test, "--nocapture"]).unwrap();
            assert!(output.status.success(), "{}", said(&output));
            return;
        }
        Ok(tried) => said(&tried),
        Err(error) => error.to_string(),
    };
    // Past the harness, which shows nothing of a test that passes.
    let _ = writeln!(io::stderr(), "{test}: skipped, as nothing can be mounted here: {}", why.trim());
}

fn am_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// A site whose pages say these words and run; what they print is shown right or wrong, and so is where a link leads.
fn write_site(root: &Path, words: &str, is_right: bool) {
    fs::create_dir_all(root.join("content")).unwrap();
    let (printed, page) = if is_right { (words, "p1.md") } else { ("something else", "P1.md") };
    for number in 0..4 {
        let text = format!(
            "---\ntitle: Page {number}\nkind: page\n---\n\n{words}\n\n```sh run\necho {words}\n```\n\n```output\n{printed}\n```\n"
        );
        fs::write(root.join(format!("content/p{number}.md")), text).unwrap();
    }
    let index = format!("---\ntitle: Start\nkind: page\n---\n\nSee [it]({page}).\n");
    fs::write(root.join("content/index.md"), index).unwrap();
}

fn docent(root: &Path, arguments: &[&str]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_docent")).args(arguments).current_dir(root))
}

/// All that there is below a folder but the filler and what can be deleted: files with their bytes, folders without.
fn state(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let entries = walkdir::WalkDir::new(root).into_iter().map(Result::unwrap);
    let own = entries.filter(|entry| ![FILLER, CACHE].iter().any(|name| entry.path().starts_with(root.join(name))));
    own.map(|entry| (entry.path().to_owned(), entry.file_type().is_file().then(|| fs::read(entry.path()).unwrap())))
        .collect()
}

/// Takes up all room but a part.
fn fill(root: &Path, room: Room, left: u64) {
    let filler = root.join(FILLER);
    fs::create_dir_all(&filler).unwrap();
    match room {
        Room::Bytes(step) => {
            let mut file = OpenOptions::new().create(true).append(true).open(filler.join("bytes")).unwrap();
            while file.write_all(&[0; 4096]).is_ok() {}
            let size = file.metadata().unwrap().len();
            file.set_len(size.saturating_sub(left * step)).unwrap();
        }
        Room::Files => {
            let name = |number: u64| filler.join(number.to_string());
            let count = (0..).find(|&number| File::create(name(number)).is_err()).unwrap();
            (count.saturating_sub(left)..count).for_each(|number| fs::remove_file(name(number)).unwrap());
        }
    }
}

/// Runs a command with more and more room, until it ends well. How often it did not.
fn until_it_fits(root: &Path, room: Room, arguments: &[&str]) -> u64 {
    let before = state(root);
    for left in 0.. {
        fill(root, room, left);
        let run = docent(root, arguments);
        fs::remove_dir_all(root.join(FILLER)).unwrap();
        if run.code == Some(0) {
            return left;
        }
        let run = run.expect(2).saying(&["No space left on device", "cannot ", "`"]);
        let after = state(root);
        let differ: Vec<_> = after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).collect();
        assert!(differ.is_empty() && after.len() == before.len(), "{arguments:?} left {differ:?}\n{}", run.stderr);
    }
    unreachable!("a command fits where there is room")
}

/// Commands that make something, on a disk that has room for more and more of it.
fn make_at_last(root: &Path, room: Room) {
    for arguments in [
        &["init", "sites/other"][..],
        &["check", "--write-baseline"],
        &["new", "page", "a/b/new", "--title", "New"],
        &["build"],
        &["build", "--out", "some/other/place"],
        &["test", "--record", "content/p0.md"],
    ] {
        let site = root.join("site");
        write_site(&site, "first", true);
        assert!(until_it_fits(&site, room, arguments) > 0, "{arguments:?} needs no room");
        fs::remove_dir_all(site).unwrap();
    }
}

/// Commands that replace something, on the same.
fn replace_at_last(root: &Path, room: Room) {
    for (made_by, arguments, is_right) in [
        (&["build"][..], &["build"][..], true),
        (&["build"], &["preview", "--base", "public"], true),
        (&["check", "--write-baseline"], &["check", "--write-baseline"], false),
        (&["test", "--record"], &["test", "--record"], true),
        (&["build"], &["check", "--fix"], false),
        (&["build"], &["test", "--accept"], false),
    ] {
        let site = root.join("site");
        write_site(&site, "first", true);
        docent(&site, made_by).expect(0);
        write_site(&site, "second", is_right);
        assert!(until_it_fits(&site, room, arguments) > 0, "{arguments:?} needs no room");
        fs::remove_dir_all(site).unwrap();
    }
}

/// Where the code of pages runs, there is room for more and more.
fn runs_at_last(root: &Path, room: Room) {
    let site = tempfile::tempdir_in("/tmp").unwrap();
    write_site(site.path(), "words", true);
    for left in 0.. {
        fill(root, room, left);
        let mut command = Command::new(env!("CARGO_BIN_EXE_docent"));
        let run = run(command.args(["test", "--fresh"]).current_dir(site.path()).env("TMPDIR", root));
        fs::remove_dir_all(root.join(FILLER)).unwrap();
        assert_eq!(state(root).len(), 1, "something is left: {:?}", state(root).keys());
        if run.code == Some(0) {
            assert!(left > 0);
            return;
        }
        if run.code == Some(1) {
            // Docent found room, what the code prints did not.
            run.saying(&["the code ends with exit status 1"]);
        } else {
            run.expect(2).saying(&["No space left on device", &root.display().to_string()]);
        }
    }
}

/// An answer that is not whole is no answer; where nobody can be told anything, the work is done all the same.
#[test]
fn what_is_written_to_a_full_device() {
    let scratch = tempfile::tempdir().unwrap();
    write_site(scratch.path(), "words", true);
    let docent = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docent"));
        command.args(arguments).current_dir(scratch.path());
        command
    };
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [
        &["rules"][..],
        &["explain", "L01"],
        &["kinds"],
        &["schema", "config"],
        &["check", "--format", "json"],
        &["test", "--format", "junit"],
    ] {
        let run = run(docent(arguments).stdout(full()));
        run.expect(2).saying(&["cannot write the answer to the standard output: No space left on device"]);
    }
    for arguments in [&["check"][..], &["build"], &["test"], &["new", "page", "a"]] {
        run(docent(arguments).stderr(full())).expect(0);
    }
    assert!(scratch.path().join("public/p1.html").exists());
}

const BYTES: Room = Room::Bytes(16 << 10);

#[test]
fn what_is_made_on_a_full_disk() {
    on_a_small_disk("what_is_made_on_a_full_disk", BYTES.options(), |root| make_at_last(root, BYTES));
}

#[test]
fn what_is_replaced_on_a_full_disk() {
    on_a_small_disk("what_is_replaced_on_a_full_disk", BYTES.options(), |root| replace_at_last(root, BYTES));
}

#[test]
fn what_is_made_where_no_more_files_fit() {
    let room = Room::Files;
    on_a_small_disk("what_is_made_where_no_more_files_fit", room.options(), |root| make_at_last(root, room));
}

#[test]
fn what_is_replaced_where_no_more_files_fit() {
    let room = Room::Files;
    on_a_small_disk("what_is_replaced_where_no_more_files_fit", room.options(), |root| replace_at_last(root, room));
}

#[test]
fn code_that_runs_on_a_full_disk() {
    on_a_small_disk("code_that_runs_on_a_full_disk", BYTES.options(), |root| runs_at_last(root, Room::Bytes(4 << 10)));
}
