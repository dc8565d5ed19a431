//! How wide text is, in the widest of the fonts that readers have: boxes that fit it fit all the others.
//!
//! The theme shows each reader the font of their own system, so that no one font can be measured. The advances below
//! are the largest of DejaVu Sans (as wide as Verdana), Noto Sans and Liberation Sans (as wide as Arial and Helvetica)
//! for each character; Segoe UI, Roboto and San Francisco lie between them.

use unicode_width::UnicodeWidthChar;

/// Size of the text in a drawing, in its own units: one em.
pub(super) const FONT_SIZE: f64 = 15.0;

/// Thousandths of an em for the characters from blank to tilde.
const REGULAR: [u16; 95] = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 551, 838, 318, 361, 318, 372, 637, 637, 637, 637, 637, 637, 637,
    637, 637, 637, 337, 337, 838, 838, 838, 557, 1016, 685, 687, 723, 771, 667, 611, 778, 752, 339, 500, 667, 558, 907,
    760, 788, 667, 788, 723, 667, 611, 732, 685, 989, 686, 667, 686, 391, 372, 391, 838, 557, 500, 613, 635, 550, 635,
    616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612, 635, 635, 413, 521, 393, 634, 592, 818, 592, 592, 525, 637,
    551, 637, 838,
];
/// The same in bold.
const BOLD: [u16; 95] = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 545, 838, 380, 416, 380, 413, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 696, 400, 400, 838, 838, 838, 611, 1000, 774, 763, 734, 831, 684, 684, 821, 837, 389, 557, 775, 638, 996,
    837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771, 725, 726, 458, 413, 458, 838, 557, 500, 675, 716, 593, 716,
    679, 436, 716, 712, 343, 343, 666, 343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712,
    551, 712, 838,
];

/// Width of a line in ems.
pub(super) fn of_line(line: &str, bold: bool) -> f64 {
    line.chars().map(|character| f64::from(of_character(character, bold)) / 1000.0).sum()
}

fn of_character(character: char, bold: bool) -> u16 {
    let table = if bold { &BOLD } else { &REGULAR };
    let place = u32::from(character).checked_sub(u32::from(' ')).and_then(|place| usize::try_from(place).ok());
    if let Some(&width) = place.and_then(|place| table.get(place)) {
        return width;
    }
    match (character, character.width().unwrap_or(0)) {
        (_, 0) => 0,
        // Emoji are drawn larger than a square of the text.
        ('\u{1f000}'..='\u{1faff}', _) => 1400,
        (_, 2..) => 1020,
        // Letters of other alphabets: few are as wide as an M.
        _ if character.is_uppercase() => 900,
        _ if character.is_alphabetic() => 760,
        ('\u{2018}'..='\u{201f}' | '\u{a0}'..='\u{bf}', _) => 560,
        _ => 1020,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_text_is_wide() {
        assert!((of_line("mm", false) - 1.95).abs() < 1e-9);
        assert!(of_line("AVATAR", true) > of_line("AVATAR", false));
        assert!(of_line("导入", false) >= 2.0);
        assert!(of_line("e\u{301}", false) < 0.7, "marks take no room of their own");
        assert!(of_line("🙂", false) > 1.2);
        assert!(of_line("\t", false).abs() < 1e-9);
    }
}
