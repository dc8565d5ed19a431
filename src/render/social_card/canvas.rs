//! The pixels of a card: four bits each, as numbers of colours.

use super::face::{Mask, Size, each_glyph};

/// Pixels across.
pub(super) const WIDTH: usize = 1200;
/// Pixels down.
pub(super) const HEIGHT: usize = 630;
/// Bytes of a row: two pixels each.
pub(super) const ROW: usize = WIDTH / 2;

/// What is drawn with: each ink has a run of colours, from nearly the ground to the full ink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Titles.
    Text,
    /// The site's name, and the bar.
    Accent,
    /// Facts.
    Muted,
}

const GROUND: [u8; 3] = [0xff, 0xfe, 0xfb];

impl Ink {
    const ALL: [Self; 3] = [Self::Text, Self::Accent, Self::Muted];

    fn colour(self) -> [u8; 3] {
        match self {
            Self::Text => [0x23, 0x21, 0x1d],
            Self::Accent => [0x0b, 0x65, 0x75],
            Self::Muted => [0x5f, 0x5a, 0x51],
        }
    }

    /// The number of its first colour, and how many it has. Large letters have more edge to be smooth.
    fn run(self) -> (u8, u8) {
        match self {
            Self::Text => (1, 7),
            Self::Accent => (8, 4),
            Self::Muted => (12, 4),
        }
    }

    /// The number of the colour that covers so much of a pixel; `None` where that is hardly anything.
    fn number(self, coverage: u8) -> Option<u8> {
        let (first, count) = self.run();
        let step = (u32::from(coverage) * u32::from(count) + 127) / 255;
        u8::try_from(step).ok()?.checked_sub(1).map(|step| first + step)
    }
}

/// The sixteen colours, by number: the ground, then the runs of the inks.
pub(super) fn palette() -> Vec<[u8; 3]> {
    let mut colours = vec![GROUND];
    for ink in Ink::ALL {
        let (_, count) = ink.run();
        colours.extend((1..=count).map(|step| mixed(ink.colour(), step, count)));
    }
    colours
}

fn mixed(ink: [u8; 3], step: u8, count: u8) -> [u8; 3] {
    let (step, count) = (u32::from(step), u32::from(count));
    std::array::from_fn(|part| {
        let sum = u32::from(ink[part]) * step + u32::from(GROUND[part]) * (count - step);
        u8::try_from(sum / count).unwrap_or(u8::MAX)
    })
}

/// A card while it is drawn.
pub(super) struct Canvas {
    pixels: Vec<u8>,
}

impl Canvas {
    /// The bare ground.
    pub(super) fn new() -> Self {
        Self { pixels: vec![0; ROW * HEIGHT] }
    }

    /// The rows, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.pixels.chunks_exact(ROW)
    }

    /// Fills the card from top to bottom between two columns, both even.
    pub(super) fn bar(&mut self, from: usize, to: usize, ink: Ink) {
        let number = ink.number(u8::MAX).unwrap_or_default();
        for row in self.pixels.chunks_exact_mut(ROW) {
            row[from / 2..to / 2].fill(number << 4 | number);
        }
    }

    /// Writes a line of text from a column on.
    pub(super) fn text(&mut self, line: &str, size: Size, column: usize, baseline: usize, ink: Ink) {
        each_glyph(line, size, |pen, mask| self.stamp(mask, column + pen, baseline, ink));
    }

    fn stamp(&mut self, mask: &Mask, pen: usize, baseline: usize, ink: Ink) {
        let Some(left) = pen.checked_add_signed(mask.left as isize) else { return };
        let Some(top) = baseline.checked_add_signed(mask.top as isize) else { return };
        for (row, coverage) in (top..HEIGHT).zip(mask.coverage.chunks(mask.width.max(1))) {
            let pixels = &mut self.pixels[row * ROW..][..ROW];
            for (column, &coverage) in (left..WIDTH).zip(coverage) {
                let Some(number) = ink.number(coverage) else { continue };
                let pair = &mut pixels[column / 2];
                let (other, own) =
                    if column % 2 == 0 { (*pair & 0x0f, *pair >> 4) } else { (*pair & 0xf0, *pair & 0x0f) };
                // Where the boxes of two letters overlap, the darker pixel counts.
                let darker = own.max(number);
                *pair = if column % 2 == 0 { other | darker << 4 } else { other | darker };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_colours_are_all_there_are() {
        let colours = palette();
        assert_eq!(colours.len(), 16);
        for ink in Ink::ALL {
            let full = ink.number(u8::MAX).map(usize::from);
            assert_eq!(full.map(|number| colours[number]), Some(ink.colour()));
            assert_eq!(ink.number(0), None);
        }
    }
}
