//! The published files as a web site: what every one of them must keep, whatever it is about.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use docent::pipeline::Build;
use docent::site::{PublishedFile, Route, route};

use markup5ever_rcdom::RcDom;
use serde_json::Value;
use xml5ever::tendril::TendrilSink;

use super::{Element, Page};

/// The files of a build, its pages parsed.
pub(crate) struct Website {
    pub(crate) pages: BTreeMap<String, Page>,
    files: BTreeMap<String, Vec<u8>>,
    /// The page that opens the site, and the pages that its navigation has to lead to.
    home: Option<String>,
    pub(crate) navigable: Vec<String>,
    /// Where the site's root is on its host: `/`, or `/docs/`.
    root: String,
}

/// What search can show of one heading.
pub(crate) struct Passage {
    page: String,
    anchor: String,
    heading: String,
    text: String,
    code: String,
}

/// A page as the search index writes it: route, title, pages above it, description; anchor, heading, text and code of each
/// passage.
type FoundPage = (String, String, Value, Value, Vec<[String; 4]>);

impl fmt::Display for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { page, anchor, heading, text, code } = self;
        writeln!(f, "{page}#{anchor}\n  heading  {heading}\n  text     {text}")?;
        if code.is_empty() {
            Ok(())
        } else {
            writeln!(f, "  code     {}", code.trim_end().replace('\n', "\n           "))
        }
    }
}

/// A link of a page to another file of the site.
struct LocalLink {
    href: String,
    /// The path of the file below the site's root, decoded once; `None` where it leads out of the site.
    path: Option<String>,
    fragment: Option<String>,
}

impl Website {
    /// The files that a build would publish. A file that its author wrote as HTML is a file, not a page.
    pub(crate) fn of(build: &Build) -> Self {
        let authored = |path: &str| {
            let file = build.checked.site.files.get(&Route::new(path));
            matches!(file, Some(PublishedFile::OfSite(_)))
        };
        let site = &build.checked.site;
        let route = |id| site.route(id).to_string();
        let navigable = site.navigation().order.iter().map(|&id| route(id)).collect();
        let mut website = Self {
            pages: BTreeMap::new(),
            files: BTreeMap::new(),
            home: site.home().map(route),
            navigable,
            root: site.config.root_path().to_owned(),
        };
        for (path, bytes) in build.outputs.iter() {
            if path.ends_with(".html") && !authored(path) {
                website.pages.insert(path.to_owned(), Page::parse(&String::from_utf8_lossy(bytes)));
            }
            website.files.insert(path.to_owned(), bytes.to_vec());
        }
        website
    }

    pub(crate) fn page(&self, path: &str) -> &Page {
        self.pages.get(path).unwrap_or_else(|| panic!("there is no page {path} among {:?}", self.files.keys()))
    }

    /// What no site may have, in words. `linked` says whether all links of its authors lead somewhere.
    pub(crate) fn faults(&self, linked: bool) -> Vec<String> {
        let mut faults = Vec::new();
        for (path, page) in &self.pages {
            let mut fault = |what: String| faults.push(format!("{path}: {what}"));
            page_faults(page).into_iter().for_each(&mut fault);
            self.link_faults(path, page, linked).into_iter().for_each(&mut fault);
        }
        faults.extend(self.search_faults());
        let reached = self.home.as_deref().map(|home| self.reached_from(home)).unwrap_or_default();
        let lost = self.navigable.iter().filter(|page| self.pages.contains_key(*page) && !reached.contains(*page));
        faults.extend(lost.map(|page| format!("{page}: no way leads there from the first page")));
        for (path, bytes) in &self.files {
            if self.pages.contains_key(path) || !path.ends_with(".html") {
                faults.extend(text_faults(path, bytes));
            }
        }
        faults
    }

    /// The files that a reader reaches from a page by following links and loading what pages need.
    pub(crate) fn reached_from(&self, start: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::from([start.to_owned()]);
        let mut pending = vec![start.to_owned()];
        while let Some(path) = pending.pop() {
            let Some(page) = self.pages.get(&path) else { continue };
            let targets = page.elements().into_iter().flat_map(|element| local_links(&path, &element));
            for target in targets.filter_map(|link| link.path) {
                if reached.insert(target.clone()) {
                    pending.push(target);
                }
            }
        }
        reached
    }

