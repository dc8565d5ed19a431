//! P05: entries of `nav:` that name nothing.

use crate::check::rule::{Check, declare_rule};
use crate::config::CONTENT;
use crate::diagnostic::{Finding, Severity, nearest};
use crate::site::Site;

declare_rule! {
    /// ## What it does
    /// Reports entries of `nav:` in `docent.yml` that name neither a document nor a folder below `content`.
    "P05", "nav-missing", "the navigation lacks what its author put there", Some(Severity::Error), Check::Site(check),
}

fn check(site: &Site, findings: &mut Vec<Finding>) {
    let Some(source) = &site.config.source else { return };
    for entry in &site.navigation().missing {
        let finding =
            Finding::new(source.span(entry.range.clone()), format!("`{CONTENT}/{}` does not exist", entry.value));
        let paths = site
            .documents
            .iter()
            .filter_map(|document| document.path().as_str().strip_prefix(CONTENT)?.strip_prefix('/'));
        findings.push(match nearest(&entry.value, paths) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help("name a `.md` file or a folder that holds one, as its path below `content`"),
        });
    }
}
