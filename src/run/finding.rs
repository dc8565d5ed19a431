//! What is wrong with a page whose code was run: C06 and C07, each where its author can mend it.

use std::collections::BTreeSet;

use super::compare::{Difference, difference};
use super::console::Typed;
use super::plan::Step;
use super::session::{Answer, End, Outcome};
use crate::diagnostic::{Finding, Fix, Problem};
use crate::document::task::Ending;
use crate::document::{CodeBlock, Document};
use crate::limit::{self, RUN_OUTPUT_BYTES};
use crate::site::{DocumentId, Site};
use crate::source::Span;

const OUTPUT_DIFFERS: &str = "C06";
const RUN_FAILED: &str = "C07";

/// More lines than this of an output, or of a difference, are not shown.
const MOST_LINES: usize = 12;

/// What was found in a page.
pub(super) struct Findings<'s> {
    site: &'s Site,
    id: DocumentId,
    pub(super) problems: Vec<Problem>,
    /// How many blocks ended as they should not.
    pub(super) failures: usize,
    /// Where the blocks stand whose output is another one.
    differing: BTreeSet<usize>,
}

/// The pieces of code that were run: for each, its step and the line of the block that it starts at.
#[derive(Clone, Copy)]
pub(super) struct Trace<'t> {
    pub(super) steps: &'t [Step<'t>],
    pub(super) pieces: &'t [(usize, usize)],
}

impl<'s> Findings<'s> {
    pub(super) fn new(site: &'s Site, id: DocumentId) -> Self {
        Self { site, id, problems: Vec::new(), failures: 0, differing: BTreeSet::new() }
    }

