//! The author's loop: builds into memory, shows the pages on this machine, and builds again whenever the site is
//! touched. Pages are served as a build makes them; the script that keeps them current is added to the answer alone.

mod answer;
mod client;
mod editor;
mod gate;
mod http;
mod live;
mod media;
mod mend;
mod order;
mod place;
mod report;
mod watch;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::cache::Cache;
use crate::config::CONTENT;
use crate::diagnostic::Diagnostic;
use crate::pipeline::{self, Checked, Options, Progress, Rendering};
use crate::site::Site;
use crate::source::SitePath;
use crate::world::{DiskWorld, KeptWorld};

use editor::Editor;
use gate::Gate;
use live::{Live, Shown};
use watch::Watch;

/// How a site is served; all of it comes from the command line.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How the site is built.
    pub build: Options,
    /// The address to listen at, or a name of it.
    pub host: String,
    /// The port to listen at; 0 for one that is free.
    pub port: u16,
    /// Whether to look at the files again and again, where the system does not tell of changes.
    pub poll: bool,
    /// The command that opens a file at a line.
    pub editor: Option<String>,
    /// Whether to open the first page in the browser.
    pub open: bool,
}

/// What there is to tell whoever started the server.
#[derive(Debug)]
pub enum News<'a> {
    /// The port that was asked for is taken, and another one was found.
    PortTaken {
        /// The one that was asked for.
        asked: u16,
        /// The one that was found.
        found: u16,
    },
    /// The first build is done and pages are served.
    Serving {
        /// Where.
        url: &'a str,
        /// Whether other machines can reach it.
        public: bool,
        /// What was built.
        built: Built<'a>,
    },
    /// The site was built again.
    Rebuilt {
        /// The files that made it necessary.
        changed: &'a BTreeSet<SitePath>,
        /// What was built.
        built: Built<'a>,
    },
    /// Something does not work, and the server goes on without it.
    Trouble(String),
}

/// One build as it is told of.
#[derive(Debug)]
pub struct Built<'a> {
    /// How long it took until the pages were there.
    pub took: Duration,
    /// How many pages it has.
    pub pages: usize,
    /// How many pages failed and are shown as they were before.
    pub failed: usize,
    /// The site and what is wrong in it.
    pub checked: &'a Checked,
    /// What is wrong now and was not before.
    pub fresh: Vec<&'a Diagnostic>,
}

/// Serves a site until the process ends.
///
/// # Errors
///
/// When no port is free, or neither the system nor looking again and again tells of changes.
pub fn run(disk: DiskWorld, settings: &Settings, progress: &dyn Progress, tell: &dyn Fn(News<'_>)) -> Result<()> {
    let (listener, address) = http::bind(&settings.host, settings.port)?;
    if settings.port != 0 && address.port() != settings.port {
        tell(News::PortTaken { asked: settings.port, found: address.port() });
    }
    // Watching starts before the first build, so that nothing is missed that happens during it.
    let (mut watch, trouble) = Watch::start(disk.root(), settings.poll)?;
    trouble.into_iter().for_each(|trouble| tell(News::Trouble(trouble)));
    let site = Arc::new(Served { world: KeptWorld::new(disk), cache: Arc::default(), options: settings.build.clone() });
    let start = Instant::now();
    let first = guarded(|| {
        let mut rendering = site.render(progress);
        let outputs = live::outputs_after(None, &mut rendering);
        (rendering.failed.len(), outputs, rendering.check(&site.cache))
    });
    let (failed, outputs, draft) = first.context("the first build failed by a fault of Docent")?;
    let took = start.elapsed();
    watch.follow(&site.world);
    let gate = Gate::new(&settings.host, address)?;
    let url = gate.url();
    let editor = settings.editor.as_deref().and_then(Editor::new);
    let shown = Shown::first(outputs, draft, Arc::clone(&site.cache));
    let live = Arc::new(Live::new(shown, gate, editor, Arc::clone(&site)));
    http::serve(listener, Arc::clone(&live))?;
    let shown = live.shown();
    let built = told(&shown, None, failed, took);
    tell(News::Serving { url: &url, public: !address.ip().is_loopback(), built });
    if settings.open
        && let Err(error) = open::that_detached(&url)
    {
        tell(News::Trouble(format!("no browser could be opened: {error}")));
    }

    loop {
        let touched = watch.next()?;
        watch.renew(&touched).into_iter().for_each(|trouble| tell(News::Trouble(trouble)));
        let start = Instant::now();
        let changed = site.world.refresh(&touched);
        if changed.is_empty() {
            // A folder may have come in which a file is expected.
            watch.follow(&site.world);
            continue;
        }
        let before = live.shown();
        let rebuilt = guarded(|| {
            let mut rendering = site.render(&());
            // Pages first: what is wrong in them is found while they are already being read.
            live.show_pages(live::outputs_after(Some(&before), &mut rendering), &changed);
            let (took, failed) = (start.elapsed(), rendering.failed.len());
            live.show_report(rendering.check(&site.cache), &site.cache);
            (took, failed)
        });
        watch.follow(&site.world);
        watch.built(rebuilt.map_or_else(Instant::now, |(took, _)| start + took));
        match rebuilt {
            Some((took, failed)) => {
                let shown = live.shown();
                let built = told(&shown, Some(&before), failed, took);
                tell(News::Rebuilt { changed: &changed, built });
            }
            None => tell(News::Trouble("the build failed by a fault of Docent; go on, it may recover".to_owned())),
        }
    }
}

/// The site as it stands between two builds.
struct Served {
    world: KeptWorld,
    cache: Arc<Cache>,
    options: Options,
}

impl Served {
    fn render(&self, progress: &dyn Progress) -> Rendering {
        pipeline::render(&self.world, &self.cache, &self.options, progress)
    }
}

/// The result of a build; `None` where it panicked: a fault of ours must not end an author's session. What is left
/// behind then are memos, kept files and what is shown, and each of them is replaced as a whole.
fn guarded<T>(build: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(build)).ok()
}

fn told<'a>(shown: &'a Shown, before: Option<&Shown>, failed: usize, took: Duration) -> Built<'a> {
    let (pages, checked) = (shown.draft.pages(), shown.site());
    Built { took, pages, failed, checked, fresh: live::fresh(checked, before.map(Shown::site)) }
}

/// Whether the files that changed are content alone, or shown in it, so that what is around the article stays as it is.
fn only_content(changed: &BTreeSet<SitePath>, site: &Site) -> bool {
    let is_content = |path: &SitePath| path.as_str().strip_prefix(CONTENT).is_some_and(|rest| rest.starts_with('/'));
    changed.iter().all(|path| is_content(path) || site.included_files.paths().any(|included| included == path))
}
