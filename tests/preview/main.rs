//! `docent preview` on real repositories: what it compares with, what it shows, what it refuses.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod base;
mod change;
#[path = "../chromium/mod.rs"]
mod chromium;
mod honesty;
mod hostile;
mod marks;
mod pictures;
#[path = "../program/mod.rs"]
mod program;
mod reading;
mod repository;
mod verify;
mod wait;
mod workflows;
mod worlds;
