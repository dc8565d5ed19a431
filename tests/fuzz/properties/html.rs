//! Markdown of a stranger becomes HTML that does nothing: no script, no handler, nothing that leads out of its place.

use std::collections::BTreeSet;
use std::sync::Arc;

use docent::config::Config;
use docent::document::Document;
use docent::render::{self, Body, BodySettings, Includes, Links};
use docent::site::{Parts, Site};
use docent::source::{SitePath, Source};

use super::reader::Page;

/// The body of a page that says this.
pub(super) fn body(text: &str) {
    sound(&rendered(text));
}

/// The first word is a language, the rest is code.
pub(super) fn code(text: &str) {
    let (language, code) = text.split_once('\n').unwrap_or(("python", text));
    let fence = "`".repeat(longest_run(code, '`').max(2) + 1);
    sound(&rendered(&format!("{fence}{}\n{code}\n{fence}\n", language.replace('`', ""))));
}

/// A diagram, and a formula within a line and on lines of its own.
pub(super) fn figure(text: &str) {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    let formula = text.replace('$', "").replace("\n\n", "\n");
    sound(&rendered(&format!(
        "{fence}mermaid\n{text}\n{fence}\n\n{fence}math\n{text}\n{fence}\n\n$$\n{formula}\n$$\n\na ${formula}$\n"
    )));
}

fn longest_run(text: &str, sign: char) -> usize {
    text.split(|other| other != sign).map(|run| run.chars().count()).max().unwrap_or(0)
}

/// The prose of a page, rendered as for a site that trusts nobody.
fn rendered(text: &str) -> Body {
    let text =
        if text.starts_with("---") { text.to_owned() } else { format!("---\ntitle: T\nkind: page\n---\n\n{text}") };
    let document = |path: &str, text: &str| Arc::new(Document::parse(&Source::new(SitePath::new(path), text)));
    let other = document("content/other.md", "---\ntitle: O\nkind: page\n---\n\n## Part\n");
    let documents = vec![document("content/a.md", &text), other];
    let site = Site::new(Parts { documents, files: vec![SitePath::new("content/dot.svg")], ..Parts::default() });
    let settings = BodySettings::of(&Config::default());
    render::body(&site.documents[0], &Links::new(&site, 0, |_| None), &Includes::default(), &settings)
}

/// What holds for the HTML of every body.
fn sound(body: &Body) {
    let html = &body.html;
    balanced(html);
    harmless(html);
    for item in body.learn_items.iter().chain(&body.prerequisite_items) {
        balanced(item);
        harmless(item);
    }
}

/// Every element that is opened is closed, in order: what follows the prose in the template stays outside of it.
pub(super) fn balanced(html: &str) {
    const VOID: [&str; 11] = ["br", "col", "hr", "img", "input", "source", "wbr", "area", "track", "link", "meta"];
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name = tag
            .split(|sign: char| sign.is_whitespace() || sign == '/')
            .find(|part| !part.is_empty())
            .unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}> closes nothing\n{html}");
        } else if !VOID.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are never closed\n{html}");
}

/// As a browser reads it: nothing that acts, nothing that looks like another part of the page.
pub(super) fn harmless(html: &str) {
    const ACTIVE: [&str; 14] = [
        "script",
        "style",
        "iframe",
        "object",
        "embed",
        "form",
        "link",
        "meta",
        "base",
        "frame",
        "applet",
        "portal",
        "foreignobject",
        "template",
    ];
    const URLS: [&str; 9] =
        ["href", "src", "action", "formaction", "poster", "cite", "background", "data", "xlink:href"];
    let page =
        Page::parse(&format!("<!DOCTYPE html><title>T</title><article class=prose>{html}</article><p id=\"the-end\">"));
    let prose = page.prose().expect("the prose");
    let mut ids = BTreeSet::new();
    for element in prose.elements() {
        let name = element.name().to_lowercase();
        assert!(!ACTIVE.contains(&name.as_str()), "<{name}>\n{html}");
        assert!(name != "input" || element.attribute("type").as_deref() == Some("checkbox"), "<input>\n{html}");
        for (attribute, value) in element.attributes() {
            assert!(
                !attribute.starts_with("on") && attribute != "style" && attribute != "srcdoc",
                "{attribute}\n{html}"
            );
            let url: String = value.chars().filter(|sign| !sign.is_control() && !sign.is_whitespace()).collect();
            let url = url.to_lowercase();
            let acts = ["javascript:", "vbscript:", "data:"].iter().any(|scheme| url.starts_with(scheme));
            assert!(!(URLS.contains(&attribute.as_str()) && acts), "{attribute}={value:?}\n{html}");
        }
        if let Some(id) = element.attribute("id") {
            assert!(!id.is_empty() && !id.contains(char::is_whitespace), "the id {id:?}\n{html}");
            assert!(id != "the-end", "what follows the prose is within it\n{html}");
            assert!(ids.insert(id.clone()), "the id {id:?} is given twice\n{html}");
        }
    }
    let unwanted = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\t');
    assert!(!html.contains(unwanted), "a control character\n{html:?}");
}
