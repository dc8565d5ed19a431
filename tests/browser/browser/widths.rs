//! Phones: text is read without scrolling sideways.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

#[test]
fn no_page_is_wider_than_a_phone() {
    let Some(mut browser) = Browser::start() else { return };
    let sites = site::OWN_PAGES.map(|page| (site::own(), page));
    for (site, page) in sites.into_iter().chain([(site::small(), "tutorials/build.html")]) {
        browser.resize(390);
        browser.visit(&site::file(site, page));
        for width in [390, 320] {
            browser.resize(width);
            assert_eq!(browser.value("innerWidth"), json!(width), "{page}: the viewport has grown with the page");
            let widths = browser.value("[document.documentElement.scrollWidth, document.documentElement.clientWidth]");
            assert!(widths[0].as_u64() <= widths[1].as_u64(), "{page} at {width}: {widths}");
        }
    }
}
