//! F10: authors that the site does not know.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity, nearest};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports authors whose name is not among `authors:` of `docent.yml`, so that one person is not two by a slip of the pen.
    /// Without `authors:` it finds nothing.
    "F10", "author-unknown", "readers cannot tell who stands behind the page", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let known = &site.config.authors;
    let Some(key) = document.front_matter.key("authors").filter(|_| !known.is_empty()) else { return };
    let written = &document.source.text()[key.value.clone()];
    for author in document.front_matter.authors.iter().filter(|author| !known.contains(&author.name)) {
        let found = written.find(&author.name).map(|at| key.value.start + at);
        let range = found.map_or(key.value.clone(), |at| at..at + author.name.len());
        let span = document.source.span(range);
        let finding = Finding::new(span.clone(), format!("the site knows no author `{}`", author.name));
        findings.push(match nearest(&author.name, known.iter().map(String::as_str)).filter(|_| found.is_some()) {
            Some(near) => finding
                .help(format!("did you mean `{near}`?"))
                .fix(Fix::risky(format!("write `{near}`"), vec![Edit::replace(span, near)])),
            None => finding.help("add the name to `authors:` of `docent.yml`, or correct it"),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const KNOWN: [(&str, &str); 1] = [("docent.yml", "authors: [Ada Lovelace, Alan Turing]\n")];

    #[test]
    fn names_are_held_against_those_of_the_site() {
        let page = "---\ntitle: A\nkind: page\nauthors: [Ada Lovelace, Alan Turning]\n                        ^^^^^^^^^^^^ the site knows no author\n---\nText.\n";
        marks_in("author-unknown", page, &KNOWN);
        let page = "---\ntitle: A\nkind: page\nauthors: [{ name: Alan Turning }]\n---\nText.\n";
        assert_eq!(mended_in("author-unknown", page, &KNOWN)[0], page.replace("Turning", "Turing"));
        marks_in("author-unknown", page, &[]);
    }
}
