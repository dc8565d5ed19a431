//! The script that keeps pages current, in a real browser.

use std::fs;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::Running;
use crate::{page, save_by_renaming, small_site, write};

/// Chromium with one page, told what to do through a pair of pipes.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: String,
    sent: u64,
    _folder: tempfile::TempDir,
}

impl Browser {
    pub(crate) fn at(url: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let pipes = ["in", "out"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").args(&pipes).status().unwrap().success());
        // The browser reads orders from its third file and answers on its fourth, which only a shell can give it.
        let child = Command::new("sh")
            .args(["-c", r#"exec chromium "$@" 3<"$PIPES/in" 4>"$PIPES/out""#, "chromium"])
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
            ])
            .args(["--remote-debugging-pipe", "--window-size=1000,700"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .env("PIPES", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("these tests need `chromium`");
        let to = OpenOptions::new().write(true).open(&pipes[0]).unwrap();
        let answers = BufReader::new(File::open(&pipes[1]).unwrap());
        let (sender, from) = channel();
        thread::spawn(move || {
            for message in answers.split(0).map_while(Result::ok) {
                let _ = sender.send(serde_json::from_slice(&message).unwrap());
            }
        });
        let mut browser = Self { child, to, from, session: String::new(), sent: 0, _folder: folder };
        let target = browser.order("Target.createTarget", &json!({"url": "about:blank"}))["targetId"].clone();
        let attached = browser.order("Target.attachToTarget", &json!({"targetId": target, "flatten": true}));
        attached["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        browser.visit(url);
        browser
    }

    fn visit(&mut self, url: &str) {
        self.order("Page.navigate", &json!({"url": url}));
        self.until("document.readyState === 'complete' && document.querySelector('docent-panel') !== null");
    }

    fn order(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let mut order = json!({"id": self.sent, "method": method, "params": parameters});
        if !self.session.is_empty() {
            order["sessionId"] = json!(self.session);
        }
        self.to.write_all(format!("{order}\0").as_bytes()).unwrap();
        loop {
            let answer = self.from.recv_timeout(Duration::from_secs(60)).expect("the browser answers");
            if answer["id"] == json!(self.sent) {
                return answer["result"].clone();
            }
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let wanted = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        self.order("Runtime.evaluate", &wanted)["result"]["value"].clone()
    }

    pub(crate) fn until(&mut self, expression: &str) {
        let end = Instant::now() + Duration::from_secs(20);
        while self.value(&format!("Boolean({expression})")) != json!(true) {
            assert!(Instant::now() < end, "never: {expression}\n{}", self.value("document.body.innerHTML"));
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
    let mut browser = Browser::at(&format!("http://{}/one.html", running.at));
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
    let mut browser = Browser::at(&format!("http://{}/one.html", running.at));
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
    let mut browser = Browser::at(&format!("http://{}/one.html", running.at));
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
    let mut browser = Browser::at(&format!("http://{}/two.html", running.at));
    fs::remove_file(site.path().join("content/two.md")).unwrap();
    browser.until("!document.body.textContent.includes('What Two is about')");
    assert_eq!(running.get("/two.html").status, 404);
    write(site.path(), "content/two.md", &page("Two", "Back again."));
    browser.until("document.body.textContent.includes('Back again.')");
    browser.visit(&format!("http://{}/new/folder.html", running.at));
    write(site.path(), "content/new/folder.md", &page("Folder", "Made later."));
    browser.until("document.body.textContent.includes('Made later.')");
}

#[test]
fn a_click_with_alt_names_the_source() {
    let site = small_site();
    write(site.path(), "content/one.md", &long_page("Words."));
    let running = Running::new(site.path());
    let mut browser = Browser::at(&format!("http://{}/one.html", running.at));
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
