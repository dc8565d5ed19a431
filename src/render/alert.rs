//! Alerts: quotes that say which kind of remark they are.

use pulldown_cmark::BlockQuoteKind;

use super::escape::escaped;
use super::labels::{Labels, word};

/// The start of an alert, with its title.
pub(super) fn start(kind: BlockQuoteKind, labels: &Labels) -> String {
    let name = match kind {
        BlockQuoteKind::Note => "note",
        BlockQuoteKind::Tip => "tip",
        BlockQuoteKind::Important => "important",
        BlockQuoteKind::Warning => "warning",
        BlockQuoteKind::Caution => "caution",
    };
    let title = escaped(word(labels, name));
    format!("<div class=\"alert alert-{name}\" role=\"note\"><p class=\"alert-title\">{title}</p>\n")
}
