//! M04: pictures that are a burden for readers.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::LinkKind;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports images of more than 500 kB, and GIFs, which move for readers who cannot stop them and are large for what they
    /// show. Sizes of images need not be written: the build knows them.
    "M04", "heavy-media", "readers on slow lines wait, or leave", Some(Severity::Warning), Check::Document(check),
}

/// Images may have this many bytes.
const MOST: u64 = 500_000;

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (link, target) in document.links.iter().zip(site.targets(id)) {
        let is_image = matches!(link.kind, LinkKind::Image | LinkKind::HtmlImage { .. });
        let Some(path) = site.file_of(target) else { continue };
        if !is_image {
            continue;
        }
        let at = |message: String| Finding::new(document.source.span(link.destination_range.clone()), message);
        let bytes = site.facts.image_sizes.get(path).copied().unwrap_or_default();
        if bytes > MOST {
            let message = format!("`{}` has {} kB", path.name(), bytes / 1000);
            findings.push(at(message).help("make it smaller, crop it, or save it as WebP: 500 kB should do"));
        } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif")) {
            let message = format!("`{}` is a GIF, which moves and does not stop", path.name());
            findings.push(at(message).help("show a picture of the moment that matters, or link a video"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    #[test]
    fn large_and_moving_pictures_are_found() {
        let page = "![A](large.png) ![B](moving.gif) ![C](small.png) [the file](large.png)\n     ^^^^^^^^^ has 500 kB\n                     ^^^^^^^^^^ is a GIF\n";
        let large = "x".repeat(500_001);
        let files = [("content/large.png", large.as_str()), ("content/moving.gif", "x"), ("content/small.png", "x")];
        marks_in("heavy-media", page, &files);
    }
}
