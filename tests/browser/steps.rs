//! Steps that the browser remembers.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

#[test]
fn ticks_are_remembered_and_the_reader_can_resume() {
    let Some(mut browser) = Browser::start() else { return };
    browser.visit(&site::file(site::small(), "tutorials/build.html"));
    assert_eq!(browser.value("document.querySelectorAll('.step-done input').length"), json!(3));
    assert_eq!(browser.value("document.querySelector('.brief .progress').textContent"), json!("3 steps"));
    browser.value("document.querySelector('.step-done input').click()");
    for _ in 0..2 {
        let ticks = browser.value("[...document.querySelectorAll('.step-done input')].map(box => box.checked)");
        assert_eq!(ticks, json!([true, false, false]));
        assert_eq!(
            browser.value("document.querySelector('.brief .progress a').textContent"),
            json!("Resume at step 2")
        );
        browser.reload();
    }
    browser.value("document.querySelector('.brief .progress a').click()");
    browser.until("document.querySelector('h2:target')?.textContent.startsWith('2. Cut the sail')");
    browser.visit(&site::file(site::small(), "tutorials/index.html"));
    assert_eq!(browser.value("document.querySelector('.card-progress').textContent"), json!("1 of 3 steps done"));
}
