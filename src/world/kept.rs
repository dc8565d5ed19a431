//! A site on disk that is read once, and again only where it is told that something was touched.

#![expect(clippy::disallowed_methods, reason = "it asks the disk where files stand")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{DiskWorld, Listing, World, is_left_out};
use crate::calendar::Date;
use crate::source::SitePath;

/// A disk remembered between builds.
///
/// What has not changed is the same allocation in every build, so that whoever compares two builds need not look at
/// its bytes.
#[derive(Debug)]
pub struct KeptWorld {
    disk: DiskWorld,
    listings: Mutex<BTreeMap<String, Listing>>,
    files: Mutex<Files>,
    last_changed: Mutex<Option<BTreeMap<SitePath, Date>>>,
    /// Where git notes that another commit is checked out, for a site in a repository.
    log: Option<PathBuf>,
}

#[derive(Debug, Default)]
struct Files {
    /// The bytes of every file that was asked for; `None` for one that could not be read.
    bytes: BTreeMap<SitePath, Option<Arc<[u8]>>>,
    /// Where the files stand that do not stand where their path says: those behind symbolic links.
    elsewhere: BTreeMap<PathBuf, BTreeSet<SitePath>>,
}

/// What a watcher saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// Something happened to these files and folders: they were made, changed, moved or taken away.
    Paths(BTreeSet<PathBuf>),
    /// Anything may have happened.
    Everything,
}

impl KeptWorld {
    /// Remembers nothing yet.
    pub fn new(disk: DiskWorld) -> Self {
        let log = log_of(disk.root());
        Self { disk, listings: Mutex::default(), files: Mutex::default(), last_changed: Mutex::default(), log }
    }

    /// The site's folder, free of symbolic links.
    pub fn root(&self) -> &Path {
        self.disk.root()
    }

    /// Looks again at what was touched, and tells which files are not what they were: new, changed or gone.
    pub fn refresh(&self, touched: &Touched) -> BTreeSet<SitePath> {
        let (known, unknown) = self.sort_out(touched);
        let mut changed = BTreeSet::new();
        if unknown {
            changed.extend(self.list_again());
        }
        changed.extend(known.into_iter().filter(|path| self.read_again(path)));
        changed.extend(self.ask_history_again(touched));
        changed
    }

