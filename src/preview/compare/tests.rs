//! What a reader sees of two states of a page, as one line of marks.

use super::*;
use crate::cache::Cache;
use crate::document::tree::{Node, NodeKind, RunKind};
use crate::pipeline::{Options, render};
use crate::world::MemoryWorld;

/// Files that both states have, and pairs of files that differ.
struct Pages<'p> {
    before: &'p str,
    after: &'p str,
    files: &'p [(&'p str, &'p str, &'p str)],
}

/// Compares two bodies, and writes down what differs.
fn compared<T>(pages: &Pages<'_>, told: impl Fn(&Comparison, &View<'_>, &View<'_>) -> T) -> T {
    let site = |body: &str, side: usize| {
        let mut world = MemoryWorld::new();
        let text =
            if body.starts_with("---") { body.to_owned() } else { format!("---\ntitle: T\nkind: page\n---\n{body}") };
        world.write("content/a.md", text);
        for file in pages.files {
            world.write(file.0, if side == 0 { file.1 } else { file.2 });
        }
        let cache = Cache::new();
        let mut rendering = render(&world, &cache, &Options::default(), &());
        let outputs = std::mem::take(&mut rendering.outputs);
        (rendering.check(&cache).checked.site, outputs)
    };
    let ((old, old_files), (new, new_files)) = (site(pages.before, 0), site(pages.after, 1));
    let (before, after) = (View::new(&old, 0, &old_files), View::new(&new, 0, &new_files));
    let labels = crate::render::labels(&[]);
    told(&Comparison::of(&before, &after, &labels), &before, &after)
}

fn marks(before: &str, after: &str) -> String {
    compared(&Pages { before, after, files: &[] }, |comparison, _, _| {
        let sections = comparison.sections.iter().map(section);
        sections.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    })
}

fn section(section: &Section) -> String {
    let mut text = String::new();
    let heading = runs(&section.heading);
    if section.is_changed() && !heading.is_empty() {
        text.push_str(&format!("## {heading} ({:?}) ", section.placed));
    }
    let pieces: Vec<_> = section.pieces.iter().filter(|piece| piece.is_changed()).map(piece).collect();
    text + &pieces.join(" ")
}

fn runs(runs: &[Marked]) -> String {
    let word = |marked: &Marked| {
        let text = match &marked.run.kind {
            RunKind::Text(text) | RunKind::Code(text) | RunKind::Html(text) => text.clone(),
            RunKind::Image { destination, .. } => format!("!{destination}"),
            other => format!("{other:?}"),
        };
        match marked.mark {
            Mark::Same => text,
            Mark::Added => format!("{{+{text}+}}"),
            Mark::Removed => format!("{{-{text}-}}"),
        }
    };
    runs.iter().map(word).collect()
}

fn plain(node: &Node) -> String {
    match &node.kind {
        NodeKind::Paragraph(text) => {
            runs(&text.iter().map(|run| Marked { mark: Mark::Same, run: run.clone() }).collect::<Vec<_>>())
        }
        other => format!("{other:?}").split('(').next().unwrap_or_default().to_owned(),
    }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Same(node) => plain(node),
        Piece::Added(node) => format!("[+{}+]", plain(node)),
        Piece::Removed(node) => format!("[-{}-]", plain(node)),
        Piece::MovedHere(node, from) => format!("[{} from {from}]", plain(node)),
        Piece::MovedAway(to) => format!("[to {to}]"),
        Piece::Changed(changed) => match changed {
            Changed::Text(text) => runs(text),
            Changed::Table(rows) => {
                let cells = |row: &Row| row.cells.iter().map(|cell| runs(cell)).collect::<Vec<_>>().join("|");
                format!("table {}", rows.iter().map(cells).collect::<Vec<_>>().join(" / "))
            }
            Changed::Group(_, _, parts) => {
                let part = |part: &PartPiece| part.pieces.iter().map(self::piece).collect::<Vec<_>>().join(" ");
                format!("list {}", parts.iter().map(part).collect::<Vec<_>>().join(", "))
            }
            Changed::Code(_, _, lines) | Changed::Html(lines, _) => {
                let sign = |line: &Line| match line.mark {
                    Mark::Same => ' ',
                    Mark::Added => '+',
                    Mark::Removed => '-',
                };
                lines.iter().map(|line| format!("{}{}", sign(line), line.text)).collect::<Vec<_>>().join("\n")
            }
            Changed::Diagram(_, _, arrows) => format!("{arrows:?}"),
        },
    }
}

