//! A revision of a site, read from git's object store: nothing is checked out, nothing on the disk is changed.

mod batch;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::history;
use super::repository::{self, Commit, Repository};
use super::{DiskWorld, Listing, World, is_left_out};
use crate::calendar::Date;
use crate::source::SitePath;
use batch::Batch;
use tree::{Found, Kind, Tree};

/// A site as a commit has it.
///
/// What stands in a submodule is read from the disk, where it is at hand: the commit only names it, and so a preview does
/// not take it for a change.
#[derive(Debug)]
pub struct GitWorld {
    repository: Repository,
    commit: Commit,
    tree: Tree,
    batch: Batch,
    disk: DiskWorld,
    lacks_content: AtomicBool,
}

impl GitWorld {
    /// The site in the same folder of the repository as it is on the disk; empty where the commit has no such folder.
    ///
    /// # Errors
    ///
    /// When the commit is not at hand, or git cannot be asked for it.
    pub fn new(repository: Repository, commit: Commit) -> io::Result<Self> {
        let disk = DiskWorld::new(repository.folder())?;
        let within = repository.prefix().trim_end_matches('/');
        let treeish = if within.is_empty() { commit.to_string() } else { format!("{commit}:{within}") };
        let mut command = repository.git();
        command.args(["ls-tree", "-r", "-z", "--full-tree", &treeish]);
        let listed = match repository::output(&mut command) {
            Some(listed) => listed,
            None if repository.has(&commit) => Vec::new(),
            None => {
                let message = format!("the commit {} is not at hand", commit.short());
                return Err(io::Error::new(io::ErrorKind::NotFound, message));
            }
        };
        let batch = Batch::start(&repository)?;
        Ok(Self { tree: Tree::read(&listed), batch, repository, commit, disk, lacks_content: AtomicBool::new(false) })
    }

    /// The commit.
    pub fn commit(&self) -> &Commit {
        &self.commit
    }

    /// Whether a file was asked for that the commit has and this clone lacks, as one without all files does.
    pub fn lacks_content(&self) -> bool {
        self.lacks_content.load(Ordering::Relaxed)
    }

    /// The submodules of the site whose commit is another one now, or that only the commit or only the site has now. What
    /// they held is not known.
    pub fn changed_submodules(&self) -> Vec<String> {
        let (then, now) = (self.tree.submodules(), self.repository.submodules());
        let paths: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
        paths.into_iter().filter(|path| then.get(*path) != now.get(*path)).cloned().collect()
    }

    fn bytes(&self, id: &str) -> io::Result<Arc<[u8]>> {
        let read = self.batch.read(id);
        if read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::FileTooLarge) {
            self.lacks_content.store(true, Ordering::Relaxed);
        }
        read
    }

    /// Where a path of the site leads, its symbolic links followed.
    fn find(&self, path: &str) -> io::Result<Found> {
        self.tree.find(path, &|id| self.bytes(id))
    }

    /// Lists a folder, which is shown at another path where a symbolic link led to it.
    fn list_within(&self, real: &str, shown: &str, above: &mut Vec<String>, listing: &mut Listing) {
        above.push(real.to_owned());
        for (name, entry) in self.tree.below(real) {
            if name.split('/').any(is_left_out) {
                continue;
            }
            let path = SitePath::new(joined(shown, name));
            match entry.kind {
                Kind::File if name.contains('\\') => {
                    listing.unreadable.push((path, "its name holds a backslash".to_owned()));
                }
                Kind::File => listing.files.push(path),
                Kind::Submodule => self.list_submodule(&joined(real, name), &path, listing),
                Kind::Link => match self.find(&joined(real, name)) {
                    Ok(Found::File(_)) => listing.files.push(path),
                    Ok(Found::Folder(target)) if above.iter().any(|folder| is_within(folder, &target)) => {
                        listing.unreadable.push((path, "it is a symbolic link to a folder that holds it".to_owned()));
                    }
                    Ok(Found::Folder(target)) => self.list_within(&target, path.as_str(), above, listing),
                    Ok(Found::InSubmodule(_)) => {}
                    Err(error) => listing.unreadable.push((path, reason(&error))),
                },
            }
        }
        above.pop();
    }

    fn list_submodule(&self, real: &str, shown: &SitePath, listing: &mut Listing) {
        let on_disk = self.disk.list(real);
        let moved = |path: &SitePath| {
            let within = path.as_str().strip_prefix(real).unwrap_or_default();
            SitePath::new(format!("{shown}{within}"))
        };
        listing.files.extend(on_disk.files.iter().map(moved));
        listing.unreadable.extend(on_disk.unreadable.iter().map(|(path, why)| (moved(path), why.clone())));
    }
}

impl World for GitWorld {
    fn list(&self, folder: &str) -> Listing {
        let mut listing = Listing::default();
        match self.find(folder) {
            Ok(Found::Folder(real)) => self.list_within(&real, folder, &mut Vec::new(), &mut listing),
            Ok(Found::InSubmodule(real)) => self.list_submodule(&real, &SitePath::new(folder), &mut listing),
            Ok(Found::File(_)) | Err(_) => {}
        }
        let unnamed = self.tree.not_utf8().filter(|path| is_within(path, folder));
        let unreadable = unnamed.filter(|path| !path.split('/').any(is_left_out));
        listing
            .unreadable
            .extend(unreadable.map(|path| (SitePath::new(path), "its name is not valid UTF-8".to_owned())));
        listing.files.sort();
        listing.unreadable.sort();
        listing
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        match self.find(path.as_str())? {
            Found::File(id) => self.bytes(&id),
            Found::InSubmodule(path) => self.disk.read(&SitePath::new(path)),
            Found::Folder(_) => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    fn last_changed(&self) -> BTreeMap<SitePath, Date> {
        if self.repository.is_shallow() {
            return BTreeMap::new();
        }
        history::dates_at(Path::new(self.repository.folder()), self.commit.as_str())
    }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Whether a path is that of a folder, or below it.
fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it is a symbolic link that leads nowhere".to_owned(),
        io::ErrorKind::PermissionDenied => "it is a symbolic link that leads out of the site".to_owned(),
        _ => error.to_string(),
    }
}
