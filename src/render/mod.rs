//! From documents to pages: prose to HTML, code to token spans, and all of it into templates.

mod body;
mod code;
pub mod context;
mod date;
mod derived;
pub(crate) mod escape;
mod footnote;
mod highlight;
mod html;
mod image;
mod item;
mod json_ld;
mod labels;
mod links;
mod listing;
mod markdown;
mod page;
mod picture;
mod raw_html;
mod repository;
mod table;
pub mod social_card;
mod template;
mod theme;

pub use body::{Body, BodySettings, TextSection, body};
pub use context::PageContext;
pub use derived::{facet_context, not_found_context};
pub use image::{ImageSize, is_image, size as image_size};
pub use labels::{Labels, labels};
pub use links::Links;
pub use page::{FEED, page_context};
pub use social_card::SocialCard;
pub use template::Templates;
pub use theme::{static_file, static_files};
