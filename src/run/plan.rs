//! What is done with the blocks of a page, in order.

use std::borrow::Cow;

use crate::config::Runner;
use crate::document::task::{self, Comparison, Need, Task};
use crate::document::{CodeBlock, Document, language};
use crate::site::include::Fault;
use crate::site::{DocumentId, Site};

/// A block of a page.
pub(super) struct Step<'s> {
    pub(super) block: &'s CodeBlock,
    /// Whether readers do not see it, so that it counts for nobody.
    pub(super) hidden: bool,
    /// Its language, by its canonical name.
    pub(super) language: String,
    pub(super) task: Task,
    /// Its code, or why there is none.
    pub(super) code: Result<Cow<'s, str>, Fault<'s>>,
    /// The block below it that shows what it prints.
    pub(super) shown: Option<&'s CodeBlock>,
    /// How that is compared.
    pub(super) comparison: Comparison,
    pub(super) intent: Intent<'s>,
}

/// What is done with a block.
pub(super) enum Intent<'s> {
    /// It is run by this runner.
    Run(&'s Runner),
    /// It is to be run, and nothing can.
    NoRunner,
    /// Its author says that it is never run.
    Skip,
    /// It could be run, and nobody says so.
    Leave,
    /// It is only written into the sandbox.
    Write,
}

/// The blocks of a page that `docent test` does something with, in the order of the page.
pub(super) fn plan(site: &Site, id: DocumentId) -> Vec<Step<'_>> {
    let document: &Document = &site.documents[id];
    let visible = document.code_blocks.iter().enumerate().map(|(place, block)| {
        let next = document.code_blocks.get(place + 1);
        (block, next.filter(|next| canonical(next) == "output"), false)
    });
    let hidden = document.set_up.iter().map(|block| (block, None, true));
    let mut blocks: Vec<_> = visible.chain(hidden).collect();
    blocks.sort_by_key(|(block, ..)| block.range.start);
    let step = |(block, shown, hidden)| Some(Step { hidden, ..step(site, id, block, shown)? });
    blocks.into_iter().filter_map(step).collect()
}

fn step<'s>(site: &'s Site, id: DocumentId, block: &'s CodeBlock, shown: Option<&'s CodeBlock>) -> Option<Step<'s>> {
    let language = canonical(block);
    let running = &site.documents[id].front_matter.code;
    let task = block.task();
    let runner = runner(site, &language);
    let said = running.languages.iter().any(|name| name_of(name) == language);
    let intent = match runner {
        _ if task.skip.is_some() => Intent::Skip,
        Some(runner) if task.run || said => Intent::Run(runner),
        None if task.run => Intent::NoRunner,
        _ if task.write.is_some() || task.append.is_some() => Intent::Write,
        Some(_) => Intent::Leave,
        None => return None,
    };
    let comparison = comparison(&task, shown);
    Some(Step { block, hidden: false, language, task, code: site.code(id, block), shown, comparison, intent })
}

/// What the fence of the code says of its output, and that of the output itself.
fn comparison(task: &Task, shown: Option<&CodeBlock>) -> Comparison {
    let of_code = task.comparison;
    let Some(of_output) = shown.map(|shown| shown.task().comparison) else { return of_code };
    Comparison {
        varies: of_code.varies || of_output.varies,
        agreement: if of_output.agreement == task::Agreement::Exact { of_code.agreement } else { of_output.agreement },
        tolerance: of_output.tolerance.or(of_code.tolerance),
    }
}

fn canonical(block: &CodeBlock) -> String {
    block.language().map(name_of).unwrap_or_default()
}

fn name_of(language: &str) -> String {
    language::canonical(language).map_or_else(|| language.to_lowercase(), str::to_owned)
}

/// What runs a language. A terminal is a shell, unless the site has a runner of its own for it.
fn runner<'s>(site: &'s Site, language: &str) -> Option<&'s Runner> {
    let named = |name: &str| site.config.runners.iter().rfind(|runner| name_of(&runner.language) == name);
    named(language).or_else(|| (language == "console").then(|| named("bash")).flatten())
}

impl Step<'_> {
    /// What the block is only run with: what its page needs, and itself.
    pub(super) fn needs<'n>(&'n self, document: &'n Document) -> impl Iterator<Item = &'n Need> {
        document.front_matter.code.needs.iter().chain(&self.task.needs)
    }
}
