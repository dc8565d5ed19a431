//! What YAML means, where each value stands, and what is said of mistakes.

use super::*;
use crate::source::SitePath;

fn source(text: &str) -> Source {
    Source::new(SitePath::new("a.yml"), text)
}

fn read(text: &str) -> Node {
    parse(&source(text), 0..text.len(), "F01").unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

fn problem(text: &str) -> (String, String, String) {
    let source = source(text);
    let problems = parse(&source, 0..text.len(), "F01").expect_err(text);
    let finding = &problems[0].finding;
    let place = source.line_column(finding.span.range.start);
    (
        format!("{}:{}", place.line + 1, place.column + 1),
        finding.message.clone(),
        finding.help.clone().unwrap_or_default(),
    )
}

#[test]
fn values_keep_their_text_and_their_place() {
    let text = "é: ü\nlist:\n  - no\n  - 1.10\n  - \"a: b\"\nflow: [x, ~]\n";
    let node = read(text);
    let list = node.get("list").unwrap().items();
    let texts: Vec<_> = list.iter().map(|item| (item.text().unwrap(), &text[item.range.clone()])).collect();
    assert_eq!(texts, [("no", "no"), ("1.10", "1.10"), ("a: b", "\"a: b\"")]);
    assert!(node.get("flow").unwrap().items()[1].is_blank());
    assert_eq!(&text[node.get("flow").unwrap().range.clone()], "[x, ~]");
    assert_eq!(&text[node.get("list").unwrap().range.clone()], "- no\n  - 1.10\n  - \"a: b\"");
}

#[test]
fn only_true_and_false_are_booleans() {
    let node = read("a: [no, yes, on, Off, y, true, false]");
    let meanings: Vec<_> = node.get("a").unwrap().items().iter().map(|item| item.scalar().unwrap().meaning).collect();
    assert_eq!(meanings[..5], [Meaning::Text; 5]);
    assert_eq!(meanings[5..], [Meaning::Bool(true), Meaning::Bool(false)]);
}

#[test]
fn repeated_keys_are_found_at_any_depth() {
    assert_eq!(problem("a: 1\nb: 2\na: 3\n").0, "3:1");
    assert_eq!(problem("x:\n  a: 1\n  a: 2\n").1, "key `a` is given twice");
}

#[test]
fn mistakes_are_named() {
    for (text, place, help) in [
        ("title: Part 1: intro\n", "1:8", "put it in quotes: `\"Part 1: intro\"`"),
        ("a:\n\t- b\n", "2:1", "YAML indents with spaces only"),
        ("title: \"open\nb: c\n", "1:8", "close it with `\"`"),
        ("title = x\nb: c\n", "1:1", "write `title: x`"),
        ("title:x\nb: c\n", "1:6", "write `title: x`"),
        ("title: @x\n", "1:8", "put it in quotes: `\"@x\"`"),
        ("list:\n  - a\n  - [b](c.md)\n  - d\n", "3:5", "put it in quotes: `\"[b](c.md)\"`"),
        ("list:\n  - [b](c.md) and more\nb: c\n", "2:5", "put it in quotes: `\"[b](c.md) and more\"`"),
        ("list:\n- [b](c.md#d)\n- e\n", "2:3", "put it in quotes: `\"[b](c.md#d)\"`"),
        ("list:\n- [b](c.md): \"d\"\n- e\n", "2:3", "put it in quotes: `\"[b](c.md): \\\"d\\\"\"`"),
        ("title: [Draft] b\nc: d\n", "1:8", "put it in quotes: `\"[Draft] b\"`"),
        ("list:\n  - {{ x }} b\n", "2:5", "put it in quotes: `\"{{ x }} b\"`"),
        ("title: \"a\" b\n", "1:8", "put the whole value in quotes: `'\"a\" b'`"),
        ("list:\n  - 'a' \"b\"\n", "2:5", "put the whole value in quotes: `\"'a' \\\"b\\\"\"`"),
        ("list:\n  - a\n  -Fix it\n  - b\n", "3:3", "write `- Fix it`"),
        ("list:\n- a\n-Fix it\nb: c\n", "3:1", "write `- Fix it`"),
        ("title: a\n\tb: c\nd: e\n", "2:1", "YAML indents with spaces only"),
        ("list:\n  - a\n\t- b\nd: e\n", "3:1", "YAML indents with spaces only"),
        ("list:\n\t- a\n\t- b\nd: e\n", "2:1", "YAML indents with spaces only"),
        ("\ttitle: a\nd: e\n", "1:1", "YAML indents with spaces only"),
    ] {
        let found = problem(text);
        assert_eq!((found.0.as_str(), found.2.as_str()), (place, help), "{text}: {}", found.1);
    }
}

#[test]
fn an_empty_text_is_an_empty_mapping() {
    for text in ["", "\n", "# only a comment\n"] {
        assert_eq!(read(text).entries(), [], "{text:?}");
    }
}

#[test]
fn aliases_are_read_and_bombs_are_refused() {
    let node = read("a: &x [1, 2]\nb: *x\n");
    assert_eq!(node.get("b").unwrap().items().len(), 2);
    let bomb = (1..10).fold("a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned(), |text, n| {
        let all = vec![format!("*a{}", n - 1); 9].join(", ");
        format!("{text}a{n}: &a{n} [{all}]\n")
    });
    assert!(parse(&source(&bomb), 0..bomb.len(), "F01").is_err());
    let deep = "[".repeat(10_000);
    assert!(parse(&source(&deep), 0..deep.len(), "F01").is_err());
}

#[test]
fn text_is_quoted_where_yaml_would_read_something_else() {
    for (text, written) in [
        ("Load an extension", "Load an extension"),
        ("Sorting: two keys", "\"Sorting: two keys\""),
        ("3.10", "\"3.10\""),
        ("yes # really", "\"yes # really\""),
        ("~", "\"~\""),
        ("[Set up](a.md)", "\"[Set up](a.md)\""),
        ("say \"hi\" \\", "\"say \\\"hi\\\" \\\\\""),
        ("- item", "\"- item\""),
        ("`code` first", "\"`code` first\""),
    ] {
        assert_eq!(quoted(text), written);
    }
}
