//! A site in a scratch folder, and the program run on it as from a shell.

#![allow(dead_code, reason = "each test crate runs the program in its own way")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A page without a contract, for sites that are about something else.
pub(crate) const PAGE: &str = "---\ntitle: A page\nkind: page\n---\n\nText.\n";

/// A folder of its own, gone when it is dropped.
pub(crate) struct Scratch(TempDir);

/// What the program did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A site of one page.
    pub(crate) fn with_a_page() -> Self {
        let scratch = Self::new();
        scratch.write("content/index.md", PAGE);
        scratch
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Writes a file, and the folders that it needs.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Copies a folder of this repository.
    pub(crate) fn copy(&self, folder: &str) {
        for (path, bytes) in tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            self.write(&format!("{folder}/{path}"), bytes);
        }
    }

    /// Every file below a folder.
    pub(crate) fn tree(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        tree(&self.path(folder))
    }

    /// The program with these arguments, to be run in the scratch folder. What the machine says of colours is unset.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docent"));
        command.args(arguments).current_dir(self.0.path());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "RUST_BACKTRACE"] {
            command.env_remove(variable);
        }
        command
    }

    pub(crate) fn docent(&self, arguments: &[&str]) -> Run {
        run(&mut self.command(arguments))
    }
}

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let run = Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
    assert!(!run.stderr.contains("panicked at"), "{}", run.stderr);
    run
}

impl Run {
    /// The run, which has to have ended with this code.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "\n{}\n{}", self.stdout, self.stderr);
        self
    }

    /// The run, whose report or message has to hold all of these.
    #[track_caller]
    pub(crate) fn saying(self, texts: &[&str]) -> Self {
        for text in texts {
            let said = self.stdout.contains(text) || self.stderr.contains(text);
            assert!(said, "`{text}` is not in\n{}\n{}", self.stdout, self.stderr);
        }
        self
    }
}

fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(within) = pending.pop() {
        for entry in fs::read_dir(&within).unwrap_or_else(|error| panic!("{}: {error}", within.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                pending.push(path);
            } else if path.is_file() {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}
