//! Docent.
pub mod cache;
pub mod calendar;
pub mod check;
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod document;
pub mod export;
pub mod output;
pub mod pipeline;
pub mod render;
pub mod report;
pub mod schema;
pub mod site;
pub mod source;
pub mod world;
pub mod yaml;
