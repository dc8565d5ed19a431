//! F09: titles and descriptions that are cut where they are shown.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};
use crate::source::Placed;

declare_rule! {
    /// ## What it does
    /// Reports a title of more than 120 characters, and a description outside 50 to 160. Beyond 60 characters of a title
    /// it gives advice: search results cut there. A character of Chinese, Japanese or Korean counts as two.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: How to load it.
    /// kind: page
    /// ---
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// ---
    /// title: Load an extension
    /// description: Make torch load your device extension by itself, without a second import.
    /// kind: page
    /// ---
    /// ~~~~
    "F09", "text-length", "search results and cards cut it, or have too little to show", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let at = |text: &Placed<String>, message: String| Finding::new(document.source.span(text.range.clone()), message);
    if let Some(title) = &document.front_matter.title {
        match width(&title.value) {
            0..=60 => {}
            width @ 61..=120 => findings.push(
                at(title, format!("the title has {width} characters, search results show about 60"))
                    .at_most(Severity::Advice)
                    .help("put what tells it apart from other pages first"),
            ),
            width => findings.push(at(title, format!("the title has {width} characters")).help("keep it to 60")),
        }
    }
    if let Some(description) = &document.front_matter.description {
        let width = width(&description.value);
        if !(50..=160).contains(&width) {
            findings.push(
                at(description, format!("the description has {width} characters"))
                    .help("say in one sentence of 50 to 160 characters what the page is for"),
            );
        }
    }
}

/// How many columns a text takes: letters that are as wide as they are high take two.
fn width(text: &str) -> usize {
    text.chars().map(|sign| if matches!(sign, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}') { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, severities};
    use crate::diagnostic::Severity;

    #[test]
    fn short_and_long_texts_are_found() {
        let page = |title: usize, description: usize| {
            format!("---\ntitle: {}\nkind: page\ndescription: {}\n---\n", "t".repeat(title), "d".repeat(description))
        };
        assert_eq!(severities("text-length", &page(121, 49), &[]), [Severity::Warning, Severity::Warning]);
        assert_eq!(severities("text-length", &page(61, 161), &[]), [Severity::Advice, Severity::Warning]);
        assert_eq!(severities("text-length", &page(60, 50), &[]), []);
        marks(
            "text-length",
            "---\ntitle: T\nkind: page\ndescription: 用一句话说明这个页面的用途并且说明读者可以从中得到什么\n---\n",
        );
        marks(
            "text-length",
            "---\ntitle: T\nkind: page\ndescription: Short\n             ^^^^^ has 5 characters\n---\n",
        );
    }
}
