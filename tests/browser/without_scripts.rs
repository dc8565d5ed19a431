//! What a reader has whose browser runs no scripts.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

fn at_the_tutorial(width: u32) -> Option<Browser> {
    let mut browser = Browser::start()?;
    browser.order("Emulation.setScriptExecutionDisabled", &json!({"value": true}));
    browser.resize(width);
    browser.visit(&site::file(site::small(), "tutorials/build.html"));
    assert_eq!(browser.value("document.documentElement.dataset.js"), json!(null), "scripts run after all");
    Some(browser)
}

#[test]
fn all_variants_are_shown_under_their_names() {
    let Some(mut browser) = at_the_tutorial(1280) else { return };
    let shown = browser.value(
        "[...document.querySelectorAll('.tab')].map(tab => [tab.querySelector('.tab-title').innerText,
            tab.querySelector('.tab-title').checkVisibility(), tab.querySelector('code').checkVisibility()])",
    );
    assert_eq!(shown, json!([["pip", true, true], ["conda", true, true]]));
}

#[test]
fn the_system_decides_on_the_scheme() {
    let Some(mut browser) = at_the_tutorial(1280) else { return };
    let background =
        "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).every(part => part < 60)";
    for (scheme, is_dark) in [("light", false), ("dark", true)] {
        browser.prefer(scheme);
        assert_eq!(browser.value(background), json!(is_dark), "{scheme}");
    }
}

#[test]
fn navigation_and_outline_are_within_reach() {
    let visible = |selector: &str| {
        format!("[...document.querySelectorAll('{selector}')].filter(link => link.checkVisibility()).length")
    };
    let Some(mut browser) = at_the_tutorial(1280) else { return };
    assert_ne!(browser.value(&visible(".site-nav a")), json!(0), "beside the text");
    assert_eq!(browser.value(&visible(".outline-list li a")), json!(5));
    assert_eq!(browser.value(&visible(".tool")), json!(0), "buttons that do nothing are not shown");
    browser.resize(390);
    for (menu, links) in [("menu", ".site-nav a"), ("outline", ".outline-list li a")] {
        assert_eq!(browser.value(&visible(links)), json!(0), "closed on a phone");
        browser.value(&format!("document.querySelector('details.{menu} summary').focus()"));
        browser.press("Enter");
        assert_ne!(browser.value(&visible(links)), json!(0), "{links}");
        browser.press("Enter");
    }
    browser.value("document.querySelector('.pager a, .breadcrumbs a').click()");
    browser.until("!location.pathname.endsWith('/build.html')");
}
