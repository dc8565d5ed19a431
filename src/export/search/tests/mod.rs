//! Tests of the index as a whole: read back by a model in Rust, and asked by the reader's own script under Node.

mod budget;
mod client;
mod model;
mod questions;
mod same_words;
mod showing;

use super::{SearchPage, SearchSection};

/// A page without trail and description.
pub(super) fn page(route: &str, title: &str, sections: Vec<SearchSection>) -> SearchPage {
    SearchPage { route: route.to_owned(), title: title.to_owned(), sections, ..SearchPage::default() }
}

/// A section whose anchor is given; an empty one stands for the text before the first heading.
pub(super) fn section(anchor: &str, heading: &str, text: &str, code: &str) -> SearchSection {
    SearchSection {
        anchor: (!anchor.is_empty()).then(|| anchor.to_owned()),
        heading: heading.to_owned(),
        text: text.to_owned(),
        code: code.to_owned(),
    }
}

/// A site with the names that extensions of a library bring along.
fn torch() -> Vec<SearchPage> {
    vec![
        page(
            "index.html",
            "Tutorials",
            vec![section("", "", "Start here. Plain words about nothing in particular.", "")],
        ),
        page(
            "tutorials/autoloading.html",
            "Autoloading Out-of-Tree Extension",
            vec![
                section("", "", "How an extension is loaded without an explicit import.", ""),
                section(
                    "how",
                    "How it works",
                    "Set TORCH_DEVICE_BACKEND_AUTOLOAD to 0 to switch it off. See torch.backends.",
                    "def _autoload():\n    print('No need to import torch_foo anymore!')",
                ),
                section(
                    "steps",
                    "Register the entry point",
                    "The entry point names a function.",
                    "entry_points={'torch.backends': ['device_backend = torch_foo:_autoload']}",
                ),
            ],
        ),
        page(
            "reference/vec.html",
            "Vectors",
            vec![section(
                "type",
                "The Vec<T> type & friends",
                "Also in C++ and C#, with setTimeout(cb) and Widget::drawAll.",
                "",
            )],
        ),
    ]
}
