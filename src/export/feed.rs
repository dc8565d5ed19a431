//! The Atom feed: the pages that are newest, or were changed last.

use super::{File, Rendered, text_file};
use crate::calendar::Date;
use crate::document::FrontMatter;
use crate::render::escape;
use crate::site::made::FEED;
use crate::site::{DocumentId, Site};

/// As many as a reader who was away for a while wants to catch up with.
const MOST_ENTRIES: usize = 30;

/// A feed holds absolute URLs and the days of its entries: a site that knows neither has none.
pub(super) fn export(site: &Site, _: &[Rendered]) -> Vec<File> {
    let Some(base) = site.config.base_url.as_deref() else { return Vec::new() };
    let newest = site.dates().newest();
    let Some(updated) = newest.first().and_then(|&id| site.dates().latest(id)) else { return Vec::new() };
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.push_str(&format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n",
        escape::xml(&site.config.language)
    ));
    element("id", base, &mut xml);
    element("title", site.title(), &mut xml);
    element("updated", &instant(updated), &mut xml);
    xml.push_str(&format!("<link href=\"{}\"/>\n", escape::xml(base)));
    xml.push_str(&format!("<link rel=\"self\" type=\"application/atom+xml\" href=\"{}{FEED}\"/>\n", escape::xml(base)));
    // Whose work an entry is that names nobody: the format wants to know.
    xml.push_str("<author>\n");
    element("name", site.title(), &mut xml);
    xml.push_str("</author>\n");
    for &id in newest.iter().take(MOST_ENTRIES) {
        entry(site, id, base, &mut xml);
    }
    xml.push_str("</feed>\n");
    vec![text_file(FEED, xml)]
}

fn entry(site: &Site, id: DocumentId, base: &str, xml: &mut String) {
    let document = &site.documents[id];
    let front_matter = &document.front_matter;
    let url = site.route(id).below(base);
    xml.push_str("<entry>\n");
    element("id", &url, xml);
    element("title", document.title(), xml);
    xml.push_str(&format!("<link href=\"{}\"/>\n", escape::xml(&url)));
    if let Some(date) = front_matter.date {
        element("published", &instant(date), xml);
    }
    if let Some(updated) = site.dates().latest(id) {
        element("updated", &instant(updated), xml);
    }
    if let Some(description) = &front_matter.description {
        element("summary", &description.value, xml);
    }
    people_and_tags(front_matter, xml);
    xml.push_str("</entry>\n");
}

fn people_and_tags(front_matter: &FrontMatter, xml: &mut String) {
    for author in &front_matter.authors {
        xml.push_str("<author>\n");
        element("name", &author.name, xml);
        if let Some(url) = &author.url {
            element("uri", url, xml);
        }
        xml.push_str("</author>\n");
    }
    for tag in &front_matter.tags {
        xml.push_str(&format!("<category term=\"{}\"/>\n", escape::xml(tag)));
    }
}

fn element(name: &str, text: &str, xml: &mut String) {
    xml.push_str(&format!("<{name}>{}</{name}>\n", escape::xml(text)));
}

/// A day as the instant that feeds want: they have no days.
fn instant(day: Date) -> String {
    format!("{day}T00:00:00Z")
}
