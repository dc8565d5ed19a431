//! A card as a PNG: sixteen colours, and the fast compression that was made for such files.

use super::canvas::{Canvas, HEIGHT, ROW, WIDTH, palette};

/// Filter of a row of which each byte is told by its difference from the one above.
const UP: u8 = 2;

/// The file of a card.
pub(super) fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, *b"IHDR", &header());
    chunk(&mut png, *b"PLTE", palette().as_flattened());
    chunk(&mut png, *b"IDAT", &fdeflate::compress_to_vec(&filtered(canvas)));
    chunk(&mut png, *b"IEND", &[]);
    png
}

/// Size, four bits a pixel, colours by number; the only ways to compress, filter and order that there are.
fn header() -> Vec<u8> {
    let size = [WIDTH, HEIGHT].map(|pixels| u32::try_from(pixels).unwrap_or_default().to_be_bytes());
    [size.as_flattened(), &[4, 3, 0, 0, 0]].concat()
}

/// Most of a card is ground, and a row of ground below another is all zeros, which compress to next to nothing.
fn filtered(canvas: &Canvas) -> Vec<u8> {
    let mut data = Vec::with_capacity((ROW + 1) * HEIGHT);
    let mut above: &[u8] = &[0; ROW];
    for row in canvas.rows() {
        data.push(UP);
        data.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(*above)));
        above = row;
    }
    data
}

fn chunk(png: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).unwrap_or_default();
    png.extend(length.to_be_bytes());
    let start = png.len();
    png.extend(name);
    png.extend(data);
    let checksum = crc32fast::hash(&png[start..]);
    png.extend(checksum.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::social_card::canvas::Ink;

    /// The chunks of a file, each with its checksum verified.
    fn chunks(png: &[u8]) -> Vec<(String, Vec<u8>)> {
        let number = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().unwrap());
        let mut chunks = Vec::new();
        let mut rest = &png[8..];
        while !rest.is_empty() {
            let end = 8 + number(&rest[..4]) as usize;
            assert_eq!(number(&rest[end..end + 4]), crc32fast::hash(&rest[4..end]));
            chunks.push((String::from_utf8(rest[4..8].to_vec()).unwrap(), rest[8..end].to_vec()));
            rest = &rest[end + 4..];
        }
        chunks
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut canvas = Canvas::new();
        canvas.bar(0, 10, Ink::Accent);
        let chunks = chunks(&encode(&canvas));
        let names: Vec<_> = chunks.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["IHDR", "PLTE", "IDAT", "IEND"]);
        let data = fdeflate::decompress_to_vec(&chunks[2].1).unwrap();
        let mut above = vec![0u8; ROW];
        for (filtered, row) in data.chunks(ROW + 1).zip(canvas.rows()) {
            assert_eq!(filtered[0], UP);
            above.iter_mut().zip(&filtered[1..]).for_each(|(above, byte)| *above = above.wrapping_add(*byte));
            assert_eq!(above, row);
        }
        assert_eq!(data.len(), (ROW + 1) * HEIGHT);
    }
}
