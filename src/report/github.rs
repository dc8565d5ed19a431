//! Annotations of GitHub's workflow runs.

use super::{Report, counted};
use crate::diagnostic::{Diagnostic, Severity};

/// How many annotations of one type GitHub shows for a step; it drops the rest without a word.
const MOST: usize = 10;

/// A workflow command for each diagnostic. Where there are more than GitHub shows, the last one shown counts the rest.
pub fn github(report: &Report<'_>) -> String {
    let types = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Advice, "notice")];
    types.into_iter().map(|(severity, command)| of_type(report, severity, command)).collect()
}

fn of_type(report: &Report<'_>, severity: Severity, command: &str) -> String {
    let found: Vec<_> = report.diagnostics().iter().filter(|diagnostic| diagnostic.severity == severity).collect();
    let shown = if found.len() > MOST { MOST - 1 } else { found.len() };
    let mut text: String = found[..shown].iter().map(|diagnostic| annotation(report, diagnostic, command)).collect();
    if shown < found.len() {
        let rest = counted(found.len() - shown, &format!("more {command}"));
        let message = format!("{rest}, which GitHub does not show for one step: run `docent check` to see them all");
        text.push_str(&format!("::{command} title=docent::{}\n", escaped(&message)));
    }
    text
}

fn annotation(report: &Report<'_>, diagnostic: &Diagnostic, command: &str) -> String {
    let finding = &diagnostic.finding;
    let mut properties = format!("file={}", escaped_property(&report.path(&finding.span.path)));
    if let Some(place) = report.place(&finding.span) {
        properties.push_str(&format!(",line={},endLine={}", place.start.line, place.end.line));
        // Columns mean something to GitHub only within one line.
        if place.start.line == place.end.line {
            let end = place.end.column.max(place.start.column + 1);
            properties.push_str(&format!(",col={},endColumn={end}", place.start.column));
        }
    }
    let title = escaped_property(&format!("{} {}", diagnostic.code, diagnostic.name));
    let help = finding.help.iter().map(|help| format!("\n{help}"));
    let message: String = std::iter::once(finding.message.clone()).chain(help).collect();
    format!("::{command} {properties},title={title}::{}\n", escaped(&message))
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
