//! Applies fixes to a site until none is left, and keeps only those that make it better.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Checked, Options, Sources, check_site};
use crate::cache::Cache;
use crate::check::fix;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::{SitePath, Span};
use crate::world::{Overlay, World};

/// A site after its fixes.
#[derive(Debug)]
pub struct Mended {
    /// The site as it is then, and what is still wrong in it.
    pub checked: Checked,
    /// The files that the fixes change, in the order of their paths.
    pub changes: Vec<FileChange>,
    /// How many fixes were applied.
    pub applied: usize,
    /// The fixes that were not applied, because the site would be worse for them.
    pub refused: Vec<Refused>,
}

/// A file that fixes change.
#[derive(Debug, Clone, PartialEq)]
pub struct FileChange {
    /// The file.
    pub path: SitePath,
    /// Its bytes as they were read.
    pub before: Arc<[u8]>,
    /// Its bytes after the fixes.
    pub after: Arc<[u8]>,
}

/// A fix that was not applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// Where it would have been applied.
    pub span: Span,
    /// What it would have done.
    pub title: String,
    /// Why it was not.
    pub why: String,
}

/// A site after the fix of one finding.
#[derive(Debug)]
pub struct MendedOne {
    /// What the fix does.
    pub title: String,
    /// The files that it changes, in the order of their paths.
    pub changes: Vec<FileChange>,
}

/// Applies the fixes that are at least so sure. Nothing is written.
pub fn mend(world: &dyn World, cache: &Cache, options: &Options, least: Applicability) -> Mended {
    /// Fixes that uncover others come to an end after a few rounds; this bounds those that never would.
    const MOST_ROUNDS: usize = 100;
    let overlay = Overlay::new(world);
    let mut state = State { checked: check_site(&overlay, cache, options), overlay };
    let mut mender = Mender::new(cache, options);
    for _ in 0..MOST_ROUNDS {
        let chosen = fix::choose(&state.checked.diagnostics, least, &mender.refused.keys().cloned().collect());
        if chosen.is_empty() {
            break;
        }
        state = mender.settle(state, &chosen);
        if mender.refuse_circle(&state) {
            let overlay = Overlay::new(world);
            state = State { checked: check_site(&overlay, cache, options), overlay };
        }
    }
    let changes = changes(world, &state.overlay);
    let refused = mender.refused_among(&state.checked.diagnostics);
    Mended { changes, checked: state.checked, applied: mender.applied(), refused }
}

/// Applies the fix of the one finding that is wanted, where it is safe, and no other. Nothing is written.
///
/// # Errors
///
/// Says why the fix is not applied.
pub fn mend_one(
    world: &dyn World,
    cache: &Cache,
    options: &Options,
    is_wanted: impl Fn(&Diagnostic, &Sources) -> bool,
) -> Result<MendedOne, String> {
    let overlay = Overlay::new(world);
    let state = State { checked: check_site(&overlay, cache, options), overlay };
    let Checked { diagnostics, sources, .. } = &state.checked;
    let wanted = diagnostics.iter().find(|diagnostic| is_wanted(diagnostic, sources));
    let wanted = wanted.ok_or("this finding is no longer there")?.clone();
    let fix = wanted.finding.fix.as_ref().filter(|fix| fix.is_safe());
    let title = fix.ok_or("this finding has no safe fix")?.title.clone();
    let mut mender = Mender::new(cache, options);
    let state = mender.settle(state, &[wanted]);
    match mender.refused.pop_first() {
        Some((_, why)) => Err(why),
        None => Ok(MendedOne { title, changes: changes(world, &state.overlay) }),
    }
}

fn changes(world: &dyn World, overlay: &Overlay<'_>) -> Vec<FileChange> {
    let changed = overlay.replaced().filter_map(|(path, after)| {
        let before = world.read(path).ok().filter(|before| before != after)?;
        Some(FileChange { path: path.clone(), before, after: Arc::clone(after) })
    });
    changed.collect()
}

/// The site after some fixes.
struct State<'w> {
    overlay: Overlay<'w>,
    checked: Checked,
}

struct Mender<'c> {
    cache: &'c Cache,
    options: &'c Options,
    steps: Vec<Step>,
    /// What is not to be applied, and why.
    refused: BTreeMap<fix::Key, String>,
}

/// Fixes that were applied at once.
struct Step {
    fixes: Vec<Diagnostic>,
    /// The files that they change, as they were before.
    before: BTreeMap<SitePath, Arc<[u8]>>,
}

impl<'c> Mender<'c> {
    fn new(cache: &'c Cache, options: &'c Options) -> Self {
        Self { cache, options, steps: Vec::new(), refused: BTreeMap::new() }
    }

    fn applied(&self) -> usize {
        self.steps.iter().map(|step| step.fixes.len()).sum()
    }

