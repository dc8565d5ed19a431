//! Images of Markdown as elements, and as figures with a caption.

use super::escape::{self, escaped};
use super::links::Links;

/// An image whose alternative text is being gathered.
pub(super) struct Picture {
    pub(super) destination: String,
    pub(super) title: String,
    pub(super) alt: String,
}

impl Picture {
    /// Writes the image; one that is not there, which is reported, leaves its words.
    pub(super) fn write(&self, links: &Links, out: &mut String) {
        let Some(src) = links.href(&self.destination) else { return escape::text(&self.alt, out) };
        let size = links.size(&self.destination);
        let size = size.map_or_else(String::new, |(width, height)| format!(" width=\"{width}\" height=\"{height}\""));
        let alt = escaped(self.alt.trim());
        let image = format!("<img src=\"{}\" alt=\"{alt}\"{size} loading=\"lazy\">", escaped(src));
        // An image that is a paragraph by itself and has a title is a figure with a caption.
        if !self.title.is_empty() && out.ends_with("<p>") {
            out.truncate(out.len() - "<p>".len());
            let caption = escaped(&self.title);
            out.push_str(&format!("<figure class=\"image\">{image}<figcaption>{caption}</figcaption></figure>\n<p>"));
        } else {
            out.push_str(&image);
        }
    }
}
