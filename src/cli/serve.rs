//! `docent serve`.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::args::ServeArguments;
use super::progress::Bar;
use super::terminal::{self, tell};
use super::{CLEAN, bold, bold_red, place};
use crate::diagnostic::{Diagnostic, Severity};
use crate::pipeline::Options;
use crate::report;
use crate::serve::{self, Built, News, Settings};

/// More findings than this at once are only counted: a page shows them all.
const SHOWN: usize = 8;

/// Serves the site until the process is ended.
pub(super) fn run(site: Option<&Path>, arguments: &ServeArguments) -> Result<u8> {
    let world = place::world(site)?;
    let settings = Settings {
        build: Options { drafts: arguments.drafts, ..Options::default() },
        host: arguments.host.clone(),
        port: arguments.port,
        poll: arguments.poll,
        editor: arguments.editor.clone(),
        open: arguments.open,
    };
    let bar = Bar::new();
    let tell = |news: News<'_>| {
        bar.finish();
        say(&news);
    };
    serve::run(world, &settings, &bar, &tell)?;
    Ok(CLEAN)
}

fn say(news: &News<'_>) {
    match news {
        News::PortTaken { asked, found } => {
            tell!("{} port {asked} is taken; this is port {found}", bold("Note"));
        }
        News::Serving { url, public, built } => {
            print_fresh(built);
            tell!("{} {} in {}: {}", bold("Built"), pages(built), time(built.took), summary(built));
            if *public {
                let warning = "other machines can reach this server and read the site, drafts too";
                tell!("{} {warning}", bold_red("Warning"));
            }
            tell!("{} {url} (Ctrl+C ends it)", bold("Serving"));
        }
        News::Rebuilt { changed, built } => {
            print_fresh(built);
            let mut names = changed.iter().map(ToString::to_string);
            let what = match changed.len() {
                0..=2 => names.by_ref().collect::<Vec<_>>().join(", "),
                n => format!("{} and {} more", names.next().unwrap_or_default(), n - 1),
            };
            tell!("{} in {}: {what} · {}", bold("Rebuilt"), time(built.took), summary(built));
        }
        News::Trouble(trouble) => tell!("{} {trouble}", bold("Note")),
    }
}

/// What is wrong now and was not before; advice is left to `check`.
fn print_fresh(built: &Built<'_>) {
    let fresh: Vec<Diagnostic> =
        built.fresh.iter().filter(|found| found.severity > Severity::Advice).map(|found| (*found).clone()).collect();
    let shown = &fresh[..fresh.len().min(SHOWN)];
    terminal::say(&report::human(shown, &built.checked.sources));
    if fresh.len() > SHOWN {
        tell!("… and {} more; `docent check` shows them all\n", fresh.len() - SHOWN);
    }
}

fn pages(built: &Built<'_>) -> String {
    report::counted(built.pages, "page")
}

fn summary(built: &Built<'_>) -> String {
    let found = report::summary(&built.checked.diagnostics);
    match built.failed {
        0 => found,
        failed => format!("{found}; {} could not be rendered", report::counted(failed, "page")),
    }
}

fn time(took: Duration) -> String {
    match took.as_millis() {
        0 => "under 1 ms".to_owned(),
        milliseconds @ 1..1000 => format!("{milliseconds} ms"),
        _ => format!("{:.1} s", took.as_secs_f64()),
    }
}
