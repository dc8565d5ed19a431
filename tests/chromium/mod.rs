//! Chromium with one page, told what to do through a pair of pipes.

#![allow(dead_code, reason = "each test crate asks other things of the browser")]

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The keys that bear a name, with their codes and what they write.
const KEYS: [(&str, u32, &str); 9] = [
    ("Tab", 9, ""),
    ("Enter", 13, "\r"),
    ("Escape", 27, ""),
    ("End", 35, ""),
    ("Home", 36, ""),
    ("ArrowLeft", 37, ""),
    ("ArrowUp", 38, ""),
    ("ArrowRight", 39, ""),
    ("ArrowDown", 40, ""),
];

/// A browser with one page; it ends with the test.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: String,
    sent: u64,
    _folder: tempfile::TempDir,
}

impl Browser {
    /// Starts one with an empty profile. Where there is no Chromium, the test has nothing to look at; where everything
    /// must hold, that is a failure.
    #[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
    pub(crate) fn start() -> Option<Self> {
        if !is_on_the_path("chromium") {
            let missing = "there is no `chromium`: install it (on Debian, the package `chromium`)";
            assert!(env::var_os("CI").is_none(), "{missing}");
            eprintln!("not tested, as {missing}");
            return None;
        }
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
            .unwrap();
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
        Some(browser)
    }

    /// Goes to a page, and waits until it and its scripts are there.
    pub(crate) fn visit(&mut self, url: &str) {
        let answer = self.order("Page.navigate", &json!({"url": url}));
        assert_eq!(answer.get("errorText"), None, "{url}");
        self.until("document.readyState === 'complete'");
    }

    pub(crate) fn reload(&mut self) {
        self.value("window.isOld = true");
        self.order("Page.reload", &json!({}));
        self.until("window.isOld === undefined && document.readyState === 'complete'");
    }

    /// Has this script run in each page before its own.
    pub(crate) fn before_each_page(&mut self, script: &str) {
        self.order("Page.enable", &json!({}));
        self.order("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// Gives the page the width of a window or a phone.
    pub(crate) fn resize(&mut self, width: u32) {
        let size = json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600});
        self.order("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Lets the system be light or dark.
    pub(crate) fn prefer(&mut self, scheme: &str) {
        let feature = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.order("Emulation.setEmulatedMedia", &json!({"features": feature}));
    }

    /// Presses a key: one with a name, or the one that writes a character.
    pub(crate) fn press(&mut self, key: &str) {
        self.press_with(key, 0);
    }

    /// Presses a key while Control is held.
    pub(crate) fn press_with_control(&mut self, key: &str) {
        self.press_with(key, 2);
    }

    fn press_with(&mut self, key: &str, modifiers: u8) {
        let code = |key: &str| key.chars().next().map_or(0, |sign| u32::from(sign.to_ascii_uppercase()));
        let named = KEYS.iter().find(|(name, ..)| *name == key);
        let (_, code, text) = named.copied().unwrap_or((key, code(key), key));
        let text = if modifiers == 0 { text } else { "" };
        let mut event = json!({"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers});
        for kind in [if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "keyUp"] {
            event["type"] = json!(kind);
            event["text"] = json!(if kind == "keyDown" { text } else { "" });
            self.order("Input.dispatchKeyEvent", &event);
        }
    }

    /// Types a text, key by key.
    pub(crate) fn write(&mut self, text: &str) {
        for sign in text.chars() {
            self.press(&sign.to_string());
        }
    }

    /// Gives an order in the browser's own protocol.
    pub(crate) fn order(&mut self, method: &str, parameters: &Value) -> Value {
        self.ask(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.sent += 1;
        let mut order = json!({"id": self.sent, "method": method, "params": parameters});
        if !self.session.is_empty() {
            order["sessionId"] = json!(self.session);
        }
        self.to.write_all(format!("{order}\0").as_bytes()).unwrap();
        loop {
            let answer = self.from.recv_timeout(Duration::from_secs(60)).expect("the browser answers");
            if answer["id"] == json!(self.sent) {
                return answer.get("error").map_or_else(|| Ok(answer["result"].clone()), |error| Err(error.clone()));
            }
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        self.evaluate(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value, Value> {
        let wanted = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.ask("Runtime.evaluate", &wanted)?;
        let thrown = answer.get("exceptionDetails");
        thrown.map_or_else(|| Ok(answer["result"]["value"].clone()), |thrown| Err(thrown.clone()))
    }

    /// Waits until an expression holds. While a page is being replaced, none does.
    pub(crate) fn until(&mut self, expression: &str) {
        let end = Instant::now() + Duration::from_secs(20);
        while self.evaluate(&format!("Boolean({expression})")) != Ok(json!(true)) {
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

fn is_on_the_path(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}