#[test]
fn words_are_marked_in_their_line() {
    for (before, after, marked) in [
        ("The old way is slow.", "The new way is fast.", "The {-old-}{+new+} way is {-slow-}{+fast+}."),
        ("One two.", "One and two.", "One {+and +}two."),
        ("Run `a` now.", "Run `b` now.", "Run {-a-}{+b+} now."),
        ("One two.", "One **two**.", "One {-two-}{+two+}."),
        ("Broken\nanew", "Broken anew", ""),
        ("a quick brown fox", "a slow red fox", "a {-quick brown-}{+slow red+} fox"),
        ("a , b", "a, b", "a{- ,-}{+,+} b"),
        ("a, b", "a ,b", "a{-, -}{+ ,+}b"),
        ("数 据", "数据", "数{- 据-}{+据+}"),
        ("a b", "a **b**", "a {-b-}{+b+}"),
        ("## a\u{1}b \u{2}\n\nText.", "## ab\n\nText.", ""),
        ("数据加载", "数据下载", "数据{-加-}{+下+}载"),
        ("[x](b.md) y z", "[x](c.md) y z", ""),
    ] {
        assert_eq!(marks(before, after), marked);
    }
}

#[test]
fn what_looks_different_is_never_taken_for_the_same() {
    let pages = [
        r"Run \`a\` now.",
        "Run `a` now.",
        "**Run** `a` now.",
        "**Run `a` now.**",
        "**Run `a`** now.",
        "Run  \n`a` now.",
        r"\# Run `a` now.",
        r"> \# Run",
        "> # Run",
        r"\---",
        "---",
        r"Run \$falsea\$ now.",
        "Run $a$ now.",
        "Run <b>now</b>.",
        r"Run \<b>now\</b>.",
        "- a\\\n  b",
        "- a\n\n  b",
        "- [x] a",
        r"- \[x] a",
        "| a | b |\n|---|---|\n| c | d |\n| e | f |",
        "| a | b | c |\n|---|---|---|\n| d | e | f |",
        "```python title=\"a numbers=\"\na\n```",
        "```python title=a numbers\na\n```",
    ];
    for (place, before) in pages.iter().enumerate() {
        for (other, after) in pages.iter().enumerate() {
            assert_eq!(marks(before, after).is_empty(), place == other, "{before}\nto\n{after}");
        }
    }
}

#[test]
fn blocks_give_way_or_change() {
    let page = "First one here.\n\nSecond words there.\n";
    assert_eq!(marks(page, "First one here.\n\nNew.\n\nSecond words there.\n"), "[+New.+]");
    assert_eq!(marks(page, "First one here.\n"), "[-Second words there.-]");
    assert_eq!(marks(page, "First one here.\n\nQuite other.\n"), "[-Second words there.-] [+Quite other.+]");
    assert_eq!(marks("- a\n- b\n- c\n", "- a\n- c\n- d\n"), "list a, [-b-], c, [+d+]");
    assert_eq!(marks("- a b c\n  - d\n", "- a b x\n  - d\n"), "list a b {-c-}{+x+} Group");
}

