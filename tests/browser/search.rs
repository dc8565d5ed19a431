//! Search by keyboard, from files on the disk.

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

const RESULT: &str = "document.querySelector('dialog.search[open] [role=option]')";

fn searching(keys: impl FnOnce(&mut Browser)) -> Option<Browser> {
    let mut browser = Browser::start()?;
    browser.visit(&site::file(site::small(), "index.html"));
    keys(&mut browser);
    browser.until("document.activeElement?.matches('dialog.search[open] input[role=combobox]')");
    Some(browser)
}

#[test]
fn a_word_leads_to_the_heading_above_it() {
    let Some(mut browser) = searching(|browser| browser.press("/")) else { return };
    browser.write("anemometer");
    browser.until(&format!("{RESULT}?.textContent.includes('anemometer')"));
    assert_eq!(browser.value("document.querySelectorAll('[role=option]').length"), json!(1), "one page has it");
    let part = |name: &str| format!("{RESULT}.querySelector('.search-result-{name}').textContent");
    assert_eq!(browser.value(&part("title")), json!("Weather"));
    assert_eq!(browser.value(&part("heading")), json!("Thunder"));
    assert_eq!(browser.value(&format!("{RESULT}.querySelector('mark').textContent")), json!("anemometer"));
    let active = format!("document.activeElement.getAttribute('aria-activedescendant') === {RESULT}.id");
    assert_eq!(browser.value(&active), json!(true), "assistive technology hears which result is chosen");
    browser.press("Enter");
    browser.until("location.pathname.endsWith('/guides/weather.html') && location.hash === '#thunder'");
    browser.until("document.querySelector('#thunder:target') !== null");
}

#[test]
fn a_word_that_has_begun_and_one_with_a_typing_error_are_found() {
    let Some(mut browser) = searching(|browser| browser.press_with_control("k")) else { return };
    for typed in ["anemo", "anemometre", "anenometer"] {
        browser.value("document.activeElement.select()");
        browser.write(typed);
        browser.until(&format!("document.activeElement.value === '{typed}'"));
        browser.until(&format!("{RESULT}?.textContent.includes('Thunder')"));
        browser.value("document.activeElement.select()");
        browser.write("qqqqqq");
        browser.until("document.querySelector('.search-empty').textContent.includes('qqqqqq')");
    }
}

#[test]
fn arrows_choose_a_result() {
    let Some(mut browser) = searching(|browser| browser.press("/")) else { return };
    browser.write("kite");
    let chosen = "[...document.querySelectorAll('[role=option]')].findIndex(option => option.ariaSelected === 'true')";
    browser.until(&format!("document.querySelectorAll('[role=option]').length > 1 && {chosen} === 0"));
    browser.press("ArrowDown");
    assert_eq!(browser.value(chosen), json!(1));
    browser.press("ArrowUp");
    assert_eq!(browser.value(chosen), json!(0));
}

#[test]
fn escape_closes_and_the_reader_is_where_they_were() {
    let open = |browser: &mut Browser| {
        browser.value("document.querySelector('.search-open').focus()");
        browser.press("Enter");
    };
    let Some(mut browser) = searching(open) else { return };
    browser.press("Escape");
    browser.until("document.querySelector('dialog.search[open]') === null");
    assert_eq!(browser.value("document.activeElement.matches('.search-open')"), json!(true));
    browser.press("/");
    browser.until("document.activeElement.matches('dialog.search[open] input')");
}
