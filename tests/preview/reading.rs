//! A preview in a real browser, from a folder: keys, marks, side by side, phones, and no script at all.

use serde_json::json;

use crate::change::whole;
use crate::chromium::Browser;

fn address(file: &str) -> String {
    format!("file://{}", whole().0.path(&format!("ci/_preview/{file}")).display())
}

/// A browser that notes what a page's policy forbids.
fn browser() -> Option<Browser> {
    let mut browser = Browser::start()?;
    browser.before_each_page(
        "window.forbidden = []; addEventListener('securitypolicyviolation', event => forbidden.push(event.blockedURI))",
    );
    Some(browser)
}

#[test]
fn keys_lead_through_the_changes() {
    let Some(mut browser) = browser() else { return };
    browser.resize(1280);
    browser.visit(&address("diff/edited.html"));
    browser.press("j");
    assert_eq!(browser.value("document.activeElement.id"), json!("_change-1"));
    assert_eq!(browser.value("document.querySelector('[data-count]').textContent"), json!("1 of 1"));
    let shown = "getComputedStyle(document.querySelector('.prose del')).display !== 'none'";
    assert_eq!(browser.value(shown), json!(true));
    browser.press("d");
    assert_eq!(browser.value(shown), json!(false));
    assert_eq!(
        browser.value("document.querySelector('.prose').innerText.includes('The new words stay short.')"),
        json!(true)
    );
    browser.press("d");
    browser.press("s");
    let sides = "[...document.querySelectorAll('.was, .is')].map(side => side.innerText.trim()).filter(text => text.includes('words'))";
    assert_eq!(browser.value(sides), json!(["The old words stay short.", "The new words stay short."]));
    browser.press("s");
    assert_eq!(browser.value("document.querySelectorAll('.was').length"), json!(0));
    assert_eq!(browser.value("forbidden"), json!([]), "the policy of the page allows all that it does");
}

#[test]
fn what_was_looked_at_is_remembered() {
    let Some(mut browser) = browser() else { return };
    browser.visit(&address("index.html"));
    browser.value("document.querySelector('.tick input').click()");
    browser.reload();
    assert_eq!(browser.value("document.querySelectorAll('.tick input:checked').length"), json!(1));
    assert_eq!(browser.value("forbidden"), json!([]));
}

#[test]
fn pages_fit_a_phone() {
    let Some(mut browser) = browser() else { return };
    browser.resize(390);
    for file in ["index.html", "diff/edited.html", "diff/including.html", "diff/picturing.html"] {
        browser.visit(&address(file));
        let wider = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert_eq!(wider, json!(0), "{file}");
    }
}

#[test]
fn without_scripts_the_page_is_read_from_top_to_bottom() {
    let Some(mut browser) = Browser::start() else { return };
    browser.order("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.visit(&address("diff/edited.html"));
    let text = browser.value("document.querySelector('.prose').innerText");
    assert!(
        text.as_str().unwrap().contains("The oldnew words stay short.") || text.as_str().unwrap().contains("old new"),
        "{text}"
    );
    let buttons = "[...document.querySelectorAll('button')].filter(button => button.checkVisibility()).length";
    assert_eq!(browser.value(buttons), json!(0), "no button that does nothing");
}
