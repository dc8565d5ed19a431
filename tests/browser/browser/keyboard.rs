//! A walk over the page with the Tab key.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

/// What a reader can do something with, as far as it is shown.
const CONTROLS: &str = "[...document.querySelectorAll('a[href], button, input, summary, [tabindex=\"0\"]')]
    .filter(control => control.checkVisibility({ visibilityProperty: true }) && !control.disabled && control.tabIndex >= 0)";

/// What is wrong with the focus as it is shown: by an outline, around the control or around the label that it is in.
const FAULT: &str = "(() => {
    const control = document.activeElement;
    const outlined = [control, control.closest('label')].filter(Boolean).map(part => getComputedStyle(part))
        .some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
    const box = control.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    reached.add(control);
    return outlined && inside && box.width > 0 ? null : control.outerHTML.slice(0, 120);
})()";

fn walk(width: u32) {
    let Some(mut browser) = Browser::start() else { return };
    browser.resize(width);
    browser.visit(&site::file(site::small(), "tutorials/build.html"));
    browser.value("window.reached = new Set()");
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.className"), json!("skip"), "the first way leads to the text");
    let controls = browser.value(&format!("{CONTROLS}.length")).as_u64().unwrap();
    assert!(controls > 15, "{controls} controls");
    for _ in 0..controls {
        assert_eq!(browser.value(FAULT), json!(null), "its focus cannot be seen at {width}");
        browser.press("Tab");
    }
    let left = browser
        .value(&format!("{CONTROLS}.filter(control => !reached.has(control)).map(control => control.outerHTML)"));
    assert_eq!(left, json!([]), "these are out of reach at {width}");
}

#[test]
fn tab_reaches_every_control_of_a_wide_page() {
    walk(1280);
}

#[test]
fn tab_reaches_every_control_on_a_phone() {
    walk(390);
}

#[test]
fn the_skip_link_moves_the_focus_to_the_text() {
    let Some(mut browser) = Browser::start() else { return };
    browser.visit(&site::file(site::small(), "tutorials/build.html"));
    browser.press("Tab");
    browser.press("Enter");
    browser.until("document.activeElement.matches('main')");
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.closest('main') !== null"), json!(true));
}
