//! A line for each diagnostic: `file:line:column: level[code] message`.

use crate::diagnostic::Diagnostic;
use crate::pipeline::Sources;

/// A line for each diagnostic.
pub fn concise(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| line(diagnostic, sources)).collect()
}

fn line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let span = &diagnostic.finding.span;
    let place = sources.get(&span.path).map_or_else(
        || format!("{}:1:1", span.path),
        |source| {
            let place = source.line_column(span.range.start);
            format!("{}:{}:{}", span.path, place.line + 1, place.column + 1)
        },
    );
    format!("{place}: {}[{}] {}\n", diagnostic.severity.as_str(), diagnostic.code, diagnostic.finding.message)
}
