//! Tones: the colours that the theme has in both of its schemes.

/// A colour by what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// Grey: less important.
    Muted,
    /// Red.
    Caution,
    /// Yellow, orange and brown.
    Warning,
    /// Green.
    Tip,
    /// Blue.
    Note,
    /// Violet.
    Important,
}

impl Tone {
    /// Every tone.
    #[cfg(feature = "diagrams")]
    pub(super) const ALL: [Self; 6] =
        [Self::Muted, Self::Caution, Self::Warning, Self::Tip, Self::Note, Self::Important];

    /// The name that classes and authors use.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Muted => "muted",
            Self::Caution => "caution",
            Self::Warning => "warning",
            Self::Tip => "tip",
            Self::Note => "note",
            Self::Important => "important",
        }
    }

    /// The tone of this name.
    #[cfg(feature = "diagrams")]
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tone| tone.name() == name)
    }

    /// The tone nearest to a colour of CSS: `None` for black, white and what nobody knows, which are the page's own colours.
    pub(super) fn of_css(color: &str) -> Option<Self> {
        let (red, green, blue) = rgb(color.trim())?;
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let spread = most - least;
        if spread < 12 {
            return (60..200).contains(&most).then_some(Self::Muted);
        }
        let part = |difference: i32| f64::from(difference) / f64::from(spread);
        let hue = 60.0
            * if most == red {
                part(green - blue).rem_euclid(6.0)
            } else if most == green {
                part(blue - red) + 2.0
            } else {
                part(red - green) + 4.0
            };
        Some(match hue {
            0.0..18.0 | 335.0.. => Self::Caution,
            18.0..68.0 => Self::Warning,
            68.0..175.0 => Self::Tip,
            175.0..250.0 => Self::Note,
            _ => Self::Important,
        })
    }
}

fn rgb(color: &str) -> Option<(i32, i32, i32)> {
    /// The words that people use in diagrams.
    const NAMED: [(&str, (i32, i32, i32)); 26] = [
        ("red", (255, 0, 0)),
        ("crimson", (220, 20, 60)),
        ("tomato", (255, 99, 71)),
        ("salmon", (250, 128, 114)),
        ("pink", (255, 192, 203)),
        ("lightpink", (255, 182, 193)),
        ("orange", (255, 165, 0)),
        ("gold", (255, 215, 0)),
        ("yellow", (255, 255, 0)),
        ("lightyellow", (255, 255, 224)),
        ("brown", (165, 42, 42)),
        ("green", (0, 128, 0)),
        ("lime", (0, 255, 0)),
        ("lightgreen", (144, 238, 144)),
        ("palegreen", (152, 251, 152)),
        ("teal", (0, 128, 128)),
        ("cyan", (0, 255, 255)),
        ("blue", (0, 0, 255)),
        ("navy", (0, 0, 128)),
        ("lightblue", (173, 216, 230)),
        ("skyblue", (135, 206, 235)),
        ("purple", (128, 0, 128)),
        ("violet", (238, 130, 238)),
        ("lavender", (230, 230, 250)),
        ("gray", (128, 128, 128)),
        ("grey", (128, 128, 128)),
    ];
    let lower = color.to_ascii_lowercase();
    if let Some((_, rgb)) = NAMED.iter().find(|(name, _)| *name == lower) {
        return Some(*rgb);
    }
    let hex = lower.strip_prefix('#')?;
    let digit = |at: usize| hex.get(at..=at).and_then(|digit| i32::from_str_radix(digit, 16).ok());
    match hex.len() {
        3 | 4 => Some((digit(0)? * 17, digit(1)? * 17, digit(2)? * 17)),
        6 | 8 => Some((digit(0)? * 16 + digit(1)?, digit(2)? * 16 + digit(3)?, digit(4)? * 16 + digit(5)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_the_tone_that_people_see() {
        for (color, tone) in [
            ("#fdd", Some(Tone::Caution)),
            ("#b3261e", Some(Tone::Caution)),
            ("#f96", Some(Tone::Warning)),
            ("yellow", Some(Tone::Warning)),
            ("#e6f4ea", Some(Tone::Tip)),
            ("LightBlue", Some(Tone::Note)),
            ("#bbf", Some(Tone::Note)),
            ("#f9f", Some(Tone::Important)),
            ("#888888", Some(Tone::Muted)),
            ("#333", None),
            ("white", None),
            ("#ffffff", None),
            ("url(x)", None),
            ("#ä", None),
        ] {
            assert_eq!(Tone::of_css(color), tone, "{color}");
        }
    }
}