#[test]
fn tables_are_compared_by_cell() {
    let before = "| a | b |\n|---|---|\n| one | 1 |\n| two | 2 |\n| six | 6 |\n";
    let after = "| a | b |\n|---|---|\n| one | 1 |\n| two | 3 |\n| new | 9 |\n";
    let marked = "table a|b / one|1 / two|{-2-}{+3+} / {-six-}|{-6-} / {+new+}|{+9+}";
    assert_eq!(marks(before, after), marked);
    let wider = "| a | b | c |\n|---|---|---|\n| one | 1 | x |\n| two | 2 | y |\n| six | 6 | z |\n";
    assert_eq!(marks(before, wider), "table a|b|{+c+} / one|1|{+x+} / two|2|{+y+} / six|6|{+z+}");
}

#[test]
fn code_is_compared_by_line_and_diagrams_by_arrow() {
    assert_eq!(marks("```sh\na\nb\n```\n", "```sh\na\nc\n```\n"), " a\n-b\n+c");
    let diagram = |arrow: &str| format!("```mermaid\nflowchart LR\n  a --> b\n  {arrow}\n```\n");
    if cfg!(feature = "diagrams") {
        let marked = marks(&diagram("b --> c"), &diagram("b --> d"));
        assert_eq!(marked, "[(Removed, \"b → c\"), (Added, \"b → d\")]");
    }
}

#[test]
fn sections_are_found_by_their_id_then_by_what_they_say() {
    let before = "## One\n\nWords of the first.\n\n## Two\n\nWords of the second one.\n";
    let renamed = before.replace("## Two", "## Zwei");
    assert_eq!(marks(before, &renamed), "## {-Two-}{+Zwei+} (Same) ");
    let turned = "## Two\n\nWords of the second one.\n\n## One\n\nWords of the first.\n";
    assert_eq!(marks(before, turned), "## One (Moved) ");
    let grown = format!("{before}\n## Three\n\nNew.\n");
    assert_eq!(marks(before, &grown), "## {+Three+} (Added) [+New.+]");
    assert_eq!(marks(&grown, before), "## {-Three-} (Removed) [-New.-]");
}

#[test]
fn the_level_of_a_heading_is_seen() {
    let page = |level: &str| format!("## One\n\nWords.\n\n{level} Two\n\nOther words.\n");
    let told = |comparison: &Comparison, _: &View<'_>, _: &View<'_>| {
        comparison
            .sections
            .iter()
            .filter(|it| it.is_changed())
            .map(|it| (it.earlier_level, it.level))
            .collect::<Vec<_>>()
    };
    let (before, after) = (page("##"), page("###"));
    assert_eq!(compared(&Pages { before: &before, after: &after, files: &[] }, told), [(2, 3)]);
}

#[test]
fn a_block_that_moves_is_not_new() {
    let words = "A paragraph of more than five words.";
    let before = format!("## One\n\n{words}\n\nMore.\n\n## Two\n\nText.\n");
    let after = format!("## One\n\nMore.\n\n## Two\n\n{words}\n\nText.\n");
    assert_eq!(marks(&before, &after), format!("## One (Same) [to Two] ## Two (Same) [{words} from One]"));
}

#[test]
fn an_image_is_what_its_bytes_are() {
    let pages = |second| Pages { before: "![x](x.svg)", after: "![x](x.svg)", files: second };
    let changed = [("content/x.svg", "<svg/>", "<svg id=\"a\"/>")];
    let told = |comparison: &Comparison, _: &View<'_>, _: &View<'_>| {
        (comparison.sections.iter().map(section).collect::<String>(), comparison.is_visible())
    };
    assert_eq!(compared(&pages(&changed), told), ("{-!x.svg-}{+!x.svg+}".to_owned(), true));
    let same = [("content/x.svg", "<svg/>", "<svg/>")];
    assert_eq!(compared(&pages(&same), told), (String::new(), false));
    for (html, marked) in [
        ("<p>A <img src=\"x.svg\"> b</p>", "A  {-<img src=\"x.svg\">-}{+<img src=\"x.svg\">+} b"),
        ("A <img src=\"x.svg\"> b", "A {-<img src=\"x.svg\">-}{+<img src=\"x.svg\">+} b"),
        ("`<img src=\"x.svg\">`", ""),
    ] {
        let pages = |files| Pages { before: html, after: html, files };
        assert_eq!(compared(&pages(&changed), told), (marked.to_owned(), !marked.is_empty()), "{html}");
        assert_eq!(compared(&pages(&same), told), (String::new(), false), "{html}");
    }
}