    /// The folders that hold files of the site and do not lie below one of `folders`: those that symbolic links lead
    /// to, those of files that documents show, and where git notes commits.
    pub fn folders_outside(&self, folders: &[&str]) -> BTreeSet<PathBuf> {
        let files = self.files();
        let inside = |path: &SitePath| {
            folders.iter().any(|folder| path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
        };
        let beside = files.bytes.keys().filter(|path| !inside(path)).map(|path| self.place(path));
        let linked = files.elsewhere.keys().cloned();
        linked.chain(beside).chain(self.log.clone()).filter_map(|file| self.nearest_folder(&file)).collect()
    }

    /// The folder that a file stands in. For one that the site lacks, the nearest in which its folder would be made.
    fn nearest_folder(&self, file: &Path) -> Option<PathBuf> {
        let parent = file.parent()?;
        let above = parent.ancestors().skip(1).take_while(|folder| folder.starts_with(self.root()));
        std::iter::once(parent).chain(above).find(|folder| folder.is_dir()).map(Path::to_owned)
    }

    /// The files that were touched, and whether anything else was that a listing may show.
    fn sort_out(&self, touched: &Touched) -> (BTreeSet<SitePath>, bool) {
        let files = self.files();
        let Touched::Paths(paths) = touched else {
            return (files.bytes.keys().cloned().collect(), true);
        };
        let mut known = BTreeSet::new();
        let mut unknown = false;
        for path in paths {
            let real = real(path);
            let before = known.len();
            for path in [path, &real] {
                known.extend(self.site_path(path).into_iter().flat_map(|path| files.below(&path)));
                known.extend(files.linked_below(path));
            }
            // A file that is still a file leaves the listing as it was; anything else may have changed it.
            let still_there = known.len() > before && path.is_file() && !path.is_symlink();
            let left_out = path.file_name().and_then(|name| name.to_str()).is_some_and(is_left_out);
            unknown |= !(still_there || (left_out && known.len() == before));
        }
        (known, unknown)
    }

    /// Lists every folder again that has been listed, and tells where the listings differ.
    fn list_again(&self) -> Vec<SitePath> {
        let mut changed = Vec::new();
        for (folder, before) in self.listings().iter_mut() {
            let now = self.disk.list(folder);
            let (old, new) = (paths(before), paths(&now));
            changed.extend(old.symmetric_difference(&new).map(|(path, _)| (*path).clone()));
            *before = now;
        }
        // What is no longer listed must not be kept: it would come back should a file of its name be made.
        let mut files = self.files();
        for path in &changed {
            files.bytes.remove(path);
            files.elsewhere.values_mut().for_each(|names| {
                names.remove(path);
            });
        }
        files.elsewhere.retain(|_, names| !names.is_empty());
        changed
    }

    /// Reads a file again; whether its bytes have changed.
    fn read_again(&self, path: &SitePath) -> bool {
        let Some(before) = self.files().bytes.get(path).cloned() else { return false };
        let now = self.disk.read(path).ok();
        let place = real(&self.place(path));
        // Equal bytes stay the allocation that they were.
        let changed = before != now;
        self.files().keep(path, if changed { now } else { before }, &self.place(path), place);
        changed
    }

    /// After a commit pages have other dates. The file that git keeps its notes in stands for them.
    fn ask_history_again(&self, touched: &Touched) -> Option<SitePath> {
        let log = self.log.as_ref().filter(|log| match touched {
            Touched::Paths(paths) => paths.contains(*log),
            Touched::Everything => true,
        })?;
        let now = self.disk.last_changed();
        let mut kept = self.last_changed.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = kept.as_ref().is_some_and(|before| *before != now);
        *kept = Some(now);
        changed.then(|| SitePath::new(log.strip_prefix(self.root()).unwrap_or(log).to_string_lossy().as_ref()))
    }

    fn site_path(&self, path: &Path) -> Option<SitePath> {
        let parts = path.strip_prefix(self.root()).ok()?.components().map(|part| part.as_os_str().to_str());
        Some(SitePath::new(parts.collect::<Option<Vec<_>>>()?.join("/")))
    }

    fn place(&self, path: &SitePath) -> PathBuf {
        self.root().join(path.as_str())
    }

    // A thread that panicked has left whole values here: each is inserted in one step.
    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listings(&self) -> MutexGuard<'_, BTreeMap<String, Listing>> {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl World for KeptWorld {
    fn list(&self, folder: &str) -> Listing {
        self.listings().entry(folder.to_owned()).or_insert_with(|| self.disk.list(folder)).clone()
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        if let Some(Some(bytes)) = self.files().bytes.get(path) {
            return Ok(Arc::clone(bytes));
        }
        let read = self.disk.read(path);
        let place = self.place(path);
        self.files().keep(path, read.as_ref().ok().cloned(), &place, real(&place));
        read
    }

    fn last_changed(&self) -> BTreeMap<SitePath, Date> {
        let mut kept = self.last_changed.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert_with(|| self.disk.last_changed()).clone()
    }
}

impl Files {
    fn keep(&mut self, path: &SitePath, bytes: Option<Arc<[u8]>>, place: &Path, real: PathBuf) {
        self.bytes.insert(path.clone(), bytes);
        if real != *place {
            self.elsewhere.entry(real).or_default().insert(path.clone());
        }
    }

    /// The kept files that `path` is, or holds.
    fn below(&self, path: &SitePath) -> Vec<SitePath> {
        let start = path.as_str();
        let within = |rest: &str| rest.is_empty() || start.is_empty() || rest.starts_with('/');
        self.bytes
            .range(path.clone()..)
            .map_while(|(path, _)| path.as_str().strip_prefix(start).map(|rest| (path, rest)))
            .filter(|(_, rest)| within(rest))
            .map(|(path, _)| path.clone())
            .collect()
    }

