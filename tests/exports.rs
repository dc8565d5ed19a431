//! What a build publishes for machines: every file is parsed as its readers parse it.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use docent::cache::Cache;
use docent::calendar::Date;
use docent::diagnostic::Severity;
use docent::output::Outputs;
use docent::pipeline::{Options, build};
use docent::world::MemoryWorld;

const BASE: &str = "https://host.example/docs/";

/// A site of these files.
fn site(config: &str, pages: &[(&str, &str)]) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    world.write("docent.yml", config);
    for (path, text) in pages {
        world.write(path, *text);
    }
    world
}

fn outputs(world: &MemoryWorld, options: &Options) -> Outputs {
    let build = build(world, &Cache::new(), options, &());
    let errors: Vec<_> = build.checked.diagnostics.iter().filter(|found| found.code.starts_with('P')).collect();
    assert!(errors.is_empty(), "{errors:?}");
    build.outputs
}

fn published(config: &str, pages: &[(&str, &str)]) -> Outputs {
    outputs(&site(config, pages), &Options::default())
}

fn text<'o>(outputs: &'o Outputs, path: &str) -> &'o str {
    let bytes = outputs.get(path).unwrap_or_else(|| panic!("no `{path}` in {:?}", outputs.paths().collect::<Vec<_>>()));
    std::str::from_utf8(bytes).unwrap()
}

fn with_base(more: &str) -> String {
    format!("title: Docs\nbase_url: {BASE}\n{more}")
}

/// The texts of all elements of a name.
fn texts(xml: &str, name: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let named = document.descendants().filter(|node| node.tag_name().name() == name);
    named.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// The file of the output that an absolute URL leads to.
fn file_of(url: &str) -> String {
    let path = url.strip_prefix(BASE).unwrap_or_else(|| panic!("`{url}` is not below the base"));
    assert!(path.is_ascii() && !path.contains([' ', '<', '"']), "{url}");
    let path = docent::site::route::decode(path);
    if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path }
}

/// The structured data of a page.
fn json_ld(html: &str) -> serde_json::Value {
    let (_, behind) = html.split_once("<script type=\"application/ld+json\">").unwrap();
    serde_json::from_str(behind.split_once("</script>").unwrap().0).unwrap()
}

const DATED: &[(&str, &str)] = &[
    ("content/index.md", "---\ntitle: Start\ndescription: All of it.\n---\n"),
    ("content/a b/é.md", "---\ntitle: One\ndate: 2024-03-05\n---\n"),
    ("content/nodate.md", "---\ntitle: No date\n---\n"),
    (
        "content/new.md",
        "---\ntitle: Newest\ndate: 2023-01-01\nauthors: [{name: A & B, url: https://a.example/}]\ntags: [x]\n---\n",
    ),
];

fn dated_site() -> MemoryWorld {
    let mut world = site(&with_base(""), DATED);
    world.set_last_changed("content/new.md", Date::parse("2024-05-06").unwrap());
    world
}

#[test]
fn a_sitemap_names_files_that_are_there_and_days_that_are_known() {
    let outputs = outputs(&dated_site(), &Options::default());
    let sitemap = text(&outputs, "sitemap.xml");
    let locations = texts(sitemap, "loc");
    assert_eq!(locations.len(), 4);
    for location in &locations {
        assert!(outputs.get(&file_of(location)).is_some(), "{location}");
    }
    assert!(locations.contains(&format!("{BASE}a%20b/%C3%A9.html")), "{locations:?}");
    assert_eq!(texts(sitemap, "lastmod"), ["2024-03-05", "2024-05-06"], "absent where nobody knows");
}