    fn document(&self) -> &'s Document {
        &self.site.documents[self.id]
    }

    /// Whether the output of a step is another one than its page shows.
    pub(super) fn differs(&self, step: &Step<'_>) -> bool {
        self.differing.contains(&step.block.range.start)
    }

    fn fail(&mut self, finding: Finding) {
        self.failures += 1;
        self.problems.push(Problem::new(RUN_FAILED, finding));
    }

    /// What the page names for its sandbox and what is not there.
    pub(super) fn report_missing_files(&mut self) {
        let source = &self.document().source;
        for missing in self.site.attached(self.id).missing {
            let message = format!("`{}` is no file beside the page", missing.value);
            let finding = Finding::new(source.span(missing.range), message)
                .help("`files` names files and folders of `content`, from the folder of the page");
            self.fail(finding);
        }
    }

    pub(super) fn report_no_runner(&mut self, step: &Step<'_>) {
        let message = format!("nothing here runs `{}`", step.language);
        let help =
            format!("name a program below `runners:` in `docent.yml`: `{}: {{ command: [PROGRAM] }}`", step.language);
        self.fail(Finding::new(self.attribute(step.block, "run"), message).help(help));
    }

    pub(super) fn report_no_code(&mut self, step: &Step<'_>) {
        let message = "there is no code to run: its file cannot be shown";
        self.fail(Finding::new(self.attribute(step.block, "file"), message).help("`docent check` says why"));
    }

    /// Compares how the last piece ended with what its fence says.
    pub(super) fn judge_end(&mut self, step: &Step<'_>, outcome: &Outcome, trace: Trace<'_>) {
        self.judge(step, &step.task.ending, outcome, trace);
    }

    /// The same for a command of a transcript that others follow: it has to succeed.
    pub(super) fn judge_success(&mut self, step: &Step<'_>, outcome: &Outcome, trace: Trace<'_>) {
        self.judge(step, &Ending::Success, outcome, trace);
    }

    fn judge(&mut self, step: &Step<'_>, ending: &Ending, outcome: &Outcome, trace: Trace<'_>) {
        let gone;
        let answer = match &outcome.end {
            End::Done(answer) => answer,
            End::Gone(status) => {
                gone = Answer { status: *status, ..Answer::default() };
                &gone
            }
            End::TimedOut => return self.report_bound(step, outcome, trace, "takes longer than it may"),
            End::TooMuch => {
                let bound = format!("prints more than {}", limit::told(RUN_OUTPUT_BYTES, "bytes"));
                return self.report_bound(step, outcome, trace, &bound);
            }
        };
        let failed = answer.status != 0;
        match ending {
            Ending::Success if !failed => {}
            Ending::Success => {
                let help = match answer.exception.first() {
                    Some(name) => format!("mend it, or say that it is meant: `fails=\"{name}\"`"),
                    None => format!("mend it, or say that it is meant: `exit={}`", answer.status),
                };
                self.report_failure(step, answer, outcome, trace, &how(step, answer), help);
            }
            Ending::Status(status) if answer.status == *status => {}
            Ending::Status(status) if failed => {
                let help = format!("mend it, or change `exit={status}`");
                self.report_failure(step, answer, outcome, trace, &how(step, answer), help);
            }
            Ending::Failure(None) if failed => {}
            Ending::Failure(Some(name)) if failed && is_named(answer, name, &outcome.printed) => {}
            Ending::Failure(Some(name)) if failed => {
                let message = format!("{}, which is not `{name}`", how(step, answer));
                let help = format!("mend it, or change `fails=\"{name}\"`");
                self.report_failure(step, answer, outcome, trace, &message, help);
            }
            Ending::Status(_) | Ending::Failure(_) => {
                let attribute = if matches!(ending, Ending::Status(_)) { "exit" } else { "fails" };
                let message = format!("{} succeeds, and `{attribute}` says that it does not", subject(step));
                let finding = Finding::new(self.attribute(step.block, attribute), message)
                    .help(with_output(format!("take `{attribute}` out, or mend what should fail"), &outcome.printed));
                self.fail(finding);
            }
        }
    }

    fn report_bound(&mut self, step: &Step<'_>, outcome: &Outcome, trace: Trace<'_>, bound: &str) {
        let help = "raise its `timeout`, or mend it";
        let message = format!("{} {bound}", subject(step));
        self.report_failure(step, &Answer::default(), outcome, trace, &message, help.to_owned());
    }

    fn report_failure(
        &mut self,
        step: &Step<'_>,
        answer: &Answer,
        outcome: &Outcome,
        trace: Trace<'_>,
        message: &str,
        help: String,
    ) {
        let is_here = |&&(piece, _): &&(usize, usize)| {
            trace.pieces.get(piece).is_some_and(|&(at, _)| trace.steps[at].block.range == step.block.range)
        };
        let here = answer.places.iter().rev().find(is_here);
        // A command of a transcript says by itself where it stands.
        let started = trace.pieces.len().checked_sub(1).map(|piece| (piece, 1));
        let place = here.copied().or(started).and_then(|place| self.place(place, trace));
        let span = place.unwrap_or_else(|| self.opening(step.block));
        let mut finding = Finding::new(span.clone(), message);
        let deepest = answer.places.last().filter(|deepest| Some(*deepest) != here);
        if let Some(raised) = deepest.and_then(|&place| self.place(place, trace)).filter(|raised| *raised != span) {
            finding = finding.other(raised, "raised here");
        }
        self.fail(finding.help(with_output(help, &outcome.printed)));
    }

    /// Where a line of a piece stands, counted from 1.
    fn place(&self, (piece, line): (usize, usize), trace: Trace<'_>) -> Option<Span> {
        let &(at, start) = trace.pieces.get(piece)?;
        self.site.code_line(self.id, trace.steps[at].block, start + line.checked_sub(1)?)
    }

    /// Compares what a block printed with the block below that shows it.
    pub(super) fn judge_output(&mut self, step: &Step<'_>, printed: &str) {
        let Some(shown) = step.shown else { return };
        let Ok(text) = self.site.code(self.id, shown) else { return };
        let Some(difference) = difference(&text, printed, step.comparison) else { return };
        let span = difference.line.and_then(|line| self.site.code_line(self.id, shown, line));
        let new = difference.accepted.clone();
        self.report_difference(step, shown, span, &difference, &new);
    }

    /// Compares what the commands of a transcript printed with what it shows. One that shows no output at all is a list of
    /// commands.
    pub(super) fn judge_transcript(&mut self, step: &Step<'_>, commands: &[Typed], printed: &[String]) {
        if commands.iter().all(|command| command.shown.trim().is_empty()) {
            return;
        }
        let compared: Vec<_> = commands
            .iter()
            .zip(printed)
            .map(|(command, printed)| difference(&command.shown, printed, step.comparison))
            .collect();
        let Some((at, first)) = compared.iter().enumerate().find_map(|(at, it)| Some((at, it.as_ref()?))) else {
            return;
        };
        let typed = &commands[at];
        let output = typed.line + typed.written.lines().count();
        let line = first.line.map_or(typed.line, |line| output + line);
        let span = self.site.code_line(self.id, step.block, line);
        let text = |(command, difference): (&Typed, &Option<Difference>)| {
            let shown = difference.as_ref().map_or(command.shown.as_str(), |it| it.accepted.as_str());
            format!("{}{shown}", command.written)
        };
        let new: String = commands.iter().zip(&compared).map(text).collect();
        self.report_difference(step, step.block, span, first, &new);
    }

    fn report_difference(
        &mut self,
        step: &Step<'_>,
        block: &CodeBlock,
        span: Option<Span>,
        difference: &Difference,
        new: &str,
    ) {
        self.differing.insert(step.block.range.start);
        let span = span.unwrap_or_else(|| self.opening(block));
        let lines = shortened(&difference.lines);
        let finding = Finding::new(span, format!("{} prints something else than the page shows", subject(step)));
        // What a file shows is for the author of the file to change.
        let edits = if block.has("file") { None } else { self.document().rewrite(block, new) };
        self.problems.push(Problem::new(
            OUTPUT_DIFFERS,
            match edits {
                Some(edits) => finding
                    .help(format!("mend the code, or take what it prints with `docent test --accept`:\n{lines}"))
                    .fix(Fix::risky("show what the code prints", edits)),
                None => finding.help(format!("mend the code, or show what it prints:\n{lines}")),
            },
        ));
    }

    /// An attribute of a fence, else the line of the fence.
    fn attribute(&self, block: &CodeBlock, name: &str) -> Span {
        match block.attribute(name) {
            Some(attribute) => self.document().source.span(attribute.range.clone()),
            None => self.opening(block),
        }
    }

    /// The first line of a block.
    fn opening(&self, block: &CodeBlock) -> Span {
        let source = &self.document().source;
        let line = source.line_around(block.range.start);
        source.span(block.range.start..line.end.max(block.range.start))
    }
}

