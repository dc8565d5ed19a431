//! One of the two sites, built by the one pipeline.

use crate::cache::Cache;
use crate::output::Outputs;
use crate::pipeline::{self, Checked, Options, Progress};
use crate::world::{Untrusted, World};

/// A built site.
pub(super) struct Side {
    pub(super) checked: Checked,
    pub(super) outputs: Outputs,
    /// Why it has no pages, where its templates failed.
    pub(super) unbuilt: Option<String>,
}

/// How much of a site is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All that is published.
    All,
    /// The pages and the files beside them: nothing that is made of all pages together.
    Pages,
}

impl Side {
    pub(super) fn build(
        world: &dyn World,
        untrusted: bool,
        extent: Extent,
        cache: &Cache,
        options: &Options,
        progress: &dyn Progress,
    ) -> Self {
        let harmless = Untrusted::new(world);
        let world = if untrusted { &harmless } else { world };
        match extent {
            Extent::All => {
                let build = pipeline::build(world, cache, options, progress);
                Self::new(build.checked, build.outputs)
            }
            Extent::Pages => {
                let mut rendering = pipeline::render(world, cache, options, progress);
                let outputs = std::mem::take(&mut rendering.outputs);
                Self::new(rendering.check(cache).checked, outputs)
            }
        }
    }

    /// Whether a file of it cannot be published under its name. Of those that are made of all pages together, a whole site
    /// alone can tell.
    pub(super) fn has_unpublished_files(&self) -> bool {
        /// The rule for names of files.
        const UNPORTABLE_PATH: &str = "unportable-path";
        self.checked.diagnostics.iter().any(|diagnostic| diagnostic.name == UNPORTABLE_PATH)
    }

    fn new(checked: Checked, outputs: Outputs) -> Self {
        /// The rule for templates that fail.
        const TEMPLATE_ERROR: &str = "template-error";
        let failed = checked.all().into_iter().find(|diagnostic| diagnostic.name == TEMPLATE_ERROR);
        let unbuilt = failed.map(|failed| format!("{}: {}", failed.finding.span.path, failed.finding.message));
        Self { checked, outputs, unbuilt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::MemoryWorld;

    #[test]
    fn what_both_sides_have_in_common_is_made_once() {
        let mut world = MemoryWorld::new();
        for number in 0..20 {
            world
                .write(&format!("content/{number}.md"), format!("---\ntitle: Page {number}\nkind: page\n---\nText.\n"));
        }
        let cache = Cache::new();
        let build = |world: &MemoryWorld| Side::build(world, false, Extent::Pages, &cache, &Options::default(), &());
        build(&world);
        world.write("content/7.md", "---\ntitle: Page 7\nkind: page\n---\nOther text.\n");
        let after = cache.computed();
        build(&world);
        let before = cache.computed();
        assert_eq!(before.documents - after.documents, 1);
        assert_eq!((before.bodies - after.bodies, before.pages - after.pages), (1, 1));
    }
}