#[test]
fn a_feed_has_the_newest_first_and_instants() {
    let outputs = outputs(&dated_site(), &Options::default());
    let feed = text(&outputs, "feed.xml");
    assert_eq!(texts(feed, "title"), ["Docs", "Newest", "One"]);
    assert_eq!(texts(feed, "updated"), ["2024-05-06T00:00:00Z", "2024-05-06T00:00:00Z", "2024-03-05T00:00:00Z"]);
    assert_eq!(texts(feed, "published"), ["2023-01-01T00:00:00Z", "2024-03-05T00:00:00Z"]);
    assert_eq!(texts(feed, "name"), ["Docs", "A & B"]);
    let ids: BTreeSet<_> = texts(feed, "id").into_iter().collect();
    assert_eq!(ids.len(), 3, "no two are equal");
    for id in ids {
        assert!(outputs.get(&file_of(&id)).is_some(), "{id}");
    }
    assert!(text(&outputs, "a b/é.html").contains("href=\"../feed.xml\""));
}

#[test]
fn without_a_base_url_nothing_absolute_is_published() {
    let outputs = published("title: Docs\n", DATED);
    for absent in ["sitemap.xml", "feed.xml", "cards/index.png"] {
        assert_eq!(outputs.get(absent), None, "{absent}");
    }
    let html = text(&outputs, "new.html");
    assert!(!html.contains("og:image") && !html.contains("application/atom+xml") && !html.contains("canonical"));
    assert_eq!(text(&outputs, "robots.txt"), "User-agent: *\nAllow: /\n");
    assert!(text(&outputs, "llms.txt").contains("- [Newest](new.md)"));
    let data = json_ld(html);
    assert_eq!(data["@graph"][0]["url"], serde_json::Value::Null);
}

#[test]
fn drafts_are_told_to_nobody() {
    let pages = [
        ("content/index.md", "---\ntitle: Start\nkind: index\n---\n"),
        (
            "content/secret-page.md",
            "---\ntitle: Secret draft\ndraft: true\ndate: 2024-01-01\ntags: [onlydraft]\naliases: [old]\n---\ndraftneedle\n",
        ),
    ];
    let world = site(&with_base(""), &pages);
    let built = outputs(&world, &Options::default());
    for (path, bytes) in built.iter() {
        let text = String::from_utf8_lossy(bytes);
        for secret in ["draftneedle", "Secret draft", "onlydraft", "secret-page"] {
            assert!(!text.contains(secret) && !path.contains(secret), "{secret} in {path}");
        }
    }
    assert_eq!(built.get("old.html"), None);
    let shown = outputs(&world, &Options { drafts: true, ..Options::default() });
    assert!(text(&shown, "secret-page.html").contains("noindex"));
    assert!(text(&shown, "secret-page.md").contains("draftneedle"));
    for path in ["sitemap.xml", "llms.txt"] {
        assert!(!text(&shown, path).contains("secret-page"), "{path}");
    }
    assert_eq!(shown.get("feed.xml"), None, "there is nothing else to tell");
    assert_eq!(shown.get("cards/secret-page.png"), None);
}

