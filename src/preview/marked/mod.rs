//! A page with its changes marked, as HTML: what is gone stays where it was, struck through.

mod block;
mod figure;
mod inline;
mod picture;
mod setting;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compare::{Comparison, Mark, Placed, Section, View};
use crate::render::BodySettings;
use crate::render::escape::escaped;
use crate::site::Route;

/// The URL of a page or a file of the later site, as seen from a route of the preview.
pub(crate) type Address<'a> = &'a dyn Fn(&Route) -> String;

/// A page with its changes marked.
pub(crate) struct MarkedPage {
    /// The title with its marks.
    pub(crate) title: String,
    /// Everything below it.
    pub(crate) body: String,
    /// The sections that have changed: id of the first change, title.
    pub(crate) changed: Vec<(String, String)>,
    /// Files of the earlier site that it shows: path within the preview, bytes.
    pub(crate) files: BTreeMap<String, Arc<[u8]>>,
    /// Whether it shows formulas.
    pub(crate) has_math: bool,
}

/// Marks the changes of a page that is shown at `here` of the preview.
pub(crate) fn mark(
    comparison: &Comparison,
    before: &View<'_>,
    after: &View<'_>,
    here: &Route,
    address: Address<'_>,
    settings: &BodySettings,
) -> MarkedPage {
    let mut writer = Writer {
        before,
        after,
        here,
        address,
        settings,
        out: String::new(),
        changes: 0,
        files: BTreeMap::new(),
        drawn: 0,
    };
    writer.title(comparison);
    let title = std::mem::take(&mut writer.out);
    let mut changed = Vec::new();
    for section in &comparison.sections {
        let first = writer.changes + 1;
        writer.section(section);
        if writer.changes >= first {
            let name = if section.title.is_empty() { "Opening" } else { &section.title };
            changed.push((format!("_change-{first}"), name.to_owned()));
        }
    }
    let has_math = writer.out.contains("<math");
    MarkedPage { title, body: writer.out, changed, files: writer.files, has_math }
}

struct Writer<'a> {
    before: &'a View<'a>,
    after: &'a View<'a>,
    here: &'a Route,
    address: Address<'a>,
    /// How the later site shows code and formulas, and the words that it has for them.
    settings: &'a BodySettings,
    out: String,
    /// How many changes there are so far: each has a number, to go from one to the next.
    changes: usize,
    files: BTreeMap<String, Arc<[u8]>>,
    /// How many figures of the earlier page there are so far, so that their ids are their own.
    drawn: usize,
}

impl Writer<'_> {
    fn title(&mut self, comparison: &Comparison) {
        let is_changed = comparison.title.iter().any(|marked| marked.mark != Mark::Same);
        if is_changed {
            self.open_change("span", "text", None);
        }
        self.runs(&comparison.title);
        if is_changed {
            self.out.push_str("</span>");
        }
    }

    fn section(&mut self, section: &Section) {
        match section.level {
            // What the front matter says is apart from the body.
            0 if self.out.contains("</h2>") => self.out.push_str("<hr>\n"),
            0 => {}
            _ => self.heading(section),
        }
        section.pieces.iter().for_each(|piece| self.top(piece));
    }

    fn heading(&mut self, section: &Section) {
        let is_changed = section.is_heading_changed();
        let level = section.level.clamp(2, 6);
        if is_changed {
            let (class, placed) = match section.placed {
                Placed::Same => ("text", None),
                Placed::Moved => ("moved", Some("Section moved")),
                Placed::Added => ("added", Some("Section added")),
                Placed::Removed => ("removed", Some("Section removed")),
            };
            let (was, is) = (section.earlier_level, section.level);
            let level = (was != is).then(|| format!("Level {was} before, level {is} now"));
            let labels: Vec<_> = placed.map(str::to_owned).into_iter().chain(level).collect();
            self.open_change("div", class, Some(labels.join(". ")).filter(|label| !label.is_empty()).as_deref());
        }
        let id = match section.placed {
            Placed::Removed => String::new(),
            _ => format!(" id=\"{}\"", escaped(&section.anchor)),
        };
        self.out.push_str(&format!("<h{level}{id}>"));
        match section.placed {
            Placed::Added | Placed::Removed => {
                section.heading.iter().for_each(|it| self.plain(it.mark, std::slice::from_ref(&it.run)));
            }
            Placed::Same | Placed::Moved => self.runs(&section.heading),
        }
        self.out.push_str(&format!("</h{level}>\n"));
        if is_changed {
            self.out.push_str("</div>\n");
        }
    }

    /// Opens the element of the next change; a label says what has changed where marks alone would not.
    fn open_change(&mut self, element: &str, class: &str, label: Option<&str>) {
        self.changes += 1;
        let number = self.changes;
        self.out.push_str(&format!("<{element} class=\"change {class}\" id=\"_change-{number}\" tabindex=\"-1\">"));
        if let Some(label) = label {
            self.out.push_str(&format!("<p class=\"change-label\">{}</p>\n", escaped(label)));
        }
    }

    /// The view that has what is marked so.
    fn view(&self, mark: Mark) -> &View<'_> {
        if mark == Mark::Removed { self.before } else { self.after }
    }

    /// The URL of an image, on the side that shows it; images of the earlier page are copied beside the later site.
    fn image(&mut self, mark: Mark, destination: &str) -> Option<String> {
        if destination.contains("://") || destination.starts_with("//") {
            // The policy of these pages fetches nothing from elsewhere.
            return None;
        }
        let (route, bytes) = self.view(mark).file(destination)?;
        if mark != Mark::Removed {
            return Some((self.address)(route));
        }
        /// As many signs of the hash keep one file from another.
        const SIGNS: usize = 16;
        let name = route.as_str().rsplit('/').next().unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("bin", |(_, ending)| ending).to_ascii_lowercase();
        let path = format!("before/{}.{ending}", &blake3::hash(bytes).to_hex()[..SIGNS]);
        let bytes = Arc::clone(bytes);
        let url = self.here.to(&Route::new(path.as_str()));
        self.files.insert(path, bytes);
        Some(url)
    }
}
