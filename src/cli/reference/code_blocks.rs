//! The page of what a fence can say, from the table that checks it.

use super::{cell, opened};
use crate::document::attribute::{KNOWN, Known};
use crate::document::task::is_of_task;

pub(super) fn page() -> String {
    let mut page = opened(
        "Code blocks",
        "Every attribute that a code block can have, for what is shown and how, what docent test runs, and how it compares output.",
        "reference",
        "The language of a code block is the first word behind the fence. Attributes follow it, `name` or `name=value`, with \
         quotes around a value that holds blanks. GitHub hides them. How code is run is told in \
         [Test the code of your pages](../guides/test-code.md).",
    );
    let (run, shown): (Vec<&Known>, Vec<_>) =
        KNOWN.iter().partition(|known| is_of_task(known.name) || known.name == "env.");
    for (title, known) in [("Showing code", shown), ("Running code", run)] {
        page.push_str(&format!("\n## {title}\n\n| attribute | what it does |\n|---|---|\n"));
        for known in known {
            page.push_str(&format!("| `{}` | {} |\n", cell(known.written), cell(known.docs)));
        }
    }
    page
}
