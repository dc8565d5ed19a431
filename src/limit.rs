//! What a site may ask of the machine that builds it: every bound that an author can meet, in one table.
//!
//! A stranger's page must end with an answer, not with the machine. Each bound is far beyond what a reader would read; what
//! goes beyond it is told with the name of the file, and never cut off without a word.

/// A bound, as the reference shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The most.
    pub most: usize,
    /// What is counted.
    pub unit: &'static str,
    /// What it bounds, and what happens beyond it.
    pub docs: &'static str,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident = $most:expr, $unit:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: usize = $most;)+
        /// Every bound, in the order in which a build meets them.
        pub static LIMITS: &[Limit] = &[$(Limit { most: $most, unit: $unit, docs: concat!($($doc),+) }),+];
    };
}

limits! {
    /// A file of the site. A larger one is not read (`source-unreadable`).
    FILE_BYTES = 256 << 20, "bytes";
    /// The Markdown of a page. A larger one is not parsed (`too-large`).
    PAGE_BYTES = 8 << 20, "bytes";
    /// The symbolic links on the way to one file of a commit. What is behind more is not read (`source-unreadable`).
    LINKS_TO_A_FILE = 40, "symbolic links";
    /// The YAML of front matter and of `docent.yml`. A larger one is not read (`front-matter-syntax`, `config-syntax`).
    YAML_BYTES = 1 << 20, "bytes";
    /// Lists and mappings within each other in YAML. Deeper ones are not read (`front-matter-syntax`, `config-syntax`).
    /// An alias may repeat what it stands for, but not without end.
    YAML_DEPTH = 64, "levels";
    /// A list in front matter: aliases, tags, authors, suppressions. What is more is told and left out (`bad-value`).
    LIST_ITEMS = 100, "items";
    /// A list below a key of the site's own, unless its `max` says otherwise. What is more is told and left out
    /// (`bad-value`).
    OWN_LIST_ITEMS = 1_000, "items";
    /// A tag of raw HTML. What is longer is no tag and shown as text.
    TAG_BYTES = 64 << 10, "bytes";
    /// Lists and quotes within each other in Markdown. Deeper ones are an error (`too-large`): no browser shows them.
    NESTING = 100, "levels";
    /// The headings of a page, and the ids that raw HTML gives. More are an error (`too-large`).
    HEADINGS = 5_000, "headings";
    /// The links and images of a page. More are an error (`too-large`).
    LINKS = 20_000, "links";
    /// The code blocks of a page. More are an error (`too-large`).
    CODE_BLOCKS = 10_000, "code blocks";
    /// The cells of all tables of a page. More are an error (`too-large`).
    TABLE_CELLS = 100_000, "cells";
    /// A file that a code block shows. A larger one is not shown (`snippet-missing`).
    INCLUDE_BYTES = 1 << 20, "bytes";
    /// The code blocks of a page that show a file. More are an error (`too-large`), and show none.
    INCLUDES = 200, "code blocks";
    /// A file of code that pages are looked through for copies of (`paste-of-known-file`). A larger one is not looked for.
    SAMPLE_BYTES = 256 << 10, "bytes";
    /// A code block that is coloured. A longer one is shown as plain text.
    CODE_BYTES = 256 << 10, "bytes";
    /// A line of code that is coloured. A block with a longer one is shown as plain text.
    CODE_LINE_BYTES = 4 << 10, "bytes";
    /// How long colouring one block may take; the rest of it is then shown as plain text. The bounds above keep every known
    /// grammar far below.
    CODE_SECONDS = 2, "seconds";
    /// The text of a diagram. A longer one is an error and shown as its source (`diagram-syntax`).
    DIAGRAM_BYTES = 32 << 10, "bytes";
    /// The steps of the layout of a diagram, which bound its time alike on every machine. One that needs more is an error and
    /// shown as its source (`diagram-syntax`); one of a hundred nodes needs a twelfth.
    DIAGRAM_STEPS = 1_000_000, "steps";
    /// How long drawing a diagram may take beside that. Then it is an error and shown as its source (`diagram-syntax`).
    DIAGRAM_SECONDS = 2, "seconds";
    /// The TeX of a formula. A longer one is an error and shown as its source (`math-syntax`).
    FORMULA_BYTES = 8 << 10, "bytes";
    /// Groups within each other in a formula. Deeper ones are an error and shown as their source (`math-syntax`).
    FORMULA_DEPTH = 100, "levels";
    /// What macros may write into one formula. More is an error, and the formula is shown as its source (`math-syntax`).
    FORMULA_MACRO_BYTES = 1 << 20, "bytes";
    /// How long a block may run in `docent test`, unless its `timeout` or that of the page says otherwise. Then it is ended
    /// (C07).
    RUN_SECONDS = 30, "seconds";
    /// What a block may print in `docent test`. One that prints more is ended (C07).
    RUN_OUTPUT_BYTES = 16 << 20, "bytes";
    /// The pairs of lines that are compared to find out where an output differs from what a page shows. Of longer outputs all
    /// that is between their equal ends counts as different.
    RUN_COMPARED_LINES = 4_000_000, "pairs of lines";
    /// How long `docent preview --fetch` lets git fetch. Then git is ended, and the base is looked for elsewhere.
    FETCH_SECONDS = 300, "seconds";
    /// The pairs of pages that are new and pages that are gone, and the pairs of such sections of a page, that `docent preview`
    /// compares by their words to find those that have moved. Beyond it a page is found again by its title, a section by its id.
    PREVIEW_MOVED = 40_000, "pairs";
    /// The pairs of words, lines or blocks that `docent preview` compares in one place. Beyond it all that is between their
    /// equal ends is marked as one change.
    PREVIEW_COMPARED = 16_000_000, "pairs";
    /// The pairs of blocks, rows or items that have changed in one place, and that `docent preview` compares by their words.
    /// Beyond it only those at the same place are compared.
    PREVIEW_ALIKE = 6_000, "pairs";
    /// The files of a preview. `docent preview verify` refuses one with more.
    PREVIEW_FILES = 100_000, "files";
    /// All files of a preview together. `docent preview verify` refuses a larger one.
    PREVIEW_BYTES = 1 << 30, "bytes";
    /// One file of a preview. `docent preview verify` refuses a larger one.
    PREVIEW_FILE_BYTES = 64 << 20, "bytes";
    /// What programs read of a preview: its account, its overview and its summary. `docent preview verify` refuses larger ones,
    /// `docent preview wait` does not read them.
    PREVIEW_TEXT_BYTES = 16 << 20, "bytes";
    /// The comment of a preview: forges refuse longer ones, and so does `docent preview verify`.
    PREVIEW_COMMENT_BYTES = 64 << 10, "bytes";
}

/// A number with its unit, for messages and tables: bytes in the largest unit that is whole.
pub fn told(most: usize, unit: &str) -> String {
    match (unit, most) {
        ("bytes", most) if most >= 1 << 20 && most.is_multiple_of(1 << 20) => format!("{} MiB", most >> 20),
        ("bytes", most) if most >= 1 << 10 && most.is_multiple_of(1 << 10) => format!("{} KiB", most >> 10),
        _ => format!("{most} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_in_whole_units() {
        let told: Vec<_> = [(8 << 20, "bytes"), (4096, "bytes"), (1500, "bytes"), (100, "levels")]
            .map(|(most, unit)| told(most, unit))
            .into();
        assert_eq!(told, ["8 MiB", "4 KiB", "1500 bytes", "100 levels"]);
    }
}
