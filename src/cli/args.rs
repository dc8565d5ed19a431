//! The command line, as clap reads it.

use std::path::PathBuf;

use crate::calendar::Date;
use crate::config;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

/// Tutorials with a contract: checks what a tutorial promises its reader, and renders the site.
#[derive(Debug, Parser)]
#[command(name = "docent", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Global options")]
    pub(crate) color: ColorChoice,

    /// The site's folder [default: that of the nearest `docent.yml` upwards, else the current one]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub(crate) site: Option<PathBuf>,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal that shows them, and not where NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check the site and publish it into a folder
    Build(BuildArguments),
    /// Check the site without publishing it
    Check(CheckArguments),
    /// Run the code of pages, and compare what it prints with what they show
    Test(TestArguments),
    /// Show the site in the browser while it is being written
    Serve(ServeArguments),
    /// Show what a change does for readers, and judge only what it has brought
    Preview(Box<PreviewArguments>),
    /// Say what a rule does, by its code or name
    Explain {
        /// Code or name, such as `S13` or `missing-prerequisites`
        rule: String,
    },
    /// List all rules
    Rules,
    /// Create a document that keeps the contract of its kind in all but what it says
    New(NewArguments),
    /// Create a site with a first tutorial; what is there already stays as it is
    Init(InitArguments),
    /// Print a JSON Schema
    Schema {
        /// What it describes
        of: SchemaOf,
    },
    /// Print the built-in kinds of documents, in the form that `docent.yml` has
    Kinds,
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// Its kind: `tutorial`, `guide`, `reference`, `page`, `index`, or one of the site's own
    pub(crate) kind: String,

    /// Its path below `content`; a title at its end becomes the name of the file, as that of a heading its anchor
    pub(crate) path: String,

    /// Its title [default: asked for on a terminal, else the name of the file in words]
    #[arg(long)]
    pub(crate) title: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The folder of the site [default: the current one]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// The title of the site [default: asked for on a terminal, else the name of the folder in words]
    #[arg(long)]
    pub(crate) title: Option<String>,
}

/// What a JSON Schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// The front matter of documents, with the kinds of the site
    FrontMatter,
    /// `docent.yml`
    Config,
    /// The report of `docent check --format json`
    Report,
    /// `preview.json` of `docent preview`
    Preview,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The folder to publish into [default: `public` in the site's folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Where the site will be published, in place of `base_url` of `docent.yml`
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,

    /// Publish drafts too
    #[arg(long)]
    pub(crate) drafts: bool,

    /// The day that dates of suppressions are compared with; without it they are not
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) today: Option<Date>,

    /// Publish the site of a stranger: no raw HTML that the site trusts, no templates, scripts and pages of its own
    #[arg(long)]
    pub(crate) untrusted: bool,

    /// Say where the time went: for each stage, and for the ten slowest pages
    #[arg(long)]
    pub(crate) timings: bool,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("fixing").multiple(true)))]
pub(crate) struct CheckArguments {
    /// Apply the fixes that keep the meaning, and report what is left
    #[arg(long, group = "fixing")]
    pub(crate) fix: bool,

    /// Apply the fixes too that are only probably meant
    #[arg(long = "unsafe", requires = "fixing")]
    pub(crate) risky: bool,

    /// Print what `--fix` would change, and write nothing; the exit code is 1 if there is anything
    #[arg(long, group = "fixing", conflicts_with = "format")]
    pub(crate) diff: bool,

    /// Write down what is wrong now in `.docent-baseline.json`, and report only what is new from then on
    #[arg(long, conflicts_with_all = ["fixing", "format"])]
    pub(crate) write_baseline: bool,

    /// Check the site of a stranger as `docent build --untrusted` publishes it: its templates are not even read
    #[arg(long, conflicts_with_all = ["fixing", "write_baseline"])]
    pub(crate) untrusted: bool,

    /// Ask the servers of links to the pages of others whether these are there; without this nothing is asked
    #[arg(long, conflicts_with_all = ["fixing", "write_baseline"])]
    pub(crate) external: bool,

    /// How long to wait for the answer of a server
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "external", value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) external_timeout: u64,

    /// Print advice too; the formats `json`, `sarif` and `rdjson` always have it
    #[arg(long)]
    pub(crate) advice: bool,

    #[command(flatten)]
    pub(crate) printing: Printing,

    /// The day that dates of suppressions are compared with; without it they are not
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) today: Option<Date>,
}

#[derive(Debug, Args)]
pub(crate) struct TestArguments {
    /// Pages, or folders of pages; without any, all of the site
    #[arg(value_name = "PAGE")]
    pub(crate) pages: Vec<String>,

    /// Write what the code prints into the pages that show something else
    #[arg(long)]
    pub(crate) accept: bool,

    /// Write down below `verification/` what ran, so that pages can say so
    #[arg(long)]
    pub(crate) record: bool,

    /// What code may use that says that it needs it
    #[arg(long, value_name = "WHAT")]
    pub(crate) allow: Vec<Permission>,

    /// Run again too what ran before and has not changed since
    #[arg(long)]
    pub(crate) fresh: bool,

    #[command(flatten)]
    pub(crate) printing: Printing,
}

/// How diagnostics are printed.
#[derive(Debug, Args)]
pub(crate) struct Printing {
    /// How to print diagnostics
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,

