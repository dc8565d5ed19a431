//! Commands: each reads like a sentence and ends in an exit code.

mod args;
mod baseline;
mod build;
mod check;
mod explain;
mod fix;
mod new;
mod place;
mod preview;
mod progress;
pub mod reference;
mod schema;
mod serve;
mod terminal;
mod test;
mod timings;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, ColorChoice, Command};
use terminal::tell;

/// Nothing is wrong.
const CLEAN: u8 = 0;
/// There are diagnostics at error level.
const FOUND: u8 = 1;
/// The command could not run.
const COULD_NOT_RUN: u8 = 2;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.color {
        ColorChoice::Auto => {}
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
    let site = arguments.site.as_deref();
    let result = match &arguments.command {
        Command::Build(options) => build::run(site, options),
        Command::Check(options) => check::run(site, options),
        Command::Test(options) => test::run(site, options),
        Command::Serve(options) => serve::run(site, options),
        Command::Preview(options) => preview::run(site, options),
        Command::Explain { rule } => explain::explain(rule),
        Command::Rules => explain::list(),
        Command::New(options) => new::page(site, options),
        Command::Init(options) => new::site(options),
        Command::Schema { of } => schema::schema(site, *of),
        Command::Kinds => schema::kinds(),
    };
    ExitCode::from(result.unwrap_or_else(|error| {
        tell!("{}: {error:#}", bold_red("error"));
        COULD_NOT_RUN
    }))
}

fn bold_red(text: &str) -> String {
    format!("\u{1b}[1;31m{text}\u{1b}[0m")
}

fn bold(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}
