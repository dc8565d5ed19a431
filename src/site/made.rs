//! What a build makes beside the pages: which URLs that takes, for those who check a site before anything is made.

use super::{DocumentId, Route, Site};

/// The pages of a build, for other tools.
pub const MANIFEST: &str = "manifest.json";
/// What programs may read.
pub const ROBOTS: &str = "robots.txt";
/// The pages for language models.
pub const LLMS: &str = "llms.txt";
/// The page for addresses that lead nowhere.
pub const NOT_FOUND: &str = "404.html";
/// The URLs of the pages.
pub const SITEMAP: &str = "sitemap.xml";
/// The newest pages.
pub const FEED: &str = "feed.xml";
/// Where the search index is.
pub const SEARCH: &str = "search";
/// Where the social cards are.
pub const CARDS: &str = "cards";

/// A file that a build makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its URL.
    pub route: Route,
    /// What it is, as a phrase.
    pub what: &'static str,
    /// Whether a file of the site may take its place, as nothing else is made of it.
    pub replaceable: bool,
}

impl Site {
    /// What a build makes, beside [listings](Site::made_listings), at a URL that is written so, or in other letters that some
    /// hosts take for the same. `page` finds the document of a page in the same way.
    pub fn made_at(&self, folded: &str, page: impl Fn(&str) -> Option<DocumentId>) -> Option<Made> {
        let made = |route: Route, what, replaceable| Some(Made { route, what, replaceable });
        let has_address = self.config.base_url.is_some();
        match folded {
            MANIFEST => return made(Route::new(MANIFEST), "the list of its pages", false),
            ROBOTS => return made(Route::new(ROBOTS), "what programs may read", true),
            LLMS => return made(Route::new(LLMS), "the list for language models", true),
            NOT_FOUND => return made(Route::new(NOT_FOUND), "the page for addresses that lead nowhere", true),
            SITEMAP if has_address => return made(Route::new(SITEMAP), "the map of the site", true),
            FEED if self.has_feed() => return made(Route::new(FEED), "the feed", true),
            _ => {}
        }
        let (stem, ending) = folded.rsplit_once('.')?;
        let of_page = |stem: &str| page(&format!("{stem}.html"));
        match ending {
            "js" if self.config.publish.search && within(stem, SEARCH).is_some() => {
                made(Route::new(folded), "a part of the search index", false)
            }
            "md" if self.config.publish.markdown => {
                made(self.route(of_page(stem)?).with_ending(ending), "the Markdown of a page", false)
            }
            "ipynb" => {
                let id = of_page(stem).filter(|&id| self.has_notebook(id))?;
                made(self.route(id).with_ending(ending), "the notebook of a page", false)
            }
            "png" if has_address && self.config.publish.social_cards => {
                let id = of_page(within(stem, CARDS)?).filter(|&id| !self.documents[id].front_matter.draft)?;
                made(self.route(id).with_ending(ending).within(CARDS), "the social card of a page", true)
            }
            _ => None,
        }
    }

    /// The pages that list what has a tag, a level or a kind.
    pub fn made_listings(&self) -> impl Iterator<Item = Made> + '_ {
        let routes = self.facets().iter().flat_map(|facet| facet.pages()).map(|page| page.route);
        routes.map(|route| Made { route, what: "the page of a tag, a level or a kind", replaceable: true })
    }
}

fn within<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}
