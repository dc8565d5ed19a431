//! The earlier site as far as its base lets it be known: its documents, or only its URLs, or nothing.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use super::account::{Change, PageAccount};
use super::base::Base;
use super::pages::{PageChange, Sides};
use crate::site::{Published, PublishedPage};
use crate::source::SitePath;
use crate::world::{DiskWorld, GitWorld, MemoryWorld, World};

/// The earlier site.
pub(super) struct Earlier {
    world: EarlierWorld,
    knowledge: Knowledge,
}

/// Where it comes from.
enum EarlierWorld {
    Git(Box<GitWorld>, String),
    Disk(DiskWorld),
    Memory(MemoryWorld),
}

/// How much of it is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Knowledge {
    /// All.
    Documents,
    /// What it has published.
    Urls(Published),
    /// Nothing.
    Nothing,
}

impl Earlier {
    pub(super) fn open(base: &Base) -> Result<Self> {
        let (world, knowledge) = match base {
            Base::Commit(repository, commit) => {
                let world = GitWorld::new(repository.clone(), commit.clone());
                let world = world.with_context(|| format!("cannot read the site of the commit {commit}"))?;
                let command = repository.fetch_content_command(commit);
                (EarlierWorld::Git(Box::new(world), command), Knowledge::Documents)
            }
            Base::Folder(folder) => {
                let world = DiskWorld::new(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
                (EarlierWorld::Disk(world), Knowledge::Documents)
            }
            Base::Memory(world) => (EarlierWorld::Memory(world.clone()), Knowledge::Documents),
            Base::Published(published) => {
                (EarlierWorld::Memory(MemoryWorld::new()), Knowledge::Urls(published.clone()))
            }
            Base::Nothing { .. } => (EarlierWorld::Memory(MemoryWorld::new()), Knowledge::Nothing),
        };
        Ok(Self { world, knowledge })
    }

    pub(super) fn world(&self) -> &dyn World {
        match &self.world {
            EarlierWorld::Git(world, _) => &**world,
            EarlierWorld::Disk(world) => world,
            EarlierWorld::Memory(world) => world,
        }
    }

    /// Refuses a base of which files are missing: their pages would seem to be new.
    pub(super) fn ensure_whole(&self) -> Result<()> {
        match &self.world {
            EarlierWorld::Git(world, command) if world.lacks_content() => {
                bail!("this clone lacks files of the commit {}: run `{command}` first", world.commit());
            }
            _ => Ok(()),
        }
    }

    /// The submodules that the change touches: what they held before is not known.
    pub(super) fn changed_submodules(&self) -> Vec<String> {
        match &self.world {
            EarlierWorld::Git(world, _) => world.changed_submodules(),
            EarlierWorld::Disk(_) | EarlierWorld::Memory(_) => Vec::new(),
        }
    }

    pub(super) fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}

/// The pages that have changed since they were published. What they said is not known, so that nothing is marked.
pub(super) fn against_published<'s>(sides: &Sides<'s>, published: &mut Published) -> Vec<PageChange<'s>> {
    let site = &sides.after.checked.site;
    let by_source: BTreeMap<&str, &PublishedPage> =
        published.pages.iter().map(|page| (page.source.as_str(), page)).collect();
    let (mut changed, mut added) = (Vec::new(), Vec::new());
    for id in site.published() {
        let source = &site.documents[id].source;
        match by_source.get(source.path().as_str()) {
            None => added.push(id),
            Some(page) if page.source_hash != source.hash().to_hex().as_str() => {
                let mut page = sides.alone(Change::Edited, id);
                page.account.why = vec!["its source is not the one that is published".to_owned()];
                changed.push(page);
            }
            Some(_) => {}
        }
    }
    let is_gone = |page: &&PublishedPage| {
        let there = site.document_at(&SitePath::new(page.source.as_str()));
        !there.is_some_and(|id| site.is_published(id))
    };
    let mut moved = BTreeMap::new();
    for page in published.pages.iter().filter(is_gone) {
        match added.iter().position(|&id| site.documents[id].title() == page.title) {
            Some(place) => {
                let id = added.remove(place);
                moved.insert(page.url.clone(), id);
                changed.push(sides.moved_from(id, page));
            }
            None => changed.push(gone(sides, page)),
        }
    }
    changed.extend(added.into_iter().map(|id| sides.alone(Change::Added, id)));
    published.moved = moved;
    changed
}

fn gone<'s>(sides: &Sides<'s>, page: &PublishedPage) -> PageChange<'s> {
    let redirected = Some(sides.answered.contains(&page.url));
    let account = PageAccount {
        redirected,
        why: vec!["it is published and the site has it no more".to_owned()],
        ..PageAccount::bare(Change::Deleted, &page.url, &page.title, &page.source)
    };
    PageChange { account, marked: None }
}
