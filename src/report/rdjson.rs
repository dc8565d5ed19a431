//! The diagnostic format of reviewdog.

use serde_json::{Value, json};

use super::Report;
use super::place::Place;
use crate::diagnostic::{Applicability, Diagnostic, Severity};
use crate::source::Span;

/// The report as `reviewdog -f=rdjson` reads it. Its columns are bytes of UTF-8.
pub fn rdjson(report: &Report<'_>) -> String {
    let diagnostics: Vec<_> = report.diagnostics().iter().map(|diagnostic| entry(report, diagnostic)).collect();
    format!("{:#}\n", json!({ "source": { "name": "docent" }, "diagnostics": diagnostics }))
}

fn entry(report: &Report<'_>, diagnostic: &Diagnostic) -> Value {
    let finding = &diagnostic.finding;
    let help = finding.help.iter().map(|help| format!("\n{help}"));
    let mut entry = json!({
        "message": std::iter::once(finding.message.clone()).chain(help).collect::<String>(),
        "location": location(report, &finding.span),
        "severity": match diagnostic.severity {
            Severity::Advice => "INFO",
            Severity::Warning => "WARNING",
            Severity::Error => "ERROR",
        },
        "code": { "value": diagnostic.code },
    });
    if let Some(suggestion) = suggestion(report, diagnostic) {
        entry["suggestions"] = json!([suggestion]);
    }
    entry
}

fn location(report: &Report<'_>, span: &Span) -> Value {
    let mut location = json!({ "path": report.path(&span.path) });
    if let Some(place) = report.place(span) {
        location["range"] = range(place);
    }
    location
}

fn range(place: Place) -> Value {
    json!({
        "start": { "line": place.start.line, "column": place.start.byte_column },
        "end": { "line": place.end.line, "column": place.end.byte_column },
    })
}

/// Each suggestion is taken by itself, so only a fix of one edit can be one.
fn suggestion(report: &Report<'_>, diagnostic: &Diagnostic) -> Option<Value> {
    let finding = &diagnostic.finding;
    let fix = finding.fix.as_ref().filter(|fix| fix.applicability != Applicability::DisplayOnly)?;
    let [edit] = &fix.edits[..] else { return None };
    let place = report.place(&edit.span).filter(|_| edit.span.path == finding.span.path)?;
    Some(json!({ "range": range(place), "text": edit.replacement }))
}
