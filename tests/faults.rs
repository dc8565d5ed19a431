//! What the machine may do to a whole build: each is told with the file that it is about, and nothing is lost.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use docent::cache::Cache;
use docent::pipeline::{self, Options};
use docent::source::SitePath;
use docent::world::{Listing, MemoryWorld, World};
use program::{PAGE, Run, Scratch, run};

/// How many rounds to kill a build, for a longer trial by hand.
const ROUNDS: &str = "DOCENT_TEST_KILL_ROUNDS";

/// A site of so many pages, each of which says these words.
fn pages(site: &Scratch, count: usize, words: &str) {
    for number in 0..count {
        let text = format!(
            "---\ntitle: Page {number}\nkind: page\n---\n\n{words} {number}\n\n```python\nx = \"{words}\"\n```\n"
        );
        site.write(&format!("content/p{number}.md"), text);
    }
    site.write("content/index.md", PAGE);
}

/// Runs `docent` as a shell runs it that was told this first.
fn under(site: &Scratch, limit: &str, arguments: &str) -> Run {
    let line = format!("{limit}; exec \"$0\" {arguments}");
    run(Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_docent")]).current_dir(site.path(".")))
}

#[test]
fn a_build_that_is_killed_leaves_one_whole_site() {
    let site = Scratch::new();
    pages(&site, 40, "even");
    let start = Instant::now();
    site.docent(&["build"]).expect(0);
    let whole = start.elapsed();
    let even = site.tree("public");
    pages(&site, 40, "odd");
    site.docent(&["build", "--out", "elsewhere"]).expect(0);
    let odd = site.tree("elsewhere");
    let rounds: u32 = std::env::var(ROUNDS).map_or(12, |rounds| rounds.parse().unwrap());
    let mut killed = 0;
    for round in 0..rounds {
        pages(&site, 40, if round % 2 == 0 { "odd" } else { "even" });
        let mut child = site.command(&["build"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Publishing is at the end; moments of all of the build are tried, and more of those.
        let moment = if round % 3 == 0 { round * 7_919 % 100 } else { 60 + round * 7_919 % 45 };
        sleep(whole * moment / 100);
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        let found = site.tree("public");
        assert!(found == even || found == odd, "round {round}: a mix of two builds");
    }
    assert!(killed > 0, "every build ended before it was killed");
    pages(&site, 40, "even");
    site.docent(&["build"]).expect(0);
    assert!(site.tree("public") == even, "the next build is as if none had been killed");
    let left: Vec<_> = fs::read_dir(site.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "`content`, `public` and `elsewhere`: {left:?}");
}

/// A limit on the size of a file stands in for a full disk: both end a write half-way.
#[test]
fn a_full_disk_leaves_the_earlier_site() {
    let site = Scratch::with_a_page();
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    site.write("content/large.md", format!("{PAGE}{}", "Words of a long page.\n".repeat(20_000)));
    let failed = under(&site, "trap '' XFSZ; ulimit -f 200", "build").expect(2);
    failed.saying(&["cannot write `", "public/", "File too large"]);
    assert_eq!(site.tree("public"), published);
    let left: Vec<_> = fs::read_dir(site.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    site.docent(&["build"]).expect(0);
}

#[test]
fn too_many_open_files_are_told_or_are_enough() {
    let site = Scratch::new();
    pages(&site, 30, "words");
    // Each folder is open while what is in it is listed.
    site.write("content/a/b/c/d/e/f/page.md", PAGE);
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    for limit in 4..14 {
        let run = under(&site, &format!("ulimit -n {limit}"), "build");
        match run.code {
            Some(0) => {}
            // What cannot be read is a finding in the site; what cannot be written is an error of the machine.
            Some(1 | 2) => {
                assert!(run.stderr.contains("Too many open files"), "with {limit}: {}", run.stderr);
                assert!(limit < 10, "ten files have to be enough, however many pages there are: {}", run.stderr);
            }
            code => panic!("with {limit} files: {code:?}: {}", run.stderr),
        }
        assert_eq!(site.tree("public"), published, "with {limit} files");
    }
}

/// A site whose second file is gone when it is read.
struct Vanishing(MemoryWorld);

impl World for Vanishing {
    fn list(&self, folder: &str) -> Listing {
        self.0.list(folder)
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        if path.stem() == "gone" { Err(io::ErrorKind::NotFound.into()) } else { self.0.read(path) }
    }
}

#[test]
fn a_file_that_vanishes_after_it_was_listed_is_told() {
    let mut world = MemoryWorld::new();
    for path in ["content/index.md", "content/gone.md", "content/gone.csv", "static/gone.css", "templates/gone.html"] {
        world.write(path, PAGE);
    }
    let built = pipeline::build(&Vanishing(world), &Cache::new(), &Options::default(), &());
    let told: BTreeMap<_, _> = built
        .checked
        .diagnostics
        .iter()
        .filter(|found| found.name == "source-unreadable")
        .map(|found| (found.finding.span.path.to_string(), found.finding.message.clone()))
        .collect();
    let paths: Vec<_> = told.keys().map(String::as_str).collect();
    assert_eq!(paths, ["content/gone.csv", "content/gone.md", "static/gone.css", "templates/gone.html"]);
    assert!(told.values().all(|message| message.contains("cannot be read")), "{told:?}");
}

#[test]
fn files_that_may_not_be_read_are_told() {
    let site = Scratch::with_a_page();
    site.write("content/secret.md", PAGE);
    site.write("content/locked/page.md", PAGE);
    let modes = |secret: u32, locked: u32| {
        fs::set_permissions(site.path("content/secret.md"), fs::Permissions::from_mode(secret)).unwrap();
        fs::set_permissions(site.path("content/locked"), fs::Permissions::from_mode(locked)).unwrap();
    };
    modes(0o000, 0o000);
    // Permissions do not hold the superuser back: there another user builds.
    fs::set_permissions(site.path("."), fs::Permissions::from_mode(0o777)).unwrap();
    let superuser = fs::read(site.path("content/secret.md")).is_ok();
    let program = site.path("program");
    assert!(Command::new("cp").arg(env!("CARGO_BIN_EXE_docent")).arg(&program).status().unwrap().success());
    let mut command = Command::new(&program);
    command.args(["check"]).current_dir(site.path("."));
    if superuser {
        std::os::unix::process::CommandExt::uid(&mut command, 65_534);
    }
    let said = run(&mut command).expect(1);
    said.saying(&["content/secret.md", "content/locked", "P04", "denied"]);
    modes(0o644, 0o755);
}

#[test]
fn files_that_are_no_files_are_told() {
    let site = Scratch::with_a_page();
    assert!(Command::new("mkfifo").arg(site.path("content/pipe.md")).status().unwrap().success());
    let mut child = site.command(&["check"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "the check waits for a pipe that nobody writes to");
        sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("neither a file nor a folder"), "{output:?}");
}

/// A clock that goes backwards: files are from the future, then from long ago.
#[test]
fn the_times_of_files_do_not_matter() {
    let site = Scratch::with_a_page();
    let age = |at: SystemTime| {
        fs::File::options().write(true).open(site.path("content/index.md")).unwrap().set_modified(at).unwrap();
    };
    age(SystemTime::now() + Duration::from_secs(1 << 30));
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    site.write("content/index.md", PAGE.replace("Text.", "Other words."));
    age(SystemTime::UNIX_EPOCH + Duration::from_secs(1));
    site.docent(&["build"]).expect(0);
    assert!(site.tree("public") != published, "a file that seems older than its page is read all the same");
    site.write("content/index.md", PAGE);
    age(SystemTime::UNIX_EPOCH);
    site.docent(&["build"]).expect(0);
    assert_eq!(site.tree("public"), published);
}

#[test]
fn of_two_builds_at_once_each_is_whole_or_says_so() {
    let site = Scratch::new();
    pages(&site, 60, "words");
    site.docent(&["build"]).expect(0);
    let published = site.tree("public");
    let mut refused = 0;
    for _ in 0..6 {
        fs::remove_dir_all(site.path("public")).unwrap();
        let mut builds = [0; 3].map(|_| site.command(&["build"]).stderr(Stdio::piped()).spawn().unwrap());
        let mut succeeded = 0;
        for build in &mut builds {
            let mut said = String::new();
            io::Read::read_to_string(&mut build.stderr.take().unwrap(), &mut said).unwrap();
            match build.wait().unwrap().code() {
                Some(0) => succeeded += 1,
                Some(2) => {
                    assert!(said.contains("another build is publishing into"), "{said}");
                    refused += 1;
                }
                code => panic!("{code:?}: {said}"),
            }
        }
        assert!(succeeded > 0 && site.tree("public") == published);
    }
    // Whether two meet is for the machine to say; that they are told is tested where they are made to.
    assert!(refused <= 12);
}
