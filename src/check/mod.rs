//! What is wrong in a site: every rule over every document.

pub mod baseline;
mod config;
mod edit;
mod fingerprint;
pub mod fix;
pub mod rule;
mod rules;
mod suppression;
mod words;

use rayon::prelude::*;

pub use fingerprint::{Fingerprint, fingerprint};
pub use rule::{Check, Rule};
pub use rules::RULES;

use crate::config::RuleLevel;
use crate::diagnostic::{Diagnostic, Finding, Severity};
use crate::document::{Document, TOO_LARGE};
use crate::site::{DocumentId, Site};

/// Code of the rule for suppressions that are of no use.
const UNUSED: &str = "X01";

/// The rule of this code or name.
pub fn find_rule(code_or_name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code_or_name) || rule.name == code_or_name)
}

/// Checks a site. The diagnostics are in reading order and do not depend on how many threads looked.
pub fn check(site: &Site) -> Vec<Diagnostic> {
    let parsed = site.documents.iter().flat_map(|document| &document.problems).chain(&site.problems);
    let mut diagnostics: Vec<_> =
        parsed.filter_map(|problem| diagnostic(site, find_rule(problem.code)?, problem.finding.clone())).collect();
    let declared =
        config::problems(site).into_iter().chain((0..site.documents.len()).flat_map(|id| config::own_keys(site, id)));
    diagnostics.extend(declared.filter_map(|problem| diagnostic(site, find_rule(problem.code)?, problem.finding)));
    let checked = checked_documents(site);
    diagnostics.par_extend(RULES.par_iter().flat_map_iter(|rule| {
        findings(site, rule, &checked).into_iter().filter_map(|finding| diagnostic(site, rule, finding))
    }));
    let unused = suppression::apply(site, &mut diagnostics);
    let rule = find_rule(UNUSED);
    diagnostics.extend(unused.into_iter().filter_map(|finding| diagnostic(site, rule?, finding)));
    diagnostics.par_sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    diagnostics.dedup();
    diagnostics
}

/// The documents that rules look at: a page that is too large says so and nothing else, unless the site allows it.
fn checked_documents(site: &Site) -> Vec<DocumentId> {
    let refused = |document: &Document| {
        let problems = document.problems.iter().filter(|problem| problem.code == TOO_LARGE);
        problems
            .cloned()
            .any(|problem| find_rule(TOO_LARGE).is_some_and(|rule| diagnostic(site, rule, problem.finding).is_some()))
    };
    (0..site.documents.len()).filter(|&id| !refused(&site.documents[id])).collect()
}

fn findings(site: &Site, rule: &Rule, checked: &[DocumentId]) -> Vec<Finding> {
    let mut findings = Vec::new();
    match rule.check {
        Check::Parser => {}
        Check::Document(check) => checked.iter().for_each(|&id| check(site, id, &mut findings)),
        Check::Site(check) => check(site, &mut findings),
    }
    findings
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
