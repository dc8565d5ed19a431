//! `robots.txt`: everything may be read, and where the sitemap is.

use super::{File, Rendered, text_file};
use crate::site::Site;
use crate::site::made::{ROBOTS, SITEMAP};

pub(super) fn export(site: &Site, _: &[Rendered]) -> Vec<File> {
    let mut text = String::from("User-agent: *\nAllow: /\n");
    if let Some(base) = &site.config.base_url {
        text.push_str(&format!("\nSitemap: {base}{SITEMAP}\n"));
    }
    vec![text_file(ROBOTS, text)]
}
