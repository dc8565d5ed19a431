//! The button that mends a finding.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::browser::{PANEL, at};
use crate::running::{Response, Running, within};
use crate::{page, small_site, write};

fn draft(value: &str, body: &str) -> String {
    page("One", body).replace("title:", &format!("draft: {value}\ntitle:"))
}

/// The finding of a code in a file, as pages are told of it.
fn finding(running: &Running, code: &str) -> Value {
    let events = running.listen();
    let state = events.named("state").pop().unwrap();
    let findings = state["report"]["findings"].as_array().unwrap();
    let found = findings.iter().find(|found| found["code"] == code);
    found.unwrap_or_else(|| panic!("no {code} in {findings:?}")).clone()
}

fn ask_to_fix(running: &Running, finding: &Value) -> Response {
    let token = format!("x-docent-token: {}", running.token());
    running.ask("POST", "/_docent/fix", &[&token], &finding.to_string())
}

fn told(answer: &Response) -> Value {
    serde_json::from_slice(&answer.body).unwrap()
}

fn one(site: &Path) -> String {
    fs::read_to_string(site.join("content/one.md")).unwrap()
}

#[test]
fn the_finding_that_was_clicked_is_mended_and_no_other() {
    let site = small_site();
    write(site.path(), "content/one.md", &draft("yes", "Text."));
    write(site.path(), "content/two.md", &draft("yes", "Text."));
    let running = Running::new(site.path());
    let found = finding(&running, "F05");
    assert_eq!((found["path"].as_str(), found["fix"].is_string()), (Some("content/one.md"), true), "{found}");
    let answer = ask_to_fix(&running, &found);
    assert_eq!((answer.status, told(&answer)), (200, json!({ "fixed": found["fix"] })));
    assert_eq!(one(site.path()), draft("true", "Text."));
    assert_eq!(fs::read_to_string(site.path().join("content/two.md")).unwrap(), draft("yes", "Text."));
    let rebuilt = within(10, || (running.rebuilds() == 1).then_some(()));
    assert!(rebuilt.is_some(), "the watch has seen it: {}", running.log());
    let again = ask_to_fix(&running, &found);
    assert_eq!((again.status, told(&again)), (409, json!({ "error": "this finding is no longer there" })));
}

#[test]
fn nothing_is_mended_without_the_token() {
    let site = small_site();
    write(site.path(), "content/one.md", &draft("yes", "Text."));
    let running = Running::new(site.path());
    let found = finding(&running, "F05");
    for headers in [&[][..], &["x-docent-token: 00000000000000000000000000000000"]] {
        let answer = running.ask("POST", "/_docent/fix", headers, &found.to_string());
        assert_eq!(answer.status, 403);
        assert!(told(&answer)["error"].is_string());
    }
    assert_eq!(one(site.path()), draft("yes", "Text."));
}

#[test]
fn what_needs_a_look_is_not_mended() {
    let site = small_site();
    let text = page("One", "[two](tow.md)");
    write(site.path(), "content/one.md", &text);
    let running = Running::new(site.path());
    let found = finding(&running, "L01");
    assert_eq!(found["fix"], Value::Null, "no button is shown for it");
    let answer = ask_to_fix(&running, &found);
    assert_eq!((answer.status, told(&answer)), (409, json!({ "error": "this finding has no safe fix" })));
    let token = format!("x-docent-token: {}", running.token());
    let nonsense = running.ask("POST", "/_docent/fix", &[&token], "{\"path\":\"../x\"}");
    assert_eq!(nonsense.status, 400);
    assert!(told(&nonsense)["error"].is_string());
    assert_eq!(one(site.path()), text);
}

#[test]
fn a_button_mends_and_goes_away() {
    let site = small_site();
    write(site.path(), "content/one.md", &draft("yes", "Text."));
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/one.html", running.at)) else { return };
    let button = format!("{PANEL}.querySelector('section:not([hidden]) button.fix')");
    browser.until(&format!("{PANEL}.querySelector('.pill[aria-expanded], .pill:not([hidden])')"));
    browser.value(&format!("{button} || [...{PANEL}.querySelectorAll('.pill')].at(-1).click()"));
    browser.until(&button);
    browser.value(&format!("window.same = true; {button}.click()"));
    browser.until(&format!("{PANEL}.querySelector('.notice').textContent.startsWith('Fixed: ')"));
    browser.until(&format!("{button} === null"));
    assert_eq!(one(site.path()), draft("true", "Text."));
}
