//! Tells when the site was touched: the only owner of notify.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use notify::event::EventKind;
use notify::{Config, ErrorKind, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use crate::config::{CONTENT, STATIC, TEMPLATES, VERIFICATION};
use crate::world::{KeptWorld, Touched};

/// The folders that belong to a site wholly.
const FOLDERS: [&str; 4] = [CONTENT, TEMPLATES, STATIC, VERIFICATION];
/// How long nothing may happen before a build starts: long enough for an editor to finish its renames.
const CALM: Duration = Duration::from_millis(10);
/// The same when the last build was just now: a branch is being switched, or a file is saved over and over.
const BUSY: Duration = Duration::from_millis(200);
/// How long after a build another one is part of the same flurry.
const JUST_NOW: Duration = Duration::from_secs(1);
/// Even when files never stop changing a build starts after this long.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often files are looked at where the system does not tell of changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The watch over a site's files.
pub(super) struct Watch {
    root: PathBuf,
    watcher: Box<dyn Watcher>,
    watched: BTreeMap<PathBuf, RecursiveMode>,
    sender: Sender<notify::Result<Event>>,
    events: Receiver<notify::Result<Event>>,
    polling: bool,
    last_build: Option<Instant>,
    /// Set when the system has no watches left.
    exhausted: bool,
    /// New folders, and when to look into them once more: files may have come before they were watched.
    look_again: Option<(Instant, BTreeSet<PathBuf>)>,
}

impl Watch {
    /// Watches the site at `root`. Where the system cannot tell of changes files are looked at again and again, and
    /// the second value says so.
    pub(super) fn start(root: &Path, poll: bool) -> Result<(Self, Option<String>)> {
        let (sender, events) = channel();
        let mut trouble = None;
        let mut polling = poll;
        let native = if poll { Err(None) } else { native(&sender).map_err(Some) };
        let watcher = match native {
            Ok(watcher) => watcher,
            Err(error) => {
                polling = true;
                trouble = error.map(|error| fallback(&error));
                polled(&sender)?
            }
        };
        let mut watch = Self {
            root: root.to_owned(),
            watcher,
            watched: BTreeMap::new(),
            sender,
            events,
            polling,
            last_build: None,
            exhausted: false,
            look_again: None,
        };
        if let Err(error) = watch.watch_site() {
            if watch.polling {
                return Err(anyhow!(error).context(format!("cannot watch `{}`", root.display())));
            }
            trouble = Some(fallback(&error));
            watch.poll_from_now_on()?;
        }
        Ok((watch, trouble))
    }

    /// Watches the folders too that hold files of the site and lie outside its own folders.
    pub(super) fn follow(&mut self, world: &KeptWorld) {
        for folder in world.folders_outside(&FOLDERS) {
            // What cannot be watched, such as a folder that was just taken away, is merely not watched.
            let _ = self.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    /// Says when a build was shown. What is done after that must not make the next save seem part of a flurry.
    pub(super) fn built(&mut self, at: Instant) {
        self.last_build = Some(at);
    }

    /// Waits until something was touched and nothing more is happening.
    pub(super) fn next(&mut self) -> Result<Touched> {
        let mut seen = Seen::default();
        while seen.is_empty() {
            let left = self.look_again.as_ref().map(|(at, _)| at.saturating_duration_since(Instant::now()));
            match self.wait(left) {
                Some(event) => self.note(event?, &mut seen),
                None => seen.paths.extend(self.look_again.take().into_iter().flat_map(|(_, folders)| folders)),
            }
        }
        let flurry = self.last_build.is_some_and(|last| last.elapsed() < JUST_NOW);
        let quiet = if flurry { BUSY } else { CALM };
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline
            && let Some(event) = self.wait(Some(quiet))
        {
            self.note(event?, &mut seen);
        }
        Ok(seen.touched())
    }

    /// Watches again what was made anew; an error says what is done about it.
    pub(super) fn renew(&mut self, touched: &Touched) -> Option<String> {
        if std::mem::take(&mut self.exhausted) && !self.polling {
            let trouble = fallback(&notify::Error::new(ErrorKind::MaxFilesWatch));
            return Some(self.poll_from_now_on().map_or_else(|error| format!("{error:#}"), |()| trouble));
        }
        if let Touched::Paths(paths) = touched {
            // A folder that was taken away and made again is another folder: its watch went with the old one.
            let again: Vec<_> = self.watched.keys().filter(|folder| paths.contains(*folder)).cloned().collect();
            for folder in again {
                let _ = self.watcher.unwatch(&folder);
                self.watched.remove(&folder);
            }
        }
        self.watch_site().err().map(|error| format!("not all folders can be watched: {error}"))
    }

    fn watch_site(&mut self) -> notify::Result<()> {
        self.watch(self.root.clone(), RecursiveMode::NonRecursive)?;
        for folder in FOLDERS.map(|name| self.root.join(name)) {
            // A loop of links or a folder without permission is the world's to report.
            if folder.is_dir()
                && let Err(error) = self.watch(folder, RecursiveMode::Recursive)
                && matches!(error.kind, ErrorKind::MaxFilesWatch)
            {
                return Err(error);
            }
        }
        Ok(())
    }

    fn watch(&mut self, folder: PathBuf, mode: RecursiveMode) -> notify::Result<()> {
        if !self.watched.contains_key(&folder) {
            self.watcher.watch(&folder, mode)?;
            self.watched.insert(folder, mode);
        }
        Ok(())
    }

    fn poll_from_now_on(&mut self) -> Result<()> {
        self.watcher = polled(&self.sender)?;
        self.polling = true;
        for (folder, mode) in std::mem::take(&mut self.watched) {
            let _ = self.watch(folder, mode);
        }
        self.watch_site().context("the site cannot be watched")
    }

    /// The next event; `None` when there was none for this long.
    fn wait(&self, timeout: Option<Duration>) -> Option<Result<notify::Result<Event>>> {
        let gone = || anyhow!("the watch over the files has ended");
        match timeout {
            None => Some(self.events.recv().map_err(|_| gone())),
            Some(timeout) => match self.events.recv_timeout(timeout) {
                Ok(event) => Some(Ok(event)),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Err(gone())),
            },
        }
    }

    fn note(&mut self, event: notify::Result<Event>, seen: &mut Seen) {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                self.exhausted |= matches!(error.kind, ErrorKind::MaxFilesWatch);
                seen.everything = true;
                return;
            }
        };
        if event.need_rescan() {
            seen.everything = true;
        }
        match event.kind {
            // The builds themselves open and close files.
            EventKind::Access(_) => return,
            EventKind::Create(_) => {
                let folders: BTreeSet<_> = event.paths.iter().filter(|path| path.is_dir()).cloned().collect();
                if !folders.is_empty() {
                    let (at, all) = self.look_again.get_or_insert_with(|| (Instant::now(), BTreeSet::new()));
                    *at = Instant::now() + BUSY;
                    all.extend(folders);
                }
            }
            _ => {}
        }
        seen.paths.extend(event.paths);
    }
}

