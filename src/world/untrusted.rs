//! A site of a stranger: what could run in a reader's browser is replaced by nothing.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use super::{Listing, World};
use crate::calendar::Date;
use crate::source::SitePath;

/// A world without templates, scripts and pages of its own; everything else is as it is.
///
/// Files stay where they are, so that links to them are judged as ever: only their bytes are gone.
pub struct Untrusted<'w>(&'w dyn World);

/// The folders in which a site can replace what Docent itself makes pages of.
const TEMPLATES: &str = "templates";
const THEME: &str = "static/theme/";

impl<'w> Untrusted<'w> {
    /// The world as far as it can be shown to others.
    pub fn new(world: &'w dyn World) -> Self {
        Self(world)
    }
}

impl World for Untrusted<'_> {
    fn list(&self, folder: &str) -> Listing {
        if folder == TEMPLATES {
            return Listing::default();
        }
        let mut listing = self.0.list(folder);
        // The built-in theme serves instead.
        listing.files.retain(|path| !path.as_str().starts_with(THEME));
        listing
    }

    fn read(&self, path: &SitePath) -> io::Result<Arc<[u8]>> {
        let bytes = self.0.read(path)?;
        if can_run(path) {
            return Ok(Arc::from([]));
        }
        let is_drawing = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        if is_drawing && !is_only_drawn(&bytes) {
            return Ok(Arc::from(*b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>"));
        }
        Ok(bytes)
    }

    fn last_changed(&self) -> BTreeMap<SitePath, Date> {
        self.0.last_changed()
    }
}

/// Whether a browser, or the server that sends it, could run what is in a published file: all but those whose endings, every
/// one of them, are of files that nobody runs. Servers guess from a name without an ending, and from each of several.
fn can_run(path: &SitePath) -> bool {
    #[rustfmt::skip]
    const INERT: &[&str] = &[
        "avif", "bib", "bmp", "c", "cc", "cfg", "cpp", "cs", "css", "csv", "cu", "diff", "gif", "go", "gz", "h", "hpp", "ico",
        "ini", "ipynb", "java", "jl", "jpeg", "jpg", "json", "jsonl", "kt", "lock", "log", "md", "mp3", "mp4", "npy", "npz",
        "ogg", "otf", "parquet", "patch", "pdf", "png", "proto", "ps1", "pt", "py", "pyi", "r", "rb", "rs", "rst", "scala",
        "sh", "sql", "svg", "swift", "tar", "tex", "toml", "ts", "tsv", "ttf", "txt", "wav", "webm", "webp", "woff", "woff2",
        "xz", "yaml", "yml", "zip",
    ];
    /// What hosts take for their own configuration, whatever its ending.
    #[rustfmt::skip]
    const OF_HOSTS: &[&str] = &[
        "_config.yml", "ads.txt", "amplify.yml", "app-ads.txt", "app.yaml", "deno.json", "firebase.json", "fly.toml",
        "netlify.toml", "now.json", "package-lock.json", "package.json", "render.yaml", "serve.json", "static.json",
        "staticwebapp.config.json", "vercel.json", "wrangler.json", "wrangler.toml",
    ];
    /// What others take for the word of whoever owns the host.
    const WORD_OF_THE_OWNER: &str = "/.well-known/";
    let published = ["content/", "static/"].iter().any(|folder| path.as_str().starts_with(folder));
    let name = path.name().to_ascii_lowercase();
    let mut endings = name.split('.').skip(1).peekable();
    let is_number = |ending: &str| !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_digit());
    let is_inert = endings.peek().is_some()
        && endings.all(|ending| INERT.contains(&ending) || is_number(ending))
        && !OF_HOSTS.contains(&name.as_str())
        && !path.as_str().contains(WORD_OF_THE_OWNER);
    published && !is_inert
}

/// Whether a drawing holds nothing but shapes, as far as its text tells: in doubt it does not.
fn is_only_drawn(bytes: &[u8]) -> bool {
    const SIGNS: [&str; 8] =
        ["<script", "javascript:", "foreignobject", "<!doctype", "<!entity", "<?xml-stylesheet", "<iframe", "<handler"];
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let text = text.to_ascii_lowercase();
    // `onload=` and the like: a blank or a quote, `on`, letters, an equals sign.
    let has_event = text.match_indices("on").any(|(at, _)| {
        let starts = text[..at].ends_with(|sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '/'));
        let rest = text[at + 2..].trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        starts && rest.trim_start().starts_with('=')
    });
    // An element can have a prefix, as in `<x:script`, and a reference can stand for a sign.
    let is_hidden = text.contains(":script") || text.contains("&#");
    !has_event && !is_hidden && !SIGNS.iter().any(|sign| text.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::MemoryWorld;

    #[test]
    fn what_could_run_is_empty_and_still_there() {
        let mut world = MemoryWorld::new();
        let files = [
            ("templates/page.html", "<script>"),
            ("static/theme/page.js", "alert(1)"),
            ("static/theme/docent.css", "a {}"),
            ("content/a.js", "alert(1)"),
            ("content/a.HTML", "<script>"),
            ("content/noending", "<script>"),
            ("content/nothing.", "<script>"),
            ("content/.well-known/assetlinks.json", "[]"),
            ("content/package.json", "{}"),
            ("content/page.html.en", "<script>"),
            ("content/a.php", "<?php"),
            ("content/netlify.toml", "x"),
            ("content/v1.2.png", "picture"),
            ("content/a.md", "text"),
            ("content/good.svg", "<svg><text>one=1 on me</text></svg>"),
            ("content/bad.svg", "<svg onload = 'x'/>"),
            ("content/worse.svg", "<svg><x:script>1</x:script></svg>"),
            ("code/a.js", "shown as code"),
        ];
        files.iter().for_each(|(path, text)| world.write(path, *text));
        let untrusted = Untrusted::new(&world);
        let read = |path: &str| String::from_utf8(untrusted.read(&SitePath::new(path)).unwrap().to_vec()).unwrap();
        assert!(untrusted.list("templates").files.is_empty());
        assert!(untrusted.list("static").files.is_empty(), "the built-in theme serves");
        assert_eq!(untrusted.list("content").files.len(), 14);
        for emptied in [
            "a.js",
            "a.HTML",
            "noending",
            "page.html.en",
            "a.php",
            "netlify.toml",
            "nothing.",
            "package.json",
            ".well-known/assetlinks.json",
        ] {
            assert_eq!(read(&format!("content/{emptied}")), "", "{emptied}");
        }
        for kept in ["content/v1.2.png", "content/a.md", "content/good.svg", "code/a.js"] {
            assert_eq!(read(kept), files.iter().find(|(path, _)| *path == kept).unwrap().1);
        }
        for replaced in ["content/bad.svg", "content/worse.svg"] {
            assert!(read(replaced).ends_with("viewBox=\"0 0 1 1\"/>"), "{replaced}");
        }
    }
}
