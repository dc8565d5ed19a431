//! What is being shown, and the pages that listen for what comes next.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::editor::Editor;
use super::gate::Gate;
use super::report::Report;
use super::{Served, only_content};
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::output::{Changes, Outputs};
use crate::pipeline::{Checked, Draft, Rendering};
use crate::source::SitePath;

/// A page that has not taken so many messages is gone, or will ask again.
const UNREAD: usize = 32;
/// So many pages are told of changes. One more, and the one that has listened longest is let go: pages that listen must not
/// take all the connections that pages are read through.
const LISTENERS: usize = 300;
/// More changed files than this are told of as "everything".
const LISTED: usize = 1000;

/// The state that all requests share.
pub(super) struct Live {
    pub(super) gate: Gate,
    pub(super) editor: Option<Editor>,
    pub(super) site: Arc<Served>,
    /// Held while files of the site are written.
    pub(super) mending: Mutex<()>,
    inner: Mutex<Inner>,
}

struct Inner {
    shown: Arc<Shown>,
    listeners: Vec<Sender<Bytes>>,
}

/// One build as it is shown: its pages at once, what is known of the site and the rest a moment later.
pub(super) struct Shown {
    /// Tells builds apart, across runs of the server too.
    pub(super) version: String,
    /// The pages, and the files that are published as they are.
    pub(super) outputs: Arc<Outputs>,
    /// The site as it was last checked.
    pub(super) draft: Arc<Draft>,
    /// What is made of all pages together.
    pub(super) rest: Arc<Rest>,
    number: u64,
    run: String,
}

/// What is made of all pages together, once somebody asks for it: an author seldom searches while writing, and the
/// index takes longer than all pages.
pub(super) struct Rest {
    draft: Arc<Draft>,
    cache: Arc<Cache>,
    made: OnceLock<BTreeMap<String, Arc<[u8]>>>,
}

impl Rest {
    pub(super) fn new(draft: Arc<Draft>, cache: Arc<Cache>) -> Self {
        Self { draft, cache, made: OnceLock::new() }
    }

    /// Whether a file can be had without making it first.
    pub(super) fn is_made(&self) -> bool {
        self.made.get().is_some()
    }

    /// Makes all files.
    pub(super) fn make(&self) {
        self.made.get_or_init(|| {
            let mut made = BTreeMap::new();
            for (path, bytes) in self.draft.rest(&self.cache) {
                // As in a build the first of two files of one path counts.
                made.entry(path).or_insert(bytes);
            }
            made
        });
    }

    fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.made.get()?.get(path)
    }
}

impl Shown {
    /// The first build of a run.
    pub(super) fn first(outputs: Outputs, draft: Draft, cache: Arc<Cache>) -> Self {
        let draft = Arc::new(draft);
        let rest = Arc::new(Rest::new(Arc::clone(&draft), cache));
        // Without randomness two runs are not told apart: a page of the earlier one is then not renewed by itself.
        let run = super::gate::random_hex::<4>().unwrap_or_default();
        Self { version: format!("{run}.1"), outputs: Arc::new(outputs), draft, rest, number: 1, run }
    }

    /// The same with new pages.
    pub(super) fn with_pages(&self, outputs: Outputs) -> Self {
        let (number, run) = (self.number + 1, self.run.clone());
        let (draft, rest) = (Arc::clone(&self.draft), Arc::clone(&self.rest));
        Self { version: format!("{run}.{number}"), outputs: Arc::new(outputs), draft, rest, number, run }
    }

    /// The same, checked. Without pages there is nothing to make of them: then what there was stays.
    pub(super) fn checked(&self, draft: Draft, cache: &Arc<Cache>) -> Self {
        let draft = Arc::new(draft);
        let rest = match draft.has_pages() {
            true => Arc::new(Rest::new(Arc::clone(&draft), Arc::clone(cache))),
            false => Arc::clone(&self.rest),
        };
        let (version, outputs) = (self.version.clone(), Arc::clone(&self.outputs));
        Self { version, outputs, draft, rest, number: self.number, run: self.run.clone() }
    }

    /// What there is to check in the build that was last checked.
    pub(super) fn site(&self) -> &Checked {
        &self.draft.checked
    }

    /// The bytes at a path of the output.
    pub(super) fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.outputs.get(path).or_else(|| self.rest.get(path))
    }

    /// The path below which the site is published; the server answers there too, since that is where absolute links
    /// lead.
    pub(super) fn base_path(&self) -> Option<&str> {
        let base = self.site().site.config.base_url.as_deref()?;
        let (_, path) = base.split_once("://")?.1.split_once('/')?;
        (!path.is_empty()).then_some(path)
    }
}

