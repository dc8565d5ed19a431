//! What is being shown, and the pages that listen for what comes next.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::editor::Editor;
use super::gate::Gate;
use super::report::Report;
use super::{Built, only_content};
use crate::output::{Changes, Outputs};
use crate::pipeline::{Build, Checked};
use crate::site::Route;
use crate::source::SitePath;

/// A page that has not taken so many messages is gone, or will ask again.
const UNREAD: usize = 32;
/// More changed files than this are told of as "everything".
const LISTED: usize = 1000;

/// The state that all requests share.
pub(super) struct Live {
    pub(super) gate: Gate,
    pub(super) editor: Option<Editor>,
    pub(super) root: PathBuf,
    state: Mutex<State>,
}

struct State {
    shown: Arc<Shown>,
    listeners: Vec<Sender<Bytes>>,
}

/// One build as it is shown.
pub(super) struct Shown {
    /// Tells builds apart, across runs of the server too.
    pub(super) version: String,
    pub(super) outputs: Outputs,
    pub(super) checked: Checked,
    pages: usize,
    /// The pages that failed and are shown as they were before.
    failed: Vec<Route>,
    number: u64,
    run: String,
}

impl Shown {
    /// The first build of a run.
    pub(super) fn first(build: Build) -> Self {
        // Without randomness two runs are not told apart: a page of the earlier one is then not renewed by itself.
        let run = super::gate::random_hex::<4>().unwrap_or_default();
        Self::numbered(build, run, 1)
    }

    /// A later build: pages that failed are shown as they were, so that the author never loses sight of them.
    pub(super) fn after(before: &Self, mut build: Build) -> Self {
        if build.pages == 0 && !build.failed.is_empty() {
            // No template, no page: what else the build made would be half a site.
            build.outputs = before.outputs.clone();
        } else {
            for route in &build.failed {
                if let Some(bytes) = before.outputs.get(route.as_str()) {
                    // It was an output before; should another one need its place now, that one has it.
                    let _ = build.outputs.insert(route.as_str(), Arc::clone(bytes));
                }
            }
        }
        Self::numbered(build, before.run.clone(), before.number + 1)
    }

    fn numbered(build: Build, run: String, number: u64) -> Self {
        let Build { checked, outputs, pages, failed } = build;
        Self { version: format!("{run}.{number}"), outputs, checked, pages, failed, number, run }
    }

    /// The path below which the site is published; the server answers there too, since that is where absolute links
    /// lead.
    pub(super) fn base_path(&self) -> Option<&str> {
        let base = self.checked.site.config.base_url.as_deref()?;
        let (_, path) = base.split_once("://")?.1.split_once('/')?;
        (!path.is_empty()).then_some(path)
    }

    /// How the build is told of.
    pub(super) fn told(&self, took: Duration, before: Option<&Self>) -> Built<'_> {
        let known = before.map(|before| &before.checked.diagnostics[..]).unwrap_or_default();
        let key = |diagnostic: &crate::diagnostic::Diagnostic| {
            let finding = &diagnostic.finding;
            (diagnostic.code, finding.span.path.clone(), finding.message.clone())
        };
        let known: BTreeSet<_> = known.iter().map(key).collect();
        let fresh = self.checked.diagnostics.iter().filter(|diagnostic| !known.contains(&key(diagnostic))).collect();
        Built { took, pages: self.pages, failed: self.failed.len(), checked: &self.checked, fresh }
    }
}

/// What a page learns: of the state when it begins to listen, of every change from then on.
#[derive(Serialize)]
struct Message<'a> {
    version: &'a str,
    /// Whether more than content changed: templates or the configuration, and with them what is around the article.
    layout: bool,
    /// Whether too much changed to list it.
    everything: bool,
    /// The files that came, changed or went.
    changed: Vec<&'a str>,
    report: Report<'a>,
}

impl Live {
    pub(super) fn new(shown: Shown, gate: Gate, editor: Option<Editor>, root: PathBuf) -> Self {
        Self { gate, editor, root, state: Mutex::new(State { shown: Arc::new(shown), listeners: Vec::new() }) }
    }

    /// The build that is being shown.
    pub(super) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.state().shown)
    }

    /// Shows a build, and tells every page that listens.
    pub(super) fn show(&self, shown: Shown, sources: &BTreeSet<SitePath>) {
        let mut state = self.state();
        let changes = shown.outputs.changes_since(&state.shown.outputs);
        let message = event("update", &message(&shown, &changes, !only_content(sources)));
        state.shown = Arc::new(shown);
        // Whoever does not keep up is let go: its page asks anew and is told the state.
        state.listeners.retain(|listener| listener.try_send(message.clone()).is_ok());
    }

    /// Begins to listen; the first message tells the state.
    pub(super) fn listen(&self) -> Listening {
        let (sender, receiver) = channel(UNREAD);
        let mut state = self.state();
        // The channel is empty, so there is room.
        let _ = sender.try_send(event("state", &message(&state.shown, &Changes::default(), false)));
        state.listeners.push(sender);
        Listening(receiver)
    }

    /// Shows every listener that the server is there, and forgets those that are not.
    pub(super) fn beat(&self) {
        self.state().listeners.retain(|listener| listener.try_send(Bytes::from_static(b":\n\n")).is_ok());
    }

    // A thread that panicked leaves whole values here.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn message<'a>(shown: &'a Shown, changes: &'a Changes, beyond_content: bool) -> Message<'a> {
    let Changes { added, changed, removed } = changes;
    let all: Vec<_> = added.iter().chain(changed).chain(removed).map(String::as_str).collect();
    let everything = all.len() > LISTED;
    Message {
        version: &shown.version,
        layout: beyond_content && !all.is_empty(),
        everything,
        changed: if everything { Vec::new() } else { all },
        report: Report::new(&shown.checked),
    }
}

/// A message in the form of server-sent events.
fn event(name: &str, message: &Message<'_>) -> Bytes {
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