#[test]
fn an_alias_leads_to_the_page_with_and_without_scripts() {
    let pages = [
        ("content/new/place.md", "---\ntitle: A & B\naliases: [/old/place/, flat, was/source.md]\n---\n"),
        ("content/index.md", "---\ntitle: Start\n---\n"),
    ];
    let outputs = published(&with_base(""), &pages);
    let page = text(&outputs, "old/place/index.html");
    for part in [
        "<meta http-equiv=\"refresh\" content=\"0; url=../../new/place.html\">",
        "<link rel=\"canonical\" href=\"https://host.example/docs/new/place.html\">",
        "<h1><a href=\"../../new/place.html\">A &amp; B</a></h1>",
        "<meta name=\"robots\" content=\"noindex\">",
        "<script src=\"../../theme/redirect.js\" data-to=\"../../new/place.html\"></script>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(outputs.get("theme/redirect.js").is_some());
    assert!(text(&outputs, "flat.html").contains("url=new/place.html"));
    assert!(text(&outputs, "was/source.html").contains("url=../new/place.html"));
    for path in ["sitemap.xml", "llms.txt", "index.html"] {
        assert!(!text(&outputs, path).contains("old/place"), "{path}");
    }
}

#[test]
fn twins_link_to_twins() {
    let pages = [
        (
            "content/sub/page.md",
            "---\ntitle: Page\nwhat_you_will_learn: ['Use [it](/index.md#a)']\nprerequisites: ['[Other](other.md)']\n---\n\
             [home](/index.md) [folder](../guides/) ![i](/img/p%20q.svg) [ref] [out](https://x.example/a.md) `[c](/index.md)`\n\
             <a href=\"/index.md\">raw</a>\n\n[ref]: </sub/other (1).md> \"T\"\n",
        ),
        ("content/sub/other (1).md", "---\ntitle: Other\n---\n"),
        ("content/sub/other.md", "---\ntitle: Other\n---\n"),
        ("content/guides/index.md", "---\ntitle: Guides\n---\n"),
        ("content/index.md", "---\ntitle: Start\n---\n## A\n"),
        ("static/img/p q.svg", "<svg/>"),
    ];
    let outputs = published("", &pages);
    let expected = "# Page\n\n## What you will learn\n\n- Use [it](../index.md#a)\n\n## Prerequisites\n\n\
        - [Other](other.md)\n\n[home](../index.md) [folder](../guides/index.md) ![i](../img/p%20q.svg) [ref] \
        [out](https://x.example/a.md) `[c](/index.md)`\n<a href=\"../index.md\">raw</a>\n\n\
        [ref]: <other%20%281%29.md> \"T\"\n";
    assert_eq!(text(&outputs, "sub/page.md"), expected);
    assert!(
        text(&outputs, "sub/page.html").contains("<link rel=\"alternate\" type=\"text/markdown\" href=\"page.md\">")
    );
}

#[test]
fn llms_txt_lists_the_site_by_section() {
    let pages = [
        ("content/index.md", "---\ntitle: Start\ndescription: All of it.\n---\n"),
        ("content/faq.md", "---\ntitle: FAQ\ndescription: Asked [often].\n---\n"),
        ("content/guides/index.md", "---\ntitle: Guides\n---\n"),
        ("content/guides/deep/one.md", "---\ntitle: One\n---\n"),
        ("content/apart.md", "---\ntitle: Apart\n---\n"),
    ];
    let outputs = published(&with_base("nav: [faq.md, guides/]\n"), &pages);
    let expected = format!(
        "# Docs\n\n> All of it.\n\n## Overview\n\n- [Start]({BASE}index.md): All of it.\n- [FAQ]({BASE}faq.md): \
         Asked \\[often\\].\n\n## Guides\n\n- [Guides]({BASE}guides/index.md)\n- [One]({BASE}guides/deep/one.md)\n\n\
         ## Optional\n\n- [Apart]({BASE}apart.md)\n"
    );
    assert_eq!(text(&outputs, "llms.txt"), expected);
    let listed = expected.split(['(', ')']).filter(|part| part.starts_with(BASE));
    assert!(listed.inspect(|url| assert!(outputs.get(&file_of(url)).is_some(), "{url}")).count() == 5);
}

#[test]
fn the_manifest_tells_urls_ids_and_anchors() {
    let pages = [
        (
            "content/t/a.md",
            "---\ntitle: A\nwhat_you_will_learn: [x]\nprerequisites: none\naliases: [old]\n---\n# A\n## Step\n<a id=\"raw\"></a>\n",
        ),
        ("content/index.md", "---\ntitle: Start\n---\n"),
    ];
    let manifest = |pages: &[(&str, &str)]| -> serde_json::Value {
        serde_json::from_str(text(&published(&with_base(""), pages), "manifest.json")).unwrap()
    };
    let before = manifest(&pages);
    assert_eq!((&before["version"], &before["base_url"]), (&1.into(), &BASE.into()));
    let page = &before["pages"][1];
    assert_eq!(
        (&page["url"], &page["id"], &page["kind"], &page["source"]),
        (&"t/a.html".into(), &"t/a".into(), &"tutorial".into(), &"content/t/a.md".into())
    );
    assert_eq!(page["anchors"], serde_json::json!(["what-you-will-learn", "prerequisites", "step", "raw"]));
    assert_eq!(page["aliases"], serde_json::json!(["old.html"]));
    let after = manifest(&[(pages[0].0, "---\ntitle: A\n---\n# A\n## Step\nNew.\n"), pages[1]]);
    assert_ne!(page["content_hash"], after["pages"][1]["content_hash"]);
    assert_eq!(before["pages"][0], after["pages"][0]);
}

#[test]
fn a_page_for_lost_readers_never_leaves_its_prefix() {
    let pages = [
        ("content/index.md", "---\ntitle: Start\ndate: 2024-01-01\n---\n"),
        ("content/a/b.md", "---\ntitle: B\ndate: 2024-01-01\n---\n"),
    ];
    for (config, root) in [("title: T\n".to_owned(), "/"), (with_base(""), "/docs/")] {
        let outputs = published(&config, &pages);
        let html = text(&outputs, "404.html");
        let urls: Vec<_> = html
            .split([' ', '\n'])
            .filter_map(|part| part.strip_prefix("href=\"").or_else(|| part.strip_prefix("src=\"")))
            .filter_map(|url| url.split('"').next())
            .collect();
        let (base, urls) = urls.split_first().unwrap();
        assert_eq!(*base, root, "it stands before all that it is the base of");
        assert!(html.contains(&format!("<base href=\"{root}\">")) && urls.len() > 4, "{urls:?}");
        for url in urls {
            assert!(outputs.get(url).is_some(), "`{url}` is below the root, or leaves the page");
        }
        assert!(html.contains("noindex") && !html.contains("canonical"));
    }
}

#[test]
fn tags_levels_and_kinds_have_pages() {
    let pages = [
        ("content/index.md", "---\ntitle: Start\nkind: index\n---\n"),
        ("content/a.md", "---\ntitle: A\nlevel: beginner\ntags: [C++, GPU]\n---\n"),
        ("content/b.md", "---\ntitle: B\nkind: guide\nlevel: advanced\ntags: [C, index]\n---\n"),
        ("content/sub/c.md", "---\ntitle: See\ntags: [GPU]\n---\n"),
    ];
    let outputs = published(&with_base("language: de\nlabels: { tag: Thema }\n"), &pages);
    for path in ["tags/c.html", "tags/c-1.html", "tags/index-1.html", "levels/beginner.html", "kinds/guide.html"] {
        assert!(outputs.get(path).is_some(), "{path}");
    }
    assert_eq!(outputs.get("kinds/index.html"), None, "an index lists others");
    let gpu = text(&outputs, "tags/gpu.html");
    assert!(gpu.contains("<h1>Thema: GPU</h1>") && gpu.contains("href=\"../a.html\"") && gpu.contains("../sub/c.html"));
    assert!(text(&outputs, "a.html").contains("<a href=\"tags/gpu.html\">GPU</a>"));
    let index = text(&outputs, "index.html");
    for url in ["tags/c-1.html", "tags/gpu.html", "levels/beginner.html", "kinds/tutorial.html"] {
        assert!(index.contains(&format!("href=\"{url}\"")), "{url}");
    }
    assert!(!text(&outputs, "sitemap.xml").contains("tags/"));
}

#[test]
fn readers_are_told_hours_and_programs_minutes() {
    let page = |duration: &str| {
        format!("---\ntitle: {duration}\nkind: guide\ntags: [csv]\nduration: {duration}\n---\nText.\n")
    };
    let (short, long) = (page("90 minutes"), page("155"));
    let outputs = published(&with_base(""), &[("content/a.md", &short), ("content/b.md", &long)]);
    let topic = text(&outputs, "tags/csv.html");
    for (path, words, machine) in [("a.html", "90 minutes", "PT90M"), ("b.html", "2 hours 35 minutes", "PT155M")] {
        let shown = format!("</span>{words}</li>");
        let html = text(&outputs, path);
        assert!(html.contains(&shown) && html.contains(machine), "{path}");
        assert!(topic.contains(&shown), "{words}");
    }
    assert!(topic.contains("<h1>Topic: csv</h1>") && topic.contains("<p class=\"lead\">2 pages</p>"), "{topic}");
}

#[test]
fn a_long_list_is_cut_into_pages_that_lead_to_each_other() {
    let mut world = site(&with_base(""), &[("content/index.md", "---\ntitle: Start\nkind: index\n---\n")]);
    for number in 0..201 {
        world.write(&format!("content/p{number:03}.md"), format!("---\ntitle: P{number:03}\ntags: [all]\n---\n"));
    }
    let outputs = outputs(&world, &Options::default());
    let (first, second) = (text(&outputs, "tags/all.html"), text(&outputs, "tags/all/2.html"));
    let is_listed = |page: &str, url: &str| page.contains(&format!("<h2><a href=\"{url}\">"));
    assert!(is_listed(first, "../p199.html") && !is_listed(first, "../p200.html"));
    assert!(first.contains("<link rel=\"next\" href=\"all/2.html\">"));
    assert!(second.contains("<h1>Topic: all (2)</h1>") && is_listed(second, "../../p200.html"));
    assert!(second.contains("<link rel=\"prev\" href=\"../all.html\">"));
    assert!(second.contains("content=\"https://host.example/docs/cards/index.png\""), "the picture of the site");
}

#[test]
fn a_file_of_the_site_takes_the_place_of_one_that_is_made() {
    let pages = [
        ("content/index.md", "---\ntitle: Start\n---\n"),
        ("static/robots.txt", "User-agent: *\nDisallow: /\n"),
        ("static/cards/index.png", "a picture of ours"),
        ("static/404.html", "<p>lost</p>"),
        ("static/llms.txt", "# ours\n"),
    ];
    let outputs = published(&with_base(""), &pages);
    for (path, own) in &pages[1..] {
        assert_eq!(text(&outputs, path.trim_start_matches("static/")), *own, "{path}");
    }
}

#[test]
fn cards_are_there_for_what_can_be_shared() {
    let outputs = published(&with_base(""), &[("content/t/a é.md", "---\ntitle: A\n---\n")]);
    let png = outputs.get("cards/t/a é.png").unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let url = "https://host.example/docs/cards/t/a%20%C3%A9.png";
    assert!(text(&outputs, "t/a é.html").contains(&format!("<meta property=\"og:image\" content=\"{url}\">")));
}

#[test]
fn what_a_site_does_without_is_neither_published_nor_linked() {
    let page = [("content/a.md", "---\ntitle: A\n---\n\n```python\nimport torch\n```\n")];
    let all = published(&with_base(""), &page);
    let without = with_base("highlight: false\npublish: { search: false, social_cards: false, markdown: false }\n");
    let few = published(&without, &page);
    let left_out: Vec<_> = all.paths().filter(|path| few.get(path).is_none()).collect();
    assert_eq!(left_out, ["a.md", "cards/a.png", "search/index.js"]);
    for traces in [["class=\"k\""], ["search-open"], ["cards/a.png"], ["a.md"]].as_flattened() {
        assert!(text(&all, "a.html").contains(traces), "{traces}");
        assert!(!text(&few, "a.html").contains(traces), "{traces}");
    }
    assert!(text(&few, "a.html").contains("import torch"));
    assert!(!text(&few, "404.html").contains("search-open"));
    assert!(text(&all, "llms.txt").contains("/a.md)") && text(&few, "llms.txt").contains("/a.html)"));
}

#[test]
fn structured_data_says_what_is_taught() {
    let tutorial = "---\ntitle: Load </script> it\ndescription: One & two.\nwhat_you_will_learn: ['Use `x` and [y](index.md)']\n\
        prerequisites: ['**Python** 3']\nlevel: beginner\nduration: 1 hour 5 minutes\nauthors: [Ada]\ntags: [gpu]\ndate: 2024-03-05\n---\n";
    let mut world = site(
        &with_base(""),
        &[
            ("content/t/a.md", tutorial),
            ("content/t/index.md", "---\ntitle: All\n---\n"),
            ("content/index.md", "---\ntitle: Start\nkind: index\n---\n"),
        ],
    );
    world.set_last_changed("content/t/a.md", Date::parse("2024-04-01").unwrap());
    let outputs = outputs(&world, &Options::default());
    let data = json_ld(text(&outputs, "t/a.html"));
    let page = &data["@graph"][0];
    let expected = serde_json::json!({
        "@type": ["LearningResource", "TechArticle"],
        "name": "Load </script> it",
        "headline": "Load </script> it",
        "description": "One & two.",
        "url": "https://host.example/docs/t/a.html",
        "image": "https://host.example/docs/cards/t/a.png",
        "inLanguage": "en",
        "teaches": ["Use x and y"],
        "competencyRequired": ["Python 3"],
        "educationalLevel": "Beginner",
        "timeRequired": "PT65M",
        "keywords": ["gpu"],
        "author": [{"@type": "Person", "name": "Ada"}],
        "datePublished": "2024-03-05",
        "dateModified": "2024-04-01",
    });
    assert_eq!(page, &expected);
    let trail: Vec<_> =
        data["@graph"][1]["itemListElement"].as_array().unwrap().iter().map(|item| &item["item"]).collect();
    assert_eq!(trail, [BASE, "https://host.example/docs/t/", "https://host.example/docs/t/a.html"]);
    assert_eq!(json_ld(text(&outputs, "index.html"))["@graph"][0]["@type"], serde_json::json!(["WebSite"]));
}

#[test]
fn dates_are_those_of_the_sites_language() {
    let mut world = site("language: de\n", &[("content/d.md", "---\ntitle: Datum\ndate: 2024-03-05\n---\n")]);
    world.set_last_changed("content/d.md", Date::parse("2024-12-24").unwrap());
    let outputs = outputs(&world, &Options::default());
    let html = text(&outputs, "d.html");
    assert!(html.contains("<html lang=\"de\""));
    assert!(html.contains("<time datetime=\"2024-03-05\">5. März 2024</time>"));
    assert!(html.contains("<time datetime=\"2024-12-24\">24. Dezember 2024</time>"));
    assert!(!html.contains("March") && !html.contains("December"));
}

#[test]
fn front_matter_is_text_everywhere() {
    let page = "---\ntitle: 'A & B: <b>\"quoted\"</b> it''s'\ndescription: 'Say \"hi\" & <go>'\ndate: 2024-01-01\n\
        what_you_will_learn: ['Use <T> & co']\nprerequisites: ['\"><script>alert(1)</script>']\ntags: ['<x> & \"y\"']\n\
        authors: [\"<i>Me</i> & \\e[1m\\uFFFF\"]\naliases: [\"a'b&c<d>\"]\n---\n";
    let outputs = published(
        &with_base(""),
        &[("content/esc.md", page), ("content/index.md", "---\ntitle: Start\nkind: index\n---\n")],
    );
    for (path, bytes) in outputs.iter().filter(|(path, _)| !path.starts_with("theme/")) {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("&amp;amp;") && !text.contains("&amp;lt;"), "{path}");
        if path.ends_with(".xml") {
            roxmltree::Document::parse(&text).unwrap();
        } else if path.ends_with(".json") {
            serde_json::from_str::<serde_json::Value>(&text).unwrap();
        } else if path.ends_with(".html") {
            assert!(!text.contains("<script>alert(1)") && !text.contains("<i>Me") && !text.contains("<x>"), "{path}");
        }
    }
    assert_eq!(texts(text(&outputs, "feed.xml"), "title")[1], "A & B: <b>\"quoted\"</b> it's");
    assert_eq!(texts(text(&outputs, "feed.xml"), "summary"), ["Say \"hi\" & <go>"]);
    assert_eq!(json_ld(text(&outputs, "esc.html"))["@graph"][0]["name"], "A & B: <b>\"quoted\"</b> it's");
    assert!(text(&outputs, "esc.md").starts_with("# A & B: \\<b>\"quoted\"\\</b> it's\n\nSay \"hi\" & \\<go>\n"));
}

