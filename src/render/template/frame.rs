//! What the pages of a folder share, as values and as HTML: made once, and completed for each page.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tera::{Context, Tera, TeraResult, Value};

use super::super::context::{FolderContext, NavigationItem, SiteContext};

/// The component that shows an entry of the navigation, with the list of the entries below it.
const ENTRY: &str = "navigation_entry";

/// The frames of a site's folders. Folders of one depth show most of the navigation alike: that is made once.
#[derive(Debug, Default)]
pub struct Frames(Mutex<HashMap<SiteContext, Arc<Shared>>>);

/// The site and its navigation as the pages of one folder see them.
#[derive(Debug)]
pub struct Frame {
    shared: Arc<Shared>,
    entries: Vec<Arc<Entry>>,
}

/// What folders share that see the site alike.
#[derive(Debug)]
struct Shared {
    site: Value,
    /// What the component of an entry may show beside it; none where the theme has no such component.
    around: Option<Context>,
    /// The entries that have nothing open below them.
    closed: Mutex<HashMap<NavigationItem, Arc<Entry>>>,
}

/// An entry of the navigation as it is on all pages but its own and those below it.
#[derive(Debug)]
struct Entry {
    item: Value,
    html: Vec<u8>,
    /// The URL of its page, where it has one: the page that has this URL itself is the entry's own.
    page: Option<String>,
    /// What is below, on the branch of the folder only.
    below: Option<Vec<Arc<Entry>>>,
}

/// The entries of a list as a page shows them.
#[derive(Default)]
struct Shown {
    items: Vec<Value>,
    html: Vec<u8>,
}

impl Frames {
    /// Makes the frame of a folder.
    pub(super) fn frame(&self, tera: &Tera, labels: &Value, folder: &FolderContext) -> TeraResult<Frame> {
        let shared = self.shared(tera, labels, &folder.site)?;
        let entries = shared.entries(&folder.navigation, tera)?;
        Ok(Frame { shared, entries })
    }

    fn shared(&self, tera: &Tera, labels: &Value, site: &SiteContext) -> TeraResult<Arc<Shared>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = all.get(site) {
            return Ok(Arc::clone(shared));
        }
        let shared = Arc::new(Shared::new(tera, labels, site)?);
        all.insert(site.clone(), Arc::clone(&shared));
        Ok(shared)
    }
}

impl Shared {
    fn new(tera: &Tera, labels: &Value, site: &SiteContext) -> TeraResult<Self> {
        let site = Value::try_from_serializable(site)?;
        let around = tera.contains_component(ENTRY).then(|| {
            let mut around = Context::new();
            around.insert_value("site", site.clone());
            around.insert_value("labels", labels.clone());
            around
        });
        Ok(Self { site, around, closed: Mutex::default() })
    }

    fn entries(&self, items: &[NavigationItem], tera: &Tera) -> TeraResult<Vec<Arc<Entry>>> {
        items.iter().map(|item| if item.open { self.open(item, tera) } else { self.closed(item, tera) }).collect()
    }

    fn open(&self, item: &NavigationItem, tera: &Tera) -> TeraResult<Arc<Entry>> {
        let below = Some(self.entries(&item.items, tera)?);
        Ok(Arc::new(Entry { below, ..Entry::of(item)? }))
    }

    fn closed(&self, item: &NavigationItem, tera: &Tera) -> TeraResult<Arc<Entry>> {
        let all = || self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all().get(item).cloned();
        if let Some(entry) = known {
            return Ok(entry);
        }
        let mut entry = Entry::of(item)?;
        self.write_entry(&entry.item, Vec::new(), tera, &mut entry.html)?;
        let entry = Arc::new(entry);
        all().insert(item.clone(), Arc::clone(&entry));
        Ok(entry)
    }

    fn write_entry(&self, item: &Value, below: Vec<u8>, tera: &Tera, html: &mut Vec<u8>) -> TeraResult<()> {
        let Some(around) = &self.around else { return Ok(()) };
        let mut values = Context::new();
        values.insert_value("item", item.clone());
        values.insert_value("entries_html", safe(below)?);
        tera.render_component_with_implicits_to(ENTRY, &values, around, None, true, html)
    }
}

impl Entry {
    fn of(item: &NavigationItem) -> TeraResult<Self> {
        let page = item.url.clone().filter(|_| item.page);
        Ok(Self { item: Value::try_from_serializable(item)?, html: Vec::new(), page, below: None })
    }
}

impl Frame {
    /// Adds what a page of the folder shows of it; `page` is the URL that leads from the page to itself.
    pub(super) fn complete(&self, page: &str, tera: &Tera, values: &mut Context) -> TeraResult<()> {
        let Shown { items, html } = self.shown(&self.entries, page, tera)?;
        values.insert_value("site", self.shared.site.clone());
        values.insert_value("navigation", Value::from(items));
        values.insert_value("entries_html", safe(html)?);
        Ok(())
    }

    /// What is open or the page's own is another one on each page.
    fn shown(&self, entries: &[Arc<Entry>], page: &str, tera: &Tera) -> TeraResult<Shown> {
        let mut shown = Shown { items: Vec::with_capacity(entries.len()), html: Vec::new() };
        for entry in entries {
            if !shown.html.is_empty() {
                shown.html.push(b'\n');
            }
            let current = entry.page.as_deref() == Some(page);
            if !current && entry.below.is_none() {
                shown.html.extend_from_slice(&entry.html);
                shown.items.push(entry.item.clone());
                continue;
            }
            let below =
                entry.below.as_ref().map(|below| self.shown(below, page, tera)).transpose()?.unwrap_or_default();
            let mut item = entry.item.clone().into_map().unwrap_or_default();
            item.insert("current".into(), Value::from(current));
            item.insert("items".into(), Value::from(below.items));
            let item = Value::from(item);
            self.shared.write_entry(&item, below.html, tera, &mut shown.html)?;
            shown.items.push(item);
        }
        Ok(shown)
    }
}

/// Finished HTML.
fn safe(html: Vec<u8>) -> TeraResult<Value> {
    Ok(Value::safe_string(&String::from_utf8(html)?))
}
