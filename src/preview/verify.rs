//! Judges a preview that somebody else has made, before it is published: a workflow without rights builds it, and one
//! with rights trusts none of it.

use std::fmt;
use std::path::Path;

use anyhow::Result;

use super::account::{Account, SCHEMA};
use super::text::MARKER;
use crate::limit::{self, PREVIEW_BYTES, PREVIEW_COMMENT_BYTES, PREVIEW_FILE_BYTES, PREVIEW_FILES, PREVIEW_TEXT_BYTES};
use crate::output::examine::{self, Examined, ExaminedKind};
use crate::output::path::{why_unportable, why_unwritable};

/// What a preview has beside the folders of its pages.
const FILES: [&str; 4] = ["index.html", "preview.json", "comment.md", "summary.md"];
/// The folders of a preview.
const FOLDERS: [&str; 4] = ["site/", "diff/", "before/", "preview/"];
/// The list that a build leaves of what it has written.
const LIST: &str = ".docent-outputs";

/// Why a preview is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The file that is wrong; empty where it is all of them.
    pub path: String,
    /// What is wrong with it, as a phrase that follows the path.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "the preview {}", self.why),
            // A name can be made to look like another line of the log.
            path => write!(f, "`{}` {}", path.escape_debug(), self.why),
        }
    }
}

/// What is wrong with the preview in a folder; nothing where it can be published.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn folder(folder: &Path) -> Result<Vec<Refusal>> {
    let found = examine::examine(folder, PREVIEW_FILES)?;
    let mut refusals: Vec<_> = found.iter().filter_map(refused).collect();
    let refuse = |path: &str, why: &str| Refusal { path: path.to_owned(), why: why.to_owned() };
    if found.len() > PREVIEW_FILES {
        refusals.push(refuse("", &format!("has more than {PREVIEW_FILES} files")));
    }
    let size = |it: &Examined| if let ExaminedKind::File { size, .. } = it.kind { size } else { 0 };
    if found.iter().map(size).fold(0, u64::saturating_add) > PREVIEW_BYTES as u64 {
        refusals.push(refuse("", &format!("has more than {}", limit::told(PREVIEW_BYTES, "bytes"))));
    }
    for name in FILES {
        match found.iter().find(|it| it.path == name) {
            None => refusals.push(refuse(name, "is missing")),
            Some(it) if size(it) > most_bytes(name) => {}
            Some(_) => refusals.extend(text(folder, name)?.map(|why| refuse(name, &why))),
        }
    }
    Ok(refusals)
}

/// The comment of a preview that is not refused, made anew from what it says: links lead below `url`.
///
/// # Errors
///
/// When the preview cannot be read.
pub fn comment(folder: &Path, url: Option<&str>) -> Result<String> {
    let account = serde_json::from_slice(&examine::bytes(folder, "preview.json")?)?;
    Ok(super::text::comment(&account, url))
}

/// Why a file may not be there.
fn refused(found: &Examined) -> Option<Refusal> {
    let path = found.path.as_str();
    let why = match found.kind {
        ExaminedKind::Link => "is a symbolic link".to_owned(),
        ExaminedKind::Special => "is neither a file nor a folder".to_owned(),
        ExaminedKind::NoText => "has a name that is not valid UTF-8".to_owned(),
        ExaminedKind::File { shared: true, .. } => "is a hard link".to_owned(),
        ExaminedKind::File { size, .. } if size > most_bytes(path) => {
            format!("has {size} bytes, more than {}", most_bytes(path))
        }
        ExaminedKind::File { .. } if path == LIST => return None,
        ExaminedKind::File { .. } => {
            match why_unwritable(path).or_else(|| why_unportable(path)).or_else(|| why_acting(path)) {
                Some(why) => why.to_owned(),
                None if FILES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder)) => return None,
                None => "is no file of a preview".to_owned(),
            }
        }
    };
    Some(Refusal { path: path.to_owned(), why })
}

/// Why a name could make a program act that publishes the folder: a hidden file says to git, or to a server, what to do,
/// and a `.git` within the folder names commands that git would run.
fn why_acting(path: &str) -> Option<&'static str> {
    path.split('/').find_map(|name| {
        // Some file systems leave these out of names, and `git~1` is another name of `.git` on others.
        let is_invisible = |sign: char| {
            matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        };
        let short = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("git~"));
        if name.contains(is_invisible) {
            return Some("has a name with invisible signs");
        }
        let is_hidden = name.starts_with('.') && !matches!(name, ".nojekyll" | ".well-known");
        (is_hidden || short).then_some("has the name of a hidden file, which could tell git or a server what to do")
    })
}

fn most_bytes(path: &str) -> u64 {
    let most = match path {
        "comment.md" => PREVIEW_COMMENT_BYTES,
        "preview.json" | "summary.md" | "index.html" => PREVIEW_TEXT_BYTES,
        _ => PREVIEW_FILE_BYTES,
    };
    most as u64
}

/// What is wrong in a file that is posted or read.
fn text(folder: &Path, name: &str) -> Result<Option<String>> {
    let Ok(bytes) = examine::bytes(folder, name) else { return Ok(None) };
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Some("is not valid UTF-8".to_owned())) };
    Ok(match name {
        "preview.json" => json(&text),
        "comment.md" if !text.starts_with(&format!("{MARKER}\n")) => {
            Some(format!("does not begin with the line `{MARKER}`"))
        }
        _ => None,
    })
}

fn json(text: &str) -> Option<String> {
    let account: Account = match serde_json::from_str(text) {
        Ok(account) => account,
        // The message may quote what a stranger wrote.
        Err(error) => return Some(format!("is no account of a preview: {}", error.to_string().escape_debug())),
    };
    if account.schema != SCHEMA {
        return Some(format!("has a form that this Docent does not know: `{}`", account.schema.escape_debug()));
    }
    let ids = [&account.head.commit, &account.head.tip, &account.base.commit];
    if let Some(id) = ids.into_iter().flatten().find(|id| crate::world::Commit::new(id).is_none()) {
        return Some(format!("names a commit that is none: `{}`", id.escape_debug()));
    }
    let samples = account.site_wide.iter().flat_map(|it| &it.samples).find(|url| why_unwritable(url).is_some());
    let mut paths = account.pages.iter().flat_map(|page| page.page.iter().chain(&page.marked));
    let is_stray =
        |path: &&String| why_unwritable(path).is_some() || !FOLDERS.iter().any(|folder| path.starts_with(folder));
    let stray = paths.find(is_stray).or(samples);
    stray.map(|path| format!("names a page that is no part of a preview: `{}`", path.escape_debug()))
}
