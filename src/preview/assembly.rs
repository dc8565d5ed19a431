//! Puts together what a preview says.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Settings;
use super::account::{
    Account, BaseAccount, BaseKind, Cause, Change, Counts, FindingAccount, Findings, RemovedAnchor, SCHEMA, StepAccount,
};
use super::base::{Base, Found};
use super::cause::Causes;
use super::earlier::{self, Earlier, Knowledge};
use super::findings::{self, Compared};
use super::pages::{self, PageChange, Sides};
use super::pair;
use super::side::Side;
use super::site_wide;
use crate::check::check_against;
use crate::diagnostic::Diagnostic;
use crate::site::{Published, Site};
use crate::source::{SitePath, Span};
use crate::world::World;

/// What a preview says, and what its files are made of.
pub(super) struct Assembly<'s> {
    pub(super) account: Account,
    pub(super) changes: Vec<PageChange<'s>>,
    /// What the change has brought, in reading order.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The same, each at the changed line that caused it.
    pub(super) anchored: Vec<Diagnostic>,
}

/// Compares two sites.
pub(super) fn assemble<'s>(
    before: &'s Side,
    after: &'s Side,
    worlds: (&Earlier, &dyn World),
    found: &Found,
    settings: &Settings,
) -> Assembly<'s> {
    let (old, new) = (&before.checked.site, &after.checked.site);
    let sides = Sides::new(before, after);
    let pairs = pair::pairs(old, new);
    let moves = pair::moves(old, new, &pairs);
    let (mut changes, mut site_wide) = (Vec::new(), Vec::new());
    let mut published = Published::of(old);
    match worlds.0.knowledge() {
        Knowledge::Urls(urls) => {
            published.clone_from(urls);
            changes = earlier::against_published(&sides, &mut published);
        }
        knowledge => {
            published.moved = pair::moved_urls(old, &pairs);
            let touched = sides.touched(&pairs);
            changes.extend(touched.changed);
            if *knowledge == Knowledge::Documents && before.unbuilt.is_none() && after.unbuilt.is_none() {
                site_wide = site_wide::changes(&sides, (worlds.0.world(), worlds.1), &touched.markup);
            }
            site_wide.extend(site_wide::submodules(worlds.0.changed_submodules()));
        }
    }
    let compared = compared(before, after, worlds.0.knowledge(), &published, &moves);
    let causes = Causes::new(&before.checked, &after.checked, &moves);
    let mut found_in: BTreeMap<&str, usize> = BTreeMap::new();
    for found in &compared.new {
        *found_in.entry(found.finding.span.path.as_str()).or_default() += 1;
    }
    for page in &mut changes {
        page.account.new_findings = found_in.get(page.account.source.as_str()).copied().unwrap_or_default();
    }
    changes.sort_by_key(|page| (Reverse(pages::impact(&page.account)), page.account.url.clone()));
    let account = Account {
        schema: SCHEMA.to_owned(),
        docent: env!("CARGO_PKG_VERSION").to_owned(),
        title: new.title().to_owned(),
        head: settings.head.clone(),
        base: base(found, before),
        gate: *worlds.0.knowledge() != Knowledge::Nothing,
        only_changed: settings.only_changed,
        counts: counts(new, &changes),
        pages: changes.iter().map(|page| page.account.clone()).collect(),
        site_wide,
        anchors_removed: anchors_removed(new, &published),
        diagnostics: accounts(&compared, before, after, &causes, &settings.prefix),
    };
    let mut diagnostics = compared.new;
    let mut order: Vec<&Diagnostic> = diagnostics.iter().collect();
    order.sort_by_key(|found| (Reverse(found.severity), !causes.is_on_changed_line(found)));
    let anchored = order.into_iter().map(|diagnostic| causes.anchored(diagnostic)).collect();
    diagnostics.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    Assembly { account, changes, diagnostics, anchored }
}

