//! Pages made to be too much: each ends in time, with an answer that names it.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;

use std::fs;
use std::time::{Duration, Instant};

use docent::limit::{FILE_BYTES, INCLUDES, PAGE_BYTES};
use docent::preview::base::{Base, Found};
use docent::preview::{self, Settings};
use docent::world::MemoryWorld;
use program::Scratch;

/// How many times something is repeated that no author repeats.
const MANY: usize = 100_000;
/// What one of these pages may take. An optimised build takes a tenth of it.
const PATIENCE: Duration = Duration::from_secs(60);

fn page(body: &str) -> String {
    format!("---\ntitle: T\nkind: page\n---\n\n{body}\n")
}

/// Checks and builds a site of this page. Whatever it says, it has to say it, and in time.
fn ends(what: &str, page: &str) -> program::Run {
    let site = Scratch::new();
    site.write("content/page.md", page);
    let start = Instant::now();
    let run = site.docent(&["build"]);
    assert!(matches!(run.code, Some(0 | 1)), "{what}: {run:?}");
    assert!(start.elapsed() < PATIENCE, "{what} takes {:?}", start.elapsed());
    run
}

#[test]
fn a_hundred_thousand_levels_end() {
    for (what, body) in [
        ("quotes", "> ".repeat(MANY) + "x"),
        ("lists", "- ".repeat(MANY) + "x"),
        ("quotes of lists", "> - ".repeat(MANY / 2) + "x"),
    ] {
        ends(what, &page(&body)).expect(1).saying(&["content/page.md:6:", "P08", "deep within each other"]);
    }
    for (what, body) in [
        ("brackets", "[".repeat(MANY) + "a" + &"]".repeat(MANY)),
        ("emphasis", "*a ".repeat(MANY) + &"b* ".repeat(MANY)),
        ("elements", "<b>".repeat(MANY) + "x" + &"</b>".repeat(MANY)),
        ("blocks of HTML", "<div>\n".repeat(MANY)),
    ] {
        ends(what, &page(&body)).expect(0);
    }
}

/// Each of these once took a time that grew with the square of the page.
#[test]
fn a_hundred_thousand_repetitions_end() {
    for (what, body) in [
        ("headings of one name", "# a\n".repeat(MANY)),
        ("suppressions", "<!-- allow: L01 — x -->\n\n[a](b.md)\n\n".repeat(MANY / 10)),
        ("comments in one line", "a<!-- b -->".repeat(MANY)),
        ("tags that never end", format!("<div>{}", "<img src=\n-".repeat(MANY))),
        ("elements of raw text", format!("<div>{}", "<title></title>".repeat(MANY))),
        ("headings", (0..MANY / 4).map(|number| format!("## h{number}\n\n")).collect()),
        ("starts of URLs", "https://".repeat(MANY)),
        ("starts of URLs in brackets", "(www.".repeat(MANY)),
        ("a URL with brackets", format!("https://a.io/{}", ")".repeat(MANY))),
        ("a URL with references", format!("https://a.io/{}", ";".repeat(MANY))),
        ("openings of links", "](a b".repeat(MANY)),
        ("suppressions", "<!-- allow: link-text — x -->\n".repeat(MANY / 5)),
        ("findings on one line", format!("{}a{}", "![".repeat(MANY / 10), "](b)".repeat(MANY / 10))),
        ("starts of footnotes", "[^".repeat(MANY)),
        ("footnotes", (0..MANY / 10).map(|number| format!("[^a{number}] b\n\n[^b{number}]: c\n\n")).collect()),
        ("fences that quotes end", "> ```text\n\n".repeat(9_000)),
        ("signs of formulas", "$$\n\nx\n\n".repeat(MANY / 10)),
        ("alerts of no kind", "> [!x]\n\n".repeat(MANY / 10)),
        ("findings on many lines", "[the next page](b.md)\n".repeat(MANY / 10)),
    ] {
        ends(what, &page(&body));
    }
}

#[test]
fn front_matter_that_is_a_bomb_is_refused() {
    let doubled = (b'b'..=b'i').map(|name| {
        let (name, before) = (char::from(name), char::from(name - 1));
        format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(", "))
    });
    let aliases: String = std::iter::once("a: &a [x, x, x, x]\n".to_owned()).chain(doubled).collect();
    for (what, yaml, words) in [
        ("brackets", format!("a: {}", "[".repeat(MANY)), "content/page.md:4:"),
        ("mappings", format!("a: {}", "{a: ".repeat(MANY)), "content/page.md:4:"),
        ("aliases", aliases, "content/page.md"),
        ("an alias of itself", "a: &a [*a]".to_owned(), "content/page.md"),
        ("a long text", format!("a: {}", "x".repeat(2 << 20)), "at most 1 MiB are read"),
        ("keys", (0..MANY / 4).map(|number| format!("k{number}: 1\n")).collect(), "unknown key `k7`"),
        (
            "earlier paths",
            format!("aliases: [{}]", (0..MANY / 4).map(|number| format!("a{number},")).collect::<String>()),
            "at most 100 are allowed",
        ),
        (
            "tags",
            format!("tags: [{}]", (0..MANY / 4).map(|number| format!("t{number},")).collect::<String>()),
            "at most 100 are allowed",
        ),
    ] {
        ends(what, &format!("---\ntitle: T\nkind: page\n{yaml}\n---\n\nText.\n")).expect(1).saying(&[words]);
    }
}

