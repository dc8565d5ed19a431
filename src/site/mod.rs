//! All documents of a site together: routes, navigation, link targets. Data without I/O or HTML.

mod attached;
mod dates;
mod facet;
pub mod include;
pub mod link;
pub mod made;
pub mod nav;
pub mod pointer;
pub mod prerequisite;
mod published;
mod resolution;
pub mod route;
pub mod verification;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, OnceLock};

pub use attached::{Attached, attached};
pub use dates::Dates;
pub use facet::{Facet, FacetGroup, FacetPage, Facets};
pub use nav::{NavNode, Navigation};
pub use prerequisite::Prerequisites;
pub use published::{Published, PublishedPage, aliases, anchors};
use resolution::Keys;
pub use resolution::Resolution;
pub use route::Route;

use crate::calendar::Date;
use crate::config::{Config, Kind, STATIC};
use crate::diagnostic::Problem;
use crate::document::{CodeBlock, Document};
use crate::source::{SitePath, Source};
use crate::web::Fate;
use include::{Included, IncludedFiles};
use verification::{Record, Verification};

/// Place of a document in [`Site::documents`].
pub type DocumentId = usize;

/// A site, resolved.
#[derive(Debug, Clone)]
pub struct Site {
    /// What the site says about itself.
    pub config: Config,
    /// Every document, in byte order of their paths.
    pub documents: Vec<Arc<Document>>,
    /// The files that are published beside the pages: those of `content` and `static`, and of the theme.
    pub files: BTreeMap<Route, PublishedFile>,
    /// Files of the site whose URL is that of another file, which `files` has instead.
    pub doubled: Vec<(Route, SitePath)>,
    /// The files that code blocks show.
    pub included_files: IncludedFiles,
    /// What is known of files that are no documents.
    pub facts: Facts,
    /// What is known of the code of documents that was run.
    pub verifications: BTreeMap<DocumentId, Verification>,
    /// What could not be read, or is wrong in the configuration and the theme.
    pub problems: Vec<Problem>,
    /// Whether drafts are published too.
    pub drafts: bool,
    /// The day that dates are compared with; without one they are not.
    pub today: Option<Date>,
    last_changed: BTreeMap<SitePath, Date>,
    resolution: Resolution,
    keys: OnceLock<Keys>,
    /// For each path in lower case, the path as it is written on disk.
    spelling: OnceLock<BTreeMap<String, SitePath>>,
    declared: OnceLock<blake3::Hash>,
}

/// A file that is published as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublishedFile {
    /// A file of the site.
    OfSite(SitePath),
    /// A file of the built-in theme, by its path below `static`.
    OfTheme(&'static str),
}

/// What rules need to know of files that are no documents; gathered when the site is loaded, because rules read none.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// For each file of the repository that a document points at, how many lines it has; `None` where there is no such
    /// file. What is not among them has not been looked for.
    pub pointed: BTreeMap<SitePath, Option<usize>>,
    /// How many bytes each image has that is published beside the pages.
    pub image_sizes: BTreeMap<SitePath, u64>,
    /// The bytes of files that recorded code finds in its sandbox.
    pub attached: BTreeMap<SitePath, blake3::Hash>,
    /// The code beside the documents, where some document shows enough code to be a copy of it.
    pub code: Vec<Source>,
    /// What servers say about the pages of others that documents link, by URL without a fragment; empty where nobody
    /// asked.
    pub external: BTreeMap<String, Fate>,
}

impl Facts {
    /// What the server of a link says about its page, where it was asked.
    pub fn fate(&self, destination: &str) -> Option<&Fate> {
        self.external.get(destination.split('#').next().unwrap_or_default())
    }
}

/// What a site is made of, as it was loaded.
#[derive(Debug, Default)]
pub struct Parts {
    /// What the site says about itself.
    pub config: Config,
    /// Every document.
    pub documents: Vec<Arc<Document>>,
    /// Files of `content` that are no documents, and files of `static`.
    pub files: Vec<SitePath>,
    /// Files of the built-in theme, by their path below `static`.
    pub theme_files: Vec<&'static str>,
    /// The day on which each source last changed, where version control knows it.
    pub last_changed: BTreeMap<SitePath, Date>,
    /// The files that code blocks show.
    pub included: BTreeMap<SitePath, Included>,
    /// What is known of files that are no documents.
    pub facts: Facts,
    /// Records of code that was run, each with its file.
    pub records: Vec<(Source, Record)>,
    /// What could not be read, and what is wrong in the configuration.
    pub problems: Vec<Problem>,
    /// Whether drafts are published too.
    pub drafts: bool,
    /// The day that dates are compared with.
    pub today: Option<Date>,
}

