//! Social cards: the picture that a link to a page shows where it is shared.
//!
//! A card is text on a flat ground, drawn in sixteen colours. Glyphs are drawn once a process, so that a card costs little
//! more than writing its bytes: about a tenth of a millisecond.

mod canvas;
mod face;
mod png;

use serde::Serialize;

use canvas::{Canvas, Ink, WIDTH};
use face::{Size, drawable, line_width, wrapped};

use super::duration::duration;
use super::labels::{Labels, filled, word};
use crate::site::made::CARDS;
use crate::site::{DocumentId, Route, Site};

/// What a card says. It is all that a card depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SocialCard {
    /// The site's title.
    pub site: String,
    /// The page's title.
    pub title: String,
    /// Short facts, such as level and minutes.
    pub facts: Vec<String>,
}

/// Where the card of a document is published: a link to it must be absolute, and nobody shares a draft.
pub fn route(site: &Site, id: DocumentId) -> Option<Route> {
    let shared =
        site.config.base_url.is_some() && site.config.publish.social_cards && !site.documents[id].front_matter.draft;
    shared.then(|| site.route(id).with_ending("png").within(CARDS))
}

/// The absolute URL of the card of a document.
pub(super) fn url(site: &Site, id: DocumentId) -> Option<String> {
    Some(route(site, id)?.below(site.config.base_url.as_deref()?))
}

const MARGIN: usize = 84;
/// Lines of the title in the size that leaves room for its few words, and in the smaller one.
const LINES: usize = 3;
const MORE_LINES: usize = 4;

impl SocialCard {
    /// The card of a document.
    pub fn of(site: &Site, id: DocumentId, labels: &Labels) -> Self {
        let document = &site.documents[id];
        let kind = site.kind(id);
        let kind = (!matches!(kind, "index" | "page")).then(|| word(labels, kind).to_owned());
        let level = document.front_matter.level.as_deref().map(|level| word(labels, level).to_owned());
        let minutes = duration(site, id, labels).map(|duration| match duration.stated {
            true => duration.words,
            false => filled(labels, "about_duration", "duration", &duration.words),
        });
        Self {
            site: site.title().to_owned(),
            title: document.title().to_owned(),
            facts: [kind, level, minutes].into_iter().flatten().collect(),
        }
    }

    /// Draws the card as a PNG of 1200 × 630 pixels. Text in a script that the font does not have is left out, and the
    /// site's title stands in for that of the page: that is better than empty boxes.
    pub fn png(&self) -> Vec<u8> {
        let mut canvas = Canvas::new();
        canvas.bar(0, 24, Ink::Accent);
        match (drawable(&self.title), drawable(&self.site)) {
            (Some(title), _) => {
                line(&mut canvas, &self.site, 118, Ink::Accent);
                title_lines(&mut canvas, &title);
            }
            (None, Some(site)) => title_lines(&mut canvas, &site),
            (None, None) => {}
        }
        line(&mut canvas, &self.facts.join("  ·  "), 556, Ink::Muted);
        png::encode(&canvas)
    }
}

/// A line of small text, cut where the card ends.
fn line(canvas: &mut Canvas, text: &str, baseline: usize, ink: Ink) {
    let Some(text) = drawable(text) else { return };
    if let Some(first) = wrapped(&text, Size::Small, WIDTH - 2 * MARGIN, 1).first() {
        canvas.text(first, Size::Small, MARGIN, baseline, ink);
    }
}

/// The title in the middle between the other lines: large, where it then fits.
fn title_lines(canvas: &mut Canvas, title: &str) {
    let room = WIDTH - 2 * MARGIN;
    let fits = |size| {
        let lines = wrapped(title, size, room, LINES + 1);
        (lines.len() <= LINES && lines.iter().all(|line| line_width(line, size) <= room)).then_some((lines, size))
    };
    let (lines, size) =
        fits(Size::Large).unwrap_or_else(|| (wrapped(title, Size::Medium, room, MORE_LINES), Size::Medium));
    let step = size.line_height();
    let middle = 334;
    let first = middle + size.cap_height() / 2 - (lines.len().saturating_sub(1) * step) / 2;
    for (number, line) in lines.iter().enumerate() {
        canvas.text(line, size, MARGIN, first + number * step, Ink::Text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str) -> SocialCard {
        SocialCard { site: "Docs".to_owned(), title: title.to_owned(), facts: vec!["Beginner".to_owned()] }
    }

    #[test]
    fn a_card_is_a_picture_of_the_size_that_is_promised() {
        let png = card("Load your device extension").png();
        let size = super::super::image_size(&png).map(|size| (size.width, size.height));
        assert_eq!(size, Some((1200, 630)));
        assert_eq!(png, card("Load your device extension").png(), "the same words give the same bytes");
        assert_ne!(png, card("Load another extension").png());
        assert!(png.len() < 20_000, "{} bytes", png.len());
    }

    #[test]
    fn a_title_in_another_script_is_left_out() {
        assert_eq!(card("安装说明").png(), card("").png());
        for title in ["Übung für Größen", "Ελληνικά", "Первый шаг", "Ship it 🚀"] {
            assert_ne!(card(title).png(), card("").png(), "{title}");
        }
    }

    #[test]
    fn any_title_is_drawn_within_the_card() {
        for title in ["W".repeat(4000), "word ".repeat(900), "i\u{301}\u{200d}".repeat(50), "\n\t ".to_owned()] {
            assert!(!card(&title).png().is_empty());
        }
    }
}
