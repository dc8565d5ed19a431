//! What a change is compared with: looked for in one order, and each step says what it found.
//!
//! The tip of a branch is never the base: what the branch has gained meanwhile would be shown as taken away.

mod branch;
mod named;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use crate::limit::FETCH_SECONDS;
use crate::site::Published;
use crate::world::{Commit, MemoryWorld, Repository};

/// What a change is compared with.
#[derive(Debug)]
pub enum Base {
    /// The site as a commit has it.
    Commit(Repository, Commit),
    /// The site in a folder.
    Folder(PathBuf),
    /// The site as it is held in memory: nothing is looked for.
    Memory(MemoryWorld),
    /// The URLs that are published; what their pages say is not known.
    Published(Published),
    /// Nothing: all of the site is new.
    Nothing {
        /// The command that would bring the base here.
        fetch: Option<String>,
        /// What `--base` could name here; `None` where there is no earlier commit.
        example: Option<String>,
    },
}

/// What the command line and its environment say about the base.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// A revision, a folder, a `preview.json` or a `manifest.json`.
    pub named: Option<String>,
    /// `manifest.json` of the published site, or the folder that holds it.
    pub production: Option<PathBuf>,
    /// Whether one commit may be fetched.
    pub fetch: bool,
    /// The branch that GitHub will merge the change into.
    pub github_base_ref: Option<String>,
    /// The commit that GitLab says the change started from.
    pub merge_request_base: Option<String>,
}

/// The base, and the way to it.
#[derive(Debug)]
pub struct Found {
    /// The base.
    pub base: Base,
    /// What each step found; the last one found the base.
    pub steps: Vec<Step>,
}

/// One place where a base was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where.
    pub place: &'static str,
    /// What was there.
    pub found: String,
}

/// Looks for the base of the site in a folder.
///
/// # Errors
///
/// When a base is named and is not there: another one would not be what was asked for.
pub fn find(folder: &Path, wanted: &Wanted) -> Result<Found> {
    let mut search = Search { steps: Vec::new(), fetch: None, example: None, may_fetch: wanted.fetch };
    let base = search.base(folder, wanted)?;
    Ok(Found { base, steps: search.steps })
}

struct Search {
    steps: Vec<Step>,
    fetch: Option<String>,
    example: Option<String>,
    may_fetch: bool,
}

impl Search {
    fn base(&mut self, folder: &Path, wanted: &Wanted) -> Result<Base> {
        if let Some(named) = &wanted.named {
            let (base, found) = named::base(folder, named)?;
            self.say("--base", found);
            return Ok(base);
        }
        match Repository::around(folder) {
            Err(why) => self.say("git", why),
            Ok(repository) => {
                if let Some(commit) = self.commit(&repository, wanted) {
                    return Ok(Base::Commit(repository, commit));
                }
            }
        }
        if let Some(production) = &wanted.production {
            match named::published(production) {
                Ok(published) => {
                    self.say("production", format!("{} pages in its manifest", published.pages.len()));
                    return Ok(Base::Published(published));
                }
                Err(error) => self.say("production", format!("{error:#}")),
            }
        }
        self.say("none", "without one, all of the site is taken as new, and no finding blocks".to_owned());
        Ok(Base::Nothing { fetch: self.fetch.take(), example: self.example.take() })
    }

    fn commit(&mut self, repository: &Repository, wanted: &Wanted) -> Option<Commit> {
        let Some(head) = repository.commit("HEAD") else {
            self.say("git", "the repository has no commit yet".to_owned());
            return None;
        };
        let earlier = repository.parents(&head).into_iter().next();
        self.example = earlier.filter(|earlier| repository.has(earlier)).map(|_| "HEAD~1".to_owned());
        let branch = wanted.github_base_ref.as_ref().map(|name| format!("origin/{name}"));
        self.merge_commit(repository, &head, branch.as_deref())
            .or_else(|| self.merge_request(repository, &head, wanted.merge_request_base.as_deref()))
            .or_else(|| self.branch(repository, &head, branch))
    }

    /// A forge merges a change into its branch to try it: the first parent of that commit is the branch as it was then.
    fn merge_commit(&mut self, repository: &Repository, head: &Commit, branch: Option<&str>) -> Option<Commit> {
        const PLACE: &str = "merge commit";
        let parents = repository.parents(head);
        let [first, second, ..] = &parents[..] else {
            self.say(PLACE, format!("HEAD ({}) is no merge commit", head.short()));
            return None;
        };
        // A change that took in what its branch has gained is a merge the other way round.
        let target = branch.map(str::to_owned).or_else(|| repository.default_branch());
        let target = target.and_then(|target| repository.commit(&target));
        if target.is_some_and(|target| repository.has(second) && repository.is_ancestor(second, &target)) {
            self.say(PLACE, format!("{} only takes in what its branch has gained", head.short()));
            return None;
        }
        let parent = format!("the first parent of {} is {}", head.short(), first.short());
        self.at_hand(repository, first, PLACE, &parent)
    }

    fn merge_request(&mut self, repository: &Repository, head: &Commit, base: Option<&str>) -> Option<Commit> {
        const PLACE: &str = "CI_MERGE_REQUEST_DIFF_BASE_SHA";
        let written = base?;
        let Some(commit) = Commit::new(written) else {
            self.say(PLACE, "it is not the id of a commit".to_owned());
            return None;
        };
        let commit = self.at_hand(repository, &commit, PLACE, &format!("it is {}", commit.short()))?;
        Some(repository.merge_base(head, &commit).unwrap_or(commit))
    }

    /// A commit that is known by its id, fetched where that is allowed.
    fn at_hand(
        &mut self,
        repository: &Repository,
        commit: &Commit,
        place: &'static str,
        known: &str,
    ) -> Option<Commit> {
        if repository.has(commit) {
            self.say(place, known.to_owned());
            return Some(commit.clone());
        }
        if !self.may_fetch {
            self.say(place, format!("{known}, which is not at hand and may not be fetched without `--fetch`"));
        } else if let Err(why) = repository.fetch(commit, Duration::from_secs(FETCH_SECONDS as u64)) {
            self.say(place, format!("{known}, which cannot be fetched: {why}"));
        } else {
            self.say(place, format!("{known}, which was fetched"));
            return Some(commit.clone());
        }
        self.fetch.get_or_insert_with(|| repository.fetch_command(commit));
        None
    }

    fn say(&mut self, place: &'static str, found: String) {
        self.steps.push(Step { place, found });
    }
}
