//! A git repository in a scratch folder, and clones of it.

use std::path::Path;
use std::process::Command;

use crate::program::{Run, Scratch, run};

/// Repositories in folders of one scratch folder.
pub(crate) struct Git {
    pub(crate) scratch: Scratch,
}

impl Git {
    /// A folder with one repository, `origin`.
    pub(crate) fn new() -> Self {
        let git = Self { scratch: Scratch::new() };
        git.scratch.write("origin/README.md", "A repository.\n");
        git.run("origin", &["init", "--quiet", "--initial-branch=main"]);
        git
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        self.scratch.write(&format!("origin/{path}"), text);
    }

    pub(crate) fn remove(&self, path: &str) {
        std::fs::remove_file(self.scratch.path(&format!("origin/{path}"))).unwrap();
    }

    /// Runs `docent preview` on a site, as a runner without an environment of its own would.
    pub(crate) fn preview(&self, folder: &str, arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docent"));
        command.current_dir(self.scratch.path(folder)).arg("preview").args(arguments);
        for name in [
            "GITHUB_BASE_REF",
            "GITHUB_HEAD_REF",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA",
            "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
        ] {
            command.env_remove(name);
        }
        run(&mut command)
    }

    /// A file of a preview.
    pub(crate) fn made(&self, path: &str) -> String {
        std::fs::read_to_string(self.scratch.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Commits all that has changed in `origin`.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.run("origin", &["add", "--all"]);
        self.run("origin", &["commit", "--quiet", "--allow-empty", "--message", message]);
        self.run("origin", &["rev-parse", "HEAD"])
    }

    /// Makes the commit by which a forge tries a change: `refs/pull/1/merge`.
    pub(crate) fn merge(&self, branch: &str) -> String {
        self.run("origin", &["checkout", "--quiet", "--detach", "main"]);
        self.run("origin", &["merge", "--quiet", "--no-ff", "--message", "Try it", branch]);
        self.run("origin", &["update-ref", "refs/pull/1/merge", "HEAD"]);
        self.run("origin", &["rev-parse", "HEAD"])
    }

    /// What CI does: one commit, fetched alone, checked out without a branch.
    pub(crate) fn checkout_shallow(&self, folder: &str, reference: &str) {
        std::fs::create_dir_all(self.scratch.path(folder)).unwrap();
        self.run(folder, &["init", "--quiet"]);
        let origin = self.url();
        self.run(folder, &["remote", "add", "origin", &origin]);
        self.run(
            folder,
            &["fetch", "--quiet", "--no-tags", "--depth=1", "origin", &format!("+{reference}:refs/remotes/pull/1")],
        );
        self.run(folder, &["checkout", "--quiet", "--detach", "refs/remotes/pull/1"]);
    }

    pub(crate) fn clone(&self, folder: &str, arguments: &[&str]) {
        let origin = self.url();
        let target = self.scratch.path(folder).display().to_string();
        self.run("origin", &[&["clone", "--quiet"], arguments, &[&origin, &target]].concat());
    }

    fn url(&self) -> String {
        format!("file://{}", self.scratch.path("origin").display())
    }

    pub(crate) fn path(&self, folder: &str) -> std::path::PathBuf {
        self.scratch.path(folder)
    }

    /// Runs git in a folder, alone with it: no settings of this machine, one author, one day.
    pub(crate) fn run(&self, folder: &str, arguments: &[&str]) -> String {
        let output = command(&self.scratch.path(folder), arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=A", "-c", "user.email=a@host.example", "-c", "gc.auto=0"]);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for date in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        command.env(date, "2026-11-30T12:00:00Z");
    }
    command.args(arguments);
    command
}
