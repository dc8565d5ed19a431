//! Where the time of a build went, for `--timings`.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::progress::Bar;
use crate::pipeline::Progress;
use crate::source::SitePath;

/// How many of the slowest pages are named.
const NAMED: usize = 10;

/// Shows progress, and takes the time of stages and pages.
pub(super) struct Timings {
    bar: Bar,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    /// When each stage began.
    stages: Vec<(&'static str, Instant)>,
    /// How long each page took to render.
    pages: Vec<(Duration, SitePath)>,
}

thread_local! {
    /// The page that this thread is rendering, and since when.
    static PAGE: RefCell<Option<(SitePath, Instant)>> = const { RefCell::new(None) };
}

impl Timings {
    pub(super) fn new() -> Self {
        Self { bar: Bar::new(), taken: Mutex::default() }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish();
    }

    /// A line for each stage, which ends where the next begins or now, and for each of the slowest pages.
    pub(super) fn report(&self) -> String {
        let now = Instant::now();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(&(_, start)) = taken.stages.first() else { return String::new() };
        let ends = taken.stages.iter().skip(1).map(|&(_, at)| at).chain([now]);
        let mut report: String =
            taken.stages.iter().zip(ends).map(|(&(name, begin), end)| line(end - begin, name)).collect();
        report.push_str(&line(now - start, "in all"));
        taken.pages.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        report.push_str("the slowest pages, rendered on several threads:\n");
        report.extend(taken.pages.iter().take(NAMED).map(|(took, path)| line(*took, path.as_str())));
        report
    }
}

fn line(took: Duration, what: &str) -> String {
    format!("{:>10.1} ms  {what}\n", took.as_secs_f64() * 1000.0)
}

impl Progress for Timings {
    fn stage(&self, name: &'static str, steps: usize) {
        self.bar.stage(name, steps);
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).stages.push((name, Instant::now()));
    }

    fn page(&self, path: &SitePath) {
        PAGE.set(Some((path.clone(), Instant::now())));
    }

    fn step(&self) {
        self.bar.step();
        if let Some((path, since)) = PAGE.take() {
            let took = since.elapsed();
            self.taken.lock().unwrap_or_else(PoisonError::into_inner).pages.push((took, path));
        }
    }
}