#[test]
fn a_build_does_not_depend_on_how_many_work_on_it() {
    let build = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| outputs(&dated_site(), &Options::default()))
    };
    assert_eq!(build(1), build(8));
}

/// A site with one of each file that a build makes.
const EVERYTHING: &[(&str, &str)] = &[
    ("content/index.md", "---\ntitle: Start\n---\n"),
    (
        "content/a b/é.md",
        "---\ntitle: One\ndate: 2024-03-05\nlevel: beginner\ntags: [x]\naliases: [old.html]\n---\n\n```python\n1\n```\n",
    ),
];

/// Whether a file of the site may stand there as it is: nothing else is made of what it replaces.
fn is_replaceable(path: &str) -> bool {
    let files = ["robots.txt", "llms.txt", "404.html", "sitemap.xml", "feed.xml"];
    let folders = ["cards/", "tags/", "levels/", "kinds/"];
    files.contains(&path) || folders.iter().any(|folder| path.starts_with(folder))
}

/// How bad it is that a site has this file too.
fn found_with(path: &str) -> Option<Severity> {
    let mut world = site(&with_base("publish: { notebooks: true }\n"), EVERYTHING);
    world.write(&format!("static/{path}"), "ours");
    let build = build(&world, &Cache::new(), &Options::default(), &());
    let found = build.checked.all().into_iter().filter(|found| found.name == "duplicate-url");
    let found: Vec<_> = found.collect();
    assert!(found.len() <= 1, "{path}: {found:#?}");
    found.first().map(|found| found.severity)
}

