//! The reader's site in a real browser: what the scripts do, and what remains without them.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod accessibility;
#[path = "../chromium/mod.rs"]
mod chromium;
mod copying;
mod host;
mod keyboard;
mod policy;
#[path = "../program/mod.rs"]
mod program;
mod scheme;
mod search;
mod site;
mod steps;
mod tabs;
mod widths;
mod without_scripts;