    /// What leads from the repository's root to the site, in formats for programs [default: found by `.git`]
    #[arg(long, value_name = "PATH")]
    pub(crate) uri_prefix: Option<String>,

    /// How many diagnostics the format `human` prints, the errors before the others; 0 for all
    #[arg(long, value_name = "N", default_value_t = crate::report::MOST_SHOWN)]
    pub(crate) max_diagnostics: usize,
}

/// What code may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Permission {
    /// The network
    Network,
}

fn date(text: &str) -> Result<Date, &'static str> {
    Date::parse(text).ok_or("not a date such as 2026-11-30")
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The port; where it is taken, the next free one. 0 lets the system choose
    #[arg(long, value_name = "PORT", default_value_t = 3623)]
    pub(crate) port: u16,

    /// Open the first page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Look at the files every second, for network disks and containers, where the system does not tell of changes
    #[arg(long)]
    pub(crate) poll: bool,

    /// The address to listen at, or a name of it; other machines can reach the server at any but the default
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,

    /// Show drafts too
    #[arg(long, value_name = "WHETHER", action = clap::ArgAction::Set, default_value_t = true, num_args = 0..=1,
          default_missing_value = "true", require_equals = true)]
    pub(crate) drafts: bool,

    /// The editor that opens a block when it is clicked with Alt held: `code`, or a command with {file} and {line}
    #[arg(long, value_name = "COMMAND", env = "DOCENT_EDITOR")]
    pub(crate) editor: Option<String>,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PreviewArguments {
    #[command(subcommand)]
    pub(crate) command: Option<PreviewCommand>,

    #[command(flatten)]
    pub(crate) making: MakingArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PreviewCommand {
    /// Refuse a preview that somebody else has made unless it is safe to publish
    Verify {
        /// The folder of the preview
        folder: PathBuf,

        /// Write the comment anew into this file, which must not exist: that of the preview is as little to be trusted
        #[arg(long, value_name = "FILE")]
        comment: Option<PathBuf>,

        /// Where the preview will be published: links of the comment lead there
        #[arg(long, value_name = "URL", requires = "comment")]
        url: Option<String>,
    },

    /// Wait until the preview of a commit is live; the exit code is 1 if it never is
    Wait {
        /// Where the preview is published
        #[arg(value_parser = config::base_url)]
        url: String,

        /// The commit, or at least seven signs of it
        #[arg(long, value_name = "COMMIT", value_parser = commit)]
        sha: String,

        /// How long to wait
        #[arg(long, value_name = "SECONDS", default_value_t = 900)]
        timeout: u64,

        /// How long to wait between two looks
        #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
    },
}

/// The name of a commit that no other is likely to have.
fn commit(text: &str) -> Result<String, &'static str> {
    let named = (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    named.then(|| text.to_ascii_lowercase()).ok_or("not a commit: seven hexadecimal digits or more")
}

#[derive(Debug, Args)]
pub(crate) struct MakingArguments {
    /// What to compare with: a revision, the folder of a site or of its published pages, a `preview.json` or a
    /// `manifest.json` [default: looked for, in the order that the guide gives]
    #[arg(long, value_name = "BASE")]
    pub(crate) base: Option<String>,

    /// `manifest.json` of the published site, or its folder, in case that git knows no base
    #[arg(long, value_name = "PATH")]
    pub(crate) production: Option<PathBuf>,

    /// Fetch the commit to compare with, and nothing else, where a shallow clone lacks it
    #[arg(long)]
    pub(crate) fetch: bool,

    /// The folder of the preview [default: `_preview` in the site's folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Where the preview will be published: links of `comment.md` and `summary.md` lead there
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    /// Hold the changed pages only; links to others lead to the published site
    #[arg(long)]
    pub(crate) only_changed: bool,

    /// Show the site of a stranger: no raw HTML, no templates, scripts and pages of its own
    #[arg(long)]
    pub(crate) untrusted: bool,

    /// How to print what the change has brought
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,

    /// What leads from the repository's root to the site, in formats for programs [default: found by `.git`]
    #[arg(long, value_name = "PATH")]
    pub(crate) uri_prefix: Option<String>,

    /// The day that dates of suppressions are compared with; without it they are not
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) today: Option<Date>,

    /// The branch that GitHub will merge the change into
    #[arg(long, hide = true, env = "GITHUB_BASE_REF", value_name = "NAME")]
    pub(crate) github_base_ref: Option<String>,

    /// The commit that GitLab says the change started from
    #[arg(long, hide = true, env = "CI_MERGE_REQUEST_DIFF_BASE_SHA", value_name = "ID")]
    pub(crate) merge_request_base: Option<String>,

    /// The branch of the change, to which edit links lead
    #[arg(long, hide = true, env = "GITHUB_HEAD_REF", value_name = "NAME")]
    pub(crate) branch: Option<String>,
}

/// How to print diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the excerpt, the reason and what to do
    Human,
    /// A line each: `file:line:column: level[code] message`
    Concise,
    /// JSON, in the form that `docent schema report` describes
    Json,
    /// Annotations of GitHub's workflow runs
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// reviewdog's diagnostic format
    Rdjson,
    /// JUnit's XML, for build servers
    Junit,
}
