//! Publishing outputs into a folder: what is refused, what is touched, and what faults and kills leave behind.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod faults;
mod kills;
mod publishing;
mod refusals;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use docent::output::{Destination, Outputs, destination};

/// A site in a scratch folder: `content`, `templates` and `static`, and one file in each.
struct Site {
    scratch: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let site = Self { scratch: tempfile::tempdir().unwrap() };
        for source in site.sources() {
            fs::create_dir_all(source.join("below")).unwrap();
            fs::write(source.join("below/mine.md"), "mine").unwrap();
        }
        site
    }

    fn root(&self) -> PathBuf {
        self.scratch.path().join("site")
    }

    fn public(&self) -> PathBuf {
        self.root().join("public")
    }

    fn sources(&self) -> Vec<PathBuf> {
        ["content", "templates", "static"].map(|name| self.root().join(name)).to_vec()
    }

    fn destination(&self, folder: impl AsRef<Path>) -> anyhow::Result<Destination> {
        destination(folder.as_ref(), &self.root(), &self.sources())
    }

    fn publish(&self, files: &[(&str, &str)]) -> anyhow::Result<docent::output::Written> {
        self.destination(self.public())?.publish(&outputs(files))
    }

    /// What is directly in the site: nothing that a build left may be among it.
    fn entries(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn outputs(files: &[(&str, &str)]) -> Outputs {
    let mut outputs = Outputs::new();
    for (path, text) in files {
        outputs.insert(*path, text.as_bytes()).unwrap();
    }
    outputs
}

/// The files and folders below a folder with the bytes of each file, our list left out; links are told, not followed.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut tree = BTreeMap::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(within) = pending.pop() {
        for entry in fs::read_dir(within).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_symlink() {
                tree.insert(name, format!("-> {}", fs::read_link(path).unwrap().display()));
            } else if path.is_dir() {
                pending.push(path);
                tree.insert(name + "/", String::new());
            } else if name != ".docent-outputs" {
                tree.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    tree
}

/// The tree that an output folder holds when these outputs are published.
fn tree_of(outputs: &Outputs) -> BTreeMap<String, String> {
    let mut tree = BTreeMap::new();
    for (path, bytes) in outputs.iter() {
        tree.insert(path.to_owned(), String::from_utf8(bytes.to_vec()).unwrap());
        tree.extend(path.match_indices('/').map(|(at, _)| (path[..=at].to_owned(), String::new())));
    }
    tree
}
