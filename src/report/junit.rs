//! JUnit's XML, which most build servers show as test results.

use std::collections::BTreeMap;

use super::Report;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SitePath;

/// A test suite for each file, a test case for each diagnostic in it. Only errors are failures: warnings do not block.
pub fn junit(report: &Report<'_>) -> String {
    let mut files: BTreeMap<&SitePath, Vec<&Diagnostic>> = BTreeMap::new();
    for document in &report.checked.site.documents {
        files.entry(document.path()).or_default();
    }
    for diagnostic in report.diagnostics() {
        files.entry(&diagnostic.finding.span.path).or_default().push(diagnostic);
    }
    let tests: usize = files.values().map(|found| found.len().max(1)).sum();
    let suites: String = files.iter().map(|(path, found)| suite(report, path, found)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"docent\" tests=\"{tests}\" failures=\"{}\" errors=\"0\">\n{suites}</testsuites>\n",
        failures(report.diagnostics())
    )
}

fn failures<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> usize {
    found.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
}

fn suite(report: &Report<'_>, path: &SitePath, found: &[&Diagnostic]) -> String {
    let name = escaped(&report.path(path));
    let cases: String = match found {
        [] => format!("    <testcase name=\"check\" classname=\"{name}\"/>\n"),
        found => found.iter().map(|diagnostic| case(report, diagnostic)).collect(),
    };
    format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n{cases}  </testsuite>\n",
        found.len().max(1),
        failures(found.iter().copied())
    )
}

fn case(report: &Report<'_>, diagnostic: &Diagnostic) -> String {
    let finding = &diagnostic.finding;
    let file = report.path(&finding.span.path);
    let place = report.place(&finding.span).map_or((1, 1), |place| (place.start.line, place.start.column));
    let (line, column) = place;
    let name = escaped(&format!("{} {} at {line}:{column}", diagnostic.code, diagnostic.name));
    let message = escaped(&finding.message);
    let help = finding.help.as_deref().map_or_else(String::new, |help| format!("\n{help}"));
    let text = escaped(&format!("{file}:{line}:{column}: {}{help}", finding.message));
    let outcome = match diagnostic.severity {
        Severity::Error => format!("<failure type=\"error\" message=\"{message}\">{text}</failure>"),
        severity => format!("<system-out>{}: {text}</system-out>", severity.as_str()),
    };
    format!("    <testcase name=\"{name}\" classname=\"{}\">\n      {outcome}\n    </testcase>\n", escaped(&file))
}

/// Text for an attribute or an element. XML has no way to write most control characters, so these are shown.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\n' => written.push_str("&#10;"),
            '\t' => written.push_str("&#9;"),
            sign if sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}') => {
                written.push_str(&format!("\\u{{{:x}}}", u32::from(sign)));
            }
            sign => written.push(sign),
        }
    }
    written
}
