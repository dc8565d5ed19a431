//! What ARCHITECTURE.md and CONTRIBUTING.md say of the code, held against the code.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "these tests read the source of the package")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules in layers: each may use those of the layers above it, and none of its own layer.
const LAYERS: [&[&str]; 15] = [
    &["limit"],
    &["source", "calendar", "output", "figure", "web"],
    &["diagnostic", "world"],
    &["yaml"],
    &["schema"],
    &["config"],
    &["document"],
    &["site"],
    &["check", "render", "run"],
    &["export", "cache"],
    &["pipeline"],
    &["report"],
    &["fix"],
    &["serve", "preview"],
    &["cli"],
];

/// A source file of the package, without its tests.
struct Code {
    /// Below `src`, without the ending and without `mod`: `render/html`, `render`.
    path: String,
    text: String,
}

impl Code {
    /// The module of `lib.rs` that it belongs to.
    fn module(&self) -> &str {
        self.path.split('/').next().unwrap()
    }

    /// Whether it is the module of this path, or within it.
    fn is_within(&self, module: &str) -> bool {
        self.path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Its lines without comments.
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.trim_start().starts_with("//"))
    }

    fn mentions(&self, word: &str) -> bool {
        self.lines().any(|line| line.contains(word))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder, by their path from there.
fn files(folder: &str) -> Vec<String> {
    let (start, mut found) = (root().join(folder), Vec::new());
    let mut pending: Vec<PathBuf> = vec![start.clone()];
    while let Some(within) = pending.pop() {
        for entry in fs::read_dir(within).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                found.push(path.strip_prefix(&start).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// The production code: files of tests are left out, and what follows `mod tests` in the others.
fn code() -> Vec<Code> {
    let sources = files("src").into_iter().filter_map(|file| {
        let path = file.strip_suffix(".rs")?;
        let is_test = path.split('/').any(|part| part == "tests");
        (!is_test).then(|| {
            let text = read(&format!("src/{file}"));
            let production = text.split("#[cfg(test)]\npub(crate) mod tests").next().unwrap_or_default();
            let production = production.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
            let path = path.strip_suffix("/mod").unwrap_or(path).to_owned();
            Code { path, text: production }
        })
    });
    sources.collect()
}

/// The words that follow `start` in a text, each as long as it is a name.
fn names_behind<'t>(text: &'t str, start: &str) -> Vec<&'t str> {
    let name =
        |rest: &'t str| rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
    text.split(start).skip(1).map(name).collect()
}

#[test]
fn modules_use_only_the_layers_above_them() {
    let layer = |module: &str| LAYERS.iter().position(|layer| layer.contains(&module));
    let mut wrong = Vec::new();
    for code in code().iter().filter(|code| !matches!(code.path.as_str(), "lib" | "main")) {
        let own = layer(code.module()).unwrap_or_else(|| panic!("`{}` has no layer: give it one above", code.module()));
        for line in code.lines() {
            for used in names_behind(line, "crate::").into_iter().filter(|used| *used != code.module()) {
                // Macros and the like stand at the crate's root only by name.
                if layer(used).is_none_or(|used| used >= own) {
                    wrong.push(format!("src/{}: {}", code.path, line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these reach sideways or up:\n{}", wrong.join("\n"));
}

#[test]
fn the_code_map_names_every_module() {
    let lib = read("src/lib.rs");
    let declared: BTreeSet<_> = names_behind(&lib, "pub mod ").into_iter().collect();
    let architecture = read("ARCHITECTURE.md");
    let map = architecture.split("## ").find(|section| section.starts_with("Code map")).expect("a code map");
    let mapped: BTreeSet<_> = names_behind(map, "\n| `").into_iter().collect();
    assert_eq!(mapped, declared);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for code in code() {
        let most = if code.path.starts_with("check/rules/") { 150 } else { 400 };
        let lines = code.text.lines().count();
        if lines > most {
            wrong.push(format!("src/{} has {lines} lines, more than {most}", code.path));
        }
    }
    for folder in ["src", "tests"] {
        for file in files(folder).iter().filter(|file| file.ends_with(".rs") && !file.starts_with("cases/")) {
            if !read(&format!("{folder}/{file}")).starts_with("//! ") {
                wrong.push(format!("the first line of {folder}/{file} does not say what it is"));
            }
            let drawers = ["util", "utils", "common", "helper", "helpers", "misc", "manager"];
            if file.split(['/', '.', '_']).any(|part| drawers.contains(&part)) {
                wrong.push(format!("{folder}/{file} is a drawer without a subject"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_is_a_module() {
    for file in files("src").iter().filter(|file| !matches!(file.as_str(), "lib.rs" | "main.rs")) {
        let Some(path) = file.strip_suffix(".rs") else { continue };
        let path = path.strip_suffix("/mod").unwrap_or(path);
        let (parent, name) = match path.rsplit_once('/') {
            Some((folder, name)) => (format!("src/{folder}/mod.rs"), name),
            None => ("src/lib.rs".to_owned(), path),
        };
        let parent = read(&parent);
        let declared =
            [format!("mod {name};"), format!("\n    {name},")].iter().any(|mention| parent.contains(mention));
        assert!(declared, "nothing declares src/{file}");
    }
}

#[test]
fn only_a_few_modules_touch_files_and_only_the_command_line_prints() {
    for code in code() {
        if !["world", "output", "cache", "run"].contains(&code.module()) {
            for word in ["std::fs", "tokio::fs", "File::open", "File::create", "expect(clippy::disallowed_methods"] {
                assert!(
                    !code.mentions(word),
                    "src/{} has `{word}`: files are read by `world`, written by `output`",
                    code.path
                );
            }
        }
        if code.module() != "cli" {
            for word in ["print!(", "println!(", "dbg!(", "io::stdout", "io::stderr", "process::exit"] {
                assert!(!code.mentions(word), "src/{} has `{word}`: only `cli` prints and ends the process", code.path);
            }
        }
        // What waits for people, tools and the network may look at the clock; and highlighting, to leave a grammar that
        // does not come to an end.
        let waits = ["run", "serve", "preview", "cli", "render/highlight", "world/patience"];
        for word in ["SystemTime::now", "Instant::now"] {
            let fine = waits.iter().any(|module| code.is_within(module)) || !code.mentions(word);
            assert!(fine, "src/{} has `{word}`: outputs do not depend on a clock", code.path);
        }
    }
}

#[test]
fn code_of_pages_runs_on_one_command_only() {
    for code in code().iter().filter(|code| code.module() != "run" && code.path != "cli/test") {
        assert!(!code.mentions("crate::run::"), "src/{} runs the code of pages: only `docent test` does", code.path);
    }
}

#[test]
fn nothing_is_left_undone() {
    for code in code() {
        for word in ["todo!(", "unimplemented!("] {
            assert!(!code.mentions(word), "src/{} has `{word}`", code.path);
        }
    }
    let signs = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX")];
    let ignored = concat!("#[", "ignore");
    for folder in ["src", "tests"] {
        for file in files(folder).iter().filter(|file| file.ends_with(".rs")) {
            let text = read(&format!("{folder}/{file}"));
            // Doc comments are pages for readers, and may show what an author should not leave.
            let comments: Vec<_> = text.lines().filter_map(|line| line.trim_start().strip_prefix("// ")).collect();
            let left = comments.iter().find(|comment| signs.iter().any(|sign| comment.starts_with(sign)));
            assert_eq!(left, None, "{folder}/{file}");
            assert!(!text.contains(ignored), "{folder}/{file} skips a test");
        }
    }
}

#[test]
fn the_embedded_theme_is_all_of_the_theme() {
    let listed = read("src/render/theme.rs");
    let listed: BTreeSet<_> = listed.split('"').skip(1).step_by(2).filter(|name| name.contains('.')).collect();
    let templates = files("templates");
    let parts: Vec<_> =
        files("static").into_iter().filter(|file| file.starts_with("theme/") || file.starts_with("preview/")).collect();
    let present: BTreeSet<_> = templates.iter().chain(&parts).map(String::as_str).collect();
    assert_eq!(listed.iter().copied().filter(|name| *name != "../../").collect::<BTreeSet<_>>(), present);
}

/// The dependencies of the package, as `Cargo.toml` names them.
fn dependencies() -> BTreeSet<String> {
    let manifest = read("Cargo.toml");
    let mut inside = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]") && !line.contains("dev-") && !line.contains("build-");
        } else if let Some((name, _)) = line.split_once('=').filter(|_| inside) {
            found.insert(name.trim().to_owned());
        }
    }
    found
}

#[test]
fn each_library_has_its_owners_and_no_other_users() {
    let architecture = read("ARCHITECTURE.md");
    let table = architecture.split("## ").find(|section| section.starts_with("Dependencies")).expect("a table");
    let (mut listed, mut wrong) = (BTreeSet::new(), Vec::new());
    for row in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| crate")) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [crates, _, owner] = cells[..] else { panic!("three cells: {row}") };
        let owners: Vec<_> = owner.split('`').skip(1).step_by(2).collect();
        assert!(!owners.is_empty() || owner == "any module", "`{crates}` has no owner");
        let is_stranger = |code: &Code| !owners.is_empty() && !owners.iter().any(|owner| code.is_within(owner));
        // What stands in parentheses says more about a crate.
        for name in crates.split(" (").next().unwrap().split(", ") {
            listed.insert(name.to_owned());
            let (path, import) = (format!("{}::", name.replace('-', "_")), format!("use {};", name.replace('-', "_")));
            for code in code().iter().filter(|code| is_stranger(code)) {
                let used = |line: &str| mentions_crate(line, &path) || line.contains(&import);
                if code.lines().any(used) {
                    wrong.push(format!("src/{} uses `{name}`, which {owners:?} own", code.path));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(listed, dependencies());
}

/// Whether `path`, such as `serde::`, stands in a line as the start of a path.
fn mentions_crate(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|sign| !sign.is_alphanumeric() && !matches!(sign, '_' | ':'))
    })
}

#[test]
fn documents_at_the_top_mention_nothing_that_is_not_there() {
    let help = Command::new(env!("CARGO_BIN_EXE_docent")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let commands: BTreeSet<_> =
        commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] {
        let text = read(document);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap();
            let elsewhere = link.contains("://") || path.is_empty();
            assert!(elsewhere || root().join(path).exists(), "{document} links `{link}`");
        }
        for command in names_behind(&text, "`docent ").into_iter().chain(names_behind(&text, "$ docent ")) {
            let known = commands.contains(command) || command.is_empty();
            assert!(known, "{document} mentions `docent {command}`; commands are {commands:?}");
        }
    }
}
