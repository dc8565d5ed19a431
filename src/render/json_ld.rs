//! Structured data for search engines, in the words of schema.org.

use pulldown_cmark::Event;
use serde::Serialize;

use super::context::PageFacts;
use super::escape;
use super::labels::{Labels, word};
use crate::document::{Document, markdown};
use crate::site::{DocumentId, Route, Site};
use crate::source::Placed;

/// All that a page says of itself.
#[derive(Serialize)]
struct Graph<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@graph")]
    nodes: Vec<Node<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Node<'a> {
    Page(Box<Page<'a>>),
    Breadcrumbs(Breadcrumbs<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page<'a> {
    #[serde(rename = "@type")]
    types: &'static [&'static str],
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    headline: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    in_language: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    teaches: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    competency_required: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    educational_level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_required: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    author: Vec<Person<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_published: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<&'a str>,
}

#[derive(Serialize)]
struct Person<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Breadcrumbs<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    item_list_element: Vec<Breadcrumb<'a>>,
}

#[derive(Serialize)]
struct Breadcrumb<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: usize,
    name: &'a str,
    item: String,
}

/// The structured data of a document's page, as JSON that can stand in a `script` element.
pub(super) fn of_document(
    site: &Site,
    id: DocumentId,
    facts: &PageFacts,
    breadcrumbs: &[DocumentId],
    labels: &Labels,
) -> Option<String> {
    let mut nodes = vec![Node::Page(Box::new(page(site, &site.documents[id], facts, labels)))];
    nodes.extend(trail(site, id, breadcrumbs).map(Node::Breadcrumbs));
    let json = serde_json::to_string(&Graph { context: "https://schema.org", nodes }).ok()?;
    Some(escape::json_in_script(&json))
}

fn page<'a>(site: &'a Site, document: &'a Document, facts: &'a PageFacts, labels: &'a Labels) -> Page<'a> {
    let front_matter = &document.front_matter;
    let types: &[&str] = match facts.kind.as_str() {
        "index" if facts.route == "index.html" => &["WebSite"],
        "index" => &["CollectionPage"],
        _ if front_matter.what_you_will_learn.is_empty() => &["TechArticle"],
        _ => &["LearningResource", "TechArticle"],
    };
    Page {
        types,
        name: &facts.title,
        headline: Some(facts.title.as_str()).filter(|_| facts.kind != "index"),
        description: facts.description.as_deref(),
        url: facts.canonical.as_deref(),
        image: facts.card_image.as_deref(),
        in_language: &site.config.language,
        teaches: plain(&front_matter.what_you_will_learn),
        competency_required: plain(&front_matter.prerequisites),
        educational_level: facts.level.as_deref().map(|level| word(labels, level)),
        time_required: facts.duration.as_ref().map(|duration| format!("PT{}M", duration.minutes)),
        keywords: front_matter.tags.iter().map(String::as_str).collect(),
        author: facts
            .authors
            .iter()
            .map(|author| Person { kind: "Person", name: &author.name, url: author.url.as_deref() })
            .collect(),
        date_published: facts.date.as_ref().map(|date| date.iso.as_str()),
        date_modified: facts.updated.as_ref().map(|date| date.iso.as_str()),
    }
}

/// The way down to the page, itself included. Its parts must be absolute, and a page at the root has no way to show.
fn trail<'a>(site: &'a Site, id: DocumentId, breadcrumbs: &[DocumentId]) -> Option<Breadcrumbs<'a>> {
    let base = site.config.base_url.as_deref().filter(|_| !breadcrumbs.is_empty())?;
    let pages = breadcrumbs.iter().chain([&id]).map(|&id| (site.documents[id].title(), site.route(id)));
    let item = |(position, (name, route)): (usize, (&'a str, &Route))| Breadcrumb {
        kind: "ListItem",
        position,
        name,
        item: route.below(base),
    };
    Some(Breadcrumbs { kind: "BreadcrumbList", item_list_element: (1..).zip(pages).map(item).collect() })
}

/// Items of the front matter without their Markdown.
fn plain(items: &[Placed<String>]) -> Vec<String> {
    let text = |item: &Placed<String>| {
        markdown::parse_inline(&item.value).into_iter().fold(String::new(), |mut text, (event, _)| {
            match event {
                Event::Text(part) | Event::Code(part) | Event::InlineMath(part) => text.push_str(&part),
                Event::SoftBreak | Event::HardBreak => text.push(' '),
                _ => {}
            }
            text
        })
    };
    items.iter().map(text).collect()
}
