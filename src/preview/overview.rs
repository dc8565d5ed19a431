//! What the templates of a preview may show: the overview of a change, and a page with its changes marked.

use serde::Serialize;

use super::account::{Account, Change, FindingAccount, PageAccount, SectionAccount};
use super::marked::MarkedPage;
use super::pages::MarkedPair;
use super::text;
use crate::render;
use crate::render::escape::escaped;
use crate::site::{Route, Site};

/// The overview.
#[derive(Serialize)]
pub(super) struct Overview<'a> {
    account: &'a Account,
    site: SiteValues<'a>,
    headline: String,
    groups: Vec<Group<'a>>,
    site_wide: Vec<SiteWideValues<'a>>,
    /// What the change has brought.
    findings: Vec<FindingValues<'a>>,
}

/// A page with its changes marked.
#[derive(Serialize)]
pub(super) struct Marked<'a> {
    site: SiteValues<'a>,
    /// What leads from this page to the root of the preview.
    root: String,
    marked: MarkedValues<'a>,
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
    looks: String,
    samples: Vec<Neighbour>,
}

#[derive(Serialize)]
struct FindingValues<'a> {
    finding: &'a FindingAccount,
    message_html: String,
    help_html: Option<String>,
}

/// A link to a page.
#[derive(Serialize)]
pub(super) struct Neighbour {
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
    pub(super) fn new(account: &'a Account, site: &'a Site) -> Self {
        let here = Route::new("index.html");
        let sample =
            |url: &String| Neighbour { title: url.clone(), url: here.to(&Route::new(url.as_str()).within("site")) };
        let site_wide = account.site_wide.iter().map(|it| SiteWideValues {
            what: &it.what,
            files: &it.files,
            looks: text::looks(it),
            samples: it.samples.iter().map(sample).collect(),
        });
        Self {
            site: SiteValues::new(site, &here),
            headline: text::headline(account),
            groups: groups(account, &here),
            site_wide: site_wide.collect(),
            findings: account.diagnostics.new.iter().map(finding).collect(),
            account,
        }
    }
}

impl<'a> Marked<'a> {
    pub(super) fn new(
        here: &Route,
        page: &'a PageAccount,
        pair: &MarkedPair<'a>,
        marked: MarkedPage,
        neighbours: [Option<Neighbour>; 2],
    ) -> Self {
        let [previous, next] = neighbours;
        Self {
            site: SiteValues::new(pair.after.site, here),
            root: here.to_root(),
            marked: marked_values(here, page, pair, marked),
            previous,
            next,
        }
    }
}

impl Neighbour {
    /// A marked page, from another one.
    pub(super) fn new(here: &Route, page: &PageAccount) -> Self {
        Self { title: page.title.clone(), url: here.to(&Route::new(page.marked.clone().unwrap_or_default())) }
    }
}

impl<'a> SiteValues<'a> {
    fn new(site: &'a Site, here: &Route) -> Self {
        let home = site.home().map_or_else(|| Route::new("index.html"), |id| site.route(id).clone());
        Self { title: site.title(), language: &site.config.language, home: here.to(&home.within("site")) }
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
    let section = |section: &'a SectionAccount| {
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
