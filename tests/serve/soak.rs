//! Edits, renames, deletions and invalid bytes without end: the server stays up, forgets nothing and keeps nothing.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::running::{Running, within};
use crate::{page, save_by_renaming, small_site, write};

/// A few seconds in every run of the tests; `DOCENT_SOAK_SECONDS=600 cargo test --release soak` by hand.
fn time() -> Duration {
    let seconds = std::env::var("DOCENT_SOAK_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(5))
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

#[test]
fn soak() {
    let site = small_site();
    let root = site.path();
    (0..60).for_each(|n| write(root, &format!("content/part-{}/p{n}.md", n % 6), &page(&format!("P{n}"), "Words.")));
    let mut running = Running::new(root);
    let (start, mut settled) = (Instant::now(), None);
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut steps = 0u32;
    while start.elapsed() < time() {
        disturb(root, &mut dice, steps);
        steps += 1;
        sleep(Duration::from_millis(dice.roll(60)));
        if steps.is_multiple_of(50) {
            let answer = running.get("/index.html");
            assert!(matches!(answer.status, 200 | 404), "{} after {steps} steps", answer.status);
        }
        if settled.is_none() && start.elapsed() > time() / 10 {
            settled = memory(&running);
        }
    }
    // What could not be told apart by an eye is compared with a build from nothing.
    write(root, "content/index.md", &page("Start", "The end of it."));
    write(root, "content/last.md", &page("Last", "The very last words."));
    fs::write(root.join("docent.yml"), "title: End\n").unwrap();
    let _ = fs::remove_dir_all(root.join("templates"));
    running.shows("/last.html", "The very last words.");
    assert!(running.is_up() && !running.log().contains("panicked"), "{}", running.log());
    let equal = within(20, || differences(root, &running).is_empty().then_some(()));
    assert!(equal.is_some(), "after {steps} steps these differ: {:?}", differences(root, &running));
    if let (Some(settled), Some(end)) = (settled, memory(&running)) {
        println!("{steps} steps, {} builds; memory {settled} kB, then {end} kB", running.rebuilds());
        assert!(end < settled * 2 + 64 * 1024, "memory grew from {settled} kB to {end} kB");
    }
}

/// One thing that an author, an editor or a version control system does.
fn disturb(root: &Path, dice: &mut Dice, step: u32) {
    let name = |dice: &mut Dice| format!("content/part-{}/p{}.md", dice.roll(6), dice.roll(60));
    let (path, other) = (name(dice), name(dice));
    let text = page(
        &format!("Step {}", dice.roll(9)),
        &format!("Words of step {step}. [link](../part-1/p{}.md)", dice.roll(60)),
    );
    // Most of these may find that the file is not there, or its folder: then nothing happens.
    match dice.roll(14) {
        0..=3 => write(root, &path, &text),
        4 => {
            fs::create_dir_all(root.join(&path).parent().unwrap()).unwrap();
            save_by_renaming(root, &path, &text);
        }
        5 => drop(fs::remove_file(root.join(&path))),
        6 => drop(fs::rename(root.join(&path), root.join(&other))),
        7 => {
            let bytes: Vec<u8> = (0..dice.roll(400)).map(|_| u8::try_from(dice.roll(256)).unwrap()).collect();
            drop(fs::write(root.join(&path), bytes));
        }
        8 => drop(fs::write(root.join(&path), &text.as_bytes()[..text.len() / 2])),
        9 => drop(fs::rename(root.join("content/part-2"), root.join("content/part-9"))),
        10 => drop(fs::rename(root.join("content/part-9"), root.join("content/part-2"))),
        11 => write(root, "docent.yml", ["title: A\n", "title: [", "title: B\nnav: [part-1]\n"][dice.roll(3) as usize]),
        12 => write(root, "templates/head.html", ["<!-- a -->", "{{ gone }}", "{% if"][dice.roll(3) as usize]),
        _ => drop(fs::remove_dir_all(root.join(format!("content/part-{}", dice.roll(6))))),
    }
}

/// The files of a build that the server does not serve as they are, and the pages that it serves and no build has.
fn differences(root: &Path, running: &Running) -> Vec<String> {
    let public = root.join("public");
    // A build that finds errors publishes nothing, so what is wrong by now is switched to a warning.
    let output = Command::new(env!("CARGO_BIN_EXE_docent")).args(["rules"]).output().unwrap();
    let rules: String = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1).map(|name| format!("  {name}: warning\n")))
        .collect();
    fs::write(root.join("docent.yml"), format!("title: End\nrules:\n{rules}")).unwrap();
    sleep(Duration::from_millis(1500));
    let build =
        Command::new(env!("CARGO_BIN_EXE_docent")).args(["build", "--drafts", "--site"]).arg(root).output().unwrap();
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    let files =
        walkdir::WalkDir::new(&public).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file());
    files
        .filter_map(|entry| {
            let path = entry.path().strip_prefix(&public).unwrap().to_str().unwrap().to_owned();
            let built = fs::read(entry.path()).unwrap();
            let served = running.get(&format!("/{}", path.replace(' ', "%20")));
            let same = path == ".docent-outputs"
                || served.body == built
                || crate::answers::without_script(&served.body) == built;
            (!same).then_some(path)
        })
        .collect()
}

/// Resident memory in kB, where the system tells it.
#[cfg(target_os = "linux")]
fn memory(running: &Running) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", running.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
}

#[cfg(not(target_os = "linux"))]
fn memory(_: &Running) -> Option<u64> {
    None
}
