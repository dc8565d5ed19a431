//! The built-in theme: its colours have contrast, and it brings nothing that a strict content policy refuses.

#![expect(clippy::disallowed_methods, reason = "tests read the theme themselves")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What WCAG 2.2 asks of text, and of the outlines of controls.
const TEXT: f64 = 4.5;
const CONTROL: f64 = 3.0;

const SCHEMES: [&str; 2] = ["light", "dark"];
const CODE_LINES: [&str; 5] = ["code-bg", "line-mark", "line-ins", "line-del", "bg"];
const CALLOUTS: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

#[test]
fn code_has_contrast_on_every_kind_of_line() {
    let colors = Colors::read();
    let tokens: Vec<_> = colors.0.keys().filter(|name| name.starts_with("token-")).cloned().collect();
    assert_eq!(tokens.len(), 14, "one colour for each token class: {tokens:?}");
    for text in tokens.iter().map(String::as_str).chain(["code-text", "code-muted"]) {
        for line in CODE_LINES {
            colors.expect(text, line, TEXT);
        }
    }
}

#[test]
fn prose_has_contrast_on_every_surface() {
    let colors = Colors::read();
    for text in ["text", "muted", "link"] {
        for surface in ["bg", "surface", "accent-soft", "line-mark"] {
            colors.expect(text, surface, TEXT);
        }
    }
    for callout in CALLOUTS {
        let surface = format!("{callout}-bg");
        for text in ["text", "muted", "link", callout] {
            colors.expect(text, &surface, TEXT);
        }
        // Badges and confirmations use the same colours outside of callouts.
        colors.expect(callout, "bg", TEXT);
        colors.expect(callout, "surface", TEXT);
    }
    colors.expect("on-accent", "accent", TEXT);
}

#[test]
fn marked_changes_have_contrast() {
    let colors = Colors::read();
    for (surface, label) in [("line-ins", "tip"), ("line-del", "caution"), ("important-bg", "important")] {
        for text in ["text", "link", label] {
            colors.expect(text, surface, TEXT);
        }
    }
}

#[test]
fn controls_and_focus_can_be_seen() {
    let colors = Colors::read();
    for outline in ["edge", "focus", "accent"] {
        for surface in ["bg", "surface"] {
            colors.expect(outline, surface, CONTROL);
        }
    }
}

#[test]
fn nothing_in_the_theme_offends_a_strict_content_policy() {
    let folders = ["templates", "templates/preview", "static/theme", "static/preview"];
    for path in folders.into_iter().flat_map(files) {
        let name = path.display();
        if name.to_string().ends_with(".woff2") || name.to_string().ends_with("license.txt") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("all else in the theme is text");
        assert!(!text.contains("data:"), "{name} has a `data:` URL");
        assert!(!text.contains("<style") && !text.contains(" style="), "{name} has an inline style");
        assert!(!text.contains("javascript:") && !text.contains("eval("), "{name} runs text as a script");
        let others = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!others.contains("http://") && !others.contains("https://"), "{name} names another host");
        for script in text.match_indices("<script").map(|(start, _)| &text[start..]) {
            let tag = script.split('>').next().unwrap_or_default();
            assert!(tag.contains(" src=") || tag.contains("application/ld+json"), "{name} has an inline script: {tag}");
        }
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the theme is there").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// The colours of the style sheet by name, each in both schemes.
struct Colors(BTreeMap<String, [String; 2]>);

impl Colors {
    /// Reads declarations of the form `--name: light-dark(#rrggbb, #rrggbb);`.
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/theme/docent.css");
        let text = fs::read_to_string(path).expect("the style sheet is there");
        let colors = text.lines().filter_map(|line| {
            let (name, pair) = line.trim().strip_prefix("--")?.split_once(": light-dark(")?;
            let (light, dark) = pair.strip_suffix(");")?.split_once(", ")?;
            Some((name.to_owned(), [light.to_owned(), dark.to_owned()]))
        });
        Self(colors.collect())
    }

    fn expect(&self, text: &str, surface: &str, least: f64) {
        for (at, scheme) in SCHEMES.iter().enumerate() {
            let color = |name: &str| &self.0.get(name).unwrap_or_else(|| panic!("there is no --{name}"))[at];
            let (text_color, surface_color) = (color(text), color(surface));
            let contrast = contrast(text_color, surface_color);
            assert!(
                contrast >= least,
                "{scheme}: --{text} {text_color} on --{surface} {surface_color} has a contrast of {contrast:.2}, not {least}"
            );
        }
    }
}

/// Contrast of two colours, as WCAG 2.2 defines it.
fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: &str) -> f64 {
    let channel = |at: usize| {
        let digits = color.get(at..at + 2).unwrap_or_else(|| panic!("{color} is not of the form #rrggbb"));
        let value = f64::from(u8::from_str_radix(digits, 16).expect("two hexadecimal digits")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[test]
fn contrast_is_computed_as_defined() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
}
