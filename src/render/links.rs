//! A document's links as URLs that its page can use.

use std::collections::BTreeMap;

use serde::Serialize;

use super::image::ImageSize;
use crate::site::link::Target;
use crate::site::{DocumentId, Route, Site};

/// The URL of each destination that a document writes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Links(BTreeMap<String, Destination>);

/// Where a destination leads from the document's page.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Destination {
    /// `None` where no link may lead.
    href: Option<String>,
    /// Where it leads from the Markdown twin of the page; `None` where it can stay as it is written.
    twin: Option<String>,
    /// Width and height, for an image whose size is known.
    size: Option<(u32, u32)>,
}

impl Links {
    /// Resolves the links of a document; `size` tells the sizes of published images.
    pub fn new(site: &Site, id: DocumentId, size: impl Fn(&Route) -> Option<ImageSize>) -> Self {
        let here = site.route(id);
        let twin = here.with_ending("md");
        let destination = |written: &str, target: &Target| match target {
            Target::Page { document, query, anchor, .. } => Destination {
                href: Some(page_url(here, site.route(*document), query, anchor.as_deref())),
                twin: Some(page_url(&twin, &site.route(*document).with_ending("md"), query, anchor.as_deref())),
                size: None,
            },
            Target::File { route, suffix } => {
                let href = format!("{}{suffix}", here.to(route));
                let size = size(route).map(|size| (size.width, size.height));
                Destination { twin: Some(href.clone()), href: Some(href), size }
            }
            Target::External => Destination { href: Some(written.to_owned()), twin: None, size: None },
            // A dead link is reported; the page keeps its words, but leads nobody astray.
            Target::Broken(_) => Destination { href: None, twin: Some("#".to_owned()), size: None },
        };
        let links = site.documents[id].links.iter().zip(site.targets(id));
        Self(links.map(|(link, target)| (link.destination.clone(), destination(&link.destination, target))).collect())
    }

    /// The URL of a destination; `None` where no link may lead.
    pub(super) fn href(&self, destination: &str) -> Option<&str> {
        self.0.get(destination)?.href.as_deref()
    }

    /// The URL of a destination in the Markdown twin of the page; `None` where it can stay as it is written.
    pub(super) fn twin(&self, destination: &str) -> Option<&str> {
        self.0.get(destination)?.twin.as_deref()
    }

    /// The size of an image.
    pub(super) fn size(&self, destination: &str) -> Option<(u32, u32)> {
        self.0.get(destination)?.size
    }
}

/// The URL of a page with its query and anchor; a link within the page is its anchor alone.
fn page_url(here: &Route, there: &Route, query: &str, anchor: Option<&str>) -> String {
    let mut url = if here == there && query.is_empty() && anchor.is_some() { String::new() } else { here.to(there) };
    url.push_str(query);
    if let Some(anchor) = anchor {
        url.push('#');
        url.push_str(anchor);
    }
    url
}
