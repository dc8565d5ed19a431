//! Two states of a site, compared: nothing is found where nothing differs, nothing is left out where something does, in
//! either direction, and the marked pages are sound.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use docent::preview::account::{Change, PageAccount};
use docent::preview::base::{Base, Found};
use docent::preview::{self, Preview, Settings};
use docent::site::Site;
use docent::world::MemoryWorld;

use super::html;
use super::reader::{Element, Page};
use super::site::{files, world};

/// The line that stands between the two states; without one, the later state is made of the earlier one.
const BETWEEN: &str = "%%%%%%\n";

/// Both states of a site, compared with each other and each with itself.
pub(super) fn compared(text: &str) {
    let (before, after) = match text.split_once(BETWEEN) {
        Some((before, after)) => (before.to_owned(), after.to_owned()),
        None => (text.to_owned(), edited(text)),
    };
    let (before, after) = (world(&files(&before)), world(&files(&after)));
    let same = previewed(&after, &after);
    let account = &same.account;
    assert!(account.pages.is_empty(), "pages differ from themselves: {:#?}", account.pages);
    assert!(account.site_wide.is_empty(), "a site differs from itself: {:#?}", account.site_wide);
    assert!(account.anchors_removed.is_empty(), "anchors are gone: {:#?}", account.anchors_removed);
    let findings = &account.diagnostics;
    assert!(findings.new.is_empty() && findings.fixed.is_empty(), "findings come of nothing: {findings:#?}");
    let (there, back) = (previewed(&before, &after), previewed(&after, &before));
    for (preview, other) in [(&there, &back), (&back, &there)] {
        accounted(&other.checked.site, preview);
        shown(other, preview);
        sound(preview);
    }
    mirrored(&there, &back);
}

fn previewed(before: &MemoryWorld, after: &MemoryWorld) -> Preview {
    let found = Found { base: Base::Memory(before.clone()), steps: Vec::new() };
    let settings = Settings { untrusted: true, ..Settings::default() };
    preview::make(after, &found, &settings, &()).expect("a preview of two sites in memory")
}

/// The text with a few lines taken away, repeated, exchanged or changed, as its bytes have it.
fn edited(text: &str) -> String {
    let mut number = text.bytes().fold(7_u64, |number, byte| number.wrapping_mul(31).wrapping_add(byte.into()));
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..1 + number % 4 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut place = |sides: usize| {
            number = number.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            usize::try_from(number >> 33).unwrap_or_default() % sides.max(1)
        };
        let (one, other) = (place(lines.len()), place(lines.len()));
        match place(5) {
            _ if lines.is_empty() => lines.push("New.\n".to_owned()),
            0 => drop(lines.remove(one)),
            1 => lines.insert(one, lines[other].clone()),
            2 => lines.swap(one, other),
            3 => lines.insert(one, "Some new words.\n\n".to_owned()),
            _ => lines[one] = lines[one].replacen(['e', ' ', '1', '|'], "x", 1),
        }
    }
    lines.concat()
}

/// Each page that only one of the sites has, or whose source is another, is told; and each only once.
fn accounted(before: &Site, preview: &Preview) {
    let after = &preview.checked.site;
    let pages = &preview.account.pages;
    let mut later = BTreeSet::new();
    let mut earlier = BTreeSet::new();
    for page in pages {
        let is_gone = matches!(page.change, Change::Deleted | Change::Disappeared);
        assert!(if is_gone { &mut earlier } else { &mut later }.insert(&page.url), "{} is told twice", page.url);
        earlier.extend(&page.earlier_url);
    }
    let published = |site: &Site| -> BTreeMap<String, (String, String)> {
        let page = |id: usize| {
            let source = &site.documents[id].source;
            (site.route(id).to_string(), (source.path().to_string(), source.hash().to_hex().to_string()))
        };
        site.published().map(page).collect()
    };
    let (old, new) = (published(before), published(after));
    for (url, source) in &new {
        let differs = old.get(url).is_none_or(|was| was != source);
        assert!(!differs || later.contains(url), "{url} is new or another and is not told: {pages:#?}");
    }
    for url in old.keys().filter(|url| !new.contains_key(*url)) {
        assert!(earlier.contains(url), "{url} is gone and is not told: {pages:#?}");
    }
}

/// What a reader sees differ in a page is told and marked, and no word of either state is left out.
fn shown(before: &Preview, preview: &Preview) {
    let told: BTreeMap<&str, &PageAccount> =
        preview.account.pages.iter().map(|page| (page.url.as_str(), page)).collect();
    for (path, bytes) in preview.outputs.iter() {
        let Some(url) = path.strip_prefix("site/").filter(|url| url.ends_with(".html") && *url != "404.html") else {
            continue;
        };
        let account = told.get(url);
        let earlier = account.and_then(|page| page.earlier_url.as_deref()).unwrap_or(url);
        let Some(was) = before.outputs.get(&format!("site/{earlier}")) else { continue };
        let (Some(old), Some(new)) = (outline(before, earlier, was), outline(preview, url, bytes)) else { continue };
        if old != new {
            let is_told =
                account.is_some_and(|page| page.changes > 0 || matches!(page.change, Change::Added | Change::Appeared));
            assert!(is_told, "{url} shows\n{new:?}\nwhere it showed\n{old:?}\nand is told as {account:#?}");
        }
    }
}

