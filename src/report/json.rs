//! A report for programs, whose form `docent schema report` describes.

use serde::Serialize;

use super::Report;
use super::place::Point;
use crate::diagnostic::{Applicability, Diagnostic, Edit, Fix, Severity};
use crate::source::Span;

/// The form of the report, as a JSON Schema.
pub const JSON_SCHEMA: &str = include_str!("json.schema.json");

/// Rises when a program that read the last version could misread this one; new keys do not raise it.
const VERSION: u32 = 1;

/// The report as JSON.
pub fn json(report: &Report<'_>) -> String {
    let fingerprints = report.fingerprints();
    let found = report.diagnostics().iter().zip(fingerprints);
    let written = Written {
        version: VERSION,
        tool: Tool { name: "docent", version: env!("CARGO_PKG_VERSION") },
        diagnostics: found.map(|(diagnostic, fingerprint)| entry(report, diagnostic, fingerprint)).collect(),
    };
    let mut text = serde_json::to_string_pretty(&written).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    tool: Tool,
    diagnostics: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'static str,
    name: &'static str,
    level: Severity,
    message: &'a str,
    #[serde(flatten)]
    place: WrittenSpan,
    label: Option<&'a str>,
    others: Vec<Other<'a>>,
    why: &'static str,
    help: Option<&'a str>,
    fix: Option<WrittenFix<'a>>,
    fingerprint: String,
}

#[derive(Serialize)]
struct Other<'a> {
    #[serde(flatten)]
    place: WrittenSpan,
    text: &'a str,
}

#[derive(Serialize)]
struct WrittenFix<'a> {
    title: &'a str,
    applicability: Applicability,
    edits: Vec<WrittenEdit<'a>>,
}

#[derive(Serialize)]
struct WrittenEdit<'a> {
    #[serde(flatten)]
    place: WrittenSpan,
    replacement: &'a str,
}

#[derive(Serialize)]
struct WrittenSpan {
    file: String,
    start: Option<WrittenPoint>,
    end: Option<WrittenPoint>,
}

#[derive(Serialize)]
struct WrittenPoint {
    line: usize,
    column: usize,
    offset: usize,
}

fn entry<'a>(report: &Report<'_>, diagnostic: &'a Diagnostic, fingerprint: String) -> Entry<'a> {
    let finding = &diagnostic.finding;
    let other = |other: &'a crate::diagnostic::Label| Other { place: span(report, &other.span), text: &other.text };
    Entry {
        code: diagnostic.code,
        name: diagnostic.name,
        level: diagnostic.severity,
        message: &finding.message,
        place: span(report, &finding.span),
        label: finding.label.as_deref(),
        others: finding.others.iter().map(other).collect(),
        why: diagnostic.why,
        help: finding.help.as_deref(),
        fix: finding.fix.as_ref().map(|it| fix(report, it)),
        fingerprint,
    }
}

fn fix<'a>(report: &Report<'_>, fix: &'a Fix) -> WrittenFix<'a> {
    let edit = |edit: &'a Edit| WrittenEdit { place: span(report, &edit.span), replacement: &edit.replacement };
    WrittenFix { title: &fix.title, applicability: fix.applicability, edits: fix.edits.iter().map(edit).collect() }
}

fn span(report: &Report<'_>, span: &Span) -> WrittenSpan {
    let place = report.place(span);
    let point = |point: Point| WrittenPoint { line: point.line, column: point.column, offset: point.offset };
    WrittenSpan {
        file: report.path(&span.path),
        start: place.map(|place| point(place.start)),
        end: place.map(|place| point(place.end)),
    }
}
