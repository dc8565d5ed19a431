//! Quotes within quotes, for which Mermaid has no escape.

/// Authors write quotes within quotes as every other language has it; Mermaid has no escape for them. The sign in their
/// place has as many bytes, so that places in the text stay what they are.
const ESCAPED_QUOTE: &str = "\\\"";
const QUOTE_IN_ITS_PLACE: &str = "ʺ";

/// A text of the diagram as the engine can read it.
pub(super) fn without_quotes(text: &str) -> String {
    text.replace(ESCAPED_QUOTE, QUOTE_IN_ITS_PLACE)
}

/// A text of the diagram as its author wrote it.
pub(super) fn with_quotes(text: &str) -> String {
    text.replace(QUOTE_IN_ITS_PLACE, "\"")
}