    /// What search shows: for each passage its URL, its heading, its text and its code.
    pub(crate) fn passages(&self) -> Vec<Passage> {
        let scripts = self.files.iter().filter(|(path, _)| path.starts_with("search/"));
        let mut passages = Vec::new();
        for line in scripts.flat_map(|(_, bytes)| std::str::from_utf8(bytes).expect("scripts are text").lines()) {
            let Some((_, texts)) =
                line.split_once("docentSearch.add(\"texts/").and_then(|(_, rest)| rest.split_once(','))
            else {
                continue;
            };
            let texts = texts.trim_end_matches(';').trim_end_matches(')');
            let pages: Vec<FoundPage> = serde_json::from_str(texts).expect("texts are pages of passages");
            for (route, title, _, _, sections) in pages {
                passages.extend(sections.into_iter().map(|[anchor, heading, text, code]| Passage {
                    page: route.clone(),
                    anchor,
                    heading: if heading.is_empty() { title.clone() } else { heading },
                    text,
                    code,
                }));
            }
        }
        passages
    }

    /// A passage leads to where it stands, and holds nothing that no page may show.
    fn search_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for passage in self.passages() {
            let Passage { page, anchor, heading, text, code } = &passage;
            let ids = self.pages.get(page).map(Page::ids);
            if !ids.is_some_and(|ids| anchor.is_empty() || ids.contains(anchor)) {
                faults.push(format!("search leads to `{page}#{anchor}`, which is not there"));
            }
            let unwanted = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\t');
            if [heading, text, code].iter().any(|text| text.contains(unwanted)) {
                faults.push(format!("search shows a control character of `{page}#{anchor}`"));
            }
        }
        faults
    }

    fn link_faults(&self, path: &str, page: &Page, linked: bool) -> Vec<String> {
        let mut faults = Vec::new();
        if self.home.is_none() {
            // A site without a page has nowhere to lead to.
            return faults;
        }
        // Only the page for addresses that lead nowhere is shown at any depth, and says where its links begin.
        let bases = page.all("base").into_iter().filter_map(|base| base.attribute("href")).collect::<Vec<_>>();
        let expected = if path == "404.html" { vec![self.root.clone()] } else { Vec::new() };
        if bases != expected {
            faults.push(format!("links begin at {bases:?}, not at {expected:?}"));
        }
        for link in page.elements().iter().flat_map(|element| local_links(path, element)) {
            let LocalLink { href, path: target, fragment } = link;
            if href.starts_with('/') || href.contains(['\\', ' ']) || href.contains("%5C") {
                faults.push(format!("`{href}` is no relative URL"));
            }
            let before_query = href.split(['?', '#']).next().unwrap_or_default();
            if before_query.contains("//") {
                faults.push(format!("`{href}` has an empty part"));
            }
            let Some(target) = target.filter(|target| self.files.contains_key(target)) else {
                faults.push(format!("`{href}` leads to no file of the site"));
                continue;
            };
            let Some(fragment) = fragment.filter(|fragment| linked && !is_top(fragment)) else { continue };
            let ids = self.pages.get(&target).map(Page::ids).unwrap_or_default();
            if !ids.contains(&fragment) && !ids.contains(&route::decode(&fragment)) {
                faults.push(format!("`{href}` leads to no element of `{target}`"));
            }
        }
        let sources = page.prose().into_iter().flat_map(|prose| prose.all("a"));
        for href in sources.filter_map(|link| link.attribute("href")).filter(|href| !is_elsewhere(href)) {
            if href.split(['?', '#']).next().is_some_and(|path| path.ends_with(".md")) {
                faults.push(format!("`{href}` leads to a source"));
            }
        }
        faults
    }
}

