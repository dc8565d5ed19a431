//! A base that was named: a revision, a folder, or a file that another build has left.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;

use super::Base;
use crate::config::CONTENT;
use crate::site::Published;
use crate::site::made::MANIFEST;
use crate::source::SitePath;
use crate::world::{Commit, DiskWorld, Repository, World};

/// The file of a preview that says what it was made of.
const PREVIEW: &str = "preview.json";

/// The base of this name, and what it turned out to be.
pub(super) fn base(site: &Path, name: &str) -> Result<(Base, String)> {
    let path = Path::new(name);
    if path.is_file() {
        return file(site, path);
    }
    if path.is_dir() {
        return folder(path);
    }
    let repository =
        Repository::around(site).map_err(|why| anyhow!("`--base {name}`: no such folder or file, and {why}"))?;
    let Some(commit) = repository.commit(name) else {
        bail!("`--base {name}` is no folder, no file and no revision of the repository");
    };
    let found = format!("`{name}` is the commit {}", commit.short());
    Ok((Base::Commit(repository, commit), found))
}

fn folder(folder: &Path) -> Result<(Base, String)> {
    if folder.join(CONTENT).is_dir() {
        return Ok((Base::Folder(folder.to_owned()), format!("the site in `{}`", folder.display())));
    }
    if !folder.join(MANIFEST).is_file() {
        bail!("`{}` is neither a site, with a folder `{CONTENT}`, nor published, with `{MANIFEST}`", folder.display());
    }
    published(folder).map(of_published)
}

fn file(site: &Path, file: &Path) -> Result<(Base, String)> {
    if file.file_name().is_none_or(|name| name != PREVIEW) {
        return published(file).map(of_published);
    }
    let earlier: EarlierPreview = serde_json::from_slice(&read(file)?)
        .with_context(|| format!("`{}` is no preview of Docent", file.display()))?;
    let commit = earlier.head.commit.as_deref().and_then(Commit::new);
    let commit = commit.with_context(|| format!("`{}` names no commit", file.display()))?;
    let repository =
        Repository::around(site).map_err(|why| anyhow!("`{}` names a commit, but {why}", file.display()))?;
    if !repository.has(&commit) {
        bail!(
            "the commit {commit} of `{}` is not at hand: run `{}`",
            file.display(),
            repository.fetch_command(&commit)
        );
    }
    let found = format!("the commit {} that `{}` shows", commit.short(), file.display());
    Ok((Base::Commit(repository, commit), found))
}

fn of_published(published: Published) -> (Base, String) {
    let found = format!("{} published pages; what they say is not known", published.pages.len());
    (Base::Published(published), found)
}

/// What a manifest says is published.
pub(super) fn published(path: &Path) -> Result<Published> {
    let file = if path.is_dir() { path.join(MANIFEST) } else { path.to_owned() };
    let named = || format!("`{}` is no manifest of Docent", file.display());
    let published: Published = serde_json::from_slice(&read(&file)?).with_context(named)?;
    Ok(published)
}

/// What is read of an earlier preview.
#[derive(Deserialize)]
struct EarlierPreview {
    head: EarlierHead,
}

#[derive(Deserialize)]
struct EarlierHead {
    commit: Option<String>,
}

fn read(file: &Path) -> Result<Vec<u8>> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder: PathBuf = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let bytes = DiskWorld::new(&folder).and_then(|folder| folder.read(&SitePath::new(name)));
    Ok(bytes.with_context(|| format!("cannot read `{}`", file.display()))?.to_vec())
}
