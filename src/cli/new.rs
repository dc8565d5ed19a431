//! `docent new` and `docent init`: scaffolds that keep the contract in all but what they say.

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::args::{InitArguments, NewArguments};
use super::terminal::{self, tell};
use super::{CLEAN, bold, place};
use crate::cache::Cache;
use crate::config::{CONFIG_PATH, CONTENT, Config, scaffold};
use crate::diagnostic::nearest;
use crate::document::anchor;
use crate::output::path::why_unportable;
use crate::output::source;
use crate::pipeline::{self, Options};
use crate::site::{Site, nav};
use crate::source::SitePath;
use crate::world::{DiskWorld, World};
use crate::yaml;

/// Creates a document of a kind, and has the navigation show it.
pub(super) fn page(site: Option<&Path>, arguments: &NewArguments) -> Result<u8> {
    let world = place::world(site)?;
    let options = Options { drafts: true, ..Options::default() };
    let config = pipeline::load(&world, &Cache::forgetful(), &options).site.config;
    let kind = config.kind(&arguments.kind).ok_or_else(|| unknown_kind(&arguments.kind, &config))?;
    let path = document_path(&arguments.path)?;
    let name = match path.stem() {
        // The index of a folder is called what the folder is.
        "index" => nav::in_words(path.folder().rsplit('/').next().filter(|&it| it != CONTENT).unwrap_or("Index")),
        _ => words_of(&arguments.path),
    };
    let title = title(arguments.title.as_deref(), &name)?;
    let names_kind = config.default_kind(&path) != kind.name;
    create(&world, &path, &scaffold(kind, &title, names_kind))?;
    let site = pipeline::load(&world, &Cache::forgetful(), &options).site;
    if site.document_at(&path).is_some_and(|id| site.navigation().place(id).is_none()) {
        add_to_navigation(&world, &site, &path)?;
    }
    tell!("        replace the lines of the scaffold in it: `docent check` names them");
    Ok(CLEAN)
}

/// Creates a site with a first tutorial; what is there stays as it is.
pub(super) fn site(arguments: &InitArguments) -> Result<u8> {
    let folder = arguments.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let named = std::path::absolute(&folder).ok().and_then(|path| Some(nav::in_words(path.file_name()?.to_str()?)));
    let title = title(arguments.title.as_deref(), named.as_deref().unwrap_or("Tutorials"))?;
    let config = Config::default();
    let tutorial = config.kind("tutorial").context("the tutorial is a built-in kind")?;
    let quoted = yaml::quoted(&title);
    let first = "tutorials/first-tutorial.md";
    // A site that is there already has tutorials of its own, and a scaffold would keep it from being built.
    let is_new = !folder.join(CONTENT).exists();
    let tutorials = is_new.then(|| (format!("{CONTENT}/{first}"), scaffold(tutorial, "First tutorial", false)));
    let files = [
        (CONFIG_PATH.to_owned(), format!("title: {quoted}\n")),
        (
            format!("{CONTENT}/index.md"),
            format!("---\ntitle: {quoted}\n---\n\nStart with [the first tutorial]({first}).\n"),
        ),
        (
            ".gitignore".to_owned(),
            "# What `docent build` and `docent preview` make.\n/public/\n/_preview/\n".to_owned(),
        ),
    ]
    .into_iter()
    .chain(tutorials);
    let files: Vec<_> = files.collect();
    for ((path, _), created) in files.iter().zip(source::create_all(&folder, &files)?) {
        tell!("{} {path}", if created { bold("Created") } else { bold("   Kept") });
    }
    tell!("        `docent check` says what is left to write, `docent build` makes the site");
    Ok(CLEAN)
}

fn unknown_kind(name: &str, config: &Config) -> anyhow::Error {
    let names: Vec<_> = config.kinds.iter().map(|kind| kind.name.as_str()).collect();
    match nearest(name, names.iter().copied()) {
        Some(near) => anyhow!("no kind is called `{name}`; did you mean `{near}`?"),
        None => anyhow!("no kind is called `{name}`; there are `{}`", names.join("`, `")),
    }
}

