//! What holds for every site and every text, tried on many.

mod reader;

use std::collections::BTreeMap;

use docent::cache::{Cache, Computed};
use docent::check::has_errors;
use docent::config::Config;
use docent::diagnostic::{Diagnostic, Severity};
use docent::document::Document;
use docent::output::Outputs;
use docent::pipeline::{self, Build, Options};
use docent::render::{self, Body, BodySettings, Links};
use docent::source::{SitePath, Source, Span};
use docent::world::MemoryWorld;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use reader::{Page, Website};

fn build(world: &MemoryWorld, cache: &Cache) -> Build {
    pipeline::build(world, cache, &Options::default(), &())
}

fn world(files: &[(&str, &str)]) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    files.iter().for_each(|(path, text)| world.write(path, *text));
    world
}

fn outputs(files: &[(&str, &str)]) -> Outputs {
    build(&world(files), &Cache::new()).outputs
}

/// A page without a contract.
fn page(title: &str, body: &str) -> String {
    format!("---\ntitle: {title}\nkind: page\n---\n\n{body}\n")
}

/// How many inputs are tried. What fails becomes a test that is read, not a file of seeds.
fn tried(cases: u32) -> ProptestConfig {
    // The same inputs at each run: a change is judged by what it changes. `PROPTEST_RNG_SEED` tries others.
    let seed = ProptestConfig::default().rng_seed;
    let rng_seed = if std::env::var_os("PROPTEST_RNG_SEED").is_some() { seed } else { RngSeed::Fixed(2) };
    ProptestConfig { cases, failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

// --- Builds, warm and cold -------------------------------------------------------------------------------------------

/// One change to a site.
#[derive(Debug, Clone)]
enum Step {
    Write(usize, usize),
    Rename(usize, usize),
    Remove(usize),
}

/// Paths that share folders, so that navigation, indexes, links and images change with them.
const PATHS: [&str; 10] = [
    "content/index.md",
    "content/a.md",
    "content/b.md",
    "content/folder/index.md",
    "content/folder/c.md",
    "content/folder/deep/d.md",
    "content/dot.svg",
    "static/theme/docent.css",
    "templates/head.html",
    "docent.yml",
];

/// Contents of every kind; at a path that they do not suit they are a mistake, which is a change too.
fn contents() -> Vec<String> {
    let mut contents = vec![
        page("One", "[a](a.md) [b](b.md#part) ![dot](dot.svg)\n\n## Part\n\nText."),
        page("Two", "[up](../index.md) [c](folder/c.md) [gone](gone.md)\n\n```python\nx = 1\n```"),
        page("One", "The same title.[^n]\n\n[^n]: A note."),
        "---\ntitle: Tutorial\ndescription: What it is.\nwhat_you_will_learn: [A thing]\nprerequisites:\n  - \"[a](a.md)\"\n---\n"
            .to_owned(),
        "---\ntitle: Draft\nkind: page\ndraft: true\nweight: 1\n---\n".to_owned(),
        "---\ntitle: Index\nkind: index\nweight: -3\naliases: [old]\n---\n\n# Index\n\n# More\n".to_owned(),
        "---\ntitle: [broken\n---\n".to_owned(),
        String::new(),
    ];
    contents.extend(
        [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"4\"/>",
            "<meta name=\"x\" content=\"{{ page.title }}\">",
            "{{ page.nothing }}",
            "title: Named\nnav: [b.md, folder]\n",
            "language: de\nlabels: { note: Hinweis }\nhtml: trusted\n",
        ]
        .map(str::to_owned),
    );
    contents
}

fn step() -> impl Strategy<Value = Step> {
    let path = 0..PATHS.len();
    prop_oneof![
        6 => (path.clone(), 0..contents().len()).prop_map(|(path, content)| Step::Write(path, content)),
        1 => (path.clone(), path.clone()).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => path.prop_map(Step::Remove),
    ]
}

/// A site as a map, because a world can be written and not be asked what it holds.
#[derive(Default)]
struct Files(BTreeMap<&'static str, String>);

impl Files {
    fn take(&mut self, step: &Step, contents: &[String]) {
        match *step {
            Step::Write(path, content) => {
                self.0.insert(PATHS[path], contents[content].clone());
            }
            Step::Rename(from, to) => {
                if let Some(text) = self.0.remove(PATHS[from]) {
                    self.0.insert(PATHS[to], text);
                }
            }
            Step::Remove(path) => {
                self.0.remove(PATHS[path]);
            }
        }
    }

    fn world(&self) -> MemoryWorld {
        let mut world = MemoryWorld::new();
        self.0.iter().for_each(|(path, text)| world.write(path, text.as_str()));
        world
    }
}

/// Diagnostics in words, for comparing.
fn told(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|diagnostic| format!("{diagnostic:?}")).collect()
}

proptest! {
    #![proptest_config(tried(40))]

    #[test]
    fn a_warm_build_equals_a_cold_one(steps in prop::collection::vec(step(), 1..12)) {
        let (contents, cache, mut files) = (contents(), Cache::new(), Files::default());
        for step in &steps {
            files.take(step, &contents);
            let (warm, cold) = (build(&files.world(), &cache), build(&files.world(), &Cache::forgetful()));
            prop_assert_eq!(told(&warm.checked.diagnostics), told(&cold.checked.diagnostics));
            prop_assert!(warm.outputs == cold.outputs, "{:?}", warm.outputs.changes_since(&cold.outputs));
            let found = check_only(&files.world(), &cache);
            let rendered = |diagnostic: &&Diagnostic| diagnostic.code != "P02" && diagnostic.code != "P06";
            let built: Vec<_> = warm.checked.diagnostics.iter().filter(rendered).cloned().collect();
            let checked: Vec<_> = found.iter().filter(rendered).cloned().collect();
            prop_assert_eq!(told(&checked), told(&built), "check finds what build finds, but for what only rendering shows");
            // A template or trusted HTML of the site can be anything.
            if !files.0.contains_key("templates/head.html") && !files.0.contains_key("docent.yml") {
                prop_assert_eq!(Website::of(&warm).faults(!has_errors(&warm.checked.diagnostics)), Vec::<String>::new());
            }
        }
    }

    #[test]
    fn threads_do_not_change_the_outputs(steps in prop::collection::vec(step(), 6..12)) {
        let (contents, mut files) = (contents(), Files::default());
        steps.iter().for_each(|step| files.take(step, &contents));
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
            let built = pool.install(|| build(&files.world(), &Cache::new()));
            (built.outputs, told(&built.checked.diagnostics))
        };
        prop_assert_eq!(with_threads(1), with_threads(5));
    }
}

fn check_only(world: &MemoryWorld, cache: &Cache) -> Vec<Diagnostic> {
    pipeline::check_site(world, cache, &Options::default()).diagnostics
}

fn since(before: Computed, cache: &Cache) -> (u32, u32) {
    let now = cache.computed();
    (now.bodies - before.bodies, now.pages - before.pages)
}

/// A site of three folders with twelve pages each.
fn folders() -> MemoryWorld {
    let mut world = MemoryWorld::new();
    world.write("content/index.md", "---\ntitle: Start\n---\n");
    for folder in 0..3 {
        world.write(&format!("content/f{folder}/index.md"), format!("---\ntitle: Folder {folder}\n---\n"));
        for number in 0..12 {
            let path = format!("content/f{folder}/p{number:02}.md");
            world.write(&path, page(&format!("Page {folder} {number:02}"), "Text."));
        }
    }
    world
}

#[test]
fn an_edit_renders_what_it_changes_and_nothing_else() {
    let (mut world, cache) = (folders(), Cache::new());
    let first = build(&world, &cache).outputs;
    let total = cache.computed();
    let of_no_document = total.pages - 40;
    assert_eq!(total.bodies, 40);
    build(&world, &cache);
    assert_eq!(cache.computed(), total, "nothing changed, nothing is computed");

    // A paragraph is on its own page.
    let before = cache.computed();
    world.write("content/f1/p05.md", page("Page 1 05", "Other words."));
    let second = build(&world, &cache).outputs;
    assert_eq!(since(before, &cache), (1, 1));
    let pages = |changed: &[String]| changed.iter().filter(|path| path.ends_with(".html")).cloned().collect::<Vec<_>>();
    assert_eq!(pages(&second.changes_since(&first).changed), ["f1/p05.html"]);

    // A title is on its own page, and on those of its folder that show it in their navigation or on a card.
    let before = cache.computed();
    world.write("content/f1/p05.md", page("Page 1 05 renamed", "Other words."));
    let third = build(&world, &cache).outputs;
    let changed = pages(&third.changes_since(&second).changed);
    let shows = |path: &&str| String::from_utf8_lossy(third.get(path).expect("an output")).contains("1 05 renamed");
    let showing: Vec<_> = third.paths().filter(|path| path.ends_with(".html")).filter(shows).collect();
    assert_eq!(changed, showing);
    assert_eq!(since(before, &cache), (1, u32::try_from(showing.len()).expect("a small number")));
    assert!(showing.len() < 16, "{showing:?}");

    // A template is on every page and in no body.
    let before = cache.computed();
    world.write("templates/head.html", "<meta name=\"generator\" content=\"us\">");
    build(&world, &cache);
    assert_eq!(since(before, &cache), (0, 40 + of_no_document));

    // A picture whose size changes is on the pages that show it.
    let svg = |width: u8| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"2\"/>");
    world.write("content/dot.svg", svg(2));
    world.write("content/f2/p00.md", page("Page 2 00", "![A dot](../dot.svg)"));
    build(&world, &cache);
    let before = cache.computed();
    world.write("content/dot.svg", svg(3));
    build(&world, &cache);
    assert_eq!(since(before, &cache), (1, 1));
}