#[test]
fn front_matter_is_seen_where_the_page_shows_it() {
    let page = |title: &str, item: &str, more: &str| {
        format!("---\ntitle: {title}\nkind: page\nwhat_you_will_learn: [{item}]\n{more}---\nText.\n")
    };
    let told = |comparison: &Comparison, _: &View<'_>, _: &View<'_>| {
        let hidden: Vec<_> = comparison.hidden.iter().map(|it| format!("{} {}", it.kind.word(), it.name)).collect();
        (runs(&comparison.title), comparison.sections.iter().map(section).collect::<String>(), hidden)
    };
    let (before, after) = (page("One", "Do a thing", ""), page("Two", "Do a task", "weight: 3\n"));
    let (title, sections, hidden) = compared(&Pages { before: &before, after: &after, files: &[] }, told);
    assert_eq!(title, "{-One-}{+Two+}");
    assert_eq!(sections, "## What you will learn (Same) list Do a {-thing-}{+task+}");
    assert_eq!(hidden, ["metadata weight"]);
}

#[test]
fn facts_of_a_page_are_seen() {
    let page = |keys: &str| format!("---\ntitle: T\nkind: page\n{keys}---\nText.\n");
    let before = page("duration: 20\nlevel: beginner\nstatus: stable\naudience: People who bake bread\n");
    let after = page("duration: 25\nlevel: advanced\nstatus: prototype\naudience: People who bake cake\n");
    let told = |comparison: &Comparison, _: &View<'_>, _: &View<'_>| {
        assert!(comparison.is_visible() && comparison.hidden.is_empty(), "{:?}", comparison.hidden);
        comparison.sections.iter().map(section).collect::<String>()
    };
    let marked = compared(&Pages { before: &before, after: &after, files: &[] }, told);
    for part in
        ["{-20-}{+25+} minutes", "[-Beginner-]", "[+Advanced+]", "[-Stable-]", "[+Prototype+]", "{-bread-}{+cake+}"]
    {
        assert!(marked.contains(part), "{part}: {marked}");
    }
}

#[test]
fn what_is_not_seen_is_told_apart() {
    let told = |comparison: &Comparison, _: &View<'_>, _: &View<'_>| {
        let side = |text: &Option<String>| text.clone().unwrap_or_default();
        let hidden = comparison.hidden.iter();
        hidden
            .map(|it| format!("{} {}: {} > {}", it.kind.word(), it.name, side(&it.before), side(&it.after)))
            .collect::<Vec<_>>()
    };
    let before = "## Head\n\n[there](https://a.example/) ![one](x.svg)\n";
    let after = "## Head {#other}\n\n[there](https://b.example/) ![two](x.svg)\n";
    let found = compared(&Pages { before, after, files: &[("content/x.svg", "<svg/>", "<svg/>")] }, told);
    assert_eq!(
        found,
        [
            "link there: https://a.example/ > https://b.example/",
            "alternative text x.svg: one > two",
            "anchor Head: head > other"
        ]
    );
}

#[test]
fn words_are_counted() {
    let count =
        |before, after| compared(&Pages { before, after, files: &[] }, |it, _, _| (it.added, it.removed, it.changes()));
    assert_eq!(count("one two three", "one 2 three four"), (2, 1, 1));
    assert_eq!(count("a\n\nb c\n", "a\n"), (0, 2, 1));
    assert_eq!(count("a\n", "a\n"), (0, 0, 0));
}
