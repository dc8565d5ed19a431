//! Tabs, by keyboard.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

#[test]
fn variants_become_tabs_that_arrows_choose_and_that_are_remembered() {
    let Some(mut browser) = Browser::start() else { return };
    browser.visit(&site::file(site::small(), "tutorials/build.html"));
    let state =
        "[...document.querySelectorAll('[role=tablist] [role=tab]')].map(tab => [tab.textContent, tab.ariaSelected,
        document.getElementById(tab.getAttribute('aria-controls')).querySelector('code').checkVisibility()])";
    let first = json!([["pip", "true", true], ["conda", "false", false]]);
    let second = json!([["pip", "false", false], ["conda", "true", true]]);
    assert_eq!(browser.value(state), first);
    browser.value("document.querySelector('[role=tab]').focus()");
    for (key, expected) in
        [("ArrowRight", &second), ("ArrowRight", &first), ("ArrowLeft", &second), ("Home", &first), ("End", &second)]
    {
        browser.press(key);
        assert_eq!(&browser.value(state), expected, "after {key}");
        assert_eq!(browser.value("document.activeElement.ariaSelected"), json!("true"), "the focus goes along");
    }
    browser.reload();
    assert_eq!(browser.value(state), second);
}
