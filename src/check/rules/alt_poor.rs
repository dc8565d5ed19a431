//! E05: texts of images that say nothing.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::{Link, LinkKind};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports texts of images that are the name of the file, or nothing but "image", "screenshot" or the like.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ![layers.svg](https://example.org/layers.svg)
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ![Three layers: script, torch, extension.](https://example.org/layers.svg)
    /// ~~~~
    "E05", "alt-poor", "a name tells nobody what the picture shows", Some(Severity::Advice), Check::Document(check),
}

const EMPTY: [&str; 12] = [
    "image",
    "img",
    "picture",
    "photo",
    "screenshot",
    "diagram",
    "figure",
    "graph",
    "chart",
    "alt text",
    "alt",
    "illustration",
];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in document.links.iter().filter(|link| matches!(link.kind, LinkKind::Image) && is_poor(link)) {
        findings.push(
            Finding::new(
                document.source.span(link.range.clone()),
                format!("the text `{}` does not say what the image shows", link.text.trim()),
            )
            .help("say what a reader would see, as you would on the telephone"),
        );
    }
}

fn is_poor(link: &Link) -> bool {
    let text = link.text.trim().to_lowercase();
    let path = link.destination.split(['?', '#']).next().unwrap_or_default().to_lowercase();
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    // A name of one word can be what the picture shows, such as a logo.
    EMPTY.contains(&text.as_str())
        || (!text.is_empty() && (text == name || (text == stem && stem.contains(['-', '_', '.']))))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn names_and_empty_words_are_found() {
        marks(
            "alt-poor",
            "![Screenshot](https://a.io/x.png)\n^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n![step-1_b](https://a.io/step-1_b.png)\n^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        );
    }

    #[test]
    fn texts_that_say_something_are_left_alone() {
        marks(
            "alt-poor",
            "![Docent](https://a.io/docent.svg) ![Screenshot of the log in form](https://a.io/x.png) ![](https://a.io/y.png)\n",
        );
    }
}
