//! P07: names that other systems refuse, or mix up.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::output::path;
use crate::site::{PublishedFile, Site};
use crate::source::{SitePath, Span};

declare_rule! {
    /// ## What it does
    /// Reports files and folders of a name that Windows refuses (`aux.md`, `a:b.md`, `what?.md`, a name that ends in a dot
    /// or a space), and folders whose names differ in nothing but upper and lower case, or in how an accent is encoded.
    /// Files that differ in nothing else are for `duplicate-url`.
    "P07", "portable-name", "on other systems the site cannot even be checked out", Some(Severity::Warning), Check::Site(check),
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let mut spellings: BTreeMap<String, &str> = BTreeMap::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for path in files(site) {
        let whole = path::why_unportable(path.as_str());
        let refused = whole.and_then(|_| prefixes(path).find_map(|part| Some((part, path::why_unportable(part)?))));
        if let Some((part, why)) = refused.filter(|(part, _)| told.insert(part)) {
            let finding = Finding::new(first_line(site, path), format!("`{part}` {why}"));
            findings.push(finding.label("on Windows there can be no such file").help("rename it"));
        }
        for folder in prefixes(path).filter(|part| *part != path.as_str() && seen.insert(part)) {
            let first = *spellings.entry(path::folded(folder)).or_insert(folder);
            if first != folder && told.insert(folder) {
                let message = format!("`{folder}` and `{first}` are one folder on many systems");
                let finding = Finding::new(first_line(site, path), message);
                findings.push(finding.help("move the files of both into one of them"));
            }
        }
    }
}

/// The files that the site's authors named.
fn files(site: &Site) -> impl Iterator<Item = &SitePath> {
    let others = site.files.values().filter_map(|file| match file {
        PublishedFile::OfSite(path) => Some(path),
        PublishedFile::OfTheme(_) => None,
    });
    site.documents.iter().map(|document| document.path()).chain(others)
}

/// Where to point at a file.
fn first_line(site: &Site, path: &SitePath) -> Span {
    let document = site.document_at(path).map(|id| &site.documents[id].source);
    document.map_or_else(|| Span { path: path.clone(), range: 0..0 }, |source| source.span(source.line(0)))
}

/// The folders that hold a path, the outermost first, and the path itself.
fn prefixes(path: &SitePath) -> impl Iterator<Item = &str> {
    let path = path.as_str();
    path.match_indices('/').map(|(at, _)| &path[..at]).chain([path])
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, messages_in};

    const PAGE: &str = "---\ntitle: T\nkind: page\n---\n";

    #[test]
    fn names_that_windows_refuses_are_told_once() {
        let names = ["aux", "con/a", "con/b", "new\nline", "what?", "auxiliary"].map(|name| format!("content/{name}.md"));
        let others: Vec<_> = names.iter().map(|path| (path.as_str(), PAGE)).collect();
        let found = messages_in("portable-name", PAGE, &others);
        let signs = "has a name with a control character or one of `< > : \" | ? * \\`";
        let expected = [
            "content/aux.md:1: `content/aux.md` has a name that Windows keeps for a device".to_owned(),
            "content/con/a.md:1: `content/con` has a name that Windows keeps for a device".to_owned(),
            format!("content/new\nline.md:1: `content/new\nline.md` {signs}"),
            format!("content/what?.md:1: `content/what?.md` {signs}"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn folders_that_are_one_elsewhere_are_told_once() {
        let names = ["Guides/a", "guides/b", "guides/c", "cafe\u{301}/a", "caf\u{e9}/b"];
        let names = names.map(|name| format!("content/{name}.md"));
        let others: Vec<_> = names.iter().map(|path| (path.as_str(), PAGE)).collect();
        let found = messages_in("portable-name", PAGE, &others);
        let expected = [
            "content/caf\u{e9}/b.md:1: `content/caf\u{e9}` and `content/cafe\u{301}` are one folder on many systems",
            "content/guides/b.md:1: `content/guides` and `content/Guides` are one folder on many systems",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn common_names_are_fine() {
        marks_in("portable-name", PAGE, &[("content/a b/\u{fc}#\u{1f600}.md", PAGE), ("content/a b/console.md", PAGE)]);
    }
}
