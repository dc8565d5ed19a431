//! S10: headings that give one anchor twice.

use crate::check::edit::is_linked;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::{Document, Heading};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Gives advice on headings that are called alike: a link by that name lands on the first, and the anchors of the others
    /// are numbered, so that they change when one before them goes.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// Read [the options](#options).
    ///
    /// ## Options
    ///
    /// For the server.
    ///
    /// ## Options
    ///
    /// For the client.
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// Read [the options](#options).
    ///
    /// ## Options
    ///
    /// For the server.
    ///
    /// ## Options {#client-options}
    ///
    /// For the client.
    /// ~~~~
    "S10", "duplicate-anchor", "a link lands on the first heading of that name", Some(Severity::Advice), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let headings = document.headings_below_title();
    let names: Vec<_> = headings.iter().map(|heading| heading.text.to_lowercase()).collect();
    for (place, heading) in headings.iter().enumerate() {
        let is_same = |other: &usize| names[*other] == names[place];
        let mut earlier = (0..place).filter(is_same);
        // Told once for each text: of ten headings that are called alike, nine lines would say the same.
        let (Some(first), None) = (earlier.next(), earlier.next()) else { continue };
        let first = &headings[first];
        // A heading with an id of its own is told apart by it.
        if !is_numbered(&heading.anchor, &first.anchor) {
            continue;
        }
        let count = (0..headings.len()).filter(is_same).count();
        let span = document.source.span(document.line_of(heading));
        let finding = Finding::new(span, format!("{count} headings are called “{}”", heading.text))
            .label(format!("its anchor is `#{}`", heading.anchor))
            .other(document.source.span(document.line_of(first)), format!("`#{}` leads here", first.anchor))
            .help("say in the heading what it is about, or give it an id with `{#id}`");
        findings.push(match explicit(document, headings, place) {
            Some(fix) if !is_linked(site, id, &heading.range) => finding.fix(fix),
            _ => finding,
        });
    }
}

fn is_numbered(anchor: &str, first: &str) -> bool {
    anchor
        .strip_prefix(first)
        .and_then(|rest| rest.strip_prefix('-'))
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// An id made of the heading and the one that it stands below.
fn explicit(document: &Document, headings: &[Heading], place: usize) -> Option<Fix> {
    let heading = &headings[place];
    let parent = headings[..place].iter().rfind(|other| other.level < heading.level)?;
    let own = heading.anchor.rsplit_once('-').map_or(heading.anchor.as_str(), |(own, _)| own);
    let id = format!("{}-{own}", parent.anchor);
    let free = !document.has_anchor(&id) && !headings.iter().any(|other| other.anchor.starts_with(&id));
    let end = document.line_of(heading).end;
    let edit = Edit::insert(&document.source.span(0..0), end, format!(" {{#{id}}}"));
    free.then(|| Fix::risky(format!("give it the id `{id}`"), vec![edit]))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended};

    #[test]
    fn repeated_headings_are_found() {
        marks(
            "duplicate-anchor",
            "## A\n\n### Options\n\n## B\n\n### options\n^^^^^^^^^^^ 2 headings are called “options”\n",
        );
        assert_eq!(
            mended("duplicate-anchor", "## A\n\n### X\n\n## B\n\n### X\n"),
            "## A\n\n### X\n\n## B\n\n### X {#b-x}\n"
        );
    }

    #[test]
    fn headings_with_ids_are_left_alone() {
        marks("duplicate-anchor", "## A\n\n## A {#second}\n\n## A-1\n");
    }
}
