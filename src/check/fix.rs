//! Fixes: which of them can be applied at once, what a file says after them, and whether a site is better for it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::diagnostic::{Applicability, Diagnostic, Edit, Severity};
use crate::source::{SitePath, Source};

/// The names of rules whose findings hide those of others in the same file: it could not be read.
const HIDING: [&str; 3] = ["front-matter-syntax", "front-matter-missing", "config-syntax"];

/// The diagnostics whose fixes can be applied at once: sure enough, not overlapping, and none that `refused` holds.
///
/// Where a file has errors to fix, these come first and alone, so that what warnings bring can be told from what errors
/// uncover.
pub fn choose(diagnostics: &[Diagnostic], least: Applicability, refused: &BTreeSet<Key>) -> Vec<Diagnostic> {
    let wanted = |diagnostic: &&Diagnostic| {
        let fix = diagnostic.finding.fix.as_ref();
        fix.is_some_and(|fix| fix.applicability >= least && !fix.edits.is_empty())
            && !refused.contains(&key(diagnostic))
    };
    let wanted: Vec<_> = diagnostics.iter().filter(wanted).collect();
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let with_errors: BTreeSet<_> = wanted.iter().filter(|it| is_error(it)).flat_map(|it| paths(it)).collect();
    let mut taken: BTreeMap<&SitePath, Vec<Range<usize>>> = BTreeMap::new();
    let mut chosen = Vec::new();
    for diagnostic in wanted {
        let waits = !is_error(diagnostic) && paths(diagnostic).iter().any(|path| with_errors.contains(path));
        let fits = |edit: &Edit| {
            !taken.get(&edit.span.path).is_some_and(|taken| taken.iter().any(|it| meet(it, &edit.span.range)))
        };
        if !waits && edits(diagnostic).iter().all(fits) {
            for edit in edits(diagnostic) {
                taken.entry(&edit.span.path).or_default().push(edit.span.range.clone());
            }
            chosen.push(diagnostic.clone());
        }
    }
    chosen
}

/// Whether two edits are so near that one of them could change what the other means.
fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start <= b.end && b.start <= a.end
}

fn edits(diagnostic: &Diagnostic) -> &[Edit] {
    diagnostic.finding.fix.as_ref().map_or(&[], |fix| &fix.edits)
}

/// The files that a diagnostic's fix changes.
pub fn paths(diagnostic: &Diagnostic) -> BTreeSet<&SitePath> {
    edits(diagnostic).iter().map(|edit| &edit.span.path).collect()
}

/// What makes a diagnostic the same one after an edit has moved it.
pub type Key = (SitePath, &'static str, String);

/// The key of a diagnostic.
pub fn key(diagnostic: &Diagnostic) -> Key {
    (diagnostic.finding.span.path.clone(), diagnostic.code, diagnostic.finding.message.clone())
}

/// The text of a source after the edits that the fixes make in it; `None` where they do not fit.
///
/// Edits write `\n`; in a file whose lines end otherwise they end as the file's own.
pub fn apply(source: &Source, diagnostics: &[Diagnostic]) -> Option<String> {
    let mut edits: Vec<_> =
        diagnostics.iter().flat_map(edits).filter(|edit| &edit.span.path == source.path()).collect();
    edits.sort_by_key(|edit| (edit.span.range.start, edit.span.range.end));
    let text = source.text();
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for edit in edits {
        mended.push_str(text.get(from..edit.span.range.start)?);
        mended.push_str(&edit.replacement.replace("\r\n", "\n").replace('\n', source.line_end()));
        from = edit.span.range.end;
    }
    mended.push_str(text.get(from..)?);
    Some(mended)
}

/// Whether a site is better for some fixes; else why it is not.
///
/// No file may stop being readable, no file may have more errors than before, and a fix of anything but an error may
/// not bring one: an error can only take the place of another, as an unfinished value does of a missing one. A file
/// that could not be read before shows only now what is wrong in it, so there nothing is counted.
///
/// # Errors
///
/// Says what is worse.
pub fn judge(before: &[Diagnostic], after: &[Diagnostic], fixed: &[Diagnostic]) -> Result<(), String> {
    let (hidden, hiding) = (files_that_hide(before), files_that_hide(after));
    if let Some(path) = hiding.difference(&hidden).next() {
        return Err(format!("`{path}` could no longer be read"));
    }
    let uncovered = |path: &SitePath| hidden.contains(path) && !hiding.contains(path);
    let (errors_before, errors_after) = (errors(before), errors(after));
    for (path, by_code) in errors_after.iter().filter(|(path, _)| !uncovered(path)) {
        let none = BTreeMap::new();
        let earlier = errors_before.get(path).unwrap_or(&none);
        let Some(new) = by_code.iter().find(|(code, found)| found.len() > earlier.get(*code).map_or(0, Vec::len))
        else {
            continue;
        };
        let total = |errors: &BTreeMap<_, Vec<_>>| errors.values().map(Vec::len).sum::<usize>();
        let here: Vec<_> = fixed.iter().filter(|diagnostic| paths(diagnostic).contains(path)).collect();
        let replaced = !here.is_empty() && here.iter().all(|diagnostic| diagnostic.severity == Severity::Error);
        if !replaced || total(by_code) > total(earlier) {
            return Err(format!("it would bring an error into `{path}`: [{}] {}", new.0, new.1[new.1.len() - 1]));
        }
    }
    let count = |diagnostics: &[Diagnostic], wanted: &Key| diagnostics.iter().filter(|it| &key(it) == wanted).count();
    for wanted in fixed.iter().map(key) {
        if count(after, &wanted) + count(fixed, &wanted) > count(before, &wanted) {
            return Err("it would not mend what it is for".to_owned());
        }
    }
    Ok(())
}

fn files_that_hide(diagnostics: &[Diagnostic]) -> BTreeSet<&SitePath> {
    let hiding = diagnostics.iter().filter(|diagnostic| HIDING.contains(&diagnostic.name));
    hiding.map(|diagnostic| &diagnostic.finding.span.path).collect()
}

/// The messages of errors, by file and code.
fn errors(diagnostics: &[Diagnostic]) -> BTreeMap<&SitePath, BTreeMap<&'static str, Vec<&str>>> {
    let mut errors: BTreeMap<_, BTreeMap<_, Vec<_>>> = BTreeMap::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        let by_code = errors.entry(&diagnostic.finding.span.path).or_default();
        by_code.entry(diagnostic.code).or_default().push(diagnostic.finding.message.as_str());
    }
    errors
}
