//! What must hold for any text: tried by libFuzzer for hours, and on a corpus in each run of the tests.

mod html;
mod preview;
#[path = "../../reader/mod.rs"]
mod reader;
mod search;
mod site;
mod text;

/// Panics where a text breaks what is promised.
pub type Property = fn(&str);

/// Every property, by name.
pub const PROPERTIES: [(&str, Property); 11] = [
    ("parse", text::parse),
    ("front_matter", text::front_matter),
    ("config", text::config),
    ("fence", text::fence),
    ("html", html::body),
    ("code", html::code),
    ("figure", html::figure),
    ("fixes", site::fixes),
    ("site", site::site),
    ("search", search::round_trip),
    ("preview", preview::compared),
];
