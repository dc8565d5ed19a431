//! `manifest.json`: the pages of a build for other tools, without their text.

use serde::Serialize;

use super::{File, Rendered, text_file};
use crate::config::CONTENT;
use crate::site::made::MANIFEST;
use crate::site::{Site, aliases, anchors};

/// Raised when what a tool reads here changes its meaning.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Head<'a> {
    version: u32,
    title: &'a str,
    base_url: Option<&'a str>,
}

#[derive(Serialize)]
struct Page<'a> {
    /// Below the site's root, as in the output.
    url: &'a str,
    /// Stays the same for as long as the source stays where it is.
    id: &'a str,
    title: &'a str,
    kind: &'a str,
    source: &'a str,
    /// Changes with the source.
    source_hash: String,
    /// Changes with what the page says, whatever the theme makes of it.
    content_hash: String,
    /// The ids within the page that a link can lead to.
    anchors: Vec<&'a str>,
    /// Earlier paths that lead to the page.
    aliases: Vec<String>,
}

/// Each page has a line of its own, so that two manifests can be compared by eye.
pub(super) fn export(site: &Site, pages: &[Rendered]) -> Vec<File> {
    let head = Head { version: VERSION, title: site.title(), base_url: site.config.base_url.as_deref() };
    let pages: Vec<_> = pages.iter().map(|page| json(&entry(site, page))).collect();
    let json = format!("{},\"pages\":[\n{}\n]}}\n", json(&head).trim_end_matches('}'), pages.join(",\n"));
    vec![text_file(MANIFEST, json)]
}

fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists of them always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

fn entry<'a>(site: &'a Site, page: &'a Rendered) -> Page<'a> {
    let document = &site.documents[page.document];
    let source = document.path().as_str();
    let id = source.strip_prefix(CONTENT).unwrap_or(source).trim_start_matches('/');
    Page {
        url: page.route.as_str(),
        id: id.strip_suffix(".md").unwrap_or(id),
        title: document.title(),
        kind: site.kind(page.document),
        source,
        source_hash: document.source.hash().to_hex().to_string(),
        content_hash: page.extract.hash.to_hex().to_string(),
        anchors: anchors(document),
        aliases: aliases(document).iter().map(ToString::to_string).collect(),
    }
}