impl Site {
    /// Resolves a site. It is cheap: it reads declarations, never prose.
    pub fn new(parts: Parts) -> Self {
        Self::with_resolution(parts, |_| None)
    }

    /// Resolves a site, where somebody may know already how the documents of a site of this [`Site::key`] belong
    /// together.
    pub fn with_resolution(parts: Parts, known: impl FnOnce(&Self) -> Option<Resolution>) -> Self {
        let Parts { config, mut documents, files, theme_files, included, facts, .. } = parts;
        let Parts { records, last_changed, problems, drafts, today, .. } = parts;
        documents.sort_by(|a, b| a.path().cmp(b.path()));
        let (files, doubled) = published_files(&files, &theme_files);
        let mut site = Self {
            resolution: Resolution::default(),
            keys: OnceLock::new(),
            files,
            doubled,
            included_files: IncludedFiles::new(included),
            spelling: OnceLock::new(),
            declared: OnceLock::new(),
            config,
            documents,
            facts,
            verifications: BTreeMap::new(),
            problems,
            last_changed,
            drafts,
            today,
        };
        match known(&site) {
            Some(resolution) => site.resolution = resolution,
            None => site.resolve(),
        }
        site.verify(records);
        site
    }

    /// The text of a file, where the site has read it: a document, the configuration, or a file that code blocks show.
    pub fn source(&self, path: &SitePath) -> Option<&Source> {
        let document = self.document_at(path).map(|id| &self.documents[id].source);
        let config = || self.config.source.as_ref().filter(|source| source.path() == path);
        document.or_else(config).or_else(|| self.included_files.source(path))
    }

    /// Whether a document is published by this build.
    pub fn is_published(&self, id: DocumentId) -> bool {
        self.drafts || !self.documents[id].front_matter.draft
    }

