//! What is found wrong in what an author wrote: findings, diagnostics, and how to mend them.

use std::cmp::Reverse;
use std::ops::Range;

use serde::Serialize;

use crate::source::Span;

/// How bad a diagnostic is, in rising order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Never blocks; shown on request and in editors.
    Advice,
    /// A reviewer would ask.
    Warning,
    /// The page is wrong or breaks; `build` refuses to publish it.
    Error,
}

impl Severity {
    /// The word that reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What one rule found at one place. It does not know its rule: the reporter adds code and severity.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Where.
    pub span: Span,
    /// What is wrong: a phrase in lower case, no full stop, code in backticks.
    pub message: String,
    /// What stands at `span`, said below the carets.
    pub label: Option<String>,
    /// Other places that explain it.
    pub others: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// How to mend it.
    pub fix: Option<Fix>,
    /// Where the finding is less bad than what its rule usually finds, how bad it is at most.
    pub at_most: Option<Severity>,
}

impl Finding {
    /// A finding with a message alone.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { span, message, label: None, others: Vec::new(), help: None, fix: None, at_most: None }
    }

    /// Says what stands at the span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Names another place.
    #[must_use]
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Self {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers a repair.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Says that it is less bad than what its rule usually finds. A rule can lower a severity, never raise it.
    #[must_use]
    pub fn at_most(mut self, severity: Severity) -> Self {
        self.at_most = Some(severity);
        self
    }
}

/// A finding of the parser, which knows the code of the rule that documents it.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Code of the rule, such as `F01`.
    pub code: &'static str,
    /// What was found.
    pub finding: Finding,
}

impl Problem {
    /// Joins a code and a finding.
    pub fn new(code: &'static str, finding: Finding) -> Self {
        Self { code, finding }
    }
}

/// One finding as it is reported.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Code of the rule, such as `S13`.
    pub code: &'static str,
    /// Name of the rule, such as `missing-prerequisites`.
    pub name: &'static str,
    /// Why the rule exists, in one line.
    pub why: &'static str,
    /// How bad it is, as the site configured the rule.
    pub severity: Severity,
    /// What was found.
    pub finding: Finding,
}

impl Diagnostic {
    /// Reading order: by file, then by place, then by code.
    pub fn sort_key(&self) -> impl Ord + use<'_> {
        let Finding { span, message, .. } = &self.finding;
        (&span.path, span.range.start, span.range.end, self.code, message)
    }

    /// Whether a fix that keeps the meaning is at hand.
    pub fn is_mended_by_a_safe_fix(&self) -> bool {
        self.finding.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe)
    }
}

/// A place and a word about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What stands there.
    pub text: String,
}

/// How sure a fix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// Shown only; the author has to finish it.
    DisplayOnly,
    /// Probably what the author means; applied with `--unsafe`.
    Unsafe,
    /// Keeps the meaning; applied with `--fix`.
    Safe,
}

/// A repair.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// What it does, as an order: "quote the title".
    pub title: String,
    /// What it changes; edits do not overlap.
    pub edits: Vec<Edit>,
    /// How sure it is.
    pub applicability: Applicability,
}

impl Fix {
    /// A repair that keeps the meaning.
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, applicability: Applicability::Safe }
    }

    /// A repair that is probably meant.
    pub fn risky(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, applicability: Applicability::Unsafe }
    }

    /// A repair that the author has to finish.
    pub fn shown(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, applicability: Applicability::DisplayOnly }
    }

    /// Whether it can be applied without being looked at.
    pub fn is_safe(&self) -> bool {
        self.applicability == Applicability::Safe && !self.edits.is_empty()
    }
}

/// One replacement of bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What takes its place.
    pub replacement: String,
}

impl Edit {
    /// Replaces what stands at `span`.
    pub fn replace(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: replacement.into() }
    }

    /// Puts `text` before the byte at `at`.
    pub fn insert(span: &Span, at: usize, text: impl Into<String>) -> Self {
        let range: Range<usize> = at..at;
        Self { span: Span { path: span.path.clone(), range }, replacement: text.into() }
    }
}

/// How many slips of the pen lie between two words.
pub fn slips(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

/// The candidate nearest to `word` by edit distance, when it is near enough to be what the author meant. Of two that are as
/// near, the longer one: more letters are left out than are put in.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .map(|candidate| (slips(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, candidate)| (distance, Reverse(candidate.len())))
        .map(|(_, candidate)| candidate)
}
