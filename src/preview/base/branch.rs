//! Where the history that is checked out parted from a branch: the one that was named, the one that clones begin with,
//! or one that is called as such branches are.

use super::Search;
use crate::world::{Commit, Repository};

/// What the branch is called that changes are merged into, where nothing names it.
const USUAL: [&str; 2] = ["main", "master"];

impl Search {
    pub(super) fn branch(&mut self, repository: &Repository, head: &Commit, named: Option<String>) -> Option<Commit> {
        let place = if named.is_some() { "GITHUB_BASE_REF" } else { "default branch" };
        let Some(branch) = named.or_else(|| repository.default_branch()) else {
            self.say(place, "this repository remembers none of a remote".to_owned());
            return self.usual_branch(repository, head);
        };
        let Some(tip) = repository.commit(&format!("refs/remotes/{branch}")) else {
            self.fetch.get_or_insert_with(|| repository.fetch_branch_command(&branch));
            self.say(place, format!("`{branch}` is not at hand"));
            return None;
        };
        self.parted(repository, head, place, &branch, &tip)
    }

    /// A repository without a remote, or a clone of one branch, knows no default branch and may well have its commits.
    fn usual_branch(&mut self, repository: &Repository, head: &Commit) -> Option<Commit> {
        const PLACE: &str = "usual branches";
        let checked_out = repository.branch();
        let mut found_any = false;
        for name in USUAL {
            let remote = (format!("origin/{name}"), format!("refs/remotes/origin/{name}"));
            let local = (name.to_owned(), format!("refs/heads/{name}"));
            // A branch has not parted from itself.
            let local = (checked_out.as_deref() != Some(name)).then_some(local);
            for (branch, reference) in std::iter::once(remote).chain(local) {
                let Some(tip) = repository.commit(&reference) else { continue };
                found_any = true;
                if let Some(base) = self.parted(repository, head, PLACE, &branch, &tip) {
                    return Some(base);
                }
            }
        }
        if !found_any {
            let found = match checked_out.filter(|name| USUAL.contains(&name.as_str())) {
                Some(name) => format!("`{name}` is what is checked out, and there is no other"),
                None => "there is neither `main` nor `master`".to_owned(),
            };
            self.say(PLACE, found);
        }
        if repository.has_remote() {
            self.fetch.get_or_insert_with(|| repository.fetch_branch_command(USUAL[0]));
        }
        None
    }

    fn parted(
        &mut self,
        repository: &Repository,
        head: &Commit,
        place: &'static str,
        branch: &str,
        tip: &Commit,
    ) -> Option<Commit> {
        let base = repository.merge_base(head, tip);
        let Some(base) = base else {
            if repository.has_remote() {
                self.fetch.get_or_insert_with(|| repository.fetch_branch_command(branch));
            }
            self.say(place, format!("where {} parted from `{branch}` is not at hand", head.short()));
            return None;
        };
        self.say(place, format!("{} parted from `{branch}` at {}", head.short(), base.short()));
        Some(base)
    }
}
