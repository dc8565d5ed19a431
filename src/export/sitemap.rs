//! `sitemap.xml`: the pages that search engines should know, with the days on which they changed.

use super::{File, Rendered, text_file};
use crate::render::escape;
use crate::site::Site;
use crate::site::made::SITEMAP;

/// A sitemap holds absolute URLs alone, so that a site without `base_url` has none.
pub(super) fn export(site: &Site, _: &[Rendered]) -> Vec<File> {
    let Some(base) = &site.config.base_url else { return Vec::new() };
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for id in site.listed() {
        xml.push_str(&format!("<url><loc>{}</loc>", escape::xml(&site.route(id).below(base))));
        if let Some(day) = site.dates().latest(id) {
            xml.push_str(&format!("<lastmod>{day}</lastmod>"));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    vec![text_file(SITEMAP, xml)]
}
