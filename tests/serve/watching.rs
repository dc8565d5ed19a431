//! What is noticed, and what is not.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::running::{Running, within};
use crate::{page, save_by_renaming, small_site, write};

const PAUSE: Duration = Duration::from_millis(1200);

#[test]
fn a_save_by_renaming_is_shown_every_time() {
    let site = small_site();
    let running = Running::new(site.path());
    let events = running.listen();
    for round in 1..=5 {
        let word = format!("word{round}");
        save_by_renaming(site.path(), "content/one.md", &page("One", &word));
        running.shows("/one.html", &word);
        assert!(within(2, || (events.updates().len() == round).then_some(())).is_some(), "one message for each save");
        assert_eq!(events.updates()[round - 1]["changed"], serde_json::json!(["one.html"]));
    }
    assert_eq!(events.updates().len(), 5);
    assert_eq!(running.get("/.one.md.html").status, 404);
    assert!(!running.log().contains(".one.md.tmp"), "{}", running.log());
}

#[test]
fn configuration_and_templates_are_sources_too() {
    let site = small_site();
    let running = Running::new(site.path());
    let events = running.listen();
    save_by_renaming(site.path(), "docent.yml", "title: Renamed Site\n");
    running.shows("/one.html", "Renamed Site");
    write(site.path(), "templates/head.html", "<meta name=\"generator\" content=\"first\">\n");
    running.shows("/one.html", "content=\"first\"");
    save_by_renaming(site.path(), "templates/head.html", "<meta name=\"generator\" content=\"second\">\n");
    running.shows("/one.html", "content=\"second\"");
    write(site.path(), "static/own.css", "a {}");
    running.answers("/own.css", 200);
    let layout = events.updates().iter().filter(|update| update["layout"] == true).count();
    assert!(layout >= 3, "what is around the articles changed with each: {layout}");
}

#[test]
fn a_page_that_is_taken_away_is_gone() {
    let site = small_site();
    let running = Running::new(site.path());
    fs::remove_file(site.path().join("content/two.md")).unwrap();
    write(site.path(), "content/index.md", &page("Start", "[one](one.md)"));
    running.answers("/two.html", 404);
    let gone = within(2, || (!running.get("/").text().contains("two.html")).then_some(()));
    assert!(gone.is_some(), "the navigation no longer lists it");
    let found = |page: &str| running.get("/search/index.js").text().contains(page);
    assert!(within(2, || (!found("two.html")).then_some(())).is_some() && found("one.html"), "nor does search");
}

#[test]
fn folders_that_come_later_are_watched() {
    let site = small_site();
    let running = Running::new(site.path());
    write(site.path(), "content/x/y/z.md", &page("Zed", "first"));
    running.shows("/x/y/z.html", "first");
    write(site.path(), "content/x/y/z.md", &page("Zed", "second"));
    running.shows("/x/y/z.html", "second");
    fs::rename(site.path().join("content/x"), site.path().join("content/moved")).unwrap();
    running.shows("/moved/y/z.html", "second");
    running.answers("/x/y/z.html", 404);
    write(site.path(), "content/moved/y/z.md", &page("Zed", "third"));
    running.shows("/moved/y/z.html", "third");
}

#[test]
fn a_content_folder_that_is_made_anew_is_watched() {
    let site = small_site();
    let running = Running::new(site.path());
    fs::rename(site.path().join("content"), site.path().join("before")).unwrap();
    running.answers("/one.html", 404);
    write(site.path(), "content/one.md", &page("One", "anew"));
    running.shows("/one.html", "anew");
    sleep(PAUSE);
    write(site.path(), "content/one.md", &page("One", "and again"));
    running.shows("/one.html", "and again");
}

