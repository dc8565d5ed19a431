//! F07: documents in the folder of another kind.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports a `kind:` that is not the kind which `docent.yml` declares for the document's path with `paths:`.
    "F07", "kind-folder-mismatch", "readers expect of a page what its neighbours are", Some(Severity::Warning), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let Some(written) = &document.front_matter.kind else { return };
    let Some(declared) = site.config.kind_of_folder(document.path()).filter(|kind| kind.name != written.value) else {
        return;
    };
    // An index of a folder is one among its pages, whatever they are.
    if site.contract(id).is_none() || (document.path().name() == "index.md" && written.value == "index") {
        return;
    }
    let span = document.source.span(written.range.clone());
    let name = &declared.name;
    findings.push(
        Finding::new(span.clone(), format!("this page is a {}, its folder holds the kind `{name}`", written.value))
            .help(format!("write `kind: {name}`, or move the page"))
            .fix(Fix::risky(format!("write `{name}`"), vec![Edit::replace(span, name.as_str())])),
    );
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    #[test]
    fn the_folder_says_the_kind() {
        let config = ("docent.yml", "kinds: { guide: { paths: ['*.md'] } }\n");
        let page = "---\ntitle: T\nkind: page\n---\n";
        marks_in(
            "kind-folder-mismatch",
            "---\ntitle: T\nkind: page\n      ^^^^ its folder holds the kind `guide`\n---\n",
            &[config],
        );
        assert_eq!(mended_in("kind-folder-mismatch", page, &[config])[0], "---\ntitle: T\nkind: guide\n---\n");
        marks_in("kind-folder-mismatch", "---\ntitle: T\nkind: guide\n---\n", &[config]);
        marks_in("kind-folder-mismatch", page, &[]);
    }
}
