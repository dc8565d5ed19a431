//! Words that rules look for in prose, by language. A rule is silent for a language that has none.

use std::sync::LazyLock;

use super::phrases::Phrases;

/// The words of one language; all in lower case.
#[derive(Debug)]
pub(super) struct Words {
    /// Verbs of objectives that nobody can watch a reader do.
    pub(super) unobservable: &'static [&'static str],
    /// Verbs of objectives that one can watch, as headings of steps begin too.
    pub(super) observable: &'static [&'static str],
    /// First words of an objective that is no verb.
    pub(super) no_verb: &'static [&'static str],
    /// Phrases about a time that the text does not name, and that passes unnoticed.
    pub(super) undated: &'static [&'static str],
    /// Words about a time that age more slowly.
    pub(super) ageing: &'static [&'static str],
    /// Those of [`Self::undated`], then those of [`Self::ageing`].
    pub(super) about_time: LazyLock<Phrases>,
    /// Words, or their beginnings, of sentences about what a product can do.
    pub(super) of_products: &'static [&'static str],
    /// Words for what was said of a change of the code.
    pub(super) discussions: &'static [&'static str],
    /// Words for what a change of the code did.
    pub(super) changes: &'static [&'static str],
    /// Words of a prerequisite that asks for something to be installed or known.
    pub(super) known_or_installed: &'static [&'static str],
    /// Words that a link to a change goes by.
    pub(super) change_names: &'static [&'static str],
    /// Words of a sentence that promises code.
    pub(super) code: &'static [&'static str],
}

/// Link texts that say nothing, in many languages: whole texts, in lower case.
#[rustfmt::skip]
pub(super) const EMPTY_LINK_TEXTS: &[&str] = &[
    "here", "click here", "click", "this", "this link", "link", "this one", "there", "hier", "dieser link", "ici",
    "cliquez ici", "aquí", "haz clic aquí", "haga clic aquí", "aqui", "clique aqui", "qui", "clicca qui", "здесь",
    "тут", "这里", "点击这里", "点这里", "此处", "ここ", "こちら", "여기", "여기를 클릭",
];

#[rustfmt::skip]
static ENGLISH: Words = Words {
    unobservable: &[
        "understand", "know", "learn", "appreciate", "grasp", "realize", "realise", "comprehend", "discover", "see",
        "be aware", "become aware", "be familiar", "become familiar", "familiarize", "familiarise", "get familiar",
        "get to know", "have an understanding", "gain an understanding", "gain knowledge", "get an understanding",
        "get an overview", "have knowledge", "think about", "be introduced",
    ],
    observable: &[
        "add", "allow", "apply", "ask", "attach", "authenticate", "automate", "benchmark", "bind", "build", "call",
        "change", "check", "choose", "clean", "clone", "combine", "compare", "compile", "compose", "compute",
        "configure", "connect", "construct", "convert", "copy", "count", "create", "debug", "declare", "define",
        "delete", "deploy", "design", "diagnose", "disable", "download", "draw", "edit", "enable", "encrypt",
        "evaluate", "execute", "export", "expose", "extend", "extract", "fetch", "filter", "find", "fix", "format",
        "generate", "handle", "host", "identify", "implement", "import", "improve", "inspect", "install", "invoke",
        "launch", "limit", "link", "list", "load", "log", "make", "manage", "map", "measure", "merge", "migrate",
        "mock", "monitor", "mount", "move", "name", "open", "organize", "package", "parse", "plot", "prepare",
        "print", "profile", "protect", "prove", "publish", "push", "query", "read", "record", "reduce", "register",
        "remove", "rename", "render", "replace", "replay", "resize", "restart", "restore", "return", "review",
        "rewrite", "roll", "rotate", "route", "run", "save", "scale", "schedule", "secure", "select", "send",
        "serve", "set", "share", "show", "sign", "sort", "specify", "split", "start", "stop", "store", "stream",
        "submit", "switch", "test", "trace", "train", "transform", "translate", "trigger", "turn", "undo",
        "uninstall", "update", "upgrade", "upload", "use", "validate", "verify", "version", "visualize", "watch",
        "wire", "wrap", "write",
    ],
    no_verb: &[
        "a", "an", "the", "how", "what", "why", "when", "where", "which", "who", "your", "our", "some", "basics",
        "basic", "introduction", "overview", "knowledge", "understanding", "concepts",
    ],
    undated: &[
        "not yet released", "not released yet", "has not been released", "hasn't been released",
        "upcoming release", "upcoming version",
        "next release", "coming soon", "as of this writing", "as of writing",
        "at the time of this writing", "not yet supported",
        "not supported yet", "not yet implemented", "not implemented yet",
    ],
    ageing: &[
        "currently", "at the moment", "at present", "nowadays", "recently", "as of now", "as of today",
        "at the time of writing", "future version", "future versions", "future release", "future releases",
        "latest version", "latest release", "newest version",
    ],
    about_time: LazyLock::new(|| Phrases::new(&[ENGLISH.undated, ENGLISH.ageing].concat())),
    of_products: &[
        "support", "availab", "only", "requir", "limit", "experimental", "implement", "releas", "version", "beta",
        "alpha", "deprecat", "added", "introduc",
    ],
    discussions: &[
        "discussion", "discussions", "discussed", "discuss", "discusses", "review", "reviewed", "reviews", "conversation",
        "thread", "debate", "proposal", "proposed", "proposes", "rationale", "rfc",
    ],
    changes: &[
        "history", "changelog", "release notes", "fixed", "fixes", "merged", "introduced", "introduces", "added", "adds",
        "removed", "removes", "changed", "changes", "moved", "reworked", "contributed", "contribution", "thanks",
        "submitted", "opened",
    ],
    known_or_installed: &[
        "install", "installed", "installation", "know", "knowledge", "familiar", "familiarity", "experience", "understanding",
        "basics",
    ],
    change_names: &[
        "pr", "prs", "pull request", "pull requests", "merge request", "merge requests", "commit", "commits", "patch",
        "comment", "question", "example", "this one",
    ],
    code: &[
        "code", "source", "sources", "file", "files", "implementation", "implemented", "implements", "defined", "definition",
        "function", "class", "module", "sample", "samples",
    ],
};

/// The words of a language by its BCP 47 tag.
pub(super) fn of(language: &str) -> Option<&'static Words> {
    match language.split('-').next().unwrap_or_default() {
        "en" => Some(&ENGLISH),
        _ => None,
    }
}
