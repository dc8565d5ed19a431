//! From documents to pages: prose to HTML, code to token spans, and all of it into templates.

mod body;
mod code;
pub mod context;
mod date;
mod escape;
mod footnote;
mod highlight;
mod html;
mod image;
mod includes;
mod labels;
mod links;
mod page;
mod raw_html;
mod repository;
mod template;
mod theme;

pub use body::{Body, BodySettings, TextSection, body};
pub use context::PageContext;
pub use image::{ImageSize, is_image, size as image_size};
pub use includes::Includes;
pub use labels::{Labels, labels};
pub use links::Links;
pub use page::page_context;
pub use template::Templates;
pub use theme::{static_file, static_files};
