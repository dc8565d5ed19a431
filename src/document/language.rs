//! The languages that code can be written in, by all the names that authors give them.

/// Canonical names, each with the other names that authors use for it. `text` is plain.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("asm", &["nasm", "x86asm"]),
    ("awk", &[]),
    ("bash", &["sh", "shell", "zsh", "ksh"]),
    ("batch", &["bat", "cmd"]),
    ("bibtex", &["bib"]),
    ("c", &["h"]),
    ("c#", &["cs", "csharp"]),
    ("c++", &["cpp", "cc", "cxx", "hpp", "cuda", "cu", "hip"]),
    ("clojure", &["clj"]),
    ("cmake", &[]),
    ("console", &["shell-session", "shellsession", "terminal", "sh-session"]),
    ("css", &[]),
    ("csv", &[]),
    ("d", &[]),
    ("dart", &[]),
    ("diff", &["patch"]),
    ("dockerfile", &["docker", "containerfile"]),
    ("dot", &["graphviz"]),
    ("dotenv", &["env"]),
    ("elixir", &["ex", "exs"]),
    ("elm", &[]),
    ("erlang", &["erl"]),
    ("f#", &["fs", "fsharp"]),
    ("fish", &[]),
    ("fortran", &["f90", "f95"]),
    ("glsl", &[]),
    ("go", &["golang"]),
    ("gomod", &["go.mod"]),
    ("graphql", &["gql"]),
    ("groovy", &["gradle"]),
    ("haskell", &["hs"]),
    ("hcl", &["terraform", "tf"]),
    ("html", &["htm", "xhtml"]),
    ("http", &[]),
    ("ini", &["cfg", "conf", "properties", "editorconfig"]),
    ("java", &[]),
    ("javascript", &["js", "mjs", "cjs", "node", "jsx"]),
    ("jinja", &["jinja2", "html+jinja", "j2", "tera"]),
    ("jq", &[]),
    ("json", &["jsonc", "json5", "geojson", "ipynb"]),
    ("julia", &["jl"]),
    ("kotlin", &["kt", "kts"]),
    ("latex", &["tex"]),
    ("less", &[]),
    ("lisp", &["elisp", "common-lisp", "scheme"]),
    ("llvm", &["mlir"]),
    ("lua", &[]),
    ("make", &["makefile", "mk"]),
    ("markdown", &["md"]),
    ("math", &[]),
    ("matlab", &["octave"]),
    ("mermaid", &[]),
    ("nginx", &[]),
    ("nim", &[]),
    ("ninja", &[]),
    ("nix", &[]),
    ("objective-c", &["objc"]),
    ("ocaml", &["ml"]),
    ("output", &["out", "stdout"]),
    ("pascal", &["delphi"]),
    ("perl", &["pl"]),
    ("php", &[]),
    ("powershell", &["ps1", "pwsh"]),
    ("protobuf", &["proto"]),
    ("puppet", &[]),
    ("pycon", &["python-console", "ipython"]),
    ("python", &["py", "python3", "py3", "pyi", "starlark", "bazel"]),
    ("r", &["rscript"]),
    ("racket", &[]),
    ("regex", &["regexp"]),
    ("requirements", &["requirements.txt"]),
    ("rst", &["restructuredtext"]),
    ("ruby", &["rb"]),
    ("rust", &["rs"]),
    ("sass", &[]),
    ("scala", &[]),
    ("scss", &[]),
    ("solidity", &["sol"]),
    ("sql", &["postgresql", "postgres", "psql", "mysql", "sqlite"]),
    ("ssh-config", &[]),
    ("svelte", &[]),
    ("swift", &[]),
    ("systemverilog", &["sv", "verilog", "v"]),
    ("tcl", &[]),
    ("text", &["txt", "plain", "plaintext", "none", "nohighlight", "log", "ansi"]),
    ("toml", &[]),
    ("tsx", &[]),
    ("typescript", &["ts", "mts", "cts"]),
    ("typst", &["typ"]),
    ("vhdl", &[]),
    ("vim", &["viml"]),
    ("vue", &[]),
    ("wgsl", &[]),
    ("xml", &["svg", "xsd", "xslt"]),
    ("yaml", &["yml"]),
    ("zig", &[]),
];

/// The canonical name of a language; `None` for one that nobody knows.
pub fn canonical(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let by_other_name = || LANGUAGES.iter().find(|(_, others)| others.contains(&name.as_str()));
    let by_name = LANGUAGES.binary_search_by_key(&name.as_str(), |(canonical, _)| canonical).ok();
    by_name.map(|place| &LANGUAGES[place]).or_else(by_other_name).map(|(canonical, _)| *canonical)
}

/// Every canonical name, in order.
pub fn all() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(canonical, _)| *canonical)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_belong_to_one_language() {
        let mut names: Vec<_> = LANGUAGES.iter().flat_map(|(name, others)| others.iter().chain([name])).collect();
        assert!(LANGUAGES.is_sorted_by_key(|(name, _)| *name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(canonical("Python3"), Some("python"));
        assert_eq!(canonical("TXT"), Some("text"));
        assert_eq!(canonical("nosuchlang"), None);
    }
}
