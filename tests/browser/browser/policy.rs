//! Under the strictest usual content policy, nothing is refused.

use serde_json::json;

use crate::chromium::Browser;
use crate::{host, site};

const WATCH: &str = "window.refused = [];
    document.addEventListener('securitypolicyviolation', event =>
        refused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));";

#[test]
fn nothing_that_a_page_does_is_refused() {
    let Some(mut browser) = Browser::start() else { return };
    browser.before_each_page(WATCH);
    let own = host::strict(site::own());
    for page in site::OWN_PAGES {
        browser.visit(&format!("{own}/{page}"));
        assert_eq!(browser.value("refused"), json!([]), "{page}");
    }
    browser.visit(&format!("{}/tutorials/build.html", host::strict(site::small())));
    for control in [".theme-toggle", "[role=tab]:last-child", ".step-done input", "button.copy"] {
        browser.value(&format!("document.querySelector('{control}').click()"));
    }
    browser.press("/");
    browser.until("document.activeElement.matches('dialog.search[open] input')");
    browser.write("anemometer");
    browser.until("document.querySelector('[role=option]') !== null");
    assert_eq!(browser.value("refused"), json!([]), "while it is used");
}

#[test]
fn what_is_refused_is_noticed() {
    let Some(mut browser) = Browser::start() else { return };
    browser.before_each_page(WATCH);
    browser.visit(&format!("{}/index.html", host::strict(site::small())));
    browser.value("document.body.setAttribute('style', 'color: red')");
    browser.until("refused.length === 1 && refused[0].startsWith('style-src-attr inline')");
}
