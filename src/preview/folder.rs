//! The files of a preview.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, anyhow};
use serde::Serialize;

use super::account::{Account, Change, FindingAccount, PageAccount};
use super::marked::{self, MarkedPage};
use super::pages::{MarkedPair, PageChange};
use super::side::Side;
use super::{Settings, partial, text};
use crate::output::Outputs;
use crate::render::escape::escaped;
use crate::render::{self, BodySettings, Templates};
use crate::site::{Route, Site};

/// The overview, the marked pages, the later site, and what programs read.
pub(super) fn files(
    account: &Account,
    changes: &[PageChange<'_>],
    after: &Side,
    settings: &Settings,
) -> Result<Outputs> {
    let templates = Templates::of_previews().map_err(|problem| anyhow!("{}", problem.finding.message))?;
    let render = |name: &str, values: &Overview<'_>| {
        templates.render_preview(name, values).map_err(|problem| anyhow!("{name}: {}", problem.finding.message))
    };
    let site = &after.checked.site;
    let mut outputs = Outputs::new();
    let mut shown_before = BTreeMap::new();
    let kept = kept_pages(account);
    let look = BodySettings::of(&site.config);
    let marked: Vec<_> = changes.iter().filter_map(|page| Some((&page.account, page.marked.as_ref()?))).collect();
    for (place, (page, pair)) in marked.iter().enumerate() {
        let here = Route::new(page.marked.clone().unwrap_or_default());
        let address = |route: &Route| address(&here, route, &kept, site, settings);
        let mut page_marked = marked::mark(&pair.comparison, &pair.before, &pair.after, &here, &address, &look);
        shown_before.append(&mut page_marked.files);
        let neighbour = |place: Option<usize>| marked.get(place?).map(|(page, _)| neighbour(&here, page));
        let values = Overview {
            marked: Some(marked_values(&here, page, pair, page_marked)),
            previous: neighbour(place.checked_sub(1)),
            next: neighbour(Some(place + 1)),
            ..Overview::new(account, site, &here)
        };
        insert(&mut outputs, here.as_str(), render("preview/page.html", &values)?)?;
    }
    for (path, bytes) in shown_before {
        insert(&mut outputs, &path, bytes)?;
    }
    let index = Route::new("index.html");
    insert(&mut outputs, "index.html", render("preview/index.html", &Overview::new(account, site, &index))?)?;
    for (path, bytes) in render::preview_files() {
        insert(&mut outputs, path, bytes)?;
    }
    if settings.only_changed {
        for (path, bytes) in partial::outputs(&after.outputs, &kept, site.config.base_url.as_deref()) {
            insert(&mut outputs, &format!("site/{path}"), bytes)?;
        }
    } else {
        for (path, bytes) in after.outputs.iter() {
            insert(&mut outputs, &format!("site/{path}"), std::sync::Arc::clone(bytes))?;
        }
    }
    let json = serde_json::to_string_pretty(account).context("cannot write preview.json")? + "\n";
    insert(&mut outputs, "preview.json", json)?;
    insert(&mut outputs, "comment.md", text::comment(account, settings.url.as_deref()))?;
    insert(&mut outputs, "summary.md", text::summary(account, settings.url.as_deref()))?;
    Ok(outputs)
}

fn insert(outputs: &mut Outputs, path: &str, bytes: impl Bytes) -> Result<()> {
    outputs.insert(path, bytes.bytes()).with_context(|| "the preview cannot have this file".to_owned())
}

/// What a file is made of.
trait Bytes {
    fn bytes(self) -> std::sync::Arc<[u8]>;
}

impl Bytes for String {
    fn bytes(self) -> std::sync::Arc<[u8]> {
        self.into_bytes().into()
    }
}

impl Bytes for Vec<u8> {
    fn bytes(self) -> std::sync::Arc<[u8]> {
        self.into()
    }
}

impl Bytes for &[u8] {
    fn bytes(self) -> std::sync::Arc<[u8]> {
        self.into()
    }
}

impl Bytes for std::sync::Arc<[u8]> {
    fn bytes(self) -> std::sync::Arc<[u8]> {
        self
    }
}

/// The pages that a preview of the changed pages alone holds.
fn kept_pages(account: &Account) -> BTreeSet<String> {
    let samples = account.site_wide.iter().flat_map(|it| it.samples.iter().cloned());
    let pages = account.pages.iter().filter(|page| page.page.is_some()).map(|page| page.url.clone());
    pages.chain(samples).collect()
}

/// The URL of a page or a file of the later site, from a route of the preview.
fn address(here: &Route, route: &Route, kept: &BTreeSet<String>, site: &Site, settings: &Settings) -> String {
    let is_page = route.as_str().ends_with(".html");
    match &site.config.base_url {
        Some(base) if settings.only_changed && is_page && !kept.contains(route.as_str()) => route.below(base),
        _ => here.to(&route.within("site")),
    }
}

/// What the templates of a preview may show.
#[derive(Serialize)]
struct Overview<'a> {
    account: &'a Account,
    site: SiteValues<'a>,
    /// What leads from this page to the root of the preview.
    root: String,
    headline: String,
    groups: Vec<Group<'a>>,
    site_wide: Vec<SiteWideValues<'a>>,
    /// What the change has brought.
    findings: Vec<FindingValues<'a>>,
    /// The rest is for a marked page.
    marked: Option<MarkedValues<'a>>,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
}

