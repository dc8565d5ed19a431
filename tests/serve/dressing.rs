//! What scripts of the theme do for nodes that an update has brought.

use serde_json::json;

use crate::browser::at;
use crate::running::Running;
use crate::{page, save_by_renaming, small_site, write};

fn steps(first: &str, more: &str) -> String {
    let step = |name: &str, rest: &str| format!("## {name}\n\n```python\nprint('{name}')\n```\n\n{rest}\n\n");
    let details = "<details><summary>More</summary>\n\nHidden words.\n\n</details>";
    page("One", &format!("{}{}{}{more}", step("Load", first), step("Train", details), step("Serve", "Words.")))
}

#[test]
fn new_blocks_are_dressed_and_ticks_stay() {
    let site = small_site();
    write(site.path(), "content/one.md", &steps("Words.", ""));
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/one.html", running.at)) else { return };
    browser.until("document.querySelectorAll('.step-done').length === 3");
    browser.value(
        "window.same = true;
         document.querySelectorAll('.step-done input')[1].click();
         document.querySelectorAll('.step-done input')[1].focus();
         document.querySelector('main details:not(.outline)').open = true;
         Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.copied = text; } } });",
    );
    let tabs = "```sh tab=\"pip\"\npip install x\n```\n```sh tab=\"uv\"\nuv add x\n```\n";
    let wide = format!("```python\nprint('new')  # {}\n```\n", "wide ".repeat(80));
    let more = format!("## Ship\n\n{wide}\n{tabs}\n");
    save_by_renaming(site.path(), "content/one.md", &steps("```python\nx = 1\n```", &more));
    browser.until("document.querySelectorAll('.step-done').length === 4");
    assert_eq!(browser.value("window.same"), json!(true), "it is not loaded anew");
    let boxes = browser.value("[...document.querySelectorAll('.step-done input')].map(box => box.checked)");
    assert_eq!(boxes, json!([false, true, false, false]));
    assert_eq!(
        browser.value("document.activeElement === document.querySelectorAll('.step-done input')[1]"),
        json!(true)
    );
    assert_eq!(browser.value("document.querySelector('main details:not(.outline)').open"), json!(true));
    let places = browser
        .value("[...document.querySelectorAll('.step-done')].map(label => label.nextElementSibling?.id ?? 'end')");
    assert_eq!(places, json!(["train", "serve", "ship", "end"]), "each box closes its step");
    assert_eq!(
        browser.value("[...document.querySelectorAll('.outline-list .done')].map(link => link.hash)"),
        json!(["#train"])
    );

    let counts = "[...document.querySelectorAll('figure.code')].map(figure => figure.querySelectorAll('.copy').length)";
    assert_eq!(browser.value(counts), json!([1, 1, 1, 1, 1, 1, 1]));
    browser.value("document.querySelectorAll('figure.code .copy')[1].click()");
    browser.until("window.copied === 'x = 1'");
    assert_eq!(browser.value("document.querySelectorAll('.tabs [role=tab]').length"), json!(2));
    browser.value("document.querySelectorAll('.tabs [role=tab]')[1].click()");
    assert_eq!(
        browser.value("[...document.querySelectorAll('.tabs > .tab')].map(panel => panel.hasAttribute('hidden'))"),
        json!([true, false])
    );
    browser.until("[...document.querySelectorAll('pre')].filter(box => box.tabIndex === 0).length === 1");
    browser.value("document.querySelector('#ship').scrollIntoView({ behavior: 'instant' })");
    browser.until("document.querySelector('.outline-list [aria-current]')?.hash === '#ship'");

    save_by_renaming(site.path(), "content/one.md", &steps("Words.", &more.replace("uv add x", "uv add y")));
    browser.until("document.querySelector('.tabs').textContent.includes('uv add y')");
    let shown = "document.querySelector('.tabs > .tab:not([hidden])').dataset.tab";
    assert_eq!(browser.value(shown), json!("uv"), "the choice of a group stays when it is made anew");
    save_by_renaming(site.path(), "content/one.md", &page("One", "Words alone."));
    browser.until("document.querySelectorAll('.step-done, .progress > *').length === 0");
    assert_eq!(browser.value("window.same"), json!(true));
}

#[test]
fn a_new_card_is_filtered_like_the_others() {
    let site = small_site();
    let tagged = |title: &str, level: &str| page(title, "Words.").replace("title:", &format!("level: {level}\ntitle:"));
    write(site.path(), "content/part/index.md", &page("Part", ""));
    write(site.path(), "content/part/a.md", &tagged("A", "beginner"));
    write(site.path(), "content/part/b.md", &tagged("B", "advanced"));
    let running = Running::new(site.path());
    let Some(mut browser) = at(&format!("http://{}/part/index.html", running.at)) else { return };
    browser.until("document.querySelectorAll('.filters button.chip').length >= 2");
    let shown = "[...document.querySelectorAll('.card:not([hidden]) h2')].map(title => title.textContent.trim())";
    browser.value("window.same = true; document.querySelector('.filters [data-facet$=\"beginner\"]').click()");
    assert_eq!(browser.value(shown), json!(["A"]));
    write(site.path(), "content/part/c.md", &tagged("C", "beginner"));
    write(site.path(), "content/part/d.md", &tagged("D", "advanced"));
    browser.until("document.querySelectorAll('.card').length === 4");
    browser.until("document.querySelectorAll('.filters .chip:not(button)').length === 0");
    assert_eq!(browser.value(shown), json!(["A", "C"]));
    assert_eq!(browser.value("document.querySelectorAll('.filter-status').length"), json!(1));
    browser.value("document.querySelector('.filters [data-facet$=\"beginner\"]').click()");
    assert_eq!(browser.value(shown), json!(["A", "B", "C", "D"]));
    assert_eq!(browser.value("window.same"), json!(true));
}
