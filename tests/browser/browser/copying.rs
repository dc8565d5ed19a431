//! The copy button: exactly the code, and a word that it was copied.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

/// What is copied from the code block of a kind.
fn copied(kind: &str) -> Option<String> {
    let mut browser = Browser::start()?;
    browser.before_each_page(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.copied = text; } } })",
    );
    browser.visit(&site::file(site::small(), "tutorials/build.html"));
    let button = format!("document.querySelector('figure.{kind} > button.copy')");
    assert_eq!(browser.value(&format!("{button}.ariaLabel")), json!("Copy code"));
    browser.value(&format!("{button}.focus()"));
    browser.press("Enter");
    browser.until("window.copied !== undefined");
    browser.until("document.querySelector('[role=status]').textContent === 'Copied'");
    Some(browser.value("window.copied").as_str().unwrap().to_owned())
}

#[test]
fn of_a_console_the_input_without_prompts_is_copied() {
    let Some(copied) = copied("terminal") else { return };
    assert_eq!(copied, "pip install \\\n    kites\nkite --version");
}

#[test]
fn of_a_diff_the_new_side_is_copied() {
    let Some(copied) = copied("diff") else { return };
    assert_eq!(copied, "sail = Sail()\nfly(sail)");
}

#[test]
fn line_numbers_are_not_copied() {
    let Some(copied) = copied("numbers") else { return };
    assert_eq!(copied, "def fly(sail):\n    return sail.rise()");
}
