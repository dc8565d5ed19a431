//! Names and machines of all kinds: what works on one system has to work on the others, or is told beforehand.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;
mod reader;

use docent::cache::Cache;
use docent::check::has_errors;
use docent::pipeline::{self, Build, Options};
use docent::world::MemoryWorld;
use program::{PAGE, Scratch, run};
use reader::Website;

/// Names that one system or another takes and that mean something in URLs, in Markdown or to a shell.
const NAMES: [&str; 12] = [
    "a b",
    "a#b",
    "a%20b",
    "a&b",
    "a'b",
    "a+b=c;d",
    "(a)[b]",
    "caf\u{e9}",
    "cafe\u{301}x",
    "\u{1f469}\u{200d}\u{1f52c}",
    "\u{5b89}\u{88c5}",
    "-a.b-",
];

/// Names that Windows refuses, with what is said of each.
const REFUSED_BY_WINDOWS: [(&str, &str); 6] = [
    ("aux", "a name that Windows keeps for a device"),
    ("com1", "a name that Windows keeps for a device"),
    ("what?", "a control character or one of"),
    ("a:b", "a control character or one of"),
    ("new\nline", "a control character or one of"),
    ("trail. ", ""),
];

/// A site with a page of each name, all linked from the first one, with a picture beside each.
fn site(names: &[&str]) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    let encoded = |name: &str| name.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let links: String = names.iter().map(|name| format!("- [Page](sub/{}.md#part)\n", encoded(name))).collect();
    world.write("content/index.md", format!("---\ntitle: Start\nkind: page\n---\n\n{links}"));
    for name in names {
        let picture = format!("![A dot]({}.svg)", encoded(name));
        let text = format!("---\ntitle: Page\nkind: page\n---\n\n## Part\n\n[Start](../index.md) {picture}\n");
        world.write(&format!("content/sub/{name}.md"), text);
        world.write(
            &format!("content/sub/{name}.svg"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"2\"/>",
        );
    }
    world
}

fn built(world: &MemoryWorld) -> Build {
    let options = Options { base_url: Some("https://host.example/docs/".to_owned()), ..Options::default() };
    pipeline::build(world, &Cache::new(), &options, &())
}

/// Every link of the site leads to a file of it, as a browser reads it, and each page is reached.
#[test]
fn pages_of_every_name_are_reached() {
    let refused: Vec<_> = REFUSED_BY_WINDOWS.iter().map(|(name, _)| *name).collect();
    for names in [&NAMES[..], &refused] {
        let built = built(&site(names));
        assert!(!has_errors(&built.checked.diagnostics), "{:#?}", built.checked.diagnostics);
        let website = Website::of(&built);
        assert_eq!(website.faults(true), Vec::<String>::new());
        let reached = website.reached_from("index.html");
        for name in names {
            assert!(
                reached.contains(&format!("sub/{name}.html")) && reached.contains(&format!("sub/{name}.svg")),
                "{name}"
            );
        }
        for (path, bytes) in built.outputs.iter().filter(|(path, _)| path.ends_with(".html") || path.ends_with(".xml"))
        {
            let text = String::from_utf8_lossy(bytes);
            let urls = text.split("href=\"").chain(text.split("<loc>")).skip(1);
            for url in urls.filter_map(|rest| rest.split(['"', '<']).next()).filter(|url| url.contains("sub/")) {
                assert!(!url.contains(['\n', ' ', '?', '\\']) && url.matches('#').count() < 2, "{path}: {url:?}");
            }
        }
    }
}

#[test]
fn names_that_are_not_portable_are_told() {
    let names: Vec<_> = REFUSED_BY_WINDOWS.iter().map(|(name, _)| *name).collect();
    let warned = built(&site(&names));
    let told: Vec<_> = warned.checked.diagnostics.iter().filter(|found| found.name == "portable-name").collect();
    for (name, why) in REFUSED_BY_WINDOWS.iter().filter(|(_, why)| !why.is_empty()) {
        for ending in ["md", "svg"] {
            let path = format!("content/sub/{name}.{ending}");
            let found = told.iter().find(|found| found.finding.span.path.as_str() == path);
            let found = found.unwrap_or_else(|| panic!("nothing is said of {path:?}"));
            assert!(found.finding.message.contains(&format!("`{path}` has ")) && found.finding.message.contains(why));
        }
    }
    let common = built(&site(&NAMES));
    assert!(common.checked.diagnostics.iter().all(|found| found.name != "portable-name"));
}

/// On a system that cannot tell them apart, only one of two files would be left.
#[test]
fn names_that_some_systems_mix_up_are_refused() {
    for (one, other) in
        [("Guide", "guide"), ("caf\u{e9}", "cafe\u{301}"), ("\u{212b}", "\u{e5}"), ("STRASSE", "strasse")]
    {
        let built = built(&site(&[one, other]));
        let told = built.checked.diagnostics.iter().filter(|found| found.name == "duplicate-url").count();
        assert_eq!(told, 2, "{one} and {other}: a page and a picture each: {:#?}", built.checked.diagnostics);
    }
}

#[test]
fn names_of_255_bytes_are_published_and_longer_ones_are_named() {
    // The page's name is three bytes longer than that of its source.
    let longest = "n".repeat(255 - ".html".len());
    let built = built(&site(&[&longest]));
    assert!(!has_errors(&built.checked.diagnostics), "{:#?}", built.checked.diagnostics);
    let site = Scratch::with_a_page();
    let longer = format!("content/{}.md", "n".repeat(255 - ".md".len()));
    site.write(&longer, PAGE);
    site.docent(&["build"]).expect(1).saying(&[&longer, "P06", "more than 255 bytes"]);
    assert!(!site.path("public").exists());
}

/// What the machine is like does not reach the outputs: its threads, its language, its place, its rights and its folder.
#[cfg(unix)]
#[test]
fn no_machine_leaves_a_trace() {
    let site = Scratch::new();
    site.copy("content");
    site.copy("static");
    site.copy("templates");
    let build = |out: &str, machine: &str| {
        let program = env!("CARGO_BIN_EXE_docent");
        let mut command = std::process::Command::new("sh");
        let line = format!("{machine} exec \"$0\" build --out {out}");
        run(command.args(["-c", &line, program]).current_dir(site.path("."))).expect(0);
        site.tree(out)
    };
    let expected = build("first", "");
    for (number, machine) in [
        "export RAYON_NUM_THREADS=1;",
        "export RAYON_NUM_THREADS=7 TZ=Pacific/Kiritimati;",
        "export LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8;",
        "umask 077;",
        "umask 000; export HOME=/nonexistent USER=nobody TMPDIR=/tmp;",
        "export SOURCE_DATE_EPOCH=0 TERM=dumb COLUMNS=20 NO_COLOR=1;",
    ]
    .into_iter()
    .enumerate()
    {
        assert!(build(&format!("again-{number}"), machine) == expected, "{machine}");
    }
}
