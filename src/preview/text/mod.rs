//! `comment.md` and `summary.md`: what a preview says, for where a change is discussed.

mod escape;

use super::account::{Account, BaseKind, Change, FindingAccount, PageAccount, SiteWide};
use super::site_wide::{FILES, SUBMODULES};
use crate::report::counted;
use crate::site::Route;
use escape::{code, message, plain};

/// The first line of a comment, by which the next one finds it.
pub(super) const MARKER: &str = "<!-- docent-preview -->";

/// How much is shown.
struct Limits {
    pages: usize,
    findings: usize,
    bytes: usize,
}

/// The comment: forges refuse longer ones than 65,536 characters.
const COMMENT: Limits = Limits { pages: 25, findings: 20, bytes: 59_000 };
/// The summary of a job: GitHub shows up to 1 MiB.
const SUMMARY: Limits = Limits { pages: 2_000, findings: 500, bytes: 1_000_000 };

/// The comment; links lead below `url`, where the preview will be published.
pub(super) fn comment(account: &Account, url: Option<&str>) -> String {
    format!("{MARKER}\n{}", text(account, url, &COMMENT))
}

/// The summary of a job.
pub(super) fn summary(account: &Account, url: Option<&str>) -> String {
    text(account, url, &SUMMARY)
}

fn text(account: &Account, url: Option<&str>, limits: &Limits) -> String {
    let mut text = String::from("### What changes for readers\n\n");
    text.push_str(&headline(account));
    text.push_str(&link(url).map_or_else(String::new, |link| format!(" · **[Open the preview](<{link}>)**")));
    text.push_str("\n\n");
    pages(account, url, limits, &mut text);
    for site_wide in &account.site_wide {
        text.push_str(&site_wide_line(site_wide, url));
    }
    findings(account, limits, &mut text);
    text.push_str(&base(account));
    cut(text, limits.bytes)
}

