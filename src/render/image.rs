//! Sizes of images, so that the browser can keep their place: the only owner of imagesize.

use crate::document::html::{self, Piece};

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ImageSize {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// Whether a file of this name is an image that a page can show.
pub fn is_image(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" | "svg"))
}

/// The size that an image says it has.
pub fn size(bytes: &[u8]) -> Option<ImageSize> {
    if let Ok(size) = imagesize::blob_size(bytes) {
        let dimension = |pixels: usize| u32::try_from(pixels).ok().filter(|&pixels| pixels > 0);
        return Some(ImageSize { width: dimension(size.width)?, height: dimension(size.height)? });
    }
    svg_size(bytes)
}

/// The size of a drawing: its `width` and `height`, else its `viewBox`.
fn svg_size(bytes: &[u8]) -> Option<ImageSize> {
    /// The element is at the start; a drawing can be large.
    const HEAD: usize = 4096;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let svg = html::pieces(&text).into_iter().find_map(|piece| match piece {
        Piece::Tag(tag) if tag.name == "svg" && !tag.closing => Some(tag),
        _ => None,
    })?;
    let length = |name: &str| svg.attribute(name).and_then(|length| pixels(&length.value));
    if let (Some(width), Some(height)) = (length("width"), length("height")) {
        return Some(ImageSize { width, height });
    }
    let view: Vec<_> = svg.attribute("viewbox")?.value.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    match view[..] {
        [_, _, width, height] => Some(ImageSize { width: pixels(width)?, height: pixels(height)? }),
        _ => None,
    }
}

fn pixels(length: &str) -> Option<u32> {
    let number: f64 = length.trim().trim_end_matches("px").parse().ok()?;
    // The bounds make the cast exact.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be within 1 to 100,000")]
    (1.0..=100_000.0).contains(&number).then(|| number.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_image() {
        let size_of = |text: &str| size(text.as_bytes()).map(|size| (size.width, size.height));
        assert_eq!(size_of("<?xml version=\"1.0\"?><svg width=\"640\" height=\"48.4px\">"), Some((640, 48)));
        assert_eq!(size_of("<svg viewBox='0 0 320,200'/>"), Some((320, 200)));
        assert_eq!(size_of("<svg width=\"100%\" viewBox=\"0 0 8 4\">"), Some((8, 4)));
        assert_eq!(size_of("no image"), None);
        let gif = b"GIF89a\x02\x00\x03\x00\x00\x00\x00";
        assert_eq!(size(gif).map(|size| (size.width, size.height)), Some((2, 3)));
    }
}
