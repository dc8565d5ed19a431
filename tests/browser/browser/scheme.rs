//! The colour scheme: as the system has it, until the reader chooses.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

/// Notes, each time that the scheme is set, whether there was anything to paint by then.
const WATCH: &str = "window.changes = [];
    new MutationObserver(() => changes.push([document.documentElement.dataset.scheme, document.body === null]))
        .observe(document, { subtree: true, attributes: true, attributeFilter: ['data-scheme'] });";

const BACKGROUND: &str = "getComputedStyle(document.documentElement).backgroundColor";

#[test]
fn the_chosen_scheme_is_remembered_and_set_before_the_first_paint() {
    let Some(mut browser) = Browser::start() else { return };
    browser.before_each_page(WATCH);
    browser.prefer("light");
    browser.visit(&site::file(site::small(), "index.html"));
    let light = browser.value(BACKGROUND);
    let press = "document.querySelector('.theme-toggle').click()";
    browser.value(press);
    assert_eq!(browser.value("document.querySelector('.theme-toggle').ariaLabel"), json!("Colour theme: light"));
    browser.value(press);
    let dark = browser.value(BACKGROUND);
    assert_ne!(light, dark);
    for page in ["index.html", "tutorials/build.html"] {
        browser.visit(&site::file(site::small(), page));
        assert_eq!(browser.value(BACKGROUND), dark, "{page}");
        assert_eq!(browser.value("changes"), json!([["dark", true]]), "{page} flashes");
    }
    browser.value(press);
    browser.reload();
    assert_eq!(browser.value("changes"), json!([]), "the system decides again");
    assert_eq!(browser.value(BACKGROUND), light);
    browser.prefer("dark");
    assert_eq!(browser.value(BACKGROUND), dark);
}
