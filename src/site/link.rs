//! Where links lead: destinations as written, resolved against all documents and files of the site.

use super::{DocumentId, Route, Site, route};
use crate::config::{CONTENT, STATIC};
use crate::document::Document;
use crate::source::SitePath;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A page of the site, with what follows its path: `?query#anchor`.
    Page {
        /// The document.
        document: DocumentId,
        /// The query with its `?`, or nothing.
        query: String,
        /// The anchor, decoded where only its decoded form exists in the page.
        anchor: Option<String>,
        /// Whether the page has that anchor.
        anchor_found: bool,
    },
    /// A file that is published beside the pages.
    File {
        /// Where it is published.
        route: Route,
        /// What follows its path, as written.
        suffix: String,
    },
    /// Another site.
    External,
    /// Nowhere.
    Broken(Broken),
}

/// Why a link leads nowhere.
#[derive(Debug, Clone, PartialEq)]
pub enum Broken {
    /// No such file; the path within the site and, where there is a near one, what was meant.
    Missing(SitePath, Option<String>),
    /// There is one of another spelling, upper and lower case aside.
    OtherCase(SitePath),
    /// A page that this build does not publish.
    Draft(DocumentId),
    /// A path that leads out of `content`.
    Outside,
    /// A path with a backslash.
    Backslash,
    /// A scheme that no page may link, such as `javascript:`.
    Scheme(String),
}

/// Resolves the links of a document, in their order.
pub(super) fn resolve_all(site: &Site, id: DocumentId) -> Vec<Target> {
    let document = &site.documents[id];
    document.links.iter().map(|link| resolve(site, id, &link.destination)).collect()
}

/// Resolves one destination as a document writes it.
pub fn resolve(site: &Site, from: DocumentId, destination: &str) -> Target {
    let destination = destination.trim();
    if let Some(scheme) = scheme(destination) {
        const ALLOWED: [&str; 8] = ["http", "https", "mailto", "tel", "ftp", "irc", "xmpp", "git"];
        return if ALLOWED.contains(&scheme.as_str()) {
            Target::External
        } else {
            Target::Broken(Broken::Scheme(scheme))
        };
    }
    if destination.starts_with("//") {
        return Target::External;
    }
    let (path, suffix) = destination.split_at(destination.find(['?', '#']).unwrap_or(destination.len()));
    if path.is_empty() {
        return page(site, from, suffix);
    }
    if path.contains('\\') {
        return Target::Broken(Broken::Backslash);
    }
    let path = route::decode(path);
    match find(site, site.documents[from].path().folder(), &path) {
        // A draft is shown only where all drafts are, so that it can link the others.
        Ok(Found::Document(document)) if site.is_published(document) || !site.is_published(from) => {
            page(site, document, suffix)
        }
        Ok(Found::Document(document)) => Target::Broken(Broken::Draft(document)),
        Ok(Found::File(route)) => Target::File { route, suffix: suffix.to_owned() },
        Err(broken) => Target::Broken(broken),
    }
}

enum Found {
    Document(DocumentId),
    File(Route),
}

fn find(site: &Site, folder: &str, path: &str) -> Result<Found, Broken> {
    let start = if path.starts_with('/') { CONTENT } else { folder };
    let resolved = SitePath::resolve(start, path.trim_start_matches('/')).ok_or(Broken::Outside)?;
    let Some(within) = resolved.as_str().strip_prefix(CONTENT).filter(|rest| rest.is_empty() || rest.starts_with('/'))
    else {
        return Err(Broken::Outside);
    };
    if let Some(document) = site.document_at(&resolved) {
        return Ok(Found::Document(document));
    }
    let index = SitePath::new(format!("{resolved}/index.md"));
    if let Some(document) = site.document_at(&index) {
        return Ok(Found::Document(document));
    }
    let route = Route::new(within.trim_start_matches('/'));
    if site.files.contains_key(&route) {
        return Ok(Found::File(route));
    }
    Err(missing(site, resolved))
}

fn missing(site: &Site, path: SitePath) -> Broken {
    let lower = path.as_str().to_lowercase();
    for candidate in [lower.clone(), format!("{lower}/index.md"), lower.replacen(CONTENT, STATIC, 1)] {
        if let Some(written) = site.spelling().get(&candidate) {
            return Broken::OtherCase(written.clone());
        }
    }
    let candidate = near(site, &path);
    Broken::Missing(path, candidate)
}

/// What was probably meant: a page written by its published name or without its ending, one that has moved, a near name
/// in the folder, or the one file of that name elsewhere.
fn near(site: &Site, path: &SitePath) -> Option<String> {
    let known = || site.spelling().values();
    let bare = path.as_str().strip_suffix(".html").unwrap_or(path.as_str());
    let as_document = SitePath::new(if bare.ends_with(".md") { bare.to_owned() } else { format!("{bare}.md") });
    if site.document_at(&as_document).is_some() {
        return Some(as_document.as_str().to_owned());
    }
    if let Some(moved) = site.documents.iter().find(|document| has_moved_from(document, &as_document)) {
        return Some(moved.path().as_str().to_owned());
    }
    let siblings = known().filter(|known| known.folder() == path.folder()).map(SitePath::name);
    if let Some(sibling) = crate::diagnostic::nearest(path.name(), siblings) {
        return Some(format!("{}/{sibling}", path.folder()));
    }
    let mut same_name: Vec<_> = known().filter(|known| known.name() == path.name()).map(SitePath::as_str).collect();
    same_name.sort_unstable();
    same_name.dedup();
    match same_name[..] {
        [only] => Some(only.to_owned()),
        _ => None,
    }
}

/// Whether one of a document's aliases is where this path would be published.
fn has_moved_from(document: &Document, path: &SitePath) -> bool {
    let route = Route::of_document(path);
    document.front_matter.aliases.iter().any(|alias| Route::of_alias(&alias.value) == route)
}

fn page(site: &Site, document: DocumentId, suffix: &str) -> Target {
    let (query, fragment) = suffix.split_once('#').map_or((suffix, None), |(query, fragment)| (query, Some(fragment)));
    let (anchor, anchor_found) = match fragment {
        None => (None, true),
        Some(fragment) => {
            let (anchor, found) = find_anchor(&site.documents[document], fragment);
            (Some(anchor), found)
        }
    };
    Target::Page { document, query: query.to_owned(), anchor, anchor_found }
}

/// As browsers do it: the fragment as written, then decoded; `#` and `#top` are the top of the page.
fn find_anchor(document: &Document, fragment: &str) -> (String, bool) {
    if fragment.is_empty() || fragment.eq_ignore_ascii_case("top") || document.has_anchor(fragment) {
        return (fragment.to_owned(), true);
    }
    let decoded = route::decode(fragment);
    let found = document.has_anchor(&decoded);
    (decoded, found)
}

/// The scheme of an absolute URL, in lower case.
fn scheme(destination: &str) -> Option<String> {
    let (scheme, _) = destination.split_once(':')?;
    // Browsers skip blanks and controls within a scheme, so these must not hide one.
    let scheme: String = scheme.chars().filter(|sign| !sign.is_whitespace() && !sign.is_control()).collect();
    let valid = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '.' | '-'));
    (valid && !scheme.contains('/')).then(|| scheme.to_ascii_lowercase())
}
