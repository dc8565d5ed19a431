//! The page of all commands, from what clap knows of them.

use clap::{Arg, Command, CommandFactory};

use super::{cell, opened};
use crate::cli::args::Arguments;

pub(super) fn page() -> String {
    let mut command = Arguments::command();
    command.build();
    let mut page = opened(
        "Command line",
        "Every command of Docent with its arguments and options, the exit codes, and where reports are printed.",
        "reference",
        "Reports go to the standard output, what the program says of its work to the standard error. The exit code is 0 where \
         nothing is wrong, 1 where there are diagnostics at error level, and 2 where the command could not run.",
    );
    page.push_str("\n## All commands\n\n");
    page.push_str(&table(command.get_arguments().filter(|argument| argument.is_global_set())));
    let commands: Vec<_> =
        command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help").collect();
    for command in commands {
        page.push_str(&section(command, command.get_name()));
        for below in command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help") {
            page.push_str(&section(below, &format!("{} {}", command.get_name(), below.get_name())));
        }
    }
    page
}

fn section(command: &Command, name: &str) -> String {
    let about = command.get_about().map(|about| sentence(&about.to_string())).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let is_own = |argument: &&Arg| !argument.is_global_set() && !argument.is_hide_set() && argument.get_id() != "help";
    let table = table(command.get_arguments().filter(is_own));
    let table = if table.is_empty() { table } else { format!("\n{table}") };
    let id = name.replace(' ', "-");
    format!("\n## docent {name} {{#{id}}}\n\n{about}\n\n```text\n{usage}\n```\n{table}")
}

fn table<'c>(arguments: impl Iterator<Item = &'c Arg>) -> String {
    let rows: String = arguments.map(row).collect();
    if rows.is_empty() { rows } else { format!("| argument | what it does |\n|---|---|\n{rows}") }
}

fn row(argument: &Arg) -> String {
    let value = || argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let takes_value = argument.get_action().takes_values();
    let name = match argument.get_long() {
        Some(long) if takes_value => format!("--{long} {}", value().unwrap_or_default()),
        Some(long) => format!("--{long}"),
        None => value().unwrap_or_default(),
    };
    let mut help = argument.get_help().map(|help| sentence(&help.to_string())).unwrap_or_default();
    let possible: Vec<_> = argument.get_possible_values().into_iter().filter(|_| takes_value).collect();
    if !possible.is_empty() {
        let told = possible.iter().map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        });
        help.push_str(&format!(" One of {}.", told.collect::<Vec<_>>().join(", ")));
    }
    if let Some(default) = argument.get_default_values().first().filter(|_| takes_value) {
        help.push_str(&format!(" Without it: `{}`.", default.to_string_lossy()));
    }
    format!("| `{name}` | {} |\n", cell(&help))
}

/// A help text as a sentence: clap's have no full stop.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', ']']) { text.to_owned() } else { format!("{text}.") }
}
