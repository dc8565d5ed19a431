//! Languages and the spans that colour their code.

use super::*;

fn html(name: &str, code: &str) -> String {
    lines(name, code).iter().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_language_has_a_grammar_or_is_plain() {
    let plain = ["console", "math", "mermaid", "output", "pycon", "text"];
    for name in language::all() {
        assert_eq!(syntax(name).is_none(), plain.contains(&name), "{name}");
    }
}

#[test]
fn tokens_have_their_classes() {
    for (name, code, expected) in [
        ("python", "def f(x): return 'a'  # b", "<span class=\"k\">def</span> <span class=\"f\">f</span>"),
        ("bash", "export A=1", "export"),
        ("toml", "a = \"b\"", "<span class=\"s\">&quot;b&quot;</span>"),
        ("yaml", "a: b", "<span class=\"m\">a</span>"),
        ("json", "{\"a\": 1}", "<span class=\"n\">1</span>"),
        ("rust", "fn main() {}", "<span class=\"f\">main</span>"),
        ("cuda", "int x = 1; // y", "<span class=\"c\">// y</span>"),
        ("dockerfile", "FROM debian", "<span class=\"k\">FROM</span>"),
        ("typescript", "const a: number = 1", "<span class=\"k\">const</span>"),
    ] {
        assert!(html(name, code).contains(expected), "{name}: {}", html(name, code));
    }
}

#[test]
fn nothing_is_lost_or_left_unescaped() {
    for name in language::all() {
        let code = "a <b> & \"c\"\n\tif (x) { return `y`; }\n# \u{1b}[31mé漢\n";
        let text: String =
            html(name, code).split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        assert_eq!(text, code.replace('\u{1b}', "").trim_end_matches('\n'), "{name}");
    }
}

#[test]
fn remembered_lines_are_what_the_grammar_says() {
    let code = "x = '''a\nb\n'''\nb\nx = '''a\nb\n";
    let first = html("python", code);
    assert_eq!(html("python", code), first);
    let rows: Vec<_> = first.lines().collect();
    assert_eq!(rows[1], "<span class=\"s\">b</span>", "within the text");
    assert_eq!(rows[3], "b", "behind it");
    assert_eq!(rows[5], rows[1]);
}

#[test]
fn what_is_too_large_is_plain() {
    let line = format!("x = '{}'", "a".repeat(CODE_LINE_BYTES));
    assert_eq!(html("python", &line), escape::escaped(&line));
    let block = "x = 1\n".repeat(CODE_BYTES / 6 + 1);
    assert!(!html("python", &block).contains("<span"));
    assert_eq!(html("nosuchlang", "def f(): pass"), "def f(): pass");
}
