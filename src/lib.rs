//! Docent.
pub mod calendar;
pub mod check;
pub mod config;
pub mod diagnostic;
pub mod document;
pub mod schema;
pub mod site;
pub mod source;
pub mod world;
pub mod yaml;
