//! Docent.
pub mod calendar;
pub mod config;
pub mod diagnostic;
pub mod document;
pub mod schema;
pub mod source;
pub mod world;
pub mod yaml;
