//! Whole sites: what is found has a place, fixes come to an end and make nothing worse, pages are sound.

use std::collections::BTreeMap;

use docent::cache::Cache;
use docent::check::has_errors;
use docent::diagnostic::{Applicability, Diagnostic, Severity};
use docent::pipeline::{self, Mended, Options};
use docent::report;
use docent::source::Span;
use docent::world::MemoryWorld;

use super::reader::Website;

/// The files of a site: each begins behind a line `%%% path`; what stands before the first is a page. Files that no disk
/// can hold together are left out.
pub(super) fn files(text: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut path = "content/page.md".to_owned();
    let mut file = String::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("%%% ") {
            Some(next) => {
                keep(&mut files, std::mem::replace(&mut path, next.trim().to_owned()), std::mem::take(&mut file));
            }
            None => file.push_str(line),
        }
    }
    keep(&mut files, path, file);
    files
}

fn keep(files: &mut BTreeMap<String, String>, path: String, text: String) {
    let is_name = |name: &str| {
        !matches!(name, "" | "." | "..")
            && name.len() < 200
            && !name.contains(|sign: char| sign.is_control() || sign == '\\')
    };
    let is_within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    let fits = files.keys().all(|other| !is_within(other, &path) && !is_within(&path, other));
    if fits && path.split('/').all(is_name) {
        files.insert(path, text);
    }
}

pub(super) fn world(files: &BTreeMap<String, String>) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    files.iter().for_each(|(path, text)| world.write(path, text.as_str()));
    world
}

fn errors(diagnostics: &[Diagnostic]) -> usize {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
}

/// The names of rules whose findings hide others.
const HIDING: [&str; 3] = ["front-matter-syntax", "front-matter-missing", "config-syntax"];

/// Fixes: afterwards there is nothing left to fix, and no error more.
pub(super) fn fixes(text: &str) {
    let files = files(text);
    let (before, options) = (world(&files), Options::default());
    for least in [Applicability::Safe, Applicability::Unsafe] {
        let mended = pipeline::mend(&before, &Cache::new(), &options, least);
        let first = pipeline::check_site(&before, &Cache::new(), &options);
        let (errors_before, errors_after) = (errors(&first.all()), errors(&mended.checked.all()));
        // What could not be read hides what is wrong in it.
        let hides = |diagnostic: &Diagnostic| HIDING.contains(&diagnostic.name);
        let fewer = errors_after <= errors_before || first.all().iter().any(hides);
        assert!(fewer, "{errors_before} errors, then {errors_after}: {}", changes(&mended));
        let after = written(&before, &mended);
        let again = pipeline::mend(&after, &Cache::new(), &options, least);
        assert!(again.changes.is_empty(), "a second run changes what the first has left: {}", changes(&again));
        let told = |diagnostics: &[Diagnostic]| format!("{diagnostics:?}");
        assert_eq!(told(&again.checked.all()), told(&mended.checked.all()), "what is left is not what was said");
    }
}

fn changes(mended: &Mended) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let changes = mended.changes.iter();
    changes.map(|it| report::unified_diff(&it.path, &text(&it.before), &text(&it.after))).collect()
}

fn written(before: &MemoryWorld, mended: &Mended) -> MemoryWorld {
    let mut after = before.clone();
    mended.changes.iter().for_each(|change| after.write(change.path.as_str(), &*change.after));
    after
}

/// A build: every finding has a place and can be shown, and the pages are sound.
pub(super) fn site(text: &str) {
    let files = files(text);
    let options = Options { drafts: true, ..Options::default() };
    let built = pipeline::build(&world(&files), &Cache::new(), &options, &());
    let sources = &built.checked.sources;
    let diagnostics = built.checked.all();
    for diagnostic in &diagnostics {
        let finding = &diagnostic.finding;
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.span);
        for Span { path, range } in finding.others.iter().map(|other| &other.span).chain(edits).chain([&finding.span]) {
            let Some(source) = sources.get(path) else { continue };
            assert!(source.text().get(range.clone()).is_some(), "{path} at {range:?}: {diagnostic:?}");
        }
    }
    report::concise(&diagnostics, sources);
    report::human(&diagnostics, sources);
    // A template and trusted HTML can be anything.
    let config = files.get("docent.yml").map(String::as_str).unwrap_or_default();
    if config.contains("trusted") || files.keys().any(|path| path.starts_with("templates/")) {
        return;
    }
    // What authors write in raw HTML need not be valid, nor describe its images.
    let theirs = |fault: &String| fault.contains("not valid") || fault.contains("has no `alt`");
    let mut faults = Website::of(&built).faults(!has_errors(&diagnostics));
    faults.retain(|fault| !theirs(fault));
    assert!(faults.is_empty(), "{faults:#?}");
}
