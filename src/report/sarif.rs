//! SARIF 2.1.0, which code scanners and editors read.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Report;
use super::place::Place;
use crate::check::{RULES, Rule};
use crate::diagnostic::{Applicability, Diagnostic, Fix, Label, Severity};
use crate::source::{SitePath, Span};

/// The report as a SARIF log with one run.
pub fn sarif(report: &Report<'_>) -> String {
    let found = report.diagnostics().iter().zip(report.fingerprints());
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Docent",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            } },
            // Columns are counted in characters; without this they would be UTF-16 code units.
            "columnKind": "unicodeCodePoints",
            "results": found.map(|(diagnostic, fingerprint)| result(report, diagnostic, &fingerprint)).collect::<Vec<_>>(),
        }],
    });
    format!("{log:#}\n")
}

fn descriptor(rule: &Rule) -> Value {
    let page = rule.page();
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": format!("{}: {}", rule.name, rule.why) },
        "help": { "text": page.as_str(), "markdown": page.as_str() },
        "defaultConfiguration": {
            "enabled": rule.default_level.is_some(),
            "level": level(rule.default_level.unwrap_or(Severity::Warning)),
        },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Advice => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn result(report: &Report<'_>, diagnostic: &Diagnostic, fingerprint: &str) -> Value {
    let finding = &diagnostic.finding;
    let help = finding.help.iter().map(|help| format!("\n{help}"));
    let mut result = json!({
        "ruleId": diagnostic.code,
        "level": level(diagnostic.severity),
        "message": { "text": std::iter::once(finding.message.clone()).chain(help).collect::<String>() },
        "locations": [{ "physicalLocation": location(report, &finding.span) }],
        "partialFingerprints": { "docent/v1": fingerprint },
    });
    if let Some(index) = RULES.iter().position(|rule| rule.code == diagnostic.code) {
        result["ruleIndex"] = json!(index);
    }
    if !finding.others.is_empty() {
        let related = finding.others.iter().enumerate().map(|(id, label)| related(report, id, label));
        result["relatedLocations"] = related.collect();
    }
    if let Some(fix) = finding.fix.as_ref().filter(|fix| fix.applicability != Applicability::DisplayOnly) {
        result["fixes"] = json!([written_fix(report, fix)]);
    }
    result
}

fn related(report: &Report<'_>, id: usize, label: &Label) -> Value {
    json!({ "id": id, "message": { "text": label.text }, "physicalLocation": location(report, &label.span) })
}

fn location(report: &Report<'_>, span: &Span) -> Value {
    let mut location = json!({ "artifactLocation": artifact(report, &span.path) });
    if let Some(place) = report.place(span) {
        location["region"] = region(place);
    }
    location
}

fn artifact(report: &Report<'_>, path: &SitePath) -> Value {
    json!({ "uri": uri(&report.path(path)) })
}

fn region(place: Place) -> Value {
    json!({
        "startLine": place.start.line,
        "startColumn": place.start.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    })
}

fn written_fix(report: &Report<'_>, fix: &Fix) -> Value {
    let mut changes: BTreeMap<&SitePath, Vec<Value>> = BTreeMap::new();
    for edit in &fix.edits {
        let deleted = report.place(&edit.span).map(region).unwrap_or_default();
        let replacement = json!({ "deletedRegion": deleted, "insertedContent": { "text": edit.replacement } });
        changes.entry(&edit.span.path).or_default().push(replacement);
    }
    let changes = changes.into_iter().map(
        |(path, replacements)| json!({ "artifactLocation": artifact(report, path), "replacements": replacements }),
    );
    json!({ "description": { "text": fix.title }, "artifactChanges": changes.collect::<Vec<_>>() })
}

/// A path as a relative URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