    /// The kept files whose links lead to `place`, or below it.
    fn linked_below(&self, place: &Path) -> Vec<SitePath> {
        let below = self.elsewhere.range(place.to_owned()..).take_while(|(real, _)| real.starts_with(place));
        below.flat_map(|(_, names)| names.iter().cloned()).collect()
    }
}

/// Where a path leads; for one that is gone, where it led as far as its folder tells.
fn real(path: &Path) -> PathBuf {
    let folder = || Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(folder).unwrap_or_else(|| path.to_owned())
}

/// Where the repository of a site notes each commit that is checked out.
fn log_of(root: &Path) -> Option<PathBuf> {
    let git = root.ancestors().map(|folder| folder.join(".git")).find(|git| git.exists())?;
    // In a work tree of its own it is a file that says where the folder is.
    let folder = match fs::read_to_string(&git) {
        Ok(text) => git.parent()?.join(text.trim().strip_prefix("gitdir: ")?),
        Err(_) => git,
    };
    Some(fs::canonicalize(folder).ok()?.join("logs").join("HEAD"))
}

/// Everything that a listing tells.
fn paths(listing: &Listing) -> BTreeSet<(&SitePath, Option<&str>)> {
    let files = listing.files.iter().map(|path| (path, None));
    files.chain(listing.unreadable.iter().map(|(path, why)| (path, Some(why.as_str())))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Site {
        _folder: tempfile::TempDir,
        world: KeptWorld,
    }

    impl Site {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (path, text) in [("content/a.md", "a"), ("content/b/c.md", "c"), ("shared/d.md", "d")] {
                write(folder.path(), path, text);
            }
            let world = KeptWorld::new(DiskWorld::new(folder.path()).unwrap());
            Self { _folder: folder, world }
        }

        fn read_all(&self) -> Vec<(String, String)> {
            let text = |path: &SitePath| {
                self.world.read(path).map_or("unreadable".to_owned(), |bytes| String::from_utf8_lossy(&bytes).into())
            };
            self.world.list("content").files.iter().map(|path| (path.to_string(), text(path))).collect()
        }

        fn touch(&self, paths: &[&str]) -> Vec<String> {
            let paths = paths.iter().map(|path| self.world.root().join(path)).collect();
            self.world.refresh(&Touched::Paths(paths)).iter().map(ToString::to_string).collect()
        }
    }

    fn write(root: &Path, path: &str, text: &str) {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    }

    fn same(a: &[(String, String)], b: &[(&str, &str)]) {
        let a: Vec<_> = a.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(a, b);
    }

    #[test]
    fn a_file_is_read_again_when_it_was_touched() {
        let site = Site::new();
        site.read_all();
        write(site.world.root(), "content/a.md", "new");
        same(&site.read_all(), &[("content/a.md", "a"), ("content/b/c.md", "c")]);
        assert_eq!(site.touch(&["content/b/c.md"]), Vec::<String>::new(), "its bytes are the same");
        assert_eq!(site.touch(&["content/a.md"]), ["content/a.md"]);
        same(&site.read_all(), &[("content/a.md", "new"), ("content/b/c.md", "c")]);
    }

    #[test]
    fn what_comes_and_goes_is_noticed() {
        let site = Site::new();
        site.read_all();
        fs::remove_dir_all(site.world.root().join("content/b")).unwrap();
        write(site.world.root(), "content/x/y/z.md", "z");
        assert_eq!(site.touch(&["content/b", "content/x"]), ["content/b/c.md", "content/x/y/z.md"]);
        same(&site.read_all(), &[("content/a.md", "a"), ("content/x/y/z.md", "z")]);
        write(site.world.root(), "content/b/c.md", "again");
        assert_eq!(site.touch(&["content/b"]), ["content/b/c.md"]);
        same(&site.read_all()[1..2], &[("content/b/c.md", "again")]);
    }

    #[test]
    fn what_editors_leave_behind_is_passed_over() {
        let site = Site::new();
        site.read_all();
        write(site.world.root(), "content/.a.md.swp", "x");
        write(site.world.root(), "content/4913", "x");
        assert_eq!(site.touch(&["content/.a.md.swp", "content/4913", "content/a.md~"]), Vec::<String>::new());
    }

    #[test]
    fn a_file_that_was_missing_is_noticed_when_it_comes() {
        let site = Site::new();
        site.world.read(&SitePath::new("docent.yml")).unwrap_err();
        write(site.world.root(), "docent.yml", "title: T");
        assert_eq!(site.touch(&["docent.yml"]), ["docent.yml"]);
        assert_eq!(&*site.world.read(&SitePath::new("docent.yml")).unwrap(), b"title: T");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_where_they_lead() {
        let site = Site::new();
        let root = site.world.root().to_owned();
        std::os::unix::fs::symlink("../shared/d.md", root.join("content/d.md")).unwrap();
        std::os::unix::fs::symlink("../shared", root.join("content/s")).unwrap();
        assert_eq!(site.read_all().len(), 4);
        assert_eq!(site.world.folders_outside(&["content"]), BTreeSet::from([root.join("shared")]));
        write(&root, "shared/d.md", "new");
        assert_eq!(site.touch(&["shared/d.md"]), ["content/d.md", "content/s/d.md"]);
        fs::remove_file(root.join("shared/d.md")).unwrap();
        assert_eq!(site.touch(&["content/s/d.md"]), ["content/d.md", "content/s/d.md"]);
    }

    #[test]
    fn when_anything_may_have_happened_all_is_looked_at() {
        let site = Site::new();
        site.read_all();
        write(site.world.root(), "content/a.md", "new");
        write(site.world.root(), "content/e.md", "e");
        let changed = site.world.refresh(&Touched::Everything);
        assert_eq!(changed, ["content/a.md", "content/e.md"].map(SitePath::new).into());
    }
}
