//! M03: drawings that nobody else can change.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::{Link, LinkKind};
use crate::site::{DocumentId, PublishedFile, Site};
use crate::source::SitePath;

declare_rule! {
    /// ## What it does
    /// Reports pictures of pixels whose name or text says that they are drawings, where no file of the same name and another
    /// ending stands beside them: the file that the picture was made from. A `mermaid` block or an SVG is its own source.
    "M03", "picture-no-source", "when the drawing is wrong, somebody has to draw it anew", Some(Severity::Advice),
    Check::Document(check),
}

/// Endings of pictures that cannot be taken apart again.
const PIXELS: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "avif"];
/// Words of names and texts that are those of drawings.
const WORDS: [&str; 7] = ["architecture", "chart", "diagram", "drawing", "flowchart", "graph", "schema"];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for (link, target) in document.links.iter().zip(site.targets(id)) {
        let is_image = matches!(link.kind, LinkKind::Image | LinkKind::HtmlImage { .. });
        let Some(path) = site.file_of(target) else { continue };
        if is_image && is_pixels(path) && is_drawing(link, path) && !has_source(site, path) {
            let span = document.source.span(link.range.clone());
            let message = format!("`{}` is a drawing, and what it was made from is not here", path.name());
            let help = format!("put its source beside it as `{}.*`, or draw it in a `mermaid` block", path.stem());
            findings.push(Finding::new(span, message).help(help));
        }
    }
}

fn is_pixels(path: &SitePath) -> bool {
    path.extension().is_some_and(|ending| PIXELS.contains(&ending.to_lowercase().as_str()))
}

fn is_drawing(link: &Link, path: &SitePath) -> bool {
    let said = format!("{} {}", path.stem(), link.text).to_lowercase();
    said.split(|sign: char| !sign.is_alphanumeric()).any(|word| WORDS.contains(&word))
}

/// Whether a file of the same name stands beside a picture, and is no picture of pixels.
fn has_source(site: &Site, picture: &SitePath) -> bool {
    site.files.values().any(|file| match file {
        PublishedFile::OfSite(path) => {
            path.folder() == picture.folder() && path.stem() == picture.stem() && !is_pixels(path)
        }
        PublishedFile::OfTheme(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks_in;

    #[test]
    fn drawings_of_pixels_want_their_source() {
        let page = "![How a request travels](flow-diagram.png) ![A chart of load](load.png)\n^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is a drawing\n                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is a drawing\n";
        marks_in("picture-no-source", page, &[("content/flow-diagram.png", ""), ("content/load.png", "")]);
    }

    #[test]
    fn sources_and_photographs_are_left_alone() {
        let page = "![Flow](flow-diagram.png) ![The form](form.png) ![Diagram](d.svg) ![Diagram](https://a.io/diagram.png)\n";
        let files = ["content/flow-diagram.png", "content/flow-diagram.drawio", "content/form.png", "content/d.svg"];
        marks_in("picture-no-source", page, &files.map(|path| (path, "")));
    }
}