/// What a reader sees of the prose of a page: its words, which elements they stand in, and the files that are shown.
fn outline(preview: &Preview, url: &str, bytes: &[u8]) -> Option<(Vec<String>, String)> {
    let page = Page::parse(&String::from_utf8_lossy(bytes));
    let prose = page.prose()?;
    // Lists are loose or tight, code is coloured by what surrounds it: neither is a change of what is said.
    let names = prose.elements().into_iter().map(|element| {
        let files = ["src", "poster"].map(|name| element.attribute(name).and_then(|to| file(preview, url, &to)));
        element.name().to_owned() + &files.into_iter().flatten().collect::<String>()
    });
    let names = names.filter(|name| !matches!(name.as_str(), "p" | "span" | "a"));
    Some((names.collect(), prose.text().split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// What tells a file of the site from others, as a page shows it.
fn file(preview: &Preview, from: &str, to: &str) -> Option<String> {
    let to = to.split(['?', '#']).next().filter(|to| !to.is_empty() && !to.ends_with(".html"))?;
    let mut parts: Vec<_> = format!("site/{from}").split('/').map(str::to_owned).collect();
    parts.pop();
    for part in to.split('/').filter(|part| *part != ".") {
        if part == ".." { drop(parts.pop()) } else { parts.push(part.replace("%20", " ")) }
    }
    let bytes = preview.outputs.get(&parts.join("/"))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some(format!("={:x}", hasher.finish()))
}

/// Marked pages and the overview are balanced, and nothing of a stranger acts in them.
fn sound(preview: &Preview) {
    for (path, bytes) in preview.outputs.iter() {
        let is_marked = path.starts_with("diff/");
        if !is_marked && path != "index.html" {
            continue;
        }
        let page = String::from_utf8_lossy(bytes);
        html::balanced(page.trim_start_matches("<!DOCTYPE html>"));
        let (_, article) = page.split_once("<article class=\"prose\">").unwrap_or_default();
        let (article, _) = article.rsplit_once("</article>").unwrap_or_default();
        html::harmless(article);
        let page = Page::parse(&page);
        harmless(path, &page);
        if is_marked {
            let account = preview.account.pages.iter().find(|page| page.marked.as_deref() == Some(path));
            marked(path, &page, account.expect("the account of a marked page"));
        }
    }
}

/// As many changes are marked as are told, and in each one stands what was changed.
fn marked(path: &str, page: &Page, account: &PageAccount) {
    let changes: Vec<_> = page.elements().into_iter().filter(|element| element.has_class("change")).collect();
    assert_eq!(changes.len(), account.changes, "{path}: {account:#?}");
    for change in changes {
        let is_mark = |element: &Element| {
            matches!(element.name(), "ins" | "del")
                || ["added", "removed", "ins", "del", "change-label", "setting", "side"]
                    .iter()
                    .any(|class| element.has_class(class))
        };
        assert!(change.elements().iter().any(is_mark), "{path}: a change without a mark: {change}");
    }
}

/// A whole page: scripts and styles are Docent's own, and each id is given once.
fn harmless(path: &str, page: &Page) {
    let mut ids = BTreeSet::new();
    for id in page.ids() {
        assert!(ids.insert(id.clone()), "{path}: the id {id:?} is given twice");
    }
    for element in page.elements() {
        let own = |name: &str| {
            let url = element.attribute(name).unwrap_or_default();
            let url = url.trim_start_matches("../");
            url.starts_with("site/theme/") || url.starts_with("preview/preview.")
        };
        match element.name() {
            "script" => assert!(own("src") && element.text().is_empty(), "{path}: {element}"),
            "style" | "iframe" | "object" | "embed" | "form" | "base" => panic!("{path}: {element}"),
            "link" => {
                assert!(own("href") || element.attribute("rel").as_deref() == Some("canonical"), "{path}: {element}");
            }
            _ => {}
        }
        let acts = element.attributes().into_iter().any(|(name, _)| name.starts_with("on") || name == "style");
        assert!(!acts, "{path}: {element}");
    }
}

/// What comes in one direction goes in the other.
fn mirrored(there: &Preview, back: &Preview) {
    let count = |preview: &Preview, change| preview.account.pages.iter().filter(|page| page.change == change).count();
    for (one, other) in [
        (Change::Appeared, Change::Disappeared),
        (Change::Disappeared, Change::Appeared),
        (Change::Edited, Change::Edited),
        (Change::NotVisible, Change::NotVisible),
        (Change::Affected, Change::Affected),
    ] {
        let (here, mirrored) = (count(there, one), count(back, other));
        assert_eq!(here, mirrored, "{one:?} there and {other:?} back");
    }
    let (added, renamed, deleted) =
        (count(there, Change::Added), count(there, Change::Renamed), count(there, Change::Deleted));
    let others = (count(back, Change::Deleted), count(back, Change::Renamed), count(back, Change::Added));
    assert_eq!((added + renamed, deleted + renamed), (others.0 + others.1, others.2 + others.1), "pages come and go");
}
