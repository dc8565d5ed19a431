//! `robots.txt`: everything may be read, and where the sitemap is.

use super::{File, Rendered, sitemap, text_file};
use crate::site::Site;

pub(super) fn export(site: &Site, _: &[Rendered]) -> Vec<File> {
    let mut text = String::from("User-agent: *\nAllow: /\n");
    if let Some(base) = &site.config.base_url {
        text.push_str(&format!("\nSitemap: {base}{}\n", sitemap::PATH));
    }
    vec![text_file("robots.txt", text)]
}
