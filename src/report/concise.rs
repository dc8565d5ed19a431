//! A line for each diagnostic: `file:line:column: level[code] message`.

use super::visible;
use crate::diagnostic::Diagnostic;
use crate::pipeline::Sources;

/// A line for each diagnostic.
pub fn concise(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| line(diagnostic, sources)).collect()
}

fn line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let span = &diagnostic.finding.span;
    let path = visible(span.path.as_str());
    let place = sources.get(&span.path).map_or_else(
        || format!("{path}:1:1"),
        |source| {
            let place = source.line_column(span.range.start);
            format!("{path}:{}:{}", place.line + 1, place.column + 1)
        },
    );
    let message = visible(&diagnostic.finding.message);
    format!("{place}: {}[{}] {message}\n", diagnostic.severity.as_str(), diagnostic.code)
}
