//! The repository around a site, asked through git: programs that only read, and one that may fetch a single commit.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::patience;

/// A git repository, as seen from the folder of a site in it.
#[derive(Debug, Clone)]
pub struct Repository {
    folder: PathBuf,
    prefix: String,
    shallow: bool,
}

/// The full id of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit(String);

impl Commit {
    /// Takes an id of 40 or 64 hexadecimal digits; `None` for anything else, so that no id can be an option of git.
    pub fn new(id: &str) -> Option<Self> {
        let fits = matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(id.to_ascii_lowercase()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As people read it.
    pub fn short(&self) -> &str {
        &self.0[..10]
    }
}

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Repository {
    /// The repository that holds a folder.
    ///
    /// # Errors
    ///
    /// Says why there is none: no repository, no git, or what git says.
    pub fn around(folder: &Path) -> Result<Self, String> {
        if !is_in_repository(folder) {
            return Err("the site is in no git repository".to_owned());
        }
        let state = told(git(folder).args(["rev-parse", "--is-shallow-repository", "--show-prefix"]))?;
        let (shallow, prefix) = state.split_once('\n').unwrap_or((&state, ""));
        Ok(Self {
            folder: folder.to_owned(),
            prefix: prefix.trim_end_matches('\n').to_owned(),
            shallow: shallow == "true",
        })
    }

    /// What leads from the root of the repository to the folder: empty, or a path with `/` at its end.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether a part of its history was left where it was cloned from.
    pub fn is_shallow(&self) -> bool {
        self.shallow
    }

    /// The commit that a revision names; `None` where it names none that is at hand.
    pub fn commit(&self, revision: &str) -> Option<Commit> {
        let wanted = format!("{revision}^{{commit}}");
        let id = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])?;
        Commit::new(id.trim_end())
    }

    /// The parents of a commit as it names them: in a shallow clone they need not be at hand.
    pub fn parents(&self, commit: &Commit) -> Vec<Commit> {
        let text = self.ask(&["cat-file", "-p", commit.as_str()]).unwrap_or_default();
        let head = text.lines().take_while(|line| !line.is_empty());
        head.filter_map(|line| Commit::new(line.strip_prefix("parent ")?)).collect()
    }

    /// Whether a commit is at hand.
    pub fn has(&self, commit: &Commit) -> bool {
        self.commit(commit.as_str()).is_some()
    }

    /// Where two lines of history parted, as far as the history at hand tells.
    pub fn merge_base(&self, one: &Commit, other: &Commit) -> Option<Commit> {
        Commit::new(self.ask(&["merge-base", one.as_str(), other.as_str()])?.trim_end())
    }

    /// Whether the history of `later` holds `earlier`.
    pub fn is_ancestor(&self, earlier: &Commit, later: &Commit) -> bool {
        self.ask(&["merge-base", "--is-ancestor", earlier.as_str(), later.as_str()]).is_some()
    }

    /// The branch that clones begin with, as this clone remembers it: `origin/main`.
    pub fn default_branch(&self) -> Option<String> {
        let name = self.ask(&["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"])?;
        Some(name.trim_end().to_owned())
    }

    /// The branch that is checked out; `None` where a commit is, without one.
    pub fn branch(&self) -> Option<String> {
        let name = self.ask(&["symbolic-ref", "--quiet", "--short", "HEAD"])?;
        Some(name.trim_end().to_owned())
    }

    /// Whether it knows where it was cloned from.
    pub fn has_remote(&self) -> bool {
        self.ask(&["remote", "get-url", "origin"]).is_some()
    }

    /// Fetches one commit by its id, and nothing else.
    ///
    /// # Errors
    ///
    /// Says what git says, or that it took longer than it may.
    pub fn fetch(&self, commit: &Commit, patience: Duration) -> Result<(), String> {
        let mut git = quiet(&self.folder);
        git.args(self.fetch_arguments(commit));
        match patience::ended(&mut git, patience).map_err(|error| not_run(&error))? {
            Some((status, _)) if status.success() => Ok(()),
            Some((_, said)) => Err(first_line(&said)),
            None => Err(format!("git takes longer than {} seconds", patience.as_secs())),
        }
    }

    /// The submodules of the site as they are now, by their path from its root: the commit that is checked out, or that is
    /// wanted where none is.
    pub fn submodules(&self) -> BTreeMap<String, String> {
        let listed = output(self.git().args(["ls-files", "--stage", "-z"])).unwrap_or_default();
        let records = listed.split(|&byte| byte == 0).filter_map(|record| std::str::from_utf8(record).ok());
        let submodules = records.filter_map(|record| {
            let (head, path) = record.split_once('\t')?;
            let wanted = head.strip_prefix("160000 ")?.split(' ').next()?;
            Some((path.to_owned(), self.checked_out(path).unwrap_or_else(|| wanted.to_owned())))
        });
        submodules.collect()
    }

