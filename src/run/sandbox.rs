//! The sandbox of a page: a temporary folder, and an environment that says the same everywhere.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::process::Isolation;
use crate::limit::RUN_OUTPUT_BYTES;

/// What of the environment is passed on.
const ALLOWED: [&str; 7] =
    ["PATH", "SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"];
/// What of the environment is passed on where the network is.
const ALLOWED_WITH_NETWORK: [&str; 9] = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
];
/// What every environment says, so that output does not depend on the machine.
const SET: [(&str, &str); 8] = [
    ("TZ", "UTC"),
    ("NO_COLOR", "1"),
    ("PYTHONHASHSEED", "0"),
    ("PYTHONIOENCODING", "utf-8"),
    ("COLUMNS", "80"),
    ("TERM", "dumb"),
    ("LANG", "C.UTF-8"),
    ("LC_ALL", "C.UTF-8"),
];

/// A folder that is gone when it is dropped, and how programs are started in it.
pub(super) struct Sandbox {
    folder: TempDir,
    /// Its path, free of symbolic links.
    path: PathBuf,
    isolation: Option<Isolation>,
    variables: Vec<String>,
}

impl Sandbox {
    /// A sandbox whose programs see these variables too. Without isolation they have the network.
    pub(super) fn new(isolation: Option<Isolation>, variables: Vec<String>) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("docent-").tempdir()?;
        let path = fs::canonicalize(folder.path())?;
        let sandbox = Self { folder, path, isolation, variables };
        for folder in [sandbox.root(), sandbox.own(), sandbox.path.join("home"), sandbox.path.join("tmp")] {
            fs::create_dir(folder)?;
        }
        Ok(sandbox)
    }

    /// The folder that the code of the page is in.
    pub(super) fn root(&self) -> PathBuf {
        self.path.join("page")
    }

    /// The folder of what the code does not know of.
    pub(super) fn own(&self) -> PathBuf {
        self.path.join("own")
    }

    /// A command in the folder of the code.
    pub(super) fn command(&self, words: &[String]) -> Command {
        let isolation = self.isolation.unwrap_or(Isolation::Impossible);
        let mut command = isolation.command(words);
        let with_network = if self.isolation.is_none() { &ALLOWED_WITH_NETWORK[..] } else { &[] };
        let passed = ALLOWED.iter().chain(with_network).copied().chain(self.variables.iter().map(String::as_str));
        command.env_clear().envs(passed.filter_map(|name| Some((name, std::env::var_os(name)?)))).envs(SET);
        command.env("HOME", self.path.join("home")).env("TMPDIR", self.path.join("tmp"));
        command.current_dir(self.root());
        command
    }

    /// Writes a file, and the folders that it needs; or adds to it.
    pub(super) fn write(&self, path: &str, bytes: &[u8], adds: bool) -> io::Result<()> {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().unwrap_or(&self.path))?;
        let mut options = fs::OpenOptions::new();
        options.create(true).write(true).truncate(!adds).append(adds);
        options.open(&file).and_then(|mut file| file.write_all(bytes)).map_err(|error| named(&error, &file))
    }

    /// Writes a file of our own.
    pub(super) fn write_own(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let file = self.own().join(name);
        fs::write(&file, text).map_err(|error| named(&error, &file))?;
        Ok(file)
    }

    /// What a file of our own says: lines that end with `\n`, and nothing of where the sandbox is.
    pub(super) fn read_own(&self, file: &Path) -> String {
        let mut bytes = Vec::new();
        // What cannot be read was taken away by the code.
        let _ = fs::File::open(file).and_then(|file| file.take(RUN_OUTPUT_BYTES as u64).read_to_end(&mut bytes));
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        let places = [self.root(), self.path.clone(), self.folder.path().to_owned()];
        places.iter().fold(text, |text, place| text.replace(&*place.to_string_lossy(), "[..]"))
    }
}

/// The error, with the file that it is about.
fn named(error: &io::Error, file: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write `{}`: {error}", file.display()))
}