/// What is wrong, told apart as far as the earlier site is known: of one that only its URLs are known of, what is wrong in
/// the site may have been wrong before.
fn compared(
    before: &Side,
    after: &Side,
    knowledge: &Knowledge,
    published: &Published,
    moves: &BTreeMap<SitePath, SitePath>,
) -> Compared {
    let (old, new) = (&before.checked.site, &after.checked.site);
    let mut later = findings::without_advice(after.checked.diagnostics.clone());
    let of_base = check_against(new, published);
    if let Knowledge::Urls(_) = knowledge {
        return Compared { new: of_base, already_there: later, fixed: Vec::new() };
    }
    later.extend(of_base);
    later.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    findings::compare((old, findings::without_advice(before.checked.all())), (new, later), moves)
}

fn base(found: &Found, before: &Side) -> BaseAccount {
    let (kind, commit, fetch) = match &found.base {
        Base::Commit(_, commit) => (BaseKind::Commit, Some(commit.to_string()), None),
        Base::Folder(_) | Base::Memory(_) => (BaseKind::Folder, None, None),
        Base::Published(_) => (BaseKind::Published, None, None),
        Base::Nothing { fetch, .. } => (BaseKind::Nothing, None, fetch.clone()),
    };
    let step = |step: &super::base::Step| StepAccount { place: step.place.to_owned(), found: step.found.clone() };
    BaseAccount { kind, commit, steps: found.steps.iter().map(step).collect(), fetch, unbuilt: before.unbuilt.clone() }
}

fn counts(site: &Site, changes: &[PageChange<'_>]) -> Counts {
    let count = |change| changes.iter().filter(|page| page.account.change == change).count();
    Counts {
        all: site.published().count(),
        edited: count(Change::Edited),
        added: count(Change::Added),
        renamed: count(Change::Renamed),
        deleted: count(Change::Deleted),
        appeared: count(Change::Appeared),
        disappeared: count(Change::Disappeared),
        affected: count(Change::Affected),
        not_visible: count(Change::NotVisible),
        words_added: changes.iter().map(|page| page.account.words_added).sum(),
        words_removed: changes.iter().map(|page| page.account.words_removed).sum(),
    }
}

/// The anchors of pages that are still there, and that their pages have no more.
fn anchors_removed(site: &Site, published: &Published) -> Vec<RemovedAnchor> {
    let mut removed = Vec::new();
    for page in &published.pages {
        let here = site.document_at(&SitePath::new(page.source.as_str())).filter(|&id| site.is_published(id));
        let Some(id) = here.or_else(|| published.moved.get(&page.url).copied()) else { continue };
        let linked: BTreeSet<&String> = page.linked_anchors.iter().collect();
        for anchor in page.anchors.iter().filter(|anchor| !site.documents[id].has_anchor(anchor)) {
            removed.push(RemovedAnchor {
                url: site.route(id).to_string(),
                anchor: anchor.clone(),
                linked: linked.contains(anchor),
            });
        }
    }
    removed
}

fn accounts(compared: &Compared, before: &Side, after: &Side, causes: &Causes<'_>, prefix: &str) -> Findings {
    let line = |side: &Side, span: &Span| {
        let source = side.checked.sources.get(&span.path)?;
        Some(source.line_column(span.range.start).line + 1)
    };
    let file = |span: &Span| format!("{prefix}{}", span.path);
    let account = |side: &Side, diagnostic: &Diagnostic, cause: Option<Span>| FindingAccount {
        code: diagnostic.code.to_owned(),
        name: diagnostic.name.to_owned(),
        level: diagnostic.severity.as_str().to_owned(),
        message: diagnostic.finding.message.clone(),
        help: diagnostic.finding.help.clone(),
        file: file(&diagnostic.finding.span),
        line: line(side, &diagnostic.finding.span),
        cause: cause.and_then(|span| Some(Cause { file: file(&span), line: line(after, &span)? })),
    };
    Findings {
        new: compared.new.iter().map(|it| account(after, it, causes.of(it))).collect(),
        already_there: compared.already_there.iter().map(|it| account(after, it, None)).collect(),
        fixed: compared.fixed.iter().map(|it| account(before, it, None)).collect(),
    }
}