    fn checked_out(&self, submodule: &str) -> Option<String> {
        let folder = self.folder.join(submodule);
        if !folder.join(".git").exists() {
            return None;
        }
        let id = output(git(&folder).args(["rev-parse", "--verify", "--quiet", "HEAD"]))?;
        Commit::new(String::from_utf8(id).ok()?.trim_end()).map(|commit| commit.to_string())
    }

    /// The command by which a person would do so.
    pub fn fetch_command(&self, commit: &Commit) -> String {
        let depth = if self.shallow { "--depth=1 " } else { "" };
        format!("git fetch --no-tags {depth}origin {commit}")
    }

    /// The command by which a person would bring a branch here, such as `origin/main`, with its history.
    pub fn fetch_branch_command(&self, branch: &str) -> String {
        let name = branch.strip_prefix("origin/").unwrap_or(branch);
        let whole = if self.shallow { "--unshallow " } else { "" };
        format!("git fetch --no-tags {whole}origin +refs/heads/{name}:refs/remotes/origin/{name}")
    }

    /// The command that brings the files of a commit to a clone that was made without them.
    pub fn fetch_content_command(&self, commit: &Commit) -> String {
        format!("git fetch --refetch --no-filter origin {commit}")
    }

    fn fetch_arguments(&self, commit: &Commit) -> Vec<String> {
        let quiet = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
        let mut arguments: Vec<_> = quiet.map(str::to_owned).into();
        // Without this a shallow clone would be asked for all of the history.
        arguments.extend(self.shallow.then(|| "--depth=1".to_owned()));
        arguments.extend(["origin".to_owned(), commit.to_string()]);
        arguments
    }

    /// A git that only reads in this repository.
    pub(super) fn git(&self) -> Command {
        git(&self.folder)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn ask(&self, arguments: &[&str]) -> Option<String> {
        String::from_utf8(output(self.git().args(arguments))?).ok()
    }
}

/// Whether a folder is in a repository, without asking git.
pub(super) fn is_in_repository(folder: &Path) -> bool {
    folder.ancestors().any(|folder| folder.join(".git").exists())
}

/// What no git of ours does: run what a repository names, or answer otherwise because of what somebody has set.
const SETTINGS: [&str; 8] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "log.showSignature=false",
    "log.showRoot=true",
    "log.follow=false",
    "safe.bareRepository=explicit",
    "gc.auto=0",
    "maintenance.auto=false",
];

/// A git that only reads: it takes no lock, fetches nothing, and starts no program that a repository names.
pub(super) fn git(folder: &Path) -> Command {
    let mut git = quiet(folder);
    // An empty list of protocols counts for more than what a repository says of each.
    git.env("GIT_ALLOW_PROTOCOL", "").env("GIT_NO_LAZY_FETCH", "1");
    git
}

/// A git that may talk to where the repository was cloned from, as its owner set it up.
fn quiet(folder: &Path) -> Command {
    /// A hook or an alias that calls Docent hands these on; they speak of the repository that it runs for.
    const INHERITED: [&str; 16] = [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_ATTR_SOURCE",
        "GIT_COMMON_DIR",
        "GIT_DIR",
        "GIT_GLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_LITERAL_PATHSPECS",
        "GIT_NAMESPACE",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    ];
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).arg("--no-pager");
    SETTINGS.iter().for_each(|setting| {
        git.args(["-c", setting]);
    });
    INHERITED.iter().for_each(|name| {
        git.env_remove(name);
    });
    git.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0");
    // A commit is what its id says, whatever a clone would have stand for it, or before it.
    git.env("GIT_NO_REPLACE_OBJECTS", "1").env("GIT_GRAFT_FILE", "/dev/null");
    git.stdin(Stdio::null()).stderr(Stdio::null());
    git
}

/// What the command prints; `None` where it fails, for what is no reason to stop.
pub(super) fn output(command: &mut Command) -> Option<Vec<u8>> {
    let output = command.output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// What the command prints, or the line in which it says why it failed.
fn told(command: &mut Command) -> Result<String, String> {
    let output = command.stderr(Stdio::piped()).output().map_err(|error| not_run(&error))?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(|_| "git's answer is not valid UTF-8".to_owned());
    }
    Err(first_line(&String::from_utf8_lossy(&output.stderr)))
}

fn not_run(error: &io::Error) -> String {
    format!("`git` cannot be run: {error}")
}

/// The line in which git says why it failed.
fn first_line(said: &str) -> String {
    let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("git failed");
    line.trim_start_matches("fatal: ").replace(char::is_control, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_hexadecimal_and_whole() {
        let id = "A".repeat(40);
        assert_eq!(Commit::new(&id).map(|commit| commit.to_string()), Some("a".repeat(40)));
        for no_id in ["", "main", "--output=x", &"a".repeat(39), &"g".repeat(40)] {
            assert_eq!(Commit::new(no_id), None, "{no_id}");
        }
    }
}