#[test]
fn a_broken_page_hurts_no_other_and_is_mended() {
    let site = small_site();
    let mut running = Running::new(site.path());
    let events = running.listen();
    let broken = page("One", "halfway").replacen("---\n\n", "\n", 1);
    write(site.path(), "content/one.md", &broken);
    let said = within(10, || running.log().contains("content/one.md:1:1").then_some(()));
    assert!(said.is_some(), "the terminal names the place: {}", running.log());
    assert_eq!(running.get("/two.html").status, 200);
    let told = within(5, || events.named("report").into_iter().find(|state| state["report"]["errors"] != 0));
    let finding = &told.expect("pages are told of the error")["report"]["findings"][0];
    assert_eq!((finding["path"].as_str(), finding["severity"].as_str()), (Some("content/one.md"), Some("error")));
    write(site.path(), "content/one.md", &page("One", "mended"));
    running.shows("/one.html", "mended");
    let clean = within(5, || events.named("report").pop().filter(|state| state["report"]["errors"] == 0));
    assert!(clean.is_some(), "pages are told that it is mended");
    assert!(running.is_up());
}

#[test]
fn a_site_that_starts_broken_is_served_and_recovers() {
    let site = small_site();
    write(site.path(), "content/one.md", "---\ntitle: [\n");
    write(site.path(), "templates/tutorial.html", "{% if %}");
    let running = Running::new(site.path());
    assert_eq!(running.get("/").status, 404, "no page can be rendered");
    assert!(running.log().contains("error[P02]"), "{}", running.log());
    fs::remove_file(site.path().join("templates/tutorial.html")).unwrap();
    running.answers("/", 200);
    write(site.path(), "content/one.md", &page("One", "mended"));
    running.shows("/one.html", "mended");
}

#[test]
fn a_broken_template_leaves_the_last_good_pages() {
    let site = small_site();
    write(site.path(), "templates/head.html", "<!-- good -->\n");
    let running = Running::new(site.path());
    write(site.path(), "templates/head.html", "{{ nothing_of_this_name }}\n");
    let said = within(10, || running.log().contains("error[P02]").then_some(()));
    assert!(said.is_some(), "{}", running.log());
    assert!(running.get("/one.html").text().contains("<!-- good -->"));
    write(site.path(), "templates/head.html", "<!-- better -->\n");
    running.shows("/one.html", "<!-- better -->");
}

#[test]
fn nothing_is_built_while_nothing_changes() {
    let site = small_site();
    let running = Running::new(site.path());
    running.get("/one.html");
    sleep(PAUSE);
    assert_eq!(running.rebuilds(), 0, "its own reading is no change: {}", running.log());
    write(site.path(), "content/one.md", &page("One", "edited"));
    running.shows("/one.html", "edited");
    sleep(PAUSE);
    assert!((1..=2).contains(&running.rebuilds()), "{}", running.log());
    let before = running.rebuilds();
    let status =
        Command::new(env!("CARGO_BIN_EXE_docent")).args(["build", "--site"]).arg(site.path()).status().unwrap();
    assert!(status.success());
    write(site.path(), "content/.one.md.swp", "x");
    write(site.path(), "content/one.md~", "x");
    write(site.path(), "content/one.md", &page("One", "edited"));
    sleep(PAUSE);
    assert_eq!(running.rebuilds(), before, "neither outputs, nor leftovers, nor equal bytes: {}", running.log());
}

#[test]
fn a_flurry_of_saves_is_built_few_times_and_to_its_end() {
    let site = small_site();
    let all = |word: &str| {
        (1..=150).for_each(|n| write(site.path(), &format!("content/p{n}.md"), &page(&format!("P{n}"), word)));
    };
    all("v1");
    let running = Running::new(site.path());
    let events = running.listen();
    all("v2");
    for round in 1..=10 {
        sleep(Duration::from_millis(100));
        write(site.path(), "content/p7.md", &page("P7", &format!("v3 {round}")));
    }
    running.shows("/p7.html", "v3 10");
    (1..=150).filter(|n| *n != 7).for_each(|n| running.shows(&format!("/p{n}.html"), "v2"));
    sleep(PAUSE);
    assert!(running.rebuilds() <= 5 && events.updates().len() <= 5, "{}", running.log());
}

