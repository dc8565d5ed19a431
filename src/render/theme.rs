//! The built-in theme, embedded in the binary.

macro_rules! embed {
    ($folder:literal, $($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../", $folder, "/", $name)))),+]
    };
}

const TEMPLATES: &[(&str, &[u8])] = embed!(
    "templates",
    "404.html",
    "base.html",
    "components.html",
    "head.html",
    "index.html",
    "page.html",
    "tag.html",
    "tutorial.html"
);

const STATIC: &[(&str, &[u8])] = embed!(
    "static",
    "theme/cards.js",
    "theme/code.js",
    "theme/diagram.css",
    "theme/docent.css",
    "theme/icon.svg",
    "theme/math-font-license.txt",
    "theme/math.css",
    "theme/math.js",
    "theme/math.woff2",
    "theme/page.js",
    "theme/redirect.js",
    "theme/search.js",
    "theme/steps.js",
    "theme/theme.js"
);

const PREVIEW_TEMPLATES: &[(&str, &[u8])] = embed!("templates", "preview/index.html", "preview/page.html");

const PREVIEW_STATIC: &[(&str, &[u8])] = embed!("static", "preview/preview.css", "preview/preview.js");

/// The templates of previews: name and text.
pub(super) fn preview_templates() -> impl Iterator<Item = (&'static str, &'static str)> {
    PREVIEW_TEMPLATES.iter().filter_map(|(name, bytes)| Some((*name, std::str::from_utf8(bytes).ok()?)))
}

/// The style sheet and the script of previews: path and bytes.
pub fn preview_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    PREVIEW_STATIC.iter().copied()
}

/// The built-in templates: name and text.
pub(super) fn templates() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEMPLATES.iter().filter_map(|(name, bytes)| Some((*name, std::str::from_utf8(bytes).ok()?)))
}

/// The files of the theme, by their path below `static`.
pub fn static_files() -> impl Iterator<Item = &'static str> {
    STATIC.iter().map(|(path, _)| *path)
}

/// The bytes of a file of the theme.
pub fn static_file(path: &str) -> Option<&'static [u8]> {
    STATIC.iter().find(|(known, _)| *known == path).map(|(_, bytes)| *bytes)
}