fn how(step: &Step<'_>, answer: &Answer) -> String {
    match answer.message.as_str() {
        "" => format!("{} ends with exit status {}", subject(step), answer.status),
        message => format!("{} raises `{message}`", subject(step)),
    }
}

/// What it is that ran.
fn subject(step: &Step<'_>) -> &'static str {
    if step.language == "console" { "the command" } else { "the code" }
}

/// Whether a failure is the one that a fence names: an exception by its name, or the words of any other.
fn is_named(answer: &Answer, name: &str, printed: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    match answer.exception.as_slice() {
        [] => printed.contains(name),
        kinds => kinds.iter().any(|kind| kind == last),
    }
}

/// A help with the end of what was printed.
fn with_output(help: String, printed: &str) -> String {
    let lines: Vec<_> = printed.trim_end().lines().map(str::to_owned).collect();
    if lines.is_empty() { help } else { format!("{help}\n{}", end_of(&lines)) }
}

/// The last lines.
fn end_of(lines: &[String]) -> String {
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let before = if left_out > 0 { vec![format!("… {left_out} lines before")] } else { Vec::new() };
    before.iter().chain(&lines[left_out..]).map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n")
}

/// The first lines.
fn shortened(lines: &[String]) -> String {
    let shown = &lines[..lines.len().min(MOST_LINES)];
    let more = lines.len() - shown.len();
    let end = if more > 0 { format!("\n… {more} lines more") } else { String::new() };
    format!("{}{end}", shown.join("\n"))
}
