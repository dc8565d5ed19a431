//! A build that is killed at any moment leaves the earlier output or the new one, and nothing else.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use docent::output::{Outputs, destination};

use crate::{Site, tree, tree_of};

/// Tells the child which folder to publish into.
const FOLDER: &str = "DOCENT_TEST_KILLED_FOLDER";
/// How many rounds to run, for a longer trial by hand.
const ROUNDS: &str = "DOCENT_TEST_KILL_ROUNDS";

/// Two builds that share half of their pages.
fn builds() -> [Outputs; 2] {
    ["even", "odd"].map(|name| {
        let mut outputs = Outputs::new();
        for page in 0..60 {
            let text = if page % 2 == 0 { "shared" } else { name };
            outputs.insert(format!("{}/{page}.html", page / 10), text.repeat(2_000).into_bytes()).unwrap();
            outputs.insert(format!("{name}/{page}.html"), name.as_bytes()).unwrap();
        }
        outputs
    })
}

/// Publishes one build after the other until it is killed.
fn publish_for_ever(folder: &Path) {
    let destination = destination(folder, folder.parent().unwrap(), &[]).unwrap();
    let builds = builds();
    io::stdout().write_all(b"ready\n").unwrap();
    for build in builds.iter().cycle() {
        destination.publish(build).unwrap();
    }
}

#[test]
fn the_output_is_always_whole() {
    if let Some(folder) = env::var_os(FOLDER) {
        return publish_for_ever(&PathBuf::from(folder));
    }
    let site = Site::new();
    let [even, odd] = builds().map(|outputs| tree_of(&outputs));
    let rounds = env::var(ROUNDS).map_or(20, |rounds| rounds.parse().unwrap());
    let mut left_behind = 0;
    for round in 0..rounds {
        kill_after(&site.public(), Duration::from_micros(1_000 + round * 7_919 % 23_000));
        let found = if site.public().exists() { tree(&site.public()) } else { even.clone() };
        assert!(found == even || found == odd, "round {round}: a mix of two builds");
        left_behind += u32::from(site.entries().len() > 4);
        if round % 4 == 0 {
            site.destination(site.public()).unwrap().publish(&builds()[1]).unwrap();
            assert_eq!(tree(&site.public()), odd);
            assert_eq!(site.entries(), ["content", "public", "static", "templates"]);
        }
    }
    assert!(left_behind > 0, "no build was killed at work");
}

fn kill_after(folder: &Path, wait: Duration) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kills::the_output_is_always_whole"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("ready")), "the child never began");
    sleep(wait);
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
}