// --- Texts ----------------------------------------------------------------------------------------------------------

/// Pieces that mean something to YAML, Markdown, HTML or Docent, and some that only look like it.
const PIECES: [&str; 84] = [
    "---\n",
    "title: x\n",
    "kind: page\n",
    "what_you_will_learn:\n",
    "  - item\n",
    "prerequisites: none\n",
    "extra: {a: [1",
    "key: \"open\n",
    "\t",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u{feff}",
    "\0",
    "\u{1b}[31m",
    "\u{85}",
    "\u{2028}",
    "é",
    "字",
    "👩‍👩‍👧",
    "e\u{301}",
    "\u{202e}",
    "# ",
    "## ",
    "###### ",
    "===\n",
    "- ",
    "1. ",
    "7) ",
    "> ",
    "> [!NOTE]\n> ",
    "    ",
    "```",
    "~~~~",
    "```python run mark=\"2-\"\n",
    "```diff\n",
    "```console\n$ ",
    "tab=\"a\" ",
    "`",
    "``",
    "*",
    "**",
    "_",
    "~~",
    "|",
    "|-|:-:|\n",
    "\\",
    "[",
    "]",
    "](",
    ")",
    "[a](b.md)",
    "[a](page.md#x)",
    "![i](dot.svg \"t\")",
    "[^1]",
    "[^1]: ",
    "[a][b]",
    "[b]: page.md\n",
    "[x](a b.md)",
    "{#id}",
    "{#fn-1}",
    "<",
    ">",
    "</",
    "<b>",
    "</b>",
    "<div>\n",
    "</div>",
    "<details><summary>",
    "<script>",
    "</script>",
    "<a href=\"page.md\" onclick=x>",
    "<img src=x onerror=y>",
    "<p id=\"id\">",
    "<!--",
    "-->",
    "<svg><style>",
    "javascript:x",
    "https://example.org/a_(b)",
    "&amp;",
    "&#x1b;",
    ": definition\n",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![8 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned), 1 => "\\PC{0,6}"];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn parsed(text: &str) -> Document {
    Document::parse(&Source::new(SitePath::new("content/page.md"), text))
}

