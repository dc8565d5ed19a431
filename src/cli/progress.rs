//! A progress bar for long builds, on a terminal only: the only owner of indicatif.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pipeline::Progress;

/// A bar that appears when a build takes long enough to wonder.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new() -> Self {
        // Drawn ten times a second at most; indicatif draws nothing where the standard error is no terminal.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{msg:>12} [{bar:30}] {pos}/{len}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn stage(&self, name: &'static str, steps: usize) {
        self.0.reset();
        self.0.set_length(steps as u64);
        self.0.set_message(name);
    }

    fn step(&self) {
        self.0.inc(1);
    }
}