fn page_faults(page: &Page) -> Vec<String> {
    let mut faults: Vec<_> = page.errors.iter().map(|error| format!("not valid HTML: {error}")).collect();
    let headings = page.all("h1").len();
    // What only leads on is no page.
    let leads_on = page.all("meta").iter().any(|meta| meta.attribute("http-equiv").as_deref() == Some("refresh"));
    if headings != 1 && !leads_on {
        faults.push(format!("{headings} elements `h1`"));
    }
    let mut ids = BTreeSet::new();
    for id in page.ids() {
        if id.is_empty() || id.contains(char::is_whitespace) {
            faults.push(format!("`{id}` is no id"));
        }
        if !ids.insert(id.clone()) {
            faults.push(format!("the id `{id}` is given twice"));
        }
    }
    let title = page.all("title").iter().map(Element::text).collect::<String>();
    if title.trim().is_empty() || title.contains(['\r', '\n']) {
        faults.push(format!("`{title}` is no title"));
    }
    if page.all("img").iter().any(|image| image.attribute("alt").is_none()) {
        faults.push("an image has no `alt`".to_owned());
    }
    for element in page.elements() {
        let active = |name: &str| name.starts_with("on") || name == "style";
        for (name, _) in element.attributes().iter().filter(|(name, _)| active(name)) {
            faults.push(format!("`{}` has an attribute `{name}`", element.name()));
        }
        if element.name() == "script" && element.attribute("src").is_none() && !element.text().trim().is_empty() {
            let data = element.attribute("type").is_some_and(|kind| kind.ends_with("json"));
            if !data {
                faults.push("a script stands in the page".to_owned());
            } else if serde_json::from_str::<serde_json::Value>(&element.text()).is_err() {
                faults.push("structured data that is no JSON".to_owned());
            }
        }
    }
    faults
}

/// Text files hold no control characters, and JSON is JSON.
fn text_faults(path: &str, bytes: &[u8]) -> Vec<String> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !matches!(ending, "html" | "json" | "xml" | "webmanifest" | "ipynb") {
        return Vec::new();
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return vec![format!("{path}: not valid UTF-8")] };
    let mut faults = Vec::new();
    if let Some(control) = text.chars().find(|sign| sign.is_control() && !matches!(sign, '\n' | '\t')) {
        faults.push(format!("{path}: holds {control:?}"));
    }
    if text.starts_with('\u{feff}') {
        faults.push(format!("{path}: starts with a byte order mark"));
    }
    if ending == "xml" {
        let xml = xml5ever::driver::parse_document(RcDom::default(), Default::default()).one(text);
        faults.extend(xml.errors.borrow().iter().map(|error| format!("{path}: not valid XML: {error}")));
    }
    if matches!(ending, "json" | "webmanifest" | "ipynb") && serde_json::from_str::<serde_json::Value>(text).is_err() {
        faults.push(format!("{path}: not valid JSON"));
    }
    faults
}

/// The links of an element to files of the site, resolved as a browser resolves them.
fn local_links(from: &str, element: &Element) -> Vec<LocalLink> {
    let attributes = element.attributes();
    let urls = attributes.iter().filter(|(name, _)| matches!(name.as_str(), "href" | "src" | "poster"));
    let links = urls.filter(|(_, url)| !is_elsewhere(url) && element.name() != "base");
    links.map(|(_, url)| local_link(from, url)).collect()
}

fn local_link(from: &str, url: &str) -> LocalLink {
    let (before, fragment) = url.split_once('#').map_or((url, None), |(url, fragment)| (url, Some(fragment)));
    let path = before.split('?').next().unwrap_or_default();
    LocalLink { href: url.to_owned(), path: resolved(from, path), fragment: fragment.map(str::to_owned) }
}

fn resolved(from: &str, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(from.to_owned());
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    // Only what stands in the URL is encoded: a folder may be called `%20`.
    let mut parts: Vec<String> = folder.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(route::decode(part)),
        }
    }
    // A folder is answered with its index, as hosts do.
    if path.ends_with('/') || path.ends_with("..") || path == "." {
        parts.push("index.html".to_owned());
    }
    Some(parts.join("/"))
}

fn is_elsewhere(url: &str) -> bool {
    let scheme = url.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    scheme || url.starts_with("//")
}

fn is_top(fragment: &str) -> bool {
    fragment.is_empty() || fragment.eq_ignore_ascii_case("top")
}