/// All places that a diagnostic names.
fn spans(diagnostic: &Diagnostic) -> Vec<&Span> {
    let finding = &diagnostic.finding;
    let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.span);
    finding.others.iter().map(|other| &other.span).chain(edits).chain([&finding.span]).collect()
}

/// The prose of the only page.
fn prose(built: &Build) -> Body {
    let site = &built.checked.site;
    let settings = BodySettings::of(&Config::default());
    render::body(&site.documents[0], &Links::new(site, 0, |_| None), &docent::render::Includes::default(), &settings)
}

/// Whether every element that is opened is closed, in order.
fn unbalanced(html: &str) -> Option<String> {
    const VOID: [&str; 9] = ["br", "col", "hr", "img", "input", "source", "wbr", "area", "track"];
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
        let name = |tag: &'_ str| tag.split_whitespace().next().unwrap_or_default().len();
        match tag.strip_prefix('/') {
            Some(closed) if open.pop() == Some(closed) => {}
            Some(closed) => return Some(format!("</{closed}> closes nothing")),
            None if VOID.contains(&&tag[..name(tag)]) => {}
            None => open.push(&tag[..name(tag)]),
        }
    }
    open.pop().map(|left| format!("<{left}> is never closed"))
}

fn is_active(page: &Page) -> Option<String> {
    let prose = page.prose()?;
    prose.elements().iter().find_map(|element| {
        let script = matches!(element.name(), "script" | "style" | "iframe" | "object" | "embed" | "form");
        let attribute = element.attributes().into_iter().find(|(name, value)| {
            name.starts_with("on") || name == "style" || value.trim().to_lowercase().starts_with("javascript:")
        });
        if script { Some(element.name().to_owned()) } else { attribute.map(|(name, _)| name) }
    })
}

