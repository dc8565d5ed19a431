//! L05: links to a change of the code in place of the code.

use crate::check::rule::{Check, declare_rule};
use crate::check::words::{self, Words};
use crate::config::Kind;
use crate::diagnostic::{Finding, Severity};
use crate::document::prose::find_words;
use crate::document::{Document, Link};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports links to pull requests, merge requests and commits in tutorials, unless they stand below a heading such as
    /// "Further reading" or their sentence speaks of the discussion. On other kinds of pages it gives advice, and only where
    /// the link neither goes by the name of the change ("#12") nor stands in a sentence about what the change did.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// The loader is [implemented here](https://github.com/pytorch/pytorch/pull/127074/files).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// The loader is a function in [`torch/__init__.py`](https://github.com/pytorch/pytorch/blob/v2.5.0/torch/__init__.py).
    ///
    /// ## Further reading
    ///
    /// - [Review of the loader](https://github.com/pytorch/pytorch/pull/127074)
    /// ~~~~
    "L05", "change-request-link", "a change is not the code, and shows how it was, not how it is",
    Some(Severity::Warning), Check::Document(check),
}

/// Words of headings and paths below which changes are the subject.
const SUBJECTS: [&str; 10] = [
    "release",
    "changelog",
    "change log",
    "what's new",
    "whats-new",
    "history",
    "contribut",
    "reference",
    "acknowledg",
    "discussion",
];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(words) = words::of(&site.config.language) else { return };
    if is_about_changes(document.path().as_str()) || is_about_changes(document.title()) {
        return;
    }
    let is_tutorial = site.contract(id).is_some_and(Kind::is_tutorial);
    let links = document.links.iter().filter(|link| is_change(&link.destination));
    for link in links.filter(|link| !is_further_reading(site, document, link) && !is_discussion(document, link, words))
    {
        // Who learns wants the code; who works on the code may well want its changes.
        if !is_tutorial && is_meant(document, link, words) {
            continue;
        }
        let span = document.source.span(link.destination_range.clone());
        findings.push(
            Finding::new(span, "the link leads to a change of the code, not to the code")
                .help(
                    "link the file at a tag or commit (`/blob/TAG/path`); keep the change under “Further reading” if its \
                     discussion matters",
                )
                .at_most(if is_tutorial { Severity::Warning } else { Severity::Advice }),
        );
    }
}

/// Whether a URL is that of a pull request, a merge request or a commit.
fn is_change(url: &str) -> bool {
    let Some((_, rest)) = url.split_once("://") else { return false };
    let path = rest.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let mut parts = path.split('/');
    let host = parts.next().unwrap_or_default().trim_start_matches("www.");
    let parts: Vec<_> = parts.collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_hash = |text: &str| text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match (host, &parts[..]) {
        ("github.com" | "codeberg.org", [_, _, "pull" | "pulls", number, ..]) => is_number(number),
        ("github.com" | "codeberg.org", [_, _, "commit", hash, ..]) => is_hash(hash),
        ("bitbucket.org", [_, _, "pull-requests", number, ..]) => is_number(number),
        ("bitbucket.org", [_, _, "commits", hash, ..]) => is_hash(hash),
        (_, [.., "-", "merge_requests", number]) => is_number(number),
        (_, [.., "-", "merge_requests", number, "diffs" | "commits"]) => is_number(number),
        (_, [.., "-", "commit", hash]) => is_hash(hash),
        _ => false,
    }
}

fn is_about_changes(text: &str) -> bool {
    let text = text.to_lowercase();
    SUBJECTS.iter().any(|subject| text.contains(subject))
}

/// Whether a link stands below a heading that leads out of the page.
fn is_further_reading(site: &Site, document: &Document, link: &Link) -> bool {
    let declared = site
        .config
        .kind("tutorial")
        .and_then(|kind| kind.sections.iter().find(|section| section.id == "further-reading"));
    document.headings.iter().any(|heading| {
        let named = declared.is_some_and(|section| section.is_named(&heading.name, &heading.anchor));
        (named || is_about_changes(&heading.text)) && document.section(heading).range.contains(&link.range.start)
    })
}

