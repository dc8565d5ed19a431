//! `runners:` of `docent.yml`: the programs that run code.

use super::BAD_VALUE;
use crate::diagnostic::{Finding, Problem};
use crate::schema::{Key, Shape};
use crate::source::Source;
use crate::yaml::{Entry, Node};

/// How the code of one language is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runner {
    /// As fences name it, in lower case.
    pub language: String,
    /// The program and its arguments. `-` stands for the code: Python and the shell are given a session in its place, all
    /// other programs read the code from their standard input.
    pub command: Vec<String>,
}

/// The runners that every site has.
pub fn built_in_runners() -> Vec<Runner> {
    let runner = |language: &str, command: &[&str]| Runner {
        language: language.to_owned(),
        command: command.iter().map(|&word| word.to_owned()).collect(),
    };
    vec![runner("python", &["python3", "-u", "-"]), runner("bash", &["bash", "-"])]
}

/// The keys of one entry below `runners:`.
pub(super) fn keys() -> Vec<Key> {
    vec![Key::new(
        "command",
        Shape::list(Shape::Text, 100),
        "The program and its arguments. Blocks of `python`, and those of `bash` and `console`, are given to one process of a \
         session, which gets its program by `-c`; a `-` among the arguments is left out then. Every block of another language \
         is read by a process of its own from its standard input.",
    )]
}

/// Reads one entry below `runners:`.
pub(super) fn read(source: &Source, entry: &Entry, problems: &mut Vec<Problem>) -> Option<Runner> {
    let items = entry.value.get("command").map(Node::items).unwrap_or_default();
    let command: Vec<_> = items.iter().filter_map(Node::text).map(str::to_owned).collect();
    if command.is_empty() {
        let message = format!("the runner of `{}` has no `command`", entry.key);
        let finding = Finding::new(source.span(entry.key_range.clone()), message)
            .help("name the program and its arguments: `command: [ruby]`");
        problems.push(Problem::new(BAD_VALUE, finding));
        return None;
    }
    Some(Runner { language: entry.key.to_lowercase(), command })
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::source::{SitePath, Source};

    #[test]
    fn a_runner_replaces_the_built_in_one() {
        let text = "runners:\n  Ruby: { command: [ruby] }\n  python: { command: [uv, run, python, \"-\"] }\n  go: {}\n";
        let (config, problems) = Config::read(Source::new(SitePath::new("docent.yml"), text));
        let runners: Vec<_> =
            config.runners.iter().map(|it| format!("{}: {}", it.language, it.command.join(" "))).collect();
        assert_eq!(runners, ["bash: bash -", "ruby: ruby", "python: uv run python -"]);
        let messages: Vec<_> = problems.iter().map(|problem| problem.finding.message.as_str()).collect();
        assert_eq!(messages, ["the runner of `go` has no `command`"]);
    }
}
