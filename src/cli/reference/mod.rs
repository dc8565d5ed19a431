//! The reference pages of this repository's own site, made from the same texts that the program checks and prints.

mod code_blocks;
mod command_line;
mod context;
mod keys;
mod limits;
mod rules;

use crate::config;
use crate::document::front_matter;

/// The pages: for each, its path in the repository and its text.
pub fn pages() -> Vec<(&'static str, String)> {
    vec![
        ("content/reference/index.md", index()),
        ("content/reference/rules.md", rules::page()),
        ("content/reference/front-matter.md", front_matter_page()),
        ("content/reference/code-blocks.md", code_blocks::page()),
        ("content/reference/configuration.md", configuration_page()),
        ("content/reference/command-line.md", command_line::page()),
        ("content/reference/template-context.md", context::page()),
        ("content/reference/limits.md", limits::page()),
    ]
}

fn index() -> String {
    opened(
        "Reference",
        "Every rule, key, command and template variable of Docent, made from the program itself.",
        "index",
        "These pages are made from the program, so that they say what it does: `UPDATE=1 cargo test --test reference` renews them.",
    )
}

fn front_matter_page() -> String {
    let page = opened(
        "Front matter",
        "Every key that the front matter of a document can have, what its value must be, and what it is for.",
        "reference",
        "Front matter is a block of YAML between two lines `---` at the start of a document. Which keys a document must \
         have depends on its [kind](configuration.md#kinds). Keys of your own stand below `extra:`, or are declared by a kind. \
         `docent schema front-matter` prints this page as a JSON Schema.",
    );
    format!("{page}\n## Keys\n\n{}", keys::table(front_matter::keys()))
}

fn configuration_page() -> String {
    let page = opened(
        "Configuration",
        "Every key of docent.yml, what its value must be, what it is for, and the kinds of documents that are built in.",
        "reference",
        "`docent.yml` stands in the site's root and may be left out. `docent schema config` prints this page as a JSON \
         Schema.",
    );
    format!(
        "{page}\n## Keys\n\n{}\n## Kinds\n\nThese kinds are built in. `docent kinds` prints them in this form, which is also that of \
         `kinds:` in `docent.yml`.\n\n```yaml\n{}```\n",
        keys::table(&config::keys()),
        config::BUILT_IN_KINDS
    )
}

/// The start of a page.
fn opened(title: &str, description: &str, kind: &str, text: &str) -> String {
    format!("---\ntitle: {title}\ndescription: {description}\nkind: {kind}\n---\n\n{text}\n")
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
