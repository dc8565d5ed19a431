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

/// The boxes of text, as far as they can be seen, that reach below the copy button of their code block.
const COVERED: &str = r#"[...document.querySelectorAll("figure.code")].flatMap(figure => {
  const button = figure.querySelector(":scope > button.copy").getBoundingClientRect();
  const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim() || texts.currentNode.parentElement.closest("button")) continue;
    const shown = (texts.currentNode.parentElement.closest("pre") ?? figure).getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) {
      const right = Math.min(box.right, shown.right);
      const isBelow = right > button.left && box.left < button.right && box.bottom > button.top && box.top < button.bottom;
      if (isBelow) found.push(texts.currentNode.data);
    }
  }
  return found;
})"#;

#[test]
fn no_text_is_below_a_copy_button() {
    let Some(mut browser) = Browser::start() else { return };
    for page in ["tutorials/build.html", "index.html"] {
        for width in [1280, 390, 320] {
            browser.resize(width);
            browser.visit(&site::file(site::small(), page));
            browser.until(
                "document.querySelectorAll('figure.code').length === document.querySelectorAll('button.copy').length",
            );
            for scrolled in ["0", "0.5", "1"] {
                let scroll = format!(
                    "document.querySelectorAll('.code pre').forEach(pre => {{ pre.scrollLeft = (pre.scrollWidth - pre.clientWidth) * {scrolled} }})"
                );
                browser.value(&scroll);
                assert_eq!(browser.value(COVERED), json!([]), "{page} at {width}, scrolled to {scrolled}");
            }
            browser.value("document.querySelectorAll('button.copy').forEach(button => button.click())");
            browser.until("[...document.querySelectorAll('button.copy')].every(button => 'done' in button.dataset || 'failed' in button.dataset)");
            assert_eq!(browser.value(COVERED), json!([]), "{page} at {width}, copied");
        }
    }
}