#[test]
fn polling_sees_what_the_system_does_not_tell() {
    let site = small_site();
    let running = Running::with(site.path(), &["--port", "0", "--poll"]);
    sleep(PAUSE);
    save_by_renaming(site.path(), "content/one.md", &page("One", "seen by looking"));
    running.shows("/one.html", "seen by looking");
    write(site.path(), "content/new/page.md", &page("New", "made later"));
    running.shows("/new/page.html", "made later");
    fs::remove_file(site.path().join("content/two.md")).unwrap();
    running.answers("/two.html", 404);
}

#[test]
fn polling_is_named_where_it_is_needed_and_costs_little() {
    let help = Command::new(env!("CARGO_BIN_EXE_docent")).args(["serve", "--help"]).output().unwrap();
    assert!(String::from_utf8_lossy(&help.stdout).contains("--poll"));
    let site = small_site();
    let running = Running::with(site.path(), &["--port", "0", "--poll"]);
    sleep(PAUSE);
    let before = cpu_time(&running);
    sleep(3 * PAUSE);
    let (Some(before), Some(after)) = (before, cpu_time(&running)) else { return };
    assert!(after - before < 3 * PAUSE / 20, "{:?} of {:?}", after - before, 3 * PAUSE);
}

/// The time that the server has computed, where the system tells it.
fn cpu_time(running: &Running) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", running.id())).ok()?;
    // Behind the name of the program: user and system time are the twelfth and thirteenth, in hundredths of a second.
    let fields: Vec<_> = stat.rsplit_once(") ")?.1.split(' ').collect();
    Some(Duration::from_millis(10 * fields[11..13].iter().map(|field| field.parse().unwrap_or(0)).sum::<u64>()))
}

#[test]
fn files_that_code_blocks_show_are_watched_wherever_they_are() {
    let site = small_site();
    let include = |path: &str| format!("```python file=\"/{path}\"\n```\n");
    write(site.path(), "examples/a.py", "first = 1\n");
    write(site.path(), "content/one.md", &page("One", &include("examples/a.py")));
    write(site.path(), "content/two.md", &page("Two", &include("later/deep/b.py")));
    let running = Running::new(site.path());
    let events = running.listen();
    save_by_renaming(site.path(), "examples/a.py", "second = 2\n");
    running.shows("/one.html", "second");
    // The page is there a moment before its readers are told.
    let update = within(10, || events.updates().pop()).unwrap();
    assert_eq!(update["layout"], false, "what is around the article stays");
    fs::create_dir(site.path().join("later")).unwrap();
    sleep(PAUSE);
    fs::create_dir(site.path().join("later/deep")).unwrap();
    sleep(PAUSE);
    write(site.path(), "later/deep/b.py", "made_later = 3\n");
    running.shows("/two.html", "made_later");
}

#[cfg(unix)]
#[test]
fn what_links_lead_to_is_watched() {
    use std::os::unix::fs::symlink;
    let site = small_site();
    write(site.path(), "shared/page.md", &page("Shared", "first"));
    write(site.path(), "shared/more/deep.md", &page("Deep", "first"));
    symlink("../shared/page.md", site.path().join("content/linked.md")).unwrap();
    symlink("../shared/more", site.path().join("content/more")).unwrap();
    let running = Running::new(site.path());
    save_by_renaming(site.path(), "shared/page.md", &page("Shared", "second"));
    running.shows("/linked.html", "second");
    write(site.path(), "shared/more/deep.md", &page("Deep", "second"));
    running.shows("/more/deep.html", "second");
    write(site.path(), "shared/more/later.md", &page("Later", "made later"));
    running.shows("/more/later.html", "made later");
    write(site.path(), "other/page.md", &page("Other", "elsewhere"));
    fs::remove_file(site.path().join("content/linked.md")).unwrap();
    symlink("../other/page.md", site.path().join("content/linked.md")).unwrap();
    running.shows("/linked.html", "elsewhere");
    write(site.path(), "other/page.md", &page("Other", "followed"));
    running.shows("/linked.html", "followed");
}