#[derive(Serialize)]
struct SiteValues<'a> {
    title: &'a str,
    language: &'a str,
    home: String,
}

/// Pages that have changed alike.
#[derive(Serialize)]
struct Group<'a> {
    name: &'static str,
    pages: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    page: &'a PageAccount,
    word: &'static str,
    marked_url: Option<String>,
    page_url: Option<String>,
    /// With the number of the change that it begins with.
    sections: Vec<SectionLink<'a>>,
}

#[derive(Serialize)]
struct SectionLink<'a> {
    title: &'a str,
    url: String,
    removed: bool,
}

#[derive(Serialize)]
struct SiteWideValues<'a> {
    what: &'a str,
    files: &'a [String],
    pages: usize,
    samples: Vec<Neighbour>,
}

#[derive(Serialize)]
struct FindingValues<'a> {
    finding: &'a FindingAccount,
    message_html: String,
    help_html: Option<String>,
}

#[derive(Serialize)]
struct Neighbour {
    title: String,
    url: String,
}

#[derive(Serialize)]
struct MarkedValues<'a> {
    page: &'a PageAccount,
    word: &'static str,
    title_html: String,
    body_html: String,
    changed: Vec<Neighbour>,
    has_math: bool,
    page_url: String,
    canonical: Option<String>,
    edit_url: Option<String>,
}

impl<'a> Overview<'a> {
    fn new(account: &'a Account, site: &'a Site, here: &Route) -> Self {
        let home = site.home().map(|id| site.route(id)).unwrap_or_else(|| Route::new("index.html"));
        let sample = |url: &String| Neighbour { title: url.clone(), url: here.to(&Route::new(format!("site/{url}"))) };
        let site_wide = account.site_wide.iter().map(|it| SiteWideValues {
            what: &it.what,
            files: &it.files,
            pages: it.pages,
            samples: it.samples.iter().map(sample).collect(),
        });
        Self {
            site: SiteValues {
                title: site.title(),
                language: &site.config.language,
                home: here.to(&home.within("site")),
            },
            root: here.to_root(),
            headline: text::headline(account),
            groups: groups(account, here),
            site_wide: site_wide.collect(),
            findings: account.diagnostics.new.iter().map(finding).collect(),
            account,
            marked: None,
            previous: None,
            next: None,
        }
    }
}

fn finding(finding: &FindingAccount) -> FindingValues<'_> {
    FindingValues { finding, message_html: message(&finding.message), help_html: finding.help.as_deref().map(message) }
}

/// A message as HTML: code stands between backticks.
fn message(text: &str) -> String {
    let part = |(place, part): (usize, &str)| match place % 2 {
        1 => format!("<code>{}</code>", escaped(part)),
        _ => escaped(part),
    };
    text.split('`').enumerate().map(part).collect()
}

fn groups<'a>(account: &'a Account, here: &Route) -> Vec<Group<'a>> {
    let is_lost = |page: &PageAccount| page.redirected == Some(false);
    let visible = |page: &&PageAccount| page.change != Change::NotVisible;
    let rows = |wanted: &dyn Fn(&&PageAccount) -> bool| {
        account.pages.iter().filter(wanted).map(|page| row(page, here)).collect()
    };
    let all = [
        Group { name: "Old URL leads nowhere", pages: rows(&|page| is_lost(page)) },
        Group { name: "Changed pages", pages: rows(&|page| visible(page) && !is_lost(page)) },
        Group { name: "Nothing visible", pages: rows(&|page| !visible(page)) },
    ];
    all.into_iter().filter(|group| !group.pages.is_empty()).collect()
}

fn row<'a>(page: &'a PageAccount, here: &Route) -> Row<'a> {
    let url = |path: &String| here.to(&Route::new(path.as_str()));
    let marked_url = page.marked.as_ref().map(url);
    let section = |section: &'a super::account::SectionAccount| {
        let fragment =
            if section.removed || section.anchor.is_empty() { String::new() } else { format!("#{}", section.anchor) };
        Some(SectionLink {
            title: if section.title.is_empty() { "Opening" } else { &section.title },
            url: format!("{}{fragment}", marked_url.as_ref()?),
            removed: section.removed,
        })
    };
    Row {
        page,
        word: page.change.word(),
        sections: page.sections.iter().filter_map(section).collect(),
        page_url: page.page.as_ref().map(url),
        marked_url: marked_url.clone(),
    }
}

fn neighbour(here: &Route, page: &PageAccount) -> Neighbour {
    Neighbour { title: page.title.clone(), url: here.to(&Route::new(page.marked.clone().unwrap_or_default())) }
}

fn marked_values<'a>(
    here: &Route,
    page: &'a PageAccount,
    pair: &MarkedPair<'_>,
    marked: MarkedPage,
) -> MarkedValues<'a> {
    let site = pair.after.site;
    let route = pair.after.route();
    MarkedValues {
        page,
        word: page.change.word(),
        title_html: marked.title,
        body_html: marked.body,
        changed: marked.changed.into_iter().map(|(id, title)| Neighbour { title, url: format!("#{id}") }).collect(),
        has_math: marked.has_math,
        page_url: here.to(&route.within("site")),
        canonical: site.config.base_url.as_ref().map(|base| route.below(base)),
        edit_url: render::edit_url(&site.config, pair.after.document().path()),
    }
}
