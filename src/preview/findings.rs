//! What is wrong, by whether the change has brought it: new, already there, fixed.

use std::collections::{BTreeMap, VecDeque};

use crate::check::{Fingerprint, fingerprint};
use crate::diagnostic::{Diagnostic, Severity};
use crate::site::Site;
use crate::source::SitePath;

/// Diagnostics of both sites.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// Of the later site alone.
    pub(super) new: Vec<Diagnostic>,
    /// Of both.
    pub(super) already_there: Vec<Diagnostic>,
    /// Of the earlier site alone.
    pub(super) fixed: Vec<Diagnostic>,
}

/// Tells which diagnostics are the same: by rule, section and line, wherever the line is now; then by what they say.
pub(super) fn compare(
    before: (&Site, Vec<Diagnostic>),
    after: (&Site, Vec<Diagnostic>),
    moves: &BTreeMap<SitePath, SitePath>,
) -> Compared {
    let mut earlier: BTreeMap<Fingerprint, Vec<Diagnostic>> = BTreeMap::new();
    for diagnostic in before.1 {
        let mut key = fingerprint(before.0, &diagnostic);
        if let Some(moved) = moves.get(&key.path) {
            key.path = moved.clone();
        }
        earlier.entry(key).or_default().push(diagnostic);
    }
    let mut compared = Compared::default();
    let mut unknown = Vec::new();
    for diagnostic in after.1 {
        match earlier.get_mut(&fingerprint(after.0, &diagnostic)).and_then(Vec::pop) {
            Some(_) => compared.already_there.push(diagnostic),
            None => unknown.push(diagnostic),
        }
    }
    let mut left: BTreeMap<_, VecDeque<Diagnostic>> = BTreeMap::new();
    for diagnostic in earlier.into_values().flatten() {
        let path = &diagnostic.finding.span.path;
        let path = moves.get(path).unwrap_or(path).clone();
        left.entry((path, diagnostic.code, diagnostic.finding.message.clone())).or_default().push_back(diagnostic);
    }
    for diagnostic in unknown {
        let finding = &diagnostic.finding;
        let said = (finding.span.path.clone(), diagnostic.code, finding.message.clone());
        match left.get_mut(&said).and_then(VecDeque::pop_front) {
            Some(_) => compared.already_there.push(diagnostic),
            None => compared.new.push(diagnostic),
        }
    }
    let mut left: Vec<_> = left.into_values().flatten().collect();
    left.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    compared.already_there.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    compared.fixed = left;
    compared
}

/// Leaves out advice, which is for authors, not for those who look at their change.
pub(super) fn without_advice(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.into_iter().filter(|diagnostic| diagnostic.severity > Severity::Advice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::Cache;
    use crate::pipeline::{Checked, Options, check_site};
    use crate::world::MemoryWorld;

    fn checked(pages: &[(&str, &str)]) -> Checked {
        let mut world = MemoryWorld::new();
        for (path, body) in pages {
            world.write(&format!("content/{path}.md"), format!("---\ntitle: T\nkind: page\n---\n{body}\n"));
        }
        check_site(&world, &Cache::new(), &Options::default())
    }

    fn counts(before: &[(&str, &str)], after: &[(&str, &str)], moves: &[(&str, &str)]) -> (usize, usize, usize) {
        let (before, after) = (checked(before), checked(after));
        let path = |name: &str| SitePath::new(format!("content/{name}.md"));
        let moves = moves.iter().map(|(was, is)| (path(was), path(is))).collect();
        let errors = |checked: &Checked| {
            checked.all().into_iter().filter(|it| it.severity == Severity::Error).collect::<Vec<_>>()
        };
        let compared = compare((&before.site, errors(&before)), (&after.site, errors(&after)), &moves);
        (compared.new.len(), compared.already_there.len(), compared.fixed.len())
    }

    #[test]
    fn findings_are_told_apart() {
        let broken = "[one page](gone.md)";
        assert_eq!(counts(&[("a", broken)], &[("a", &format!("New.\n\n{broken}"))], &[]), (0, 1, 0), "moved down");
        assert_eq!(counts(&[("a", broken)], &[("a", "see [one page](gone.md) now")], &[]), (0, 1, 0), "line edited");
        assert_eq!(counts(&[("a", "x")], &[("a", broken)], &[]), (1, 0, 0));
        assert_eq!(counts(&[("a", broken)], &[("a", "x")], &[]), (0, 0, 1));
        assert_eq!(counts(&[("a", broken)], &[("a", &format!("{broken}\n\n{broken}"))], &[]), (1, 1, 0), "once more");
        assert_eq!(counts(&[("a", broken)], &[("b", broken)], &[("a", "b")]), (0, 1, 0), "the page has moved");
        assert_eq!(counts(&[("a", broken)], &[("b", broken)], &[]), (1, 0, 1));
    }
}