/// The outputs of a rendering; pages that failed are shown as they were, so that the author never loses sight of them.
pub(super) fn outputs_after(before: Option<&Shown>, rendering: &mut Rendering) -> Outputs {
    let mut outputs = std::mem::take(&mut rendering.outputs);
    let Some(before) = before else { return outputs };
    if rendering.pages.is_empty() && !rendering.failed.is_empty() {
        // No template, no page: what else was made would be half a site.
        return Outputs::clone(&before.outputs);
    }
    for route in &rendering.failed {
        if let Some(bytes) = before.outputs.get(route.as_str()) {
            // It was an output before; should another one need its place now, that one has it.
            let _ = outputs.insert(route.as_str(), Arc::clone(bytes));
        }
    }
    outputs
}

/// What is wrong now and was not before.
pub(super) fn fresh<'a>(now: &'a Checked, before: Option<&Checked>) -> Vec<&'a Diagnostic> {
    let key = |diagnostic: &Diagnostic| {
        let finding = &diagnostic.finding;
        (diagnostic.code, finding.span.path.clone(), finding.message.clone())
    };
    let known: BTreeSet<_> = before.map(|before| before.diagnostics.iter().map(key).collect()).unwrap_or_default();
    now.diagnostics.iter().filter(|diagnostic| !known.contains(&key(diagnostic))).collect()
}

/// What a page learns when it begins to listen, and whenever a site was checked.
#[derive(Serialize)]
struct State<'a> {
    version: &'a str,
    report: Report<'a>,
}

/// What a page learns when there are new pages.
#[derive(Serialize)]
struct Update<'a> {
    version: &'a str,
    /// Whether more than content changed: templates or the configuration, and with them what is around the article.
    layout: bool,
    /// Whether too much changed to list it.
    everything: bool,
    /// The files that came, changed or went.
    changed: Vec<&'a str>,
}

impl Live {
    pub(super) fn new(shown: Shown, gate: Gate, editor: Option<Editor>, site: Arc<Served>) -> Self {
        let inner = Mutex::new(Inner { shown: Arc::new(shown), listeners: Vec::new() });
        Self { gate, editor, site, mending: Mutex::new(()), inner }
    }

    /// The build that is being shown.
    pub(super) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.inner().shown)
    }

    /// Shows new pages, and tells every page that listens.
    pub(super) fn show_pages(&self, outputs: Outputs, sources: &BTreeSet<SitePath>) {
        let mut inner = self.inner();
        let changes = outputs.changes_since(&inner.shown.outputs);
        if changes.is_empty() {
            return;
        }
        let beyond_content = !only_content(sources, &inner.shown.site().site);
        inner.shown = Arc::new(inner.shown.with_pages(outputs));
        let message = event("update", &update(&inner.shown.version, &changes, beyond_content));
        inner.tell(&message);
    }

    /// Shows what is wrong in the site whose pages are being shown.
    pub(super) fn show_report(&self, draft: Draft, cache: &Arc<Cache>) {
        let mut inner = self.inner();
        inner.shown = Arc::new(inner.shown.checked(draft, cache));
        let message = event("report", &state(&inner.shown));
        inner.tell(&message);
    }

    /// Begins to listen; the first message tells the state.
    pub(super) fn listen(&self) -> Listening {
        let (sender, receiver) = channel(UNREAD);
        let mut inner = self.inner();
        // The channel is empty, so there is room.
        let _ = sender.try_send(event("state", &state(&inner.shown)));
        if inner.listeners.len() >= LISTENERS {
            inner.listeners.remove(0);
        }
        inner.listeners.push(sender);
        Listening(receiver)
    }

    /// Shows every listener that the server is there, and forgets those that are not.
    pub(super) fn beat(&self) {
        self.inner().tell(&Bytes::from_static(b":\n\n"));
    }

    // A thread that panicked leaves whole values here.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Whoever does not keep up is let go: its page asks anew and is told the state.
    fn tell(&mut self, message: &Bytes) {
        self.listeners.retain(|listener| listener.try_send(message.clone()).is_ok());
    }
}

fn state(shown: &Shown) -> State<'_> {
    State { version: &shown.version, report: Report::new(shown.site()) }
}

fn update<'a>(version: &'a str, changes: &'a Changes, beyond_content: bool) -> Update<'a> {
    let Changes { added, changed, removed } = changes;
    let all: Vec<_> = added.iter().chain(changed).chain(removed).map(String::as_str).collect();
    let everything = all.len() > LISTED;
    Update { version, layout: beyond_content, everything, changed: if everything { Vec::new() } else { all } }
}

/// A message in the form of server-sent events.
fn event(name: &str, message: &impl Serialize) -> Bytes {
    // Every value here has a JSON form, and JSON written this way holds no line break.
    let data = serde_json::to_string(message).unwrap_or_default();
    format!("event: {name}\nretry: 500\ndata: {data}\n\n").into()
}

/// The messages for one page, as they come.
pub(super) struct Listening(Receiver<Bytes>);

impl Body for Listening {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|message| message.map(|bytes| Ok(Frame::data(bytes))))
    }
}
