//! The attributes that a fence can have: one table for checks and for the reference page.

/// An attribute, and what it is for.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// Its name; `env.` stands for every name that starts with it.
    pub name: &'static str,
    /// How it is written.
    pub written: &'static str,
    /// What it does, in a sentence.
    pub docs: &'static str,
}

/// Every attribute, in the order of their names.
pub const KNOWN: [Known; 27] = [
    known("alt", "alt=\"…\"", "What a diagram shows, for those who do not see it; `auto` tells its boxes and arrows."),
    known("append", "append=\"notes.txt\"", "Shown, and added to this file of the page's sandbox."),
    known(
        "cwd",
        "cwd=src",
        "The folder of the sandbox that the block is run in. A session then goes back to where it was.",
    ),
    known("described-by", "described-by=ID", "The id of the paragraph that says what a diagram shows."),
    known("env.", "env.NAME=value", "A variable of the environment, for this block."),
    known("exit", "exit=2", "The exit status that the block ends with; in a transcript, its last command."),
    known("expect", "expect=\"a -> b\"", "Arrows and words that a diagram has to have."),
    known(
        "fails",
        "fails=\"TypeError\"",
        "The block fails: in Python with this exception or one derived from it, elsewhere printing this text. Without a value, \
         any failure will do. A success is then an error.",
    ),
    known(
        "file",
        "file=\"a.py#hook\"",
        "The block shows this file, or a region or lines of it. An empty block is filled; a copy is compared.",
    ),
    known("hidden", "hidden", "Not shown in the page."),
    known("id", "id=setup", "The id of the block, for links to it."),
    known("lines", "lines=3-9", "The lines of `file` that are shown."),
    known("mark", "mark=\"3,5-7\"", "Lines that are marked."),
    known(
        "match",
        "match=contains",
        "How the output is compared. `exact`: every line, in order. `contains`: the page shows a part of it. `unordered`: every \
         line, in any order.",
    ),
    known(
        "needs",
        "needs=\"gpu tool:docker\"",
        "Run only with all of these: `gpu`, `network` (and `--allow network`), `tool:PROGRAM`, `env:VARIABLE`, which is then \
         passed on, `python:MODULE`.",
    ),
    known("numbers", "numbers", "Lines are numbered."),
    known("output", "output=varies", "The output is another one each time: it is shown, and not compared."),
    known("region", "region=hook", "The region of `file` that is shown."),
    known("run", "run", "Run by `docent test`."),
    known(
        "session",
        "session=server",
        "The session that the block belongs to, in place of that of its language. `new` begins that one anew: nothing is left of \
         what earlier blocks defined.",
    ),
    known("skip", "skip=\"needs a rocket\"", "Never run, and why; counted as not verified."),
    known("tab", "tab=\"pip\"", "Blocks in a row with this attribute form a group of tabs."),
    known(
        "timeout",
        "timeout=120",
        "Seconds that the block may take; 30, unless `code: timeout` of the front matter says otherwise.",
    ),
    known("title", "title=\"setup.py\"", "The title of the block, or of the diagram."),
    known(
        "tol",
        "tol=1e-3",
        "How far a printed number may be from the one that is shown; for numbers above 1, which part of it.",
    ),
    known("wrap", "wrap", "Long lines are wrapped."),
    known("write", "write=\"pyproject.toml\"", "Shown, and written into this file of the page's sandbox."),
];

const fn known(name: &'static str, written: &'static str, docs: &'static str) -> Known {
    Known { name, written, docs }
}

/// The names of attributes, without those that are only the start of one.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name).filter(|name| !name.ends_with('.'))
}

/// Whether there is an attribute of this name.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.iter().any(|known| match known.name.strip_suffix('.') {
        Some(_) => name.strip_prefix(known.name).is_some_and(|rest| !rest.is_empty()),
        None => name == known.name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_sorted_and_said() {
        assert!(KNOWN.is_sorted_by_key(|known| known.name));
        for known in KNOWN {
            assert!(known.docs.ends_with('.') && known.written.starts_with(known.name), "{}", known.name);
        }
        assert!(is_known("env.PATH") && is_known("run") && !is_known("env.") && !is_known("env"));
    }
}
