//! What a build has to render again, and what it shows of other files.

use super::*;
use crate::world::MemoryWorld;

#[test]
fn a_page_follows_the_file_that_it_shows() {
    let page = |attributes: &str| format!("---\ntitle: A\nkind: page\n---\n```python {attributes}\n```\n");
    let mut world = MemoryWorld::new();
    world.write("content/a.md", page("file=/code/a.py#L2"));
    world.write("content/b.md", page("file=/code/b.py"));
    world.write("code/a.py", "one\ntwo\n");
    world.write("code/b.py", "three\n");
    let cache = Cache::new();
    let shown = |world: &MemoryWorld, page: &str| {
        let build = build(world, &cache, &Options::default(), &());
        let html = String::from_utf8(build.outputs.get(page).expect(page).to_vec()).unwrap();
        (html, cache.computed().bodies)
    };
    let (html, bodies) = shown(&world, "a.html");
    assert!(html.contains("two") && !html.contains("one\n") && bodies == 2, "{html}");
    world.write("code/a.py", "one\nzwei\n");
    let (html, bodies) = shown(&world, "a.html");
    assert!(html.contains("zwei") && bodies == 3, "only the page that shows the file is rendered again");
    world.write("code/a.py", "eins\nzwei\n");
    assert_eq!(shown(&world, "a.html").1, 3, "a line that no page shows changes no page");
}

#[test]
fn a_suppression_ends_with_its_day() {
    let mut world = MemoryWorld::new();
    let page = "---\ntitle: A\nkind: page\n---\n<!-- allow: link-text — the site's name, until: 2027-01-31 -->\n[here](a.md)\n";
    world.write("content/a.md", page);
    let names = |today: Option<&str>| {
        let options = Options { today: today.and_then(Date::parse), ..Options::default() };
        let checked = check_site(&world, &Cache::new(), &options);
        checked.diagnostics.iter().map(|diagnostic| diagnostic.name).collect::<Vec<_>>()
    };
    assert_eq!(names(None), [""; 0], "no clock is asked");
    assert_eq!(names(Some("2027-01-31")), [""; 0]);
    assert_eq!(names(Some("2027-02-01")), ["allow-unused", "link-text"]);
}

#[test]
fn a_link_follows_every_kind_of_place_that_it_leads_to() {
    let head = "---\ntitle: B\nkind: page\n---\n";
    let cache = Cache::new();
    let mut world = MemoryWorld::new();
    world.write("content/a.md", "---\ntitle: A\nkind: page\n---\n[the place to see](b.md#place)\n");
    let mut missing = |body: &str| {
        world.write("content/b.md", format!("{head}{body}"));
        let (warm, cold) =
            (check_site(&world, &cache, &Options::default()), check_site(&world, &Cache::new(), &Options::default()));
        assert_eq!(warm.diagnostics, cold.diagnostics, "{body}");
        warm.diagnostics.iter().any(|diagnostic| diagnostic.name == "anchor-missing")
    };
    for (there, gone) in [
        ("```text id=place\na\n```\n", "```text id=plaza\na\n```\n"),
        ("```text id=place\na\n```\n", "```text id=place hidden\na\n```\n"),
        ("## Place\n", "## Plaza\n"),
        ("## A {#place}\n", "## A {#plaza}\n"),
        ("<a id=\"place\"></a>\n", "<a id=\"plaza\"></a>\n"),
    ] {
        assert!(!missing(there) && missing(gone), "{there}{gone}");
    }
}

#[test]
fn the_navigation_is_the_same_whether_it_is_made_by_folder_or_by_page() {
    let base = include_str!("../../templates/base.html");
    let components = include_str!("../../templates/components.html");
    let outputs = |templates: &[(&str, &str)]| {
        let mut world = MemoryWorld::new();
        world.write("docent.yml", "title: A\nnav: [b/c/one.md, b, lost, z.md]\n");
        for path in ["about", "z", "b/index", "b/two", "b/c/one", "b/c/d/deep", "b/e/x", "lost/only", "lost/other"] {
            let page = format!("---\ntitle: \"{path} & <more>\"\nkind: page\ntags: [t]\n---\nText.\n");
            world.write(&format!("content/{path}.md"), page);
        }
        templates.iter().for_each(|(path, text)| world.write(path, *text));
        build(&world, &Cache::new(), &Options::default(), &()).outputs
    };
    let whole = "{{ <navigation_list items={navigation} /> }}";
    let by_page = base.replace("{{ <navigation_list entries_html /> }}", whole);
    assert_ne!(by_page, base);
    let by_folder = outputs(&[]);
    let page = String::from_utf8(by_folder.get("b/c/one.html").expect("a page").to_vec()).unwrap();
    assert_eq!(page.matches("aria-current=\"page\"").count(), 2, "it stands in the navigation twice: {page}");
    let own_entry = components.replace("navigation_entry", "own_entry");
    for template in [("templates/base.html", &*by_page), ("templates/components.html", &own_entry)] {
        assert_eq!(outputs(&[template]).changes_since(&by_folder).changed, [""; 0], "{}", template.0);
    }
    // An entry may show the site as its folder sees it: what folders see in another way they do not share.
    let with_site = components
        .replace("navigation_entry(item, entries_html=\"\")", "navigation_entry(item, entries_html=\"\", @site)")
        .replace("<li{% if item.open", "<li data-home=\"{{ site.home }}\"{% if item.open");
    let own = ("templates/components.html", &*with_site);
    let by_folder = outputs(&[own]);
    let page = String::from_utf8(by_folder.get("b/c/one.html").expect("a page").to_vec()).unwrap();
    assert!(page.contains("<li data-home=\"one.html\">"), "{page}");
    assert_eq!(outputs(&[own, ("templates/base.html", &by_page)]).changes_since(&by_folder).changed, [""; 0]);
}