/// What has changed, in a sentence of counts.
pub(super) fn headline(account: &Account) -> String {
    let counts = &account.counts;
    let counted: Vec<_> = [
        (counts.edited, "edited"),
        (counts.added, "added"),
        (counts.renamed, "moved"),
        (counts.deleted, "deleted"),
        (counts.appeared, "published"),
        (counts.disappeared, "withdrawn"),
        (counts.affected, "affected by a file that they show"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .enumerate()
    .map(|(place, (count, what))| match place {
        0 => format!("{} {what}", self::counted(count, "page")),
        _ => format!("{count} {what}"),
    })
    .collect();
    let markup: usize = account.site_wide.iter().map(|it| it.pages).sum();
    if counted.is_empty() && markup == 0 {
        return beside_pages(account);
    }
    if counted.is_empty() {
        return match markup {
            1 => "1 page looks different and says what it said.".to_owned(),
            pages => format!("{pages} pages look different and say what they said."),
        };
    }
    let words = format!("{} added, {} taken away", self::counted(counts.words_added, "word"), counts.words_removed);
    format!("{} ({words}).", counted.join(", "))
}

/// What has changed where no page has.
fn beside_pages(account: &Account) -> String {
    let changed = |what: &str| {
        let files: usize = account.site_wide.iter().filter(|it| it.what == what).map(|it| it.files.len()).sum();
        (files > 0).then(|| counted(files, what.trim_end_matches('s')))
    };
    let changed: Vec<_> = [FILES, SUBMODULES].into_iter().filter_map(changed).collect();
    if changed.is_empty() {
        "No change for readers.".to_owned()
    } else {
        format!("No page, but {}.", changed.join(", "))
    }
}

/// How pages look after a change for many of them, as a phrase.
pub(super) fn looks(site_wide: &SiteWide) -> String {
    match (site_wide.what.as_str(), site_wide.pages) {
        (SUBMODULES, _) => "what they held before is not at hand and was not compared".to_owned(),
        (_, 0) => "no page looks different".to_owned(),
        (_, 1) => "1 page looks different and says what it said".to_owned(),
        (_, pages) => format!("{pages} pages look different and say what they said"),
    }
}

fn link(url: Option<&str>) -> Option<String> {
    url.map(|url| format!("{url}index.html"))
}

fn pages(account: &Account, url: Option<&str>, limits: &Limits, text: &mut String) {
    let shown: Vec<_> = account.pages.iter().filter(|page| page.change != Change::NotVisible).collect();
    if shown.is_empty() {
        return;
    }
    text.push_str("| Page | Change | Words | Why |\n|---|---|---|---|\n");
    for page in shown.iter().take(limits.pages) {
        text.push_str(&row(page, url));
    }
    if shown.len() > limits.pages {
        let more = counted(shown.len() - limits.pages, "more page");
        let link = link(url).map_or_else(|| "the preview".to_owned(), |link| format!("[the preview](<{link}>)"));
        text.push_str(&format!("\n{more} in {link}.\n"));
    }
    text.push('\n');
}

fn row(page: &PageAccount, url: Option<&str>) -> String {
    let title = plain(&page.title);
    let name = match url.zip(page.marked.as_ref().or(page.page.as_ref())) {
        Some((url, path)) => format!("[{title}](<{}>)", address(url, path)),
        None if page.page.is_none() => format!("~~{title}~~"),
        None => title,
    };
    let mut change = page.change.word().to_owned();
    match page.redirected {
        Some(false) => change.push_str(", **its old URL leads nowhere**"),
        Some(true) => change.push_str(", redirected"),
        None => {}
    }
    if matches!(page.change, Change::Added | Change::Appeared) && !page.in_navigation {
        change.push_str(", not in the navigation");
    }
    let why: Vec<_> = page.why.iter().map(|why| plain(why)).collect();
    let words = format!("+{} −{}", page.words_added, page.words_removed);
    format!("| {name}<br>{} | {change} | {words} | {} |\n", code(&page.source), why.join("; "))
}

fn address(url: &str, path: &str) -> String {
    // A folder's index goes by its file here: an unpacked archive knows no other name.
    let route = Route::new(path);
    let below = route.below(url);
    if below.ends_with('/') { format!("{below}index.html") } else { below }
}

fn site_wide_line(site_wide: &SiteWide, url: Option<&str>) -> String {
    let samples = site_wide.samples.iter().map(|path| match url {
        Some(url) => format!("[{}](<{}>)", plain(path), address(url, &format!("site/{path}"))),
        None => code(path),
    });
    let samples: Vec<_> = samples.collect();
    let files: Vec<_> = site_wide.files.iter().take(5).map(|file| code(file)).collect();
    let files = if files.is_empty() { String::new() } else { format!(" ({})", files.join(", ")) };
    let pages = match site_wide.pages {
        0 => looks(site_wide),
        pages if samples.is_empty() => format!("{}, markup only", counted(pages, "page")),
        pages => format!("{}, markup only; for example {}", counted(pages, "page"), samples.join(", ")),
    };
    format!("- Changed {}{files}: {pages}\n", site_wide.what)
}

fn findings(account: &Account, limits: &Limits, text: &mut String) {
    let found = &account.diagnostics;
    let of = |level: &str| found.new.iter().filter(|finding| finding.level == level).count();
    let counts = format!(
        "{} and {} new, {} fixed, {} there before",
        counted(of("error"), "error"),
        counted(of("warning"), "warning"),
        found.fixed.len(),
        found.already_there.len()
    );
    text.push_str(&format!("\n**Findings:** {counts}."));
    if !account.gate {
        text.push_str(" Without a base nobody can tell which of them are new, so that none of them blocks.");
    }
    text.push('\n');
    if !found.new.is_empty() {
        text.push('\n');
    }
    for finding in found.new.iter().take(limits.findings) {
        text.push_str(&finding_line(finding));
    }
    if found.new.len() > limits.findings {
        text.push_str(&format!("- and {} more\n", found.new.len() - limits.findings));
    }
    text.push('\n');
}

fn finding_line(finding: &FindingAccount) -> String {
    let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
    let cause = finding
        .cause
        .as_ref()
        .map_or_else(String::new, |cause| format!(" (caused by {})", code(&format!("{}:{}", cause.file, cause.line))));
    let place = code(&format!("{}{line}", finding.file));
    format!("- {} {} {place}: {}{cause}\n", finding.level, code(&finding.code), message(&finding.message))
}

fn base(account: &Account) -> String {
    let base = &account.base;
    let what = match (base.kind, &base.commit) {
        (BaseKind::Commit, Some(commit)) => {
            format!("Compared with the commit {}", code(&commit[..commit.len().min(10)]))
        }
        (BaseKind::Folder, _) => "Compared with a folder".to_owned(),
        (BaseKind::Published, _) => "Compared with the list of published pages: what they said is not known".to_owned(),
        _ => "Compared with nothing".to_owned(),
    };
    let last = base
        .steps
        .last()
        .map_or_else(String::new, |step| format!(" ({}: {})", plain(&step.place), message(&step.found)));
    let fetch =
        base.fetch.as_ref().map_or_else(String::new, |command| format!(" To compare, run {} first.", code(command)));
    let unbuilt = base.unbuilt.as_ref().map_or_else(String::new, |why| {
        format!(" The base could not be built ({}), so that only the sources were compared.", plain(why))
    });
    format!("<sub>{what}{last}.{fetch}{unbuilt}</sub>\n")
}

/// Ends a text that is too long at a line, and says so.
fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        let end = text.floor_char_boundary(most);
        let line = text[..end].rfind('\n').unwrap_or(0);
        text.truncate(line);
        text.push_str("\n\nThe preview has the rest.\n");
    }
    text
}

#[cfg(test)]
mod tests;