#[test]
fn a_page_that_is_too_large_is_named() {
    let site = Scratch::with_a_page();
    site.write("content/large.md", page(&"A sentence.\n\n".repeat(PAGE_BYTES / 13)));
    site.docent(&["build"]).expect(1).saying(&["content/large.md", "P08", "a page has at most 8 MiB"]);
    // A file without bytes on the disk, so that the disk is none the wiser.
    let huge = fs::File::create(site.path("content/huge.csv")).unwrap();
    huge.set_len(FILE_BYTES as u64 + 1).unwrap();
    site.docent(&["check"]).expect(1).saying(&["content/large.md"]);
    site.docent(&["build"]).expect(1).saying(&["content/huge.csv", "P04", "at most 256 MiB are read"]);
}

#[test]
fn tables_and_files_in_code_blocks_are_counted() {
    let row = format!("|{}\n", "a|".repeat(100));
    let table = format!("{row}|{}\n{}", "-|".repeat(100), row.repeat(1_000));
    ends("cells", &page(&table)).expect(1).saying(&["P08", "100100 cells, at most 100000"]);
    let site = Scratch::new();
    site.write("code/a.py", "x = 1\n");
    site.write("code/large.py", "x = 1\n".repeat(200_000));
    let blocks = "```python file=\"/code/a.py\"\n```\n\n".repeat(INCLUDES + 1);
    site.write("content/many.md", page(&blocks));
    site.write("content/large.md", page("```python file=\"/code/large.py\"\n```"));
    let run = site.docent(&["check"]).expect(1);
    run.saying(&["content/many.md:606:1", "more than 200 code blocks", "code/large.py", "files of at most 1 MiB"]);
}

#[test]
fn a_long_block_of_code_is_shown_to_its_last_line() {
    let functions: String =
        (0..5000).map(|number| format!("def f{number}(a, b=1):\n    return a + b  # note\n")).collect();
    let site = Scratch::new();
    site.write("content/big.md", page(&format!("```python\n{functions}```\n\nEnd.")));
    let start = Instant::now();
    site.docent(&["build"]).expect(0);
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    let html = fs::read_to_string(site.path("public/big.html")).unwrap();
    assert!(html.len() < 8 << 20, "{} bytes", html.len());
    let code = html.split("<code").nth(1).unwrap().split("</code>").next().unwrap();
    assert_eq!(code.lines().count(), 10_000);
    assert!(code.contains("f4999") && html.contains("<p>End.</p>"));
}

#[test]
fn lines_that_are_marked_again_and_again_end() {
    let ranges: String = (0..MANY).map(|number| format!("{}-1000,", number % 1000 + 1)).collect();
    let body = format!("```python mark={ranges}\n{}```\n", "x = 1\n".repeat(1000));
    ends("marked lines", &page(&body)).expect(0);
    let missing: String = (1..MANY).map(|number| format!("{number}-9999999,")).collect();
    ends("marked lines that are not there", &page(&format!("```python mark={missing}\nx = 1\n```\n")))
        .expect(1)
        .saying(&["line 9999999"]);
}

/// What is compared, both ways: each of these once took a time, or a memory, that grew with the square of the change.
#[test]
fn previews_of_changes_that_are_too_much_end() {
    let sections = |name: &str| (0..4_000).map(|number| format!("## {name}{number}\n\nThe same words.\n\n")).collect();
    let paragraphs =
        |name: &str| (0..MANY / 2).map(|number| format!("One of many words {name}{number}.\n\n")).collect();
    let links = |name: &str| (0..15_000).map(|number| format!("[x]({name}{number}.md)\n")).collect();
    let words = |name: &str| (0..MANY).map(|number| format!("{name}{number} ")).collect();
    let html = |name: &str| format!("<div>\n{}</div>\n", format!("{name}\n").repeat(MANY));
    let rows = |name: &str| {
        let rows: String = (0..MANY / 4).map(|number| format!("| {name}{number} | x |\n")).collect();
        format!("| a | b |\n|---|---|\n{rows}")
    };
    let items = |name: &str| (0..MANY / 4).map(|number| format!("- {name}{number} words\n")).collect();
    let code = |name: &str| {
        let lines: String = (0..MANY / 4).map(|number| format!("{name} {number}\n")).collect();
        format!("```text\n{lines}```\n")
    };
    type Body<'b> = &'b dyn Fn(&str) -> String;
    let bodies: [(&str, Body<'_>); 8] = [
        ("sections", &sections),
        ("paragraphs", &paragraphs),
        ("links", &links),
        ("words", &words),
        ("lines of HTML", &html),
        ("rows", &rows),
        ("items", &items),
        ("lines of code", &code),
    ];
    for (what, body) in bodies {
        compared(what, &[("page".to_owned(), body("old"))], &[("page".to_owned(), body("new"))]);
    }
    let pages = |folder: &str| {
        let page = |number| (format!("{folder}/{}/{number}", number / 20), format!("Text of {folder} {number}.\n"));
        (0..600).map(page).collect::<Vec<_>>()
    };
    compared("pages of one title that move", &pages("here"), &pages("there"));
    let moved: String = paragraphs("x");
    let (here, there) = (format!("## A\n\n{moved}\n## B\n"), format!("## A\n\n## B\n\n{moved}"));
    compared("blocks that move", &[("page".to_owned(), here)], &[("page".to_owned(), there)]);
}

/// Makes a preview of a change, which has to end in time.
fn compared(what: &str, before: &[(String, String)], after: &[(String, String)]) {
    let world = |pages: &[(String, String)]| {
        let mut world = MemoryWorld::new();
        pages.iter().for_each(|(name, body)| world.write(&format!("content/{name}.md"), page(body)));
        world
    };
    let start = Instant::now();
    let found = Found { base: Base::Memory(world(before)), steps: Vec::new() };
    let preview = preview::make(&world(after), &found, &Settings::default(), &()).unwrap();
    assert!(!preview.account.pages.is_empty(), "{what}: nothing is told");
    assert!(start.elapsed() < PATIENCE, "{what} takes {:?}", start.elapsed());
}
