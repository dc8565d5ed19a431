//! L01: links to files that do not exist.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Document, Link, LinkKind};
use crate::site::link::{Broken, Target};
use crate::site::{DocumentId, Site};
use crate::source::SitePath;

declare_rule! {
    /// ## What it does
    /// Reports links and images whose file does not exist, is written in another case, or lies outside `content`. Links are written to `.md` files, relative, so that they work on a forge too.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [the device guide](devices.md).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [this page](example.md).
    /// ~~~~
    "L01", "link-missing", "what the reader was promised is not there", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (link, target) in document.links.iter().zip(site.targets(id)) {
        if let Target::Broken(broken) = target {
            findings.extend(finding(document, link, broken));
        }
    }
}

fn finding(document: &Document, link: &Link, broken: &Broken) -> Option<Finding> {
    let at = |message: String| Finding::new(document.source.span(link.destination_range.clone()), message);
    Some(match broken {
        Broken::Missing(path, None) if is_image(link) => {
            at(missing(link, path)).help("an image is a file below `content`, named from the folder of the page")
        }
        Broken::Missing(path, None) => at(missing(link, path)),
        Broken::Missing(path, Some(near)) => {
            let meant = relative(document, near);
            at(missing(link, path))
                .help(format!("did you mean `{meant}`?"))
                .fix(Fix::risky(format!("link `{meant}`"), vec![replace(document, link, &meant)]))
        }
        Broken::OtherCase(written) => {
            let meant = relative(document, written.as_str());
            at(format!("`{}` is written `{written}` on disk", link.destination))
                .help(format!("upper and lower case count on most hosts: write `{meant}`"))
                .fix(Fix::safe(format!("write `{meant}`"), vec![replace(document, link, &meant)]))
        }
        // Another rule says so.
        Broken::Draft(_) => return None,
        Broken::Outside => at(format!("`{}` leads out of `content`", link.destination))
            .help("only files below `content` are published; link the file in the repository by its full URL"),
        Broken::Backslash => {
            let meant = link.destination.replace('\\', "/");
            at(format!("`{}` holds a backslash", link.destination))
                .help(format!("URLs have `/` between their parts: write `{meant}`"))
                .fix(Fix::safe(format!("write `{meant}`"), vec![replace(document, link, &meant)]))
        }
        Broken::Scheme(scheme) => {
            at(format!("no page may link `{scheme}:`")).help("link a file of the site or an `https:` address")
        }
    })
}

fn missing(link: &Link, path: &SitePath) -> String {
    if is_image(link) { format!("the image `{path}` does not exist") } else { format!("`{path}` does not exist") }
}

fn is_image(link: &Link) -> bool {
    matches!(link.kind, LinkKind::Image | LinkKind::HtmlImage { .. })
}

/// The edit that puts another path into a link, keeping its query and anchor.
pub(super) fn replace(document: &Document, link: &Link, path: &str) -> Edit {
    let written = &document.source.text()[link.destination_range.clone()];
    let suffix = written.find(['?', '#']).map_or("", |at| &written[at..]);
    let path = path.replace(' ', "%20");
    Edit::replace(document.source.span(link.destination_range.clone()), format!("{path}{suffix}"))
}

/// The path from a document's folder to a path of the site.
pub(super) fn relative(document: &Document, path: &str) -> String {
    let here: Vec<&str> = document.path().folder().split('/').collect();
    let there = SitePath::new(path);
    let folder: Vec<&str> = there.folder().split('/').collect();
    let shared = here.iter().zip(&folder).take_while(|(here, there)| here == there).count();
    let up = "../".repeat(here.len() - shared);
    let down: String = folder[shared..].iter().map(|part| format!("{part}/")).collect();
    format!("{up}{down}{}", there.name())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const OTHERS: [(&str, &str); 2] = [
        ("content/setup.md", "---\ntitle: S\nkind: page\naliases: [old/install]\n---\n"),
        ("content/bare.md", "---\ntitle: B\nkind: page\n---\n"),
    ];

    #[test]
    fn what_was_meant_is_found() {
        let page = "[slip](setpu.md#x), [moved](old/install.md), [published](setup.html), [other](gone.md)\n";
        let mended = "[slip](setup.md#x), [moved](setup.md), [published](setup.md), [other](gone.md)\n";
        assert_eq!(mended_in("link-missing", page, &OTHERS)[0], mended);
    }

    #[test]
    fn an_image_is_called_one() {
        marks_in("link-missing", "![A wave.](wave.svg) <img src=\"b.png\" alt=\"\">\n           ^^^^^^^^ the image `content/wave.svg` does not exist\n                               ^^^^^ the image `content/b.png` does not exist\n", &OTHERS);
        marks_in("link-missing", "[A file](a.pdf)\n         ^^^^^ `content/a.pdf` does not exist\n", &OTHERS);
    }

    #[test]
    fn links_that_lead_somewhere_are_left_alone() {
        marks_in("link-missing", "[a](setup.md), [b](bare.md?x), [c](https://a.io/gone.md), `[d](gone.md)`\n", &OTHERS);
    }
}
