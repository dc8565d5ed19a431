//! What a change does to a site, for its readers: two worlds, two builds, one folder that shows the difference.

pub mod base;
