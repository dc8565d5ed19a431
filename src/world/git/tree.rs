//! The files of a commit by their path, and where its symbolic links lead.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use crate::limit::LINKS_TO_A_FILE;

/// The files of a site at one commit, by their path from its root.
#[derive(Debug)]
pub(super) struct Tree {
    entries: BTreeMap<String, Entry>,
    not_utf8: BTreeSet<String>,
}

/// A file, a link or a submodule.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    id: String,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Link,
    Submodule,
}

/// Where a path leads.
#[derive(Debug, PartialEq)]
pub(super) enum Found {
    /// To the file of this id.
    File(String),
    /// To the folder of this path.
    Folder(String),
    /// Into a submodule: the path on the disk.
    InSubmodule(String),
}

impl Tree {
    /// Reads what `git ls-tree -r -z` lists.
    pub(super) fn read(listed: &[u8]) -> Self {
        let mut tree = Self { entries: BTreeMap::new(), not_utf8: BTreeSet::new() };
        for record in listed.split(|&byte| byte == 0).filter(|record| !record.is_empty()) {
            let Some(tab) = record.iter().position(|&byte| byte == b'\t') else { continue };
            let (head, path) = (String::from_utf8_lossy(&record[..tab]), &record[tab + 1..]);
            let mut words = head.split(' ');
            let (Some(mode), _, Some(id)) = (words.next(), words.next(), words.next()) else { continue };
            let kind = match mode {
                "120000" => Kind::Link,
                "160000" => Kind::Submodule,
                _ => Kind::File,
            };
            match std::str::from_utf8(path) {
                Ok(path) => drop(tree.entries.insert(path.to_owned(), Entry { kind, id: id.to_owned() })),
                Err(_) => drop(tree.not_utf8.insert(String::from_utf8_lossy(path).into_owned())),
            }
        }
        tree
    }

    /// The submodules, with the commit of each.
    pub(super) fn submodules(&self) -> BTreeMap<String, String> {
        let submodules = self.entries.iter().filter(|(_, entry)| entry.kind == Kind::Submodule);
        submodules.map(|(path, entry)| (path.clone(), entry.id.clone())).collect()
    }

    /// Paths that are no text, as they can be shown.
    pub(super) fn not_utf8(&self) -> impl Iterator<Item = &str> {
        self.not_utf8.iter().map(String::as_str)
    }

    /// What stands below a folder, by the path from there.
    pub(super) fn below<'t>(&'t self, folder: &str) -> impl Iterator<Item = (&'t str, &'t Entry)> {
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let within = self.entries.range(start.clone()..).take_while({
            let start = start.clone();
            move |(path, _)| path.starts_with(&start)
        });
        within.map(move |(path, entry)| (&path[start.len()..], entry))
    }

    /// Follows a path, link by link.
    pub(super) fn find(&self, path: &str, read: &dyn Fn(&str) -> io::Result<Arc<[u8]>>) -> io::Result<Found> {
        let mut ahead: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
        let mut here: Vec<String> = Vec::new();
        let mut links = 0;
        while let Some(part) = ahead.pop() {
            match part.as_str() {
                "" | "." => continue,
                ".." => {
                    here.pop().ok_or_else(leads_out)?;
                    continue;
                }
                _ => here.push(part),
            }
            let so_far = here.join("/");
            match self.entries.get(&so_far) {
                Some(Entry { kind: Kind::Link, id }) => {
                    links += 1;
                    let target = read(id)?;
                    let target = std::str::from_utf8(&target).map_err(|_| io::ErrorKind::InvalidData)?;
                    if links > LINKS_TO_A_FILE {
                        return Err(io::ErrorKind::NotFound.into());
                    }
                    if target.starts_with('/') {
                        return Err(leads_out());
                    }
                    here.pop();
                    ahead.extend(target.split('/').rev().map(str::to_owned));
                }
                Some(Entry { kind: Kind::Submodule, .. }) => {
                    let rest = ahead.iter().rev().map(String::as_str).filter(|part| !matches!(*part, "" | "."));
                    let path: Vec<_> = std::iter::once(so_far.as_str()).chain(rest).collect();
                    return Ok(Found::InSubmodule(path.join("/")));
                }
                Some(Entry { kind: Kind::File, id }) if ahead.is_empty() => return Ok(Found::File(id.clone())),
                Some(Entry { kind: Kind::File, .. }) => return Err(io::ErrorKind::NotFound.into()),
                None if self.below(&so_far).next().is_none() => return Err(io::ErrorKind::NotFound.into()),
                None => {}
            }
        }
        Ok(Found::Folder(here.join("/")))
    }
}

fn leads_out() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "it leads out of the site")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str, &str)]) -> Tree {
        let listed: Vec<u8> =
            entries.iter().flat_map(|(mode, id, path)| format!("{mode} blob {id}\t{path}\0").into_bytes()).collect();
        Tree::read(&listed)
    }

    #[test]
    fn links_are_followed_within_the_site() {
        let tree = tree(&[
            ("100644", "1", "content/a.md"),
            ("120000", "up", "content/sub/link.md"),
            ("120000", "self", "content/loop"),
            ("120000", "folder", "content/again"),
            ("120000", "out", "content/out.md"),
            ("120000", "root", "content/root.md"),
            ("160000", "9", "content/module"),
        ]);
        let read = |id: &str| -> io::Result<Arc<[u8]>> {
            let target = match id {
                "up" => "../a.md",
                "self" => "loop",
                "folder" => "../content/sub/",
                "out" => "../../etc/passwd",
                _ => "/etc/passwd",
            };
            Ok(target.as_bytes().into())
        };
        let find = |path: &str| tree.find(path, &read).map_err(|error| error.kind());
        assert_eq!(find("content/sub/link.md"), Ok(Found::File("1".to_owned())));
        assert_eq!(find("content/again/link.md"), Ok(Found::File("1".to_owned())));
        assert_eq!(find("content/again"), Ok(Found::Folder("content/sub".to_owned())));
        assert_eq!(find("content/loop"), Err(io::ErrorKind::NotFound));
        assert_eq!(find("content/a.md/b"), Err(io::ErrorKind::NotFound));
        assert_eq!(find("content/out.md"), Err(io::ErrorKind::PermissionDenied));
        assert_eq!(find("content/root.md"), Err(io::ErrorKind::PermissionDenied));
        assert_eq!(find("content/module/x"), Ok(Found::InSubmodule("content/module/x".to_owned())));
    }
}
