//! Diagnostics with the excerpt that they point at: the only owner of annotate-snippets.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::pipeline::Sources;

/// The diagnostics, each with its excerpt, one blank line between them.
pub fn human(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    // Colours are always written; whoever prints takes them off where they are not wanted.
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    diagnostics.iter().map(|diagnostic| format!("{}\n\n", renderer.render(&[group(diagnostic, sources)]))).collect()
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let finding = &diagnostic.finding;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Advice => Level::NOTE.with_name("advice"),
    };
    let mut group = Group::with_title(level.primary_title(finding.message.as_str()).id(diagnostic.code));
    match sources.get(&finding.span.path) {
        Some(source) => {
            let mut main = AnnotationKind::Primary.span(finding.span.range.clone());
            if let Some(label) = &finding.label {
                main = main.label(label.as_str());
            }
            let here = finding.others.iter().filter(|other| other.span.path == finding.span.path);
            let others =
                here.map(|other| AnnotationKind::Context.span(other.span.range.clone()).label(other.text.as_str()));
            let snippet =
                Snippet::source(source.text()).path(finding.span.path.as_str()).annotation(main).annotations(others);
            group = group.element(snippet);
        }
        None => group = group.element(Origin::path(finding.span.path.as_str())),
    }
    for other in finding.others.iter().filter(|other| other.span.path != finding.span.path) {
        let line = sources.get(&other.span.path).map(|source| source.line_column(other.span.range.start).line + 1);
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        group = group.element(Level::NOTE.message(format!("{}{line}: {}", other.span.path, other.text)));
    }
    group = group.element(Level::NOTE.with_name("why").message(diagnostic.why));
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.with_name("fix").message(help.as_str()));
    }
    group.element(Level::NOTE.with_name("more").message(format!("docent explain {}", diagnostic.code)))
}
