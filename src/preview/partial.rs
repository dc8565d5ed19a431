//! A site of which only the changed pages are kept: links to the others lead to the published site.

use std::collections::BTreeSet;

use crate::document::html::{self, Piece};
use crate::output::Outputs;
use crate::site::{Route, route};

/// The files of `outputs` that the pages need: themselves, the theme, and what they show.
pub(super) fn outputs(outputs: &Outputs, pages: &BTreeSet<String>, base_url: Option<&str>) -> Vec<(String, Vec<u8>)> {
    let mut wanted: BTreeSet<String> =
        outputs.paths().filter(|path| path.starts_with("theme/")).map(str::to_owned).collect();
    let mut kept = Vec::new();
    for page in pages {
        let Some(bytes) = outputs.get(page) else { continue };
        let html = String::from_utf8_lossy(bytes);
        let (html, shown) = rewritten(&Route::new(page.as_str()), &html, pages, outputs, base_url);
        wanted.extend(shown);
        kept.push((page.clone(), html.into_bytes()));
    }
    let files = wanted.iter().filter_map(|path| Some((path.clone(), outputs.get(path)?.to_vec())));
    kept.extend(files);
    kept
}

/// A page with its links set right, and the files that it shows.
fn rewritten(
    page: &Route,
    html: &str,
    pages: &BTreeSet<String>,
    outputs: &Outputs,
    base_url: Option<&str>,
) -> (String, Vec<String>) {
    let mut text = String::with_capacity(html.len());
    let mut shown = Vec::new();
    let mut from = 0;
    for piece in html::pieces(html) {
        let Piece::Tag(tag) = piece else { continue };
        for attribute in &tag.attributes {
            if !matches!(attribute.name.as_str(), "href" | "src" | "poster") {
                continue;
            }
            let Some((target, suffix)) = target(page, &attribute.value) else { continue };
            let is_page = tag.name == "a" || (tag.name == "link" && !target.starts_with("theme/"));
            if !is_page {
                shown.push(target);
            } else if !pages.contains(&target)
                && let Some(base) = base_url
            {
                // What the build does not make, a link may name all the same.
                let there = if outputs.get(&target).is_some() { Route::new(target).below(base) } else { continue };
                text.push_str(&html[from..attribute.range.start]);
                text.push_str(&format!("{there}{}", crate::render::escape::escaped(&suffix)));
                from = attribute.range.end;
            }
        }
    }
    text.push_str(&html[from..]);
    (text, shown)
}

/// The file of the output that a relative URL leads to, and what follows its path.
fn target(page: &Route, url: &str) -> Option<(String, String)> {
    let is_elsewhere = url.starts_with(['#', '/']) || url.contains("://") || url.starts_with("mailto:");
    let (path, suffix) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    if is_elsewhere || path.is_empty() {
        return None;
    }
    let mut parts: Vec<&str> = page.as_str().split('/').collect();
    parts.pop();
    let path = route::decode(path);
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), suffix.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_other_pages_lead_to_production() {
        let mut all = Outputs::new();
        let page = "<link rel=\"stylesheet\" href=\"../theme/docent.css\"><a href=\"../b.html#x\">b</a><a href=\"c.html\">c</a>\
                    <a href=\"#here\">h</a><img src=\"../i%20j.png\"><a href=\"https://x.example/\">x</a>";
        for (path, text) in [
            ("a/index.html", page),
            ("a/c.html", ""),
            ("b.html", ""),
            ("i j.png", "i"),
            ("theme/docent.css", ""),
            ("no.png", ""),
        ] {
            all.insert(path, text.as_bytes()).unwrap();
        }
        let pages = ["a/index.html", "a/c.html"].map(str::to_owned).into();
        let kept = outputs(&all, &pages, Some("https://docs.example/"));
        let paths: Vec<_> = kept.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["a/c.html", "a/index.html", "i j.png", "theme/docent.css"]);
        let html = String::from_utf8(kept[1].1.clone()).unwrap();
        assert!(html.contains("href=\"https://docs.example/b.html#x\"") && html.contains("href=\"c.html\""), "{html}");
        assert_eq!(html.replace("https://docs.example/b.html", "../b.html"), page);
    }
}
