//! `docent serve` from the outside: the real program, real files, real connections.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests look at the disk themselves, and the soak says what it saw"
)]

mod answers;
mod browser;
#[path = "../chromium/mod.rs"]
mod chromium;
mod dressing;
mod fixes;
mod gate;
mod ports;
mod running;
mod soak;
mod watching;

use std::fs;
use std::path::Path;

/// A page that keeps its contract.
fn page(title: &str, body: &str) -> String {
    format!(
        "---\ntitle: {title}\ndescription: What {title} is about.\nwhat_you_will_learn:\n  - Run one command\n\
         prerequisites:\n  - A terminal\n---\n\n{body}\n"
    )
}

/// A site of three pages.
fn small_site() -> tempfile::TempDir {
    let site = tempfile::tempdir().unwrap();
    write(site.path(), "content/index.md", &page("Start", "[one](one.md) [two](two.md)"));
    write(site.path(), "content/one.md", &page("One", "oldword"));
    write(site.path(), "content/two.md", &page("Two", "Text."));
    site
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Saves as many editors do: into a file beside it, which then takes its place.
fn save_by_renaming(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    let beside = path.with_file_name(format!(".{}.tmp", path.file_name().unwrap().to_string_lossy()));
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, &path).unwrap();
}