    /// Applies fixes whose edits do not overlap; where the site would be worse for them, looks for those at fault.
    fn settle<'w>(&mut self, state: State<'w>, fixes: &[Diagnostic]) -> State<'w> {
        let outcome = self
            .attempt(&state, fixes)
            .and_then(|next| fix::judge(&state.checked.all(), &next.checked.all(), fixes).map(|()| next));
        match outcome {
            Ok(next) => {
                let paths = fixes.iter().flat_map(fix::paths);
                let before = paths.filter_map(|path| Some((path.clone(), state.overlay.read(path).ok()?))).collect();
                self.steps.push(Step { fixes: fixes.to_vec(), before });
                next
            }
            Err(why) if fixes.len() < 2 => {
                self.refused.extend(fixes.iter().map(|diagnostic| (fix::key(diagnostic), why.clone())));
                state
            }
            Err(_) => {
                let (first, rest) = halves(fixes);
                let state = self.settle(state, first);
                // Edits of one file have moved each other: what is left of them is found again in the next round.
                if are_apart(first, rest) { self.settle(state, rest) } else { state }
            }
        }
    }

    /// Refuses the fixes that have led a file back to what it was before them, where there are such; all other fixes are
    /// then to be begun anew, without these.
    fn refuse_circle(&mut self, state: &State<'_>) -> bool {
        let is_back = |(path, before): (&SitePath, &Arc<[u8]>)| {
            let is_same = state.overlay.read(path).is_ok_and(|now| now == *before);
            is_same.then(|| path.clone())
        };
        let back = |(at, step): (usize, &Step)| step.before.iter().find_map(is_back).map(|path| (at, path));
        let Some((from, path)) = self.steps.iter().enumerate().find_map(back) else { return false };
        let circle = self.steps[from..].iter().flat_map(|step| &step.fixes);
        let of_file = circle.filter(|diagnostic| fix::paths(diagnostic).contains(&path));
        self.refused.extend(of_file.map(|diagnostic| (fix::key(diagnostic), "another fix would undo it".to_owned())));
        self.steps.clear();
        true
    }

    /// The refused fixes of what is still found.
    fn refused_among(&self, diagnostics: &[Diagnostic]) -> Vec<Refused> {
        let refused = |diagnostic: &Diagnostic| {
            let why = self.refused.get(&fix::key(diagnostic))?.clone();
            let title = diagnostic.finding.fix.as_ref()?.title.clone();
            Some(Refused { span: diagnostic.finding.span.clone(), title, why })
        };
        diagnostics.iter().filter_map(refused).collect()
    }

    fn attempt<'w>(&self, state: &State<'w>, fixes: &[Diagnostic]) -> Result<State<'w>, String> {
        let mut overlay = state.overlay.clone();
        let paths: BTreeSet<_> = fixes.iter().flat_map(fix::paths).collect();
        for path in paths {
            let (path, bytes) = mended_file(&state.overlay, &state.checked.sources, path, fixes)?;
            overlay.replace(path, bytes);
        }
        let checked = check_site(&overlay, self.cache, self.options);
        Ok(State { overlay, checked })
    }
}

/// The files as they are after the fixes of these diagnostics, whatever the rules then find in them.
///
/// # Errors
///
/// Says which file cannot be changed, and why.
pub fn changed_by(world: &dyn World, sources: &Sources, diagnostics: &[Diagnostic]) -> Result<Vec<FileChange>, String> {
    let paths: BTreeSet<_> = diagnostics.iter().flat_map(fix::paths).collect();
    let change = |path: &SitePath| {
        let before = world.read(path).map_err(|error| format!("`{path}` cannot be read: {error}"))?;
        let (path, after) = mended_file(world, sources, path, diagnostics)?;
        Ok(FileChange { path, before, after: after.into() })
    };
    paths.into_iter().map(change).collect()
}

/// The bytes of a file after fixes; a file that is not read as it stands on disk is not written.
fn mended_file(
    world: &dyn World,
    sources: &Sources,
    path: &SitePath,
    fixes: &[Diagnostic],
) -> Result<(SitePath, Vec<u8>), String> {
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    let source = sources.get(path).ok_or_else(|| format!("`{path}` has not been read"))?;
    let bytes = world.read(path).map_err(|error| format!("`{path}` cannot be read: {error}"))?;
    let mark = if source.has_byte_order_mark() { BYTE_ORDER_MARK } else { &[] };
    if bytes.strip_prefix(mark) != Some(source.text().as_bytes()) {
        return Err(format!("`{path}` is not valid UTF-8, or not a file of the site"));
    }
    let text = fix::apply(source, fixes).ok_or_else(|| format!("its edits do not fit `{path}`"))?;
    Ok((path.clone(), [mark, text.as_bytes()].concat()))
}

/// Two parts, each not empty, which belong to different files where there are several.
fn halves(fixes: &[Diagnostic]) -> (&[Diagnostic], &[Diagnostic]) {
    let middle = fixes.len() / 2;
    let file = |at: usize| &fixes[at].finding.span.path;
    let boundary = |at: &usize| file(*at - 1) != file(*at);
    let nearest = (1..fixes.len()).filter(boundary).min_by_key(|at| at.abs_diff(middle));
    fixes.split_at(nearest.unwrap_or(middle))
}

fn are_apart(a: &[Diagnostic], b: &[Diagnostic]) -> bool {
    let paths: BTreeSet<_> = a.iter().flat_map(fix::paths).collect();
    !b.iter().flat_map(fix::paths).any(|path| paths.contains(path))
}

#[cfg(test)]
mod tests;