proptest! {
    #![proptest_config(tried(400))]

    #[test]
    fn parsing_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300), text in text()) {
        parsed(&String::from_utf8_lossy(&bytes));
        parsed(&text);
        parsed(&format!("---\n{text}\n---\n"));
    }

    #[test]
    fn places_lie_in_their_file(bytes in prop::collection::vec(any::<u8>(), 0..60), text in text(), front in text()) {
        let mut world = world(&[("content/page.md", &text), ("content/dot.svg", "<svg/>")]);
        world.write("content/front.md", format!("---\n{front}\n---\n{text}"));
        world.write("content/bytes.md", [text.as_bytes(), &bytes].concat());
        world.write("docent.yml", front.as_str());
        let built = build(&world, &Cache::new());
        let sources = &built.checked.sources;
        for diagnostic in &built.checked.diagnostics {
            for Span { path, range } in spans(diagnostic) {
                let Some(source) = sources.get(path) else { continue };
                let inside = source.text().get(range.clone()).is_some();
                prop_assert!(inside, "{}: {:?} of {} bytes: {:?}", path, range, source.text().len(), diagnostic);
            }
        }
        // What was found can be shown.
        docent::report::concise(&built.checked.diagnostics, sources);
        docent::report::human(&built.checked.diagnostics, sources);
    }

    #[test]
    fn bodies_are_sound_html(text in text(), item in text()) {
        let item = item.replace(char::is_control, " ").replace('\'', "''");
        let front = format!("---\ntitle: T\ndescription: D\nwhat_you_will_learn: ['x {item}']\nprerequisites: none\n---\n\n");
        let world = world(&[("content/page.md", &format!("{front}{text}")), ("content/dot.svg", "<svg/>")]);
        let built = build(&world, &Cache::new());
        let body = prose(&built);
        prop_assert_eq!(unbalanced(&body.html), None, "{}", body.html);
        for item in body.learn_items {
            prop_assert_eq!(unbalanced(&item), None, "{}", item);
        }
        let website = Website::of(&built);
        prop_assert_eq!(is_active(website.page("page.html")), None);
        // What authors write in raw HTML need not be valid, nor describe its images: it has to be harmless.
        let theirs = |fault: &String| fault.contains("not valid HTML") || fault.contains("has no `alt`");
        let faults: Vec<_> = website.faults(!has_errors(&built.checked.diagnostics)).into_iter().filter(|fault| !theirs(fault)).collect();
        prop_assert!(faults.is_empty(), "{:?}\n{}", faults, body.html);
    }

    #[test]
    fn line_endings_do_not_reach_the_page(text in text()) {
        let unix = page("T", &text.replace('\r', ""));
        let windows = unix.replace('\n', "\r\n");
        let page = |text: &str| outputs(&[("content/page.md", text)]).get("page.html").cloned();
        let (unix, windows) = (page(&unix), page(&windows));
        prop_assert_eq!(unix.map(|html| String::from_utf8_lossy(&html).into_owned()), windows.map(|html| String::from_utf8_lossy(&html).into_owned()));
    }

    #[test]
    fn lines_of_code_stand_where_they_say(text in text()) {
        // A tab that is half indentation and half code stands nowhere.
        let text = text.replace('\t', "    ");
        for block in parsed(&text).code_blocks {
            let mut start = 0;
            for line in block.code.text().split_inclusive('\n') {
                let place = block.code.place(start);
                let words = line.trim_end_matches('\n');
                let found = parsed(&text).source.text().get(place..).is_some_and(|there| there.starts_with(words));
                prop_assert!(found, "{:?} at {}", words, place);
                start += line.len();
            }
        }
    }

    #[test]
    fn a_byte_order_mark_changes_nothing(text in text()) {
        let plain = page("T", &text);
        let marked = format!("\u{feff}{plain}");
        prop_assert_eq!(outputs(&[("content/page.md", &plain)]), outputs(&[("content/page.md", &marked)]));
    }

    #[test]
    fn a_safe_fix_leaves_its_finding_behind(text in text(), front in text()) {
        let whole = format!("---\n{front}\n---\n{text}");
        let before = check_only(&world(&[("content/page.md", &whole)]), &Cache::new());
        for diagnostic in before.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
            let Some(fix) = &diagnostic.finding.fix else { continue };
            let source = Source::new(SitePath::new("content/page.md"), whole.as_str());
            let mut mended = source.text().to_owned();
            for edit in fix.edits.iter().rev() {
                mended.replace_range(edit.span.range.clone(), &edit.replacement);
            }
            prop_assert_ne!(&mended, source.text(), "{:?}", diagnostic);
        }
    }
}
