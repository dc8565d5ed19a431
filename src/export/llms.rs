//! `llms.txt`: the site's contents for language models, with links to the Markdown twins of its pages.

use super::{File, Rendered, text_file};
use crate::config::CONTENT;
use crate::render::{self, escape};
use crate::site::made::LLMS;
use crate::site::{DocumentId, NavNode, Route, Site};
use crate::source::SitePath;

pub(super) fn export(site: &Site, _: &[Rendered]) -> Vec<File> {
    let home = site.document_at(&SitePath::new(format!("{CONTENT}/index.md"))).filter(|&home| is_listed(site, home));
    let mut text = format!("# {}\n", escape::markdown(site.title()));
    let description = home.and_then(|home| site.documents[home].front_matter.description.as_ref());
    if let Some(description) = description {
        text.push_str(&format!("\n> {}\n", escape::markdown(&description.value)));
    }
    let labels = render::labels(&site.config.labels);
    let overview = labels.get("index").map_or("Overview", String::as_str);
    let top = &site.navigation().top;
    let pages =
        home.into_iter().chain(top.iter().filter(|node| node.folder.is_none()).filter_map(|node| node.document));
    write_section(site, overview, pages, &mut text);
    for folder in top.iter().filter(|node| node.folder.is_some()) {
        write_section(site, &folder.title, below(folder), &mut text);
    }
    // The format's own name for what a short reading can leave out: here, what the navigation does.
    let others = site.listed().filter(|&id| site.navigation().place(id).is_none());
    write_section(site, "Optional", others, &mut text);
    vec![text_file(LLMS, text)]
}

/// The pages of a folder and of those in it, in reading order.
fn below(node: &NavNode) -> Vec<DocumentId> {
    node.document.into_iter().chain(node.children.iter().flat_map(below)).collect()
}

fn is_listed(site: &Site, id: DocumentId) -> bool {
    !site.documents[id].front_matter.draft
}

fn write_section(site: &Site, title: &str, pages: impl IntoIterator<Item = DocumentId>, text: &mut String) {
    let mut pages = pages.into_iter().filter(|&id| is_listed(site, id)).peekable();
    if pages.peek().is_none() {
        return;
    }
    text.push_str(&format!("\n## {}\n\n", escape::markdown(title)));
    for id in pages {
        let document = &site.documents[id];
        text.push_str(&format!("- [{}]({})", escape::markdown(document.title()), url(site, id)));
        if let Some(description) = &document.front_matter.description {
            text.push_str(&format!(": {}", escape::markdown(&description.value)));
        }
        text.push('\n');
    }
}

/// Of the twin, or of the page where there is none. Absolute, where the site knows its address: the file is often read far from it.
fn url(site: &Site, id: DocumentId) -> String {
    let page = site.route(id);
    let page = if site.config.publish.markdown { &page.with_ending("md") } else { page };
    let url = match &site.config.base_url {
        Some(base) => page.below(base),
        None => Route::new(LLMS).to(page),
    };
    url.replace('(', "%28").replace(')', "%29")
}