    /// The documents that are published, in byte order of their paths.
    pub fn published(&self) -> impl Iterator<Item = DocumentId> + '_ {
        (0..self.documents.len()).filter(|&id| self.is_published(id))
    }

    /// The documents that search engines and feed readers are told of: those that are published and no draft.
    pub fn listed(&self) -> impl Iterator<Item = DocumentId> + '_ {
        (0..self.documents.len()).filter(|&id| !self.documents[id].front_matter.draft)
    }

    /// Whether the site publishes an Atom feed: it knows its own address, and the age of at least one page.
    pub fn has_feed(&self) -> bool {
        self.config.base_url.is_some() && !self.dates().newest().is_empty()
    }

    /// Whether the page of a document is published as a notebook too.
    pub fn has_notebook(&self, id: DocumentId) -> bool {
        self.config.publish.notebooks && self.documents[id].code_blocks.iter().any(CodeBlock::is_python)
    }

    /// The source that wants something published at a route: a document by its page, a file beside it, or an alias, or a
    /// file that is published as it is; the route itself where nothing in the site has a part in it.
    pub fn source_of(&self, route: &Route) -> SitePath {
        let stem = |route: &Route| route.as_str().rsplit_once('.').map_or(route.as_str(), |(stem, _)| stem).to_owned();
        let wanted = stem(route);
        let claims = |document: &Document| {
            let aliases = document.front_matter.aliases.iter();
            stem(&Route::of_document(document.path())) == wanted
                || aliases.map(|alias| Route::of_alias(&alias.value)).any(|alias| alias == *route)
        };
        match self.files.get(route) {
            Some(PublishedFile::OfSite(path)) => path.clone(),
            _ => {
                let document = self.documents.iter().find(|document| claims(document));
                document.map_or_else(|| SitePath::new(route.as_str()), |document| document.path().clone())
            }
        }
    }

    /// The kind of a document: as it says, else by its place.
    pub fn kind(&self, id: DocumentId) -> &str {
        let document = &self.documents[id];
        match &document.front_matter.kind {
            Some(kind) => &kind.value,
            None => self.config.default_kind(document.path()),
        }
    }

    /// The contract that a document keeps; `None` where it names a kind that does not exist.
    pub fn contract(&self, id: DocumentId) -> Option<&Kind> {
        self.config.kind(self.kind(id))
    }

    /// Made when the first link is broken, since most sites have none.
    fn spelling(&self) -> &BTreeMap<String, SitePath> {
        self.spelling.get_or_init(|| {
            let documents = self.documents.iter().map(|document| document.path());
            let files = self.files.values().filter_map(|file| match file {
                PublishedFile::OfSite(path) => Some(path),
                PublishedFile::OfTheme(_) => None,
            });
            documents.chain(files).map(|path| (path.as_str().to_lowercase(), path.clone())).collect()
        })
    }

    /// The file of the site that a link leads to, where it is no page.
    pub fn file_of(&self, target: &link::Target) -> Option<&SitePath> {
        let link::Target::File { route, .. } = target else { return None };
        match self.files.get(route)? {
            PublishedFile::OfSite(path) => Some(path),
            PublishedFile::OfTheme(_) => None,
        }
    }

    /// The indexes of the folders that hold a document, the site's own first; the document itself left out.
    pub fn trail(&self, id: DocumentId) -> Vec<DocumentId> {
        let folder = self.documents[id].path().folder();
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        ends.filter_map(|end| self.document_at(&SitePath::new(format!("{}/index.md", &folder[..end]))))
            .filter(|&index| index != id && self.is_published(index))
            .collect()
    }

    /// The page that the site opens with: that of `content/index.md`, else the first one in reading order.
    pub fn home(&self) -> Option<DocumentId> {
        self.navigation().order.first().copied().or_else(|| self.published().next())
    }

    /// Identifies all that a page may show of the site beside its own document.
    pub fn declared(&self) -> blake3::Hash {
        *self.declared.get_or_init(|| self.hash_of_declared())
    }

    fn hash_of_declared(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.keys().declared.as_bytes());
        for (id, Verification { record, current, .. }) in &self.verifications {
            hasher.update(format!("{id} {record:?} {current}").as_bytes());
        }
        for included in self.included_files.readable() {
            hasher.update(included.source.hash().as_bytes());
        }
        hasher.finalize()
    }

    /// Identifies all that a rule may see of the site beside the document that it checks.
    pub fn checked_by(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let Facts { pointed, code, external, image_sizes, .. } = &self.facts;
        let today = self.today;
        hasher
            .update(self.declared().as_bytes())
            // Where another document links to this one, an anchor cannot be renamed.
            .update(self.keys().linked.as_bytes())
            .update(format!("{pointed:?} {external:?} {today:?} {image_sizes:?}").as_bytes());
        hasher.update(format!("{:?}", self.included_files.unreadable().collect::<Vec<_>>()).as_bytes());
        code.iter().for_each(|source| {
            hasher.update(source.hash().as_bytes());
        });
        hasher.finalize()
    }

    /// The site's title.
    pub fn title(&self) -> &str {
        match &self.config.title {
            Some(title) => title,
            None => self.home().map_or("Documentation", |id| self.documents[id].title()),
        }
    }
}

/// The files by their URL, and those whose URL is taken.
fn published_files(
    files: &[SitePath],
    theme_files: &[&'static str],
) -> (BTreeMap<Route, PublishedFile>, Vec<(Route, SitePath)>) {
    let theme = theme_files.iter().map(|&path| (Route::new(path), PublishedFile::OfTheme(path)));
    let mut published: BTreeMap<_, _> = theme.collect();
    let mut doubled = Vec::new();
    for path in files {
        let (route, is_static) = match path.as_str().strip_prefix(STATIC).and_then(|rest| rest.strip_prefix('/')) {
            Some(within) => (Route::new(within), true),
            None => (Route::of_file(path), false),
        };
        match published.entry(route) {
            Entry::Vacant(free) => {
                free.insert(PublishedFile::OfSite(path.clone()));
            }
            // That is how a site has its own theme.
            Entry::Occupied(mut taken) if is_static && matches!(taken.get(), PublishedFile::OfTheme(_)) => {
                taken.insert(PublishedFile::OfSite(path.clone()));
            }
            Entry::Occupied(taken) => doubled.push((taken.key().clone(), path.clone())),
        }
    }
    (published, doubled)
}
