//! Earlier paths of pages, each a small page that leads to the present one.

use super::{File, Rendered};
use crate::render::escape::escaped;
use crate::site::{DocumentId, Route, Site};

pub(super) fn export(site: &Site, pages: &[Rendered]) -> Vec<File> {
    let aliases = pages.iter().flat_map(|page| {
        let aliases = &site.documents[page.document].front_matter.aliases;
        aliases.iter().map(move |alias| (page.document, Route::of_alias(&alias.value)))
    });
    aliases.map(|(document, alias)| (alias.to_string(), html(site, document, &alias).into_bytes().into())).collect()
}

/// The refresh works without scripts; where they run, the script is faster and keeps the part behind `#`.
fn html(site: &Site, document: DocumentId, alias: &Route) -> String {
    let target = site.route(document);
    let url = escaped(&alias.to(target));
    let canonical = site.config.base_url.as_ref().map_or_else(|| url.clone(), |base| escaped(&target.below(base)));
    let title = escaped(site.documents[document].title());
    let language = escaped(&site.config.language);
    let root = alias.to_root();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n<link rel=\"canonical\" href=\"{canonical}\">\n\
         <script src=\"{root}theme/redirect.js\" data-to=\"{url}\"></script>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n</head>\n\
         <body>\n<h1><a href=\"{url}\">{title}</a></h1>\n</body>\n</html>\n"
    )
}