/// Whether a link leads to what was said of a change.
fn is_discussion(document: &Document, link: &Link, words: &Words) -> bool {
    let is_comment = link.destination.contains("#issue") || link.destination.contains("#discussion_r");
    is_comment || says(document, link, words.discussions)
}

/// Whether the change itself is meant: what it did, or an example of one, by its name.
fn is_meant(document: &Document, link: &Link, words: &Words) -> bool {
    says(document, link, words.changes) || (goes_by_name(&link.text, words) && !says(document, link, words.code))
}

/// Whether the sentence of a link has one of these words.
fn says(document: &Document, link: &Link, words: &[&str]) -> bool {
    let passage = document.prose.passages().rfind(|passage| passage.start() <= link.range.start);
    let sentence = passage.map_or("", |passage| passage.sentence_near(link.range.start)).to_lowercase();
    words.iter().any(|word| !find_words(&sentence, word).is_empty())
}

/// Whether a link's text names the change: "#12", "PR", a hash, or its URL.
fn goes_by_name(text: &str, words: &Words) -> bool {
    let lower = text.to_lowercase();
    let numbered = text.split('#').skip(1).any(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    let is_hash = lower.len() >= 7 && lower.bytes().all(|byte| byte.is_ascii_hexdigit());
    numbered || is_hash || words.change_names.iter().any(|word| !find_words(&lower, word).is_empty())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in, severities};
    use crate::diagnostic::Severity;

    #[test]
    fn changes_in_place_of_code_are_found() {
        marks(
            "change-request-link",
            "It works like [this](https://github.com/a/b/pull/12/files).\n                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a change of the code\n",
        );
        marks(
            "change-request-link",
            "It is fixed now. The code is in [the pull request](https://gitlab.io/a/b/-/merge_requests/3).\n                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        );
        marks(
            "change-request-link",
            "- Code: https://github.com/a/b/commit/0027c653a24\n        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        );
    }

    #[test]
    fn a_tutorial_links_code() {
        let page = |body: &str| format!("---\ntitle: T\nkind: tutorial\n---\n\n{body}");
        let added = "It was added in [#13](https://github.com/a/b/pull/13).\n";
        assert_eq!(severities("change-request-link", &page(added), &[]), [Severity::Warning]);
        assert_eq!(severities("change-request-link", added, &[]), []);
        let discussed = "It was discussed in [#13](https://github.com/a/b/pull/13).\n";
        assert_eq!(severities("change-request-link", &page(discussed), &[]), []);
        let below = "## References\n\n- [The loader](https://github.com/a/b/pull/13)\n";
        assert_eq!(severities("change-request-link", &page(below), &[]), []);
    }

    #[test]
    fn changes_that_are_meant_are_left_alone() {
        marks(
            "change-request-link",
            "Why is said in [the discussion](https://github.com/a/b/pull/12), it was added in [#13](https://github.com/a/b/pull/13).\n\nAn example: [#14](https://github.com/a/b/pull/14), see [this PR](https://github.com/a/b/pull/15) and [what Ann says](https://github.com/a/b/pull/16#issuecomment-1).\n",
        );
        marks("change-request-link", "## Further reading\n\n### More\n\n- [PR 12](https://github.com/a/b/pull/12)\n");
        marks(
            "change-request-link",
            "[file](https://github.com/a/b/blob/v1/pull/12.py), [issue](https://github.com/a/b/issues/12), [tree](https://github.com/a/b/commits/main)\n",
        );
        marks_in(
            "change-request-link",
            "---\ntitle: Release notes\nkind: page\n---\n\n- [x](https://github.com/a/b/pull/12)\n",
            &[],
        );
    }
}
