//! The one typeface of social cards, its glyphs as masks, and lines of text in it: the only owner of ab_glyph.
//!
//! The font is Inter SemiBold, cut down to the Latin, Greek and Cyrillic letters; its licence stands beside it.

use std::sync::{LazyLock, OnceLock};

use ab_glyph::{Font, FontRef, GlyphId, ScaleFont};

const FONT: &[u8] = include_bytes!("Inter-SemiBold.ttf");

/// The sizes of text on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Site and facts.
    Small,
    /// Long titles.
    Medium,
    /// Titles.
    Large,
}

impl Size {
    const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// From the top of the tallest letter to the bottom of the deepest, in pixels.
    fn pixels(self) -> f32 {
        match self {
            Self::Small => 42.0,
            Self::Medium => 72.0,
            Self::Large => 92.0,
        }
    }

    /// From one baseline to the next.
    pub(super) fn line_height(self) -> usize {
        match self {
            Self::Small => 44,
            Self::Medium => 74,
            Self::Large => 92,
        }
    }

    /// How far capitals rise above the baseline.
    pub(super) fn cap_height(self) -> usize {
        match self {
            Self::Small => 25,
            Self::Medium => 43,
            Self::Large => 55,
        }
    }
}

/// The glyphs of the font, each drawn when it is first wanted.
struct Face {
    font: FontRef<'static>,
    masks: [Vec<OnceLock<Mask>>; Size::ALL.len()],
}

/// A glyph as drawn: how much of each pixel it covers.
#[derive(Debug, Default)]
pub(super) struct Mask {
    /// From the pen to its left edge.
    pub(super) left: i32,
    /// From the baseline to its upper edge; negative above.
    pub(super) top: i32,
    /// Pixels in a row.
    pub(super) width: usize,
    /// Row by row, 0 to 255.
    pub(super) coverage: Vec<u8>,
}

static FACE: LazyLock<Option<Face>> = LazyLock::new(|| {
    let font = FontRef::try_from_slice(FONT).ok()?;
    let masks = Size::ALL.map(|_| (0..font.glyph_count()).map(|_| OnceLock::new()).collect());
    Some(Face { font, masks })
});

impl Face {
    fn mask(&self, glyph: GlyphId, size: Size) -> Option<&Mask> {
        let mask = self.masks.get(size as usize)?.get(usize::from(glyph.0))?;
        Some(mask.get_or_init(|| self.draw(glyph, size).unwrap_or_default()))
    }

    fn draw(&self, glyph: GlyphId, size: Size) -> Option<Mask> {
        let outline = self.font.outline_glyph(glyph.with_scale(size.pixels()))?;
        let bounds = outline.px_bounds();
        let (width, height) = (whole(bounds.width()), whole(bounds.height()));
        let mut coverage = vec![0; width * height];
        outline.draw(|x, y, covered| {
            if let Some(pixel) = coverage.get_mut(y as usize * width + x as usize) {
                *pixel = u8::try_from(whole(covered * 255.0)).unwrap_or(u8::MAX);
            }
        });
        Some(Mask { left: signed(bounds.min.x), top: signed(bounds.min.y), width, coverage })
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of glyphs on a card")]
fn whole(length: f32) -> usize {
    length.round().clamp(0.0, 10_000.0) as usize
}

#[expect(clippy::cast_possible_truncation, reason = "places of glyphs on a card")]
fn signed(length: f32) -> i32 {
    length.round().clamp(-10_000.0, 10_000.0) as i32
}

/// The text in the characters that the font has, its blanks as single spaces. Signs that it lacks are left out; a letter
/// or a digit that it lacks makes the text undrawable, as does having nothing to draw.
pub(super) fn drawable(text: &str) -> Option<String> {
    let face = FACE.as_ref()?;
    let known = |sign: &char| face.font.glyph_id(*sign).0 != 0;
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.chars().filter(known).collect())
        .filter(|word: &String| !word.is_empty())
        .collect();
    let lost = text.chars().any(|sign| sign.is_alphanumeric() && !known(&sign));
    (!lost && !words.is_empty()).then(|| words.join(" "))
}

/// Tells for each glyph of a line where the pen stands, in pixels from the start; the end of the line comes last.
pub(super) fn each_glyph<'f>(line: &str, size: Size, mut glyph: impl FnMut(usize, &'f Mask)) -> usize {
    let Some(face) = FACE.as_ref() else { return 0 };
    let scaled = face.font.as_scaled(size.pixels());
    let mut pen = 0.0;
    let mut before: Option<GlyphId> = None;
    for sign in line.chars() {
        let id = face.font.glyph_id(sign);
        pen += before.map_or(0.0, |before| scaled.kern(before, id));
        if let Some(mask) = face.mask(id, size) {
            glyph(whole(pen), mask);
        }
        pen += scaled.h_advance(id);
        before = Some(id);
    }
    whole(pen)
}

/// How wide a line is.
pub(super) fn line_width(line: &str, size: Size) -> usize {
    each_glyph(line, size, |_, _| {})
}

/// Cuts text into at most `most` lines that are no wider than `room`; what does not fit becomes `…`.
pub(super) fn wrapped(text: &str, size: Size, room: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let full = lines.len() == most;
        match lines.last_mut() {
            Some(line) if line_width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if full => {
                line.push_str(" …");
                break;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| shortened(line, size, room)).collect()
}

/// The line as far as it fits, with `…` behind it where it is cut.
fn shortened(line: &str, size: Size, room: usize) -> String {
    if line_width(line, size) <= room {
        return line.to_owned();
    }
    // No letter is narrower than four pixels: what cannot fit is not measured.
    let mut kept: String = line.trim_end_matches(" …").chars().take(room / 4).collect();
    while kept.pop().is_some() {
        let cut = format!("{}…", kept.trim_end());
        if line_width(&cut, size) <= room {
            return cut;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_font_has_is_drawable() {
        assert_eq!(drawable("  Größe \n 🚀 Ω  Я ").as_deref(), Some("Größe Ω Я"));
        for undrawable in ["概要", "Intro 概要", "🚀", "", " \n"] {
            assert_eq!(drawable(undrawable), None, "{undrawable}");
        }
    }

    #[test]
    fn lines_are_no_wider_than_their_room() {
        let text = "one two three four five six seven eight nine ten Donaudampfschifffahrtsgesellschaft";
        for room in [40, 200, 400, 2000] {
            for most in 1..4 {
                let lines = wrapped(text, Size::Small, room, most);
                assert!(!lines.is_empty() && lines.len() <= most);
                assert!(lines.iter().all(|line| line_width(line, Size::Small) <= room), "{lines:?} in {room}");
            }
        }
        assert_eq!(wrapped("one two", Size::Small, 2000, 3), ["one two"]);
        assert_eq!(wrapped("aaa bbb ccc", Size::Small, line_width("aaa …", Size::Small), 1), ["aaa …"]);
    }
}
