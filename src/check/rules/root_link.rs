//! L03: links from the site's root, and links to the site by its full URL.

use super::link_missing::{relative, replace};
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Document, Link};
use crate::site::link::{Target, resolve};
use crate::site::{DocumentId, PublishedFile, Site};
use crate::source::SitePath;

declare_rule! {
    /// ## What it does
    /// Reports links that start with `/`, and links to pages of the site by its own `base_url`. A relative link to the
    /// `.md` file works on a forge and below any path; Docent publishes both spellings as the same relative URL.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [this page](/example.md).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [this page](example.md).
    /// ~~~~
    "L03", "root-link", "it breaks on a forge, in a preview and below another path", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (link, target) in document.links.iter().zip(site.targets(id)) {
        let own = own_url(site, &link.destination);
        let from_root =
            link.destination.starts_with('/') && matches!(target, Target::Page { .. } | Target::File { .. });
        match own {
            Some(path) => findings.push(by_full_url(site, id, link, path)),
            None if from_root => findings.push(finding(site, document, link, target)),
            None => {}
        }
    }
}

/// What follows the site's own `base_url`.
fn own_url<'l>(site: &Site, destination: &'l str) -> Option<&'l str> {
    let base = site.config.base_url.as_deref()?;
    match destination.strip_prefix(base) {
        Some(path) => Some(path),
        None => (destination.len() + 1 == base.len() && base.starts_with(destination)).then_some(""),
    }
}

fn by_full_url(site: &Site, id: DocumentId, link: &Link, path: &str) -> Finding {
    let (path, suffix) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
    let bare = path.strip_suffix(".html").unwrap_or(path);
    let candidates = [format!("/{bare}.md{suffix}"), format!("/{path}{suffix}"), format!("/{path}index.md{suffix}")];
    let targets = candidates.iter().map(|candidate| resolve(site, id, candidate));
    match targets.into_iter().find(|target| matches!(target, Target::Page { .. } | Target::File { .. })) {
        Some(target) => finding(site, &site.documents[id], link, &target),
        None => start(&site.documents[id], link).help("link the file of the site that is meant, by a relative path"),
    }
}

fn start(document: &Document, link: &Link) -> Finding {
    let message = format!("`{}` is not relative to this page", link.destination);
    Finding::new(document.source.span(link.destination_range.clone()), message)
}

fn finding(site: &Site, document: &Document, link: &Link, target: &Target) -> Finding {
    let Some(path) = path_of(site, target) else { return start(document, link) };
    let meant = relative(document, path.as_str());
    let edit = replace(document, link, &meant);
    start(document, link).help(format!("write `{}`", edit.replacement)).fix(fix(edit))
}

fn fix(edit: Edit) -> Fix {
    Fix::safe(format!("write `{}`", edit.replacement), vec![edit])
}

/// The source that a link leads to; `None` for a file that only its published path names.
fn path_of(site: &Site, target: &Target) -> Option<SitePath> {
    match target {
        Target::Page { document, .. } => Some(site.documents[*document].path().clone()),
        Target::File { route, .. } => match site.files.get(route)? {
            PublishedFile::OfSite(path) if path.as_str().starts_with("content/") => Some(path.clone()),
            _ => None,
        },
        Target::External | Target::Broken(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in, mended_in};

    const OTHERS: [(&str, &str); 3] = [
        ("docent.yml", "base_url: https://a.io/docs/\n"),
        ("content/guide/setup.md", "---\ntitle: S\nkind: page\n---\n\n## Install\n"),
        ("content/img/a.svg", ""),
    ];
    const PAGE: &str =
        "[a](/guide/setup.md#install) ![b](/img/a.svg) [c](https://a.io/docs/guide/setup.html#install)\n";

    #[test]
    fn links_from_the_root_are_made_relative() {
        marks_in(
            "root-link",
            "[a](/guide/setup.md#install)\n    ^^^^^^^^^^^^^^^^^^^^^^^ is not relative\n[c](https://a.io/docs/guide/setup.html)\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
            &OTHERS,
        );
        let mended = "[a](guide/setup.md#install) ![b](img/a.svg) [c](guide/setup.md#install)\n";
        assert_eq!(mended_in("root-link", PAGE, &OTHERS)[0], mended);
    }

    #[test]
    fn relative_links_and_other_sites_are_left_alone() {
        marks_in("root-link", "[a](guide/setup.md) [b](https://a.io/other/) [c](//cdn.io/x)\n", &OTHERS);
        marks("root-link", "[missing](/nowhere.md) is for another rule\n");
    }
}
