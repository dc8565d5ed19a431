//! Code quality reports of GitLab.

use serde_json::{Value, json};

use super::Report;
use crate::diagnostic::{Diagnostic, Severity};

/// The report as GitLab reads it from `artifacts:reports:codequality`.
pub fn gitlab(report: &Report<'_>) -> String {
    let found = report.diagnostics().iter().zip(report.fingerprints());
    let entries: Vec<_> = found.map(|(diagnostic, fingerprint)| entry(report, diagnostic, &fingerprint)).collect();
    format!("{:#}\n", Value::from(entries))
}

fn entry(report: &Report<'_>, diagnostic: &Diagnostic, fingerprint: &str) -> Value {
    let span = &diagnostic.finding.span;
    let end = report.place(span).map_or(1, |place| place.end.line);
    json!({
        "description": diagnostic.finding.message,
        "check_name": diagnostic.name,
        "fingerprint": fingerprint,
        "severity": match diagnostic.severity {
            Severity::Advice => "info",
            Severity::Warning => "minor",
            Severity::Error => "major",
        },
        "location": { "path": report.path(&span.path), "lines": { "begin": report.line(span), "end": end } },
    })
}
