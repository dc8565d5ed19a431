//! S11: tutorials that talk before they do.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::{BlockKind, Passage};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Gives advice on a tutorial with more than 350 words of prose before its first code block or numbered list. Only in
    /// languages that put blanks between words.
    "S11", "late-first-step", "readers came to do something", Some(Severity::Advice), Check::Document(check),
}

const MOST_WORDS: usize = 350;

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    let is_step = |kind: &BlockKind| matches!(kind, BlockKind::Code | BlockKind::List { ordered: true, .. });
    let Some(step) = document.blocks.iter().find(|block| is_step(&block.kind)) else { return };
    if !site.contract(id).is_some_and(crate::config::Kind::is_tutorial) {
        return;
    }
    let before = document.body.start..step.range.start;
    let passages = document.prose.passages().filter(|passage| before.contains(&passage.start()));
    let words: usize = passages.map(Passage::words).sum();
    if words > MOST_WORDS {
        let line = document.source.line_around(step.range.start);
        findings.push(
            Finding::new(
                document.source.span(step.range.start..line.end),
                format!("the first step comes behind {words} words"),
            )
            .help("start with what readers do, and explain it where they need it"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn the_first_step_comes_early() {
        let page = |words: usize| format!("---\ntitle: T\n---\n\n{}\n\n1. Do it.\n", "word ".repeat(words));
        marks("late-first-step", &format!("{}^^^^^^^^^ behind 351 words\n", page(351)));
        marks("late-first-step", &page(350));
        marks("late-first-step", &format!("{}\n\n```text\n```\n", "word ".repeat(400)));
    }
}