/// What was seen since the last build.
#[derive(Default)]
struct Seen {
    paths: BTreeSet<PathBuf>,
    everything: bool,
}

impl Seen {
    fn is_empty(&self) -> bool {
        self.paths.is_empty() && !self.everything
    }

    fn touched(self) -> Touched {
        if self.everything { Touched::Everything } else { Touched::Paths(self.paths) }
    }
}

fn native(sender: &Sender<notify::Result<Event>>) -> notify::Result<Box<dyn Watcher>> {
    let watcher = RecommendedWatcher::new(sender.clone(), Config::default())?;
    Ok(Box::new(watcher))
}

fn polled(sender: &Sender<notify::Result<Event>>) -> Result<Box<dyn Watcher>> {
    let watcher = PollWatcher::new(sender.clone(), Config::default().with_poll_interval(POLL_INTERVAL))
        .context("files cannot be watched, not even by looking at them again and again")?;
    Ok(Box::new(watcher))
}

fn fallback(error: &notify::Error) -> String {
    let why = match error.kind {
        ErrorKind::MaxFilesWatch => "the system allows no more watches".to_owned(),
        _ => format!("the system cannot watch the files ({error})"),
    };
    format!("{why}: they are looked at again and again instead, as with `--poll`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_without_watches_is_told_with_the_way_out() {
        for kind in [ErrorKind::MaxFilesWatch, ErrorKind::Generic("no inotify here".to_owned())] {
            assert!(fallback(&notify::Error::new(kind)).contains("`--poll`"));
        }
    }
}
