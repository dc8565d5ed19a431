//! The files of a preview.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use serde::Serialize;

use super::account::Account;
use super::overview::{Marked, Neighbour, Overview};
use super::pages::PageChange;
use super::side::Side;
use super::{Settings, marked, partial, text};
use crate::output::Outputs;
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
    let site = &after.checked.site;
    let mut outputs = Outputs::new();
    insert(&mut outputs, "index.html", render(&templates, "preview/index.html", &Overview::new(account, site))?)?;
    let kept = kept_pages(account);
    marked_pages(changes, &kept, site, settings, &templates, &mut outputs)?;
    for (path, bytes) in render::preview_files() {
        insert(&mut outputs, path, bytes)?;
    }
    if settings.only_changed {
        for (path, bytes) in partial::outputs(&after.outputs, &kept, site.config.base_url.as_deref()) {
            insert(&mut outputs, &format!("site/{path}"), bytes)?;
        }
    } else {
        for (path, bytes) in after.outputs.iter() {
            insert(&mut outputs, &format!("site/{path}"), Arc::clone(bytes))?;
        }
    }
    let json = serde_json::to_string_pretty(account).context("cannot write preview.json")? + "\n";
    let url = settings.url.as_deref();
    for (path, text) in [
        ("preview.json", json),
        ("comment.md", text::comment(account, url)),
        ("summary.md", text::summary(account, url)),
    ] {
        insert(&mut outputs, path, text.into_bytes())?;
    }
    Ok(outputs)
}

/// The pages with their changes marked, and the files of the earlier site that they show.
fn marked_pages(
    changes: &[PageChange<'_>],
    kept: &BTreeSet<String>,
    site: &Site,
    settings: &Settings,
    templates: &Templates,
    outputs: &mut Outputs,
) -> Result<()> {
    let look = BodySettings::of(&site.config);
    let pages: Vec<_> = changes.iter().filter_map(|page| Some((&page.account, page.marked.as_ref()?))).collect();
    for (place, (page, pair)) in pages.iter().enumerate() {
        let here = Route::new(page.marked.clone().unwrap_or_default());
        let address = |route: &Route| address(&here, route, kept, site, settings);
        let mut marked = marked::mark(&pair.comparison, &pair.before, &pair.after, &here, &address, &look);
        for (path, bytes) in std::mem::take(&mut marked.files) {
            // Two pages can have shown one picture.
            if outputs.get(&path).is_none() {
                insert(outputs, &path, bytes)?;
            }
        }
        let neighbour = |place: Option<usize>| pages.get(place?).map(|(page, _)| Neighbour::new(&here, page));
        let neighbours = [neighbour(place.checked_sub(1)), neighbour(Some(place + 1))];
        let values = Marked::new(&here, page, pair, marked, neighbours);
        insert(outputs, here.as_str(), render(templates, "preview/page.html", &values)?)?;
    }
    Ok(())
}

fn render(templates: &Templates, name: &str, values: &impl Serialize) -> Result<Vec<u8>> {
    let rendered = templates.render_preview(name, values);
    Ok(rendered.map_err(|problem| anyhow!("{name}: {}", problem.finding.message))?.into_bytes())
}

fn insert(outputs: &mut Outputs, path: &str, bytes: impl Into<Arc<[u8]>>) -> Result<()> {
    outputs.insert(path, bytes).context("the preview cannot have this file")
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