/// The place below `content` that a path names, with or without `content/` and `.md`. A title at its end becomes the name
/// of a file.
fn document_path(path: &str) -> Result<SitePath> {
    let written = path.replace('\\', "/");
    let written = written.trim_start_matches("./");
    let within = written.strip_prefix(CONTENT).and_then(|rest| rest.strip_prefix('/')).unwrap_or(written);
    let within = within.strip_suffix(".md").unwrap_or(within);
    let is_name = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(char::is_control);
    let no_path =
        || anyhow!("`{path}` is no path of a document: name one below `{CONTENT}`, such as `tutorials/first-steps.md`");
    if !within.split('/').all(is_name) {
        return Err(no_path());
    }
    let (folder, last) = within.rsplit_once('/').map_or(("", within), |(folder, last)| (folder, last));
    let folders = if folder.is_empty() { CONTENT.to_owned() } else { format!("{CONTENT}/{folder}") };
    let path = SitePath::new(format!("{folders}/{}.md", file_name(last).ok_or_else(no_path)?));
    match why_unportable(path.as_str()) {
        Some(why) => bail!("`{path}` {why}"),
        None => Ok(path),
    }
}

/// The name for a file that an author gives, or a title as the anchor that a heading of it would have; `None` where
/// nothing is left of it.
fn file_name(written: &str) -> Option<String> {
    if is_file_name(written) {
        return Some(written.to_owned());
    }
    let name = anchor::of_heading(written);
    let name = name.trim_matches('-');
    (written.contains(char::is_alphanumeric) && !name.is_empty()).then(|| name.to_owned())
}

fn is_file_name(written: &str) -> bool {
    written.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.'))
}

/// What the end of a path says: a title, or the name of a file in words.
fn words_of(path: &str) -> String {
    let last = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let last = last.strip_suffix(".md").unwrap_or(last).trim();
    if is_file_name(last) { nav::in_words(last) } else { last.to_owned() }
}

/// The title that was given, else the answer on a terminal, else what the name of the file says.
fn title(given: Option<&str>, otherwise: &str) -> Result<String> {
    let answered = match given {
        Some(title) => title.trim().to_owned(),
        None if io::stdin().is_terminal() && io::stderr().is_terminal() => {
            terminal::say(&format!("Title [{otherwise}]: "));
            let mut answer = String::new();
            io::stdin().lock().read_line(&mut answer).context("cannot read the title")?;
            answer.trim().to_owned()
        }
        None => String::new(),
    };
    Ok(if answered.is_empty() { otherwise.to_owned() } else { answered })
}

fn create(world: &DiskWorld, path: &SitePath, text: &str) -> Result<()> {
    if !source::create(world.root(), path.as_str(), text.as_bytes())? {
        bail!("`{path}` is there already; nothing was written");
    }
    tell!("{} {path}", bold("Created"));
    Ok(())
}

/// Names a document in `nav:` of `docent.yml`, below its last entry and as that one is written.
fn add_to_navigation(world: &DiskWorld, site: &Site, path: &SitePath) -> Result<()> {
    let (Some(config), Some(last)) = (&site.config.source, site.config.nav.last()) else { return Ok(()) };
    let entry = yaml::quoted(path.as_str().trim_start_matches(CONTENT).trim_start_matches('/'));
    let line = config.line_around(last.range.start);
    let before = &config.text()[line.start..last.range.start];
    let (at, inserted) = match before.trim() {
        "-" => (line.end, format!("{}{before}{entry}", config.line_end())),
        _ => (last.range.end, format!(", {entry}")),
    };
    let bytes = world.read(config.path()).with_context(|| format!("cannot read `{CONFIG_PATH}`"))?;
    let mark = bytes.len() - config.text().len();
    let after = [&bytes[..mark + at], inserted.as_bytes(), &bytes[mark + at..]].concat();
    source::replace(&world.root().join(CONFIG_PATH), &bytes, &after)?;
    tell!("{} it to `nav` in {CONFIG_PATH}", bold("  Added"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_below_content() {
        for path in ["a/b", "a/b.md", "content/a/b.md", "./content/a/b"] {
            assert_eq!(document_path(path).unwrap().as_str(), "content/a/b.md", "{path}");
        }
        for path in ["", "/a", "../a", "a//b", "a/.b", "a/../b", "content/", "?!", "a/ ", "aux", "a?/b"] {
            assert!(document_path(path).is_err(), "{path}");
        }
    }

    #[test]
    fn a_title_is_named_as_its_heading_would_be() {
        for (path, written, title) in [
            ("Some Title!", "some-title", "Some Title!"),
            ("guides/Größe: wie? (1)", "guides/größe-wie-1", "Größe: wie? (1)"),
            ("guides/My Page.md", "guides/my-page", "My Page"),
            ("~ home", "home", "~ home"),
            ("v2.0_notes", "v2.0_notes", "V2.0 notes"),
            ("guides/sort-by-two-keys.md", "guides/sort-by-two-keys", "Sort by two keys"),
        ] {
            let place = document_path(path).unwrap();
            assert_eq!(
                (place.as_str(), words_of(path)),
                (&*format!("content/{written}.md"), title.to_owned()),
                "{path}"
            );
        }
    }
}