#[test]
fn whatever_is_made_has_its_url_for_itself() {
    let world = site(&with_base("publish: { notebooks: true }\n"), EVERYTHING);
    let build = build(&world, &Cache::new(), &Options::default(), &());
    let site = &build.checked.site;
    let pages: BTreeSet<&str> = site.published().map(|id| site.route(id).as_str()).collect();
    let of_site: BTreeSet<&str> = site.files.keys().map(docent::site::Route::as_str).collect();
    let made: Vec<_> = build.outputs.paths().filter(|path| !pages.contains(path) && !of_site.contains(path)).collect();
    for path in &made {
        let expected = if is_replaceable(path) { Severity::Advice } else { Severity::Error };
        assert_eq!(found_with(path), Some(expected), "{path}");
        let shouted = path.to_uppercase();
        assert_eq!(found_with(&shouted), Some(Severity::Error), "{shouted}");
    }
    for kind in ["search/", ".md", ".ipynb", "cards/", "tags/", "levels/", "kinds/", "old.html", "manifest.json"] {
        assert!(made.iter().any(|path| path.contains(kind)), "nothing of `{kind}` among {made:?}");
    }
    assert_eq!(found_with("search/words/a.js"), Some(Severity::Error));
    assert_eq!(found_with("other/manifest.json"), None);
}

#[test]
fn two_files_of_a_site_have_two_urls() {
    let page = ("content/index.md", "---\ntitle: Start\n---\n");
    for (one, other) in [
        ("content/data.csv", "static/data.csv"),
        ("content/data.csv", "static/DATA.csv"),
        ("content/theme/docent.css", "content/index.md"),
        ("content/manifest.json", "content/index.md"),
    ] {
        let world = site("", &[page, (one, "1"), (other, "---\ntitle: Start\n---\n")]);
        let build = build(&world, &Cache::new(), &Options::default(), &());
        let found: Vec<_> = build.checked.diagnostics.iter().filter(|found| found.name == "duplicate-url").collect();
        assert_eq!(found.len(), 1, "{one} and {other}: {found:#?}");
    }
    let own_theme = site("", &[page, ("static/theme/docent.css", "a {}")]);
    assert_eq!(text(&outputs(&own_theme, &Options::default()), "theme/docent.css"), "a {}");
}
