//! When sources last changed, as git remembers it: one process for the state, one for the whole history.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::repository::{self, git};
use crate::calendar::Date;
use crate::source::SitePath;

/// The folder whose history is asked for. What is not below it costs time and is never shown.
const FOLDER: &str = "content";

/// What the last question found, for as long as nobody commits.
#[derive(Debug, Clone, Default)]
pub(super) struct History(Arc<Mutex<Option<Remembered>>>);

#[derive(Debug)]
struct Remembered {
    commit: String,
    dates: BTreeMap<SitePath, Date>,
}

impl History {
    /// The day of the last commit of each source of the site in `root`. Empty outside of a repository, without git,
    /// and in a shallow clone: there every file seems to have changed with the oldest commit that was fetched.
    pub(super) fn dates(&self, root: &Path) -> BTreeMap<SitePath, Date> {
        if !repository::is_in_repository(root) {
            return BTreeMap::new();
        }
        let Some(commit) = whole_history(root) else { return BTreeMap::new() };
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = remembered.as_ref().filter(|known| known.commit == commit) {
            return known.dates.clone();
        }
        let dates = dates_at(root, &commit);
        *remembered = Some(Remembered { commit, dates: dates.clone() });
        dates
    }
}

/// The day of the last commit of each source in the history of a commit.
pub(super) fn dates_at(root: &Path, commit: &str) -> BTreeMap<SitePath, Date> {
    log(root, commit).map(|log| read(&log)).unwrap_or_default()
}

/// The commit that is checked out, where all of its history is at hand.
fn whole_history(root: &Path) -> Option<String> {
    let state =
        repository::output(git(root).args(["rev-parse", "--is-shallow-repository", "--verify", "HEAD^{commit}"]))?;
    let state = String::from_utf8(state).ok()?;
    let (shallow, commit) = state.trim_end().split_once('\n')?;
    (shallow == "false").then(|| commit.to_owned())
}

fn log(root: &Path, commit: &str) -> Option<Vec<u8>> {
    let log = ["log", "-z", "--format=%cs", "--name-only", "--relative", "--no-renames"];
    // A signature would be shown by running a program that the repository chooses.
    let nothing_else = ["--no-show-signature", "--no-ext-diff", "--no-textconv"];
    repository::output(git(root).args(log).args(nothing_else).args([commit, "--", FOLDER]))
}

/// Reads days, each followed by the paths that changed on it. The latest day of a path counts, in whatever order
/// branches were merged.
fn read(log: &[u8]) -> BTreeMap<SitePath, Date> {
    let mut dates = BTreeMap::new();
    let mut day = None;
    for item in log.split(|&byte| byte == 0) {
        let Ok(item) = std::str::from_utf8(item) else { continue };
        let item = item.trim_start_matches('\n');
        if item.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/')) {
            let known = dates.entry(SitePath::new(item)).or_insert(day);
            *known = (*known).max(day);
        } else {
            day = Date::parse(item).or(day);
        }
    }
    dates.into_iter().filter_map(|(path, day)| Some((path, day?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_day_of_a_path_counts() {
        let log = b"2024-03-05\0\ncontent/a.md\0content/b \xc3\xa9.md\0\x002024-03-07\0\ncontent/a.md\0\x002023-01-01\0\ncontent/c.md\0content/\xff.md\0";
        let dates: Vec<_> = read(log).into_iter().map(|(path, day)| (path.to_string(), day.to_string())).collect();
        let expected =
            [("content/a.md", "2024-03-07"), ("content/b é.md", "2024-03-05"), ("content/c.md", "2023-01-01")];
        assert_eq!(dates, expected.map(|(path, day)| (path.to_owned(), day.to_owned())));
    }
}
