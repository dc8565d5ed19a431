//! F08: two sources that claim one URL.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::output::path;
use crate::site::{PublishedFile, Route, Site};
use crate::source::Span;

declare_rule! {
    /// ## What it does
    /// Reports pages, aliases and files that are published at one URL. Upper and lower case do not tell URLs apart, nor
    /// does the way in which an accent is encoded, because they do not on every host. What a page has to say about its own
    /// URL is for `redirect-bad`.
    "F08", "duplicate-url", "only one of the two can be published there", Some(Severity::Error), Check::Site(check),
}

/// Who publishes at a route: where to point, and its name.
struct Claim {
    route: Route,
    span: Span,
    name: String,
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let mut claims: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
    for claim in pages(site).chain(aliases(site)).chain(files(site)) {
        claims.entry(path::folded(claim.route.as_str())).or_default().push(claim);
    }
    for claims in claims.values() {
        let Some((first, others)) = claims.split_first() else { continue };
        for other in others {
            findings.push(
                Finding::new(other.span.clone(), format!("`{}` is already the URL of {}", other.route, first.name))
                    .label(format!("{} would be published there too", other.name))
                    .other(first.span.clone(), "this is published there first")
                    .help("rename one of the two"),
            );
        }
    }
}

fn pages(site: &Site) -> impl Iterator<Item = Claim> + '_ {
    site.published().map(|id| {
        let document = &site.documents[id];
        Claim {
            route: site.route(id),
            span: document.source.span(document.source.line(0)),
            name: format!("`{}`", document.path()),
        }
    })
}

fn aliases(site: &Site) -> impl Iterator<Item = Claim> + '_ {
    site.published().flat_map(|id| {
        let document = &site.documents[id];
        let own = site.route(id).as_str().to_lowercase();
        let mut seen = BTreeSet::from([own]);
        let aliases = document.front_matter.aliases.iter().filter(move |alias| {
            let route = Route::of_alias(&alias.value).as_str().to_lowercase();
            seen.insert(route)
        });
        aliases.map(move |alias| Claim {
            route: Route::of_alias(&alias.value),
            span: document.source.span(alias.range.clone()),
            name: format!("an alias of `{}`", document.path()),
        })
    })
}

fn files(site: &Site) -> impl Iterator<Item = Claim> + '_ {
    site.files.iter().filter_map(|(route, file)| match file {
        PublishedFile::OfSite(path) => Some(Claim {
            route: route.clone(),
            span: Span { path: path.clone(), range: 0..0 },
            name: format!("`{path}`"),
        }),
        PublishedFile::OfTheme(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    #[test]
    fn pages_aliases_and_files_claim_their_url_once() {
        let page = "---\ntitle: T\naliases: [other.html, Files/A.svg, example, free]\n          ^^^^^^^^^^ already the URL of `content/other.md`\n---\n";
        marks_in("duplicate-url", page, &[("content/other.md", "---\ntitle: O\n---\n")]);
        let page = "---\n^^^\ntitle: T\n---\n";
        marks_in("duplicate-url", page, &[("content/EXAMPLE.md", "---\ntitle: O\n---\n")]);
    }

    #[test]
    fn accents_tell_nothing_apart() {
        let page = "---\ntitle: T\naliases: [\"caf\\u00e9.html\"]\n          ^^^^^^^^^^^^^^^^ already the URL of `content/cafe\u{301}.md`\n---\n";
        marks_in("duplicate-url", page, &[("content/cafe\u{301}.md", "---\ntitle: O\n---\n")]);
    }
}
