//! What is wrong in a site: every rule over every document.

pub mod baseline;
mod config;
mod edit;
mod fingerprint;
pub mod fix;
mod phrases;
pub mod rule;
mod rules;
mod suppression;
mod words;

use std::sync::Arc;

use rayon::prelude::*;

pub use fingerprint::{Fingerprint, fingerprint};
pub use rule::{Check, Rule};
pub use rules::RULES;

use crate::config::RuleLevel;
use crate::diagnostic::{Diagnostic, Finding, Problem, Severity};
use crate::document::TOO_LARGE;
use crate::site::{DocumentId, Published, Site};

/// Code of the rule for suppressions that are of no use.
const UNUSED: &str = "X01";

/// The rule of this code or name.
pub fn find_rule(code_or_name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code_or_name) || rule.name == code_or_name)
}

/// What the rules that look at one document at a time found in it.
pub type DocumentFindings = Arc<[(&'static Rule, Finding)]>;

/// Checks a site. The diagnostics are in reading order and do not depend on how many threads looked.
pub fn check(site: &Site) -> Vec<Diagnostic> {
    check_remembering(site, |_, look| look())
}

/// Checks a site, where somebody may remember what was found in a document: a pure function of [`Site::checked_by`] and
/// the document's source.
pub fn check_remembering(
    site: &Site,
    remember: impl Fn(DocumentId, &dyn Fn() -> DocumentFindings) -> DocumentFindings + Sync,
) -> Vec<Diagnostic> {
    let parsed = site.documents.iter().flat_map(|document| &document.problems).chain(&site.problems);
    let mut diagnostics: Vec<_> =
        parsed.filter_map(|problem| diagnostic(site, find_rule(problem.code)?, problem.finding.clone())).collect();
    let declared =
        config::problems(site).into_iter().chain((0..site.documents.len()).flat_map(|id| config::own_keys(site, id)));
    diagnostics.extend(declared.filter_map(|problem| diagnostic(site, find_rule(problem.code)?, problem.finding)));
    let of_documents =
        (0..site.documents.len()).into_par_iter().map(|id| remember(id, &|| document_findings(site, id)));
    let of_site = RULES.par_iter().map(|rule| site_findings(site, rule));
    diagnostics.par_extend(of_documents.chain(of_site).flat_map_iter(|found| {
        let diagnostics = found.iter().filter_map(|(rule, finding)| diagnostic(site, rule, finding.clone()));
        diagnostics.collect::<Vec<_>>()
    }));
    // What only a command finds has not been looked for, nor what only a preview does; and servers of others were not
    // asked unless there is an answer.
    let asked = !site.facts.external.is_empty();
    let is_of_a_check = |rule: &Rule| !matches!(rule.check, Check::Command(_) | Check::Base(_));
    let has_looked = |rule: &Rule| is_of_a_check(rule) && (asked || !rule.asks_others());
    without_suppressed(site, diagnostics, |rule, _| has_looked(rule))
}

/// The diagnostics of what a command found that looked at these documents for these rules, and at nothing else.
pub fn found(site: &Site, problems: Vec<Problem>, documents: &[DocumentId], rules: &[&str]) -> Vec<Diagnostic> {
    let diagnostics = problems
        .into_iter()
        .filter_map(|problem| diagnostic(site, find_rule(problem.code)?, problem.finding))
        .collect();
    without_suppressed(site, diagnostics, |rule, id| rules.contains(&rule.code) && documents.contains(&id))
}

/// The diagnostics that no author suppressed, in reading order, with suppressions of no use of rules that have looked.
fn without_suppressed(
    site: &Site,
    mut diagnostics: Vec<Diagnostic>,
    has_looked: impl Fn(&Rule, DocumentId) -> bool,
) -> Vec<Diagnostic> {
    let unused = suppression::apply(site, &mut diagnostics, has_looked);
    let rule = find_rule(UNUSED);
    diagnostics.extend(unused.into_iter().filter_map(|finding| diagnostic(site, rule?, finding)));
    diagnostics.par_sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    diagnostics.dedup();
    diagnostics
}

/// Checks what has become of what an earlier state of a site has published.
pub fn check_against(site: &Site, published: &Published) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for rule in RULES {
        if let Check::Base(check) = rule.check {
            let mut findings = Vec::new();
            check(site, published, &mut findings);
            diagnostics.extend(findings.into_iter().filter_map(|finding| diagnostic(site, rule, finding)));
        }
    }
    without_suppressed(site, diagnostics, |rule, _| matches!(rule.check, Check::Base(_)))
}

fn document_findings(site: &Site, id: DocumentId) -> DocumentFindings {
    let mut found = Vec::new();
    if is_too_large(site, id) {
        return found.into();
    }
    let mut findings = Vec::new();
    for &rule in RULES {
        if let Check::Document(check) = rule.check {
            check(site, id, &mut findings);
            found.extend(findings.drain(..).map(|finding| (rule, finding)));
        }
    }
    found.into()
}

/// Whether a page is too large to be checked: then it says so and nothing else, unless the site allows it.
fn is_too_large(site: &Site, id: DocumentId) -> bool {
    let mut problems = site.documents[id].problems.iter().filter(|problem| problem.code == TOO_LARGE);
    problems.any(|problem| {
        let rule = find_rule(problem.code);
        rule.is_some_and(|rule| diagnostic(site, rule, problem.finding.clone()).is_some())
    })
}

fn site_findings(site: &Site, rule: &'static Rule) -> DocumentFindings {
    let mut findings = Vec::new();
    if let Check::Site(check) = rule.check {
        check(site, &mut findings);
    }
    findings.into_iter().map(|finding| (rule, finding)).collect()
}

/// Gives a finding the code and the severity of its rule; `None` where the site switched the rule off.
fn diagnostic(site: &Site, rule: &'static Rule, finding: Finding) -> Option<Diagnostic> {
    let path = &finding.span.path;
    let applies = |level: &&RuleLevel| names(&level.rule.value, rule) && level.applies_to(path);
    let configured = site.config.rules.iter().rev().find(applies);
    let severity = configured.map_or(rule.default_level, |configured| configured.level)?;
    let severity = finding.at_most.map_or(severity, |most| severity.min(most));
    Some(Diagnostic { code: rule.code, name: rule.name, why: rule.why, severity, finding })
}

fn names(text: &str, rule: &Rule) -> bool {
    rule.name == text || rule.code.eq_ignore_ascii_case(text)
}

/// Whether any diagnostic is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

#[cfg(test)]
mod tests;
