//! The script that keeps pages current, in a real browser.

use std::fs;

use serde_json::json;

use crate::chromium::Browser;
use crate::running::Running;
use crate::{page, save_by_renaming, small_site, write};

/// A browser at a page that is kept current.
pub(crate) fn at(url: &str) -> Option<Browser> {
    let mut browser = Browser::start()?;
    visit(&mut browser, url);
    Some(browser)
}

pub(crate) fn visit(browser: &mut Browser, url: &str) {
    browser.visit(url);
    browser.until("document.querySelector('docent-panel') !== null");
}

pub(crate) const PANEL: &str = "document.querySelector('docent-panel').shadowRoot";

fn long_page(middle: &str) -> String {
    let paragraphs = |name: &str| (1..30).map(|n| format!("{name} {n}.\n\n")).collect::<String>();
    let details = "<details><summary>More</summary>\n\nHidden words.\n\n</details>\n";
    let code = "```python\nprint('kept')\n```\n";
    let (first, above, below) = (paragraphs("First"), paragraphs("Above"), paragraphs("Below"));
    page("One", &format!("{first}{middle}\n\n{above}## Middle\n\n{details}\n{code}\n{below}"))
}

#[test]
fn a_page_changes_in_place_and_the_reader_keeps_theirs() {
    let site = small_site();
    write(site.path(), "content/one.md", &long_page("Old words."));
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/one.html", running.at)) else { return };
    browser.value(
        "window.same = true; window.updates = 0;
         document.addEventListener('docent:update', () => { window.updates += 1; });
         document.querySelector('main details').open = true;
         window.figure = document.querySelector('main figure.code');
         window.button = figure.appendChild(document.createElement('button'));
         document.querySelector('#middle').scrollIntoView();
         button.focus({ preventScroll: true });
         window.place = document.querySelector('#middle').getBoundingClientRect().top;",
    );
    save_by_renaming(
        site.path(),
        "content/one.md",
        &long_page("New words.\n\nAnd more.\n\nAnd more again.\n\n## Another"),
    );
    browser.until("document.querySelector('main').textContent.includes('New words.')");
    assert_eq!(browser.value("window.same"), json!(true), "it is not loaded anew");
    assert_eq!(browser.value("window.updates"), json!(1), "scripts of the page hear of it");
    assert_eq!(browser.value("document.querySelector('main details').open"), json!(true));
    assert_eq!(browser.value("document.activeElement === window.button && button.isConnected"), json!(true));
    let moved = browser.value("document.querySelector('#middle').getBoundingClientRect().top - window.place");
    assert!(moved.as_f64().unwrap().abs() < 2.0, "what is being read has moved by {moved}");
    assert_eq!(browser.value("document.querySelectorAll('.outline-list a[href=\"#another\"]').length"), json!(1));
    assert_eq!(
        browser.value(&format!("{PANEL}.querySelector('.pill').hidden")),
        json!(false),
        "a chip leads to the change"
    );
    browser.value(&format!("{PANEL}.querySelector('.pill').click()"));
    browser.until("[...document.querySelectorAll('main p')].find(p => p.textContent === 'New words.').getBoundingClientRect().top > 0");

    save_by_renaming(site.path(), "content/one.md", &long_page("Old words.").replace("title: One", "title: Renamed"));
    browser.until("document.title.startsWith('Renamed')");
    browser.until("!document.querySelector('main').textContent.includes('And more')");
    assert_eq!(browser.value("document.querySelector('h1').textContent"), json!("Renamed"));
    assert_eq!(
        browser.value("window.same && figure.isConnected && document.querySelector('main details').open"),
        json!(true)
    );
}

#[test]
fn what_is_wrong_is_shown_until_it_is_mended() {
    let site = small_site();
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/one.html", running.at)) else { return };
    let section = format!("{PANEL}.querySelector('section')");
    browser.until(&format!("{section}.hidden"));
    write(site.path(), "content/one.md", &page("One", "[gone](gone.md)"));
    browser.until(&format!("!{section}.hidden"));
    let text = browser.value(&format!("{section}.textContent"));
    for words in ["error[L01]", "`content/gone.md` does not exist", "content/one.md:10:8", "[gone](gone.md)", "why: "] {
        assert!(text.as_str().unwrap().contains(words), "{words} in {text}");
    }
    assert_eq!(browser.value(&format!("{section}.querySelector('mark').textContent")), json!("gone.md"));
    browser.value(&format!("{section}.querySelector('header button').click()"));
    write(site.path(), "content/one.md", &page("One", "[gone](gone.md) still"));
    browser.until("document.querySelector('main').textContent.includes('still')");
    assert_eq!(browser.value(&format!("{section}.hidden")), json!(true), "closed, it stays away for what was known");
    write(site.path(), "content/one.md", &page("One", "[gone](gone.md) [other](other.md)"));
    browser.until(&format!("!{section}.hidden"));
    write(site.path(), "content/one.md", &page("One", "mended"));
    browser.until(&format!("{section}.hidden"));
    browser.until("document.querySelector('main').textContent.includes('mended')");
}

#[test]
fn styles_are_swapped_and_layouts_loaded_anew() {
    let site = small_site();
    write(site.path(), "static/own.css", "h1 { letter-spacing: 1px }");
    write(site.path(), "templates/head.html", "<link rel=\"stylesheet\" href=\"{{ site.root }}own.css\">\n");
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/one.html", running.at)) else { return };
    let spacing = |px: u8| format!("getComputedStyle(document.querySelector('h1')).letterSpacing === '{px}px'");
    browser.until(&spacing(1));
    browser.value("window.same = true");
    write(site.path(), "static/own.css", "h1 { letter-spacing: 2px }");
    browser.until(&spacing(2));
    browser.until("document.querySelectorAll('link[href*=\"own.css\"]').length === 1");
    assert_eq!(browser.value("window.same"), json!(true));
    save_by_renaming(
        site.path(),
        "templates/head.html",
        "<link rel=\"stylesheet\" href=\"{{ site.root }}own.css\">\n<meta name=\"made\" content=\"anew\">\n",
    );
    browser.until("document.querySelector('meta[name=made]') !== null && window.same === undefined");
}

#[test]
fn pages_come_and_go() {
    let site = small_site();
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/two.html", running.at)) else { return };
    fs::remove_file(site.path().join("content/two.md")).unwrap();
    browser.until("!document.body.textContent.includes('What Two is about')");
    assert_eq!(running.get("/two.html").status, 404);
    write(site.path(), "content/two.md", &page("Two", "Back again."));
    browser.until("document.body.textContent.includes('Back again.')");
    visit(&mut browser, &format!("http://{}/new/folder.html", running.at));
    write(site.path(), "content/new/folder.md", &page("Folder", "Made later."));
    browser.until("document.body.textContent.includes('Made later.')");
}

#[test]
fn a_click_with_alt_names_the_source() {
    let site = small_site();
    write(site.path(), "content/one.md", &long_page("Words."));
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/one.html", running.at)) else { return };
    let line = fs::read_to_string(site.path().join("content/one.md"))
        .unwrap()
        .lines()
        .position(|line| line == "Below 5.")
        .unwrap()
        + 1;
    browser.value(
        "[...document.querySelectorAll('main p')].find(p => p.textContent === 'Below 5.')
           .dispatchEvent(new MouseEvent('click', { altKey: true, bubbles: true, cancelable: true }))",
    );
    browser.until(&format!("{PANEL}.querySelector('.notice').textContent.startsWith('content/one.md:{line} ')"));
}
