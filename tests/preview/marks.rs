//! What a marked page shows beside words: settings of blocks, tabs, and formulas on lines of their own.

use crate::repository::Git;

fn marked(before: &str, after: &str) -> String {
    let git = Git::new();
    git.write("content/index.md", format!("# Page\n\n{before}"));
    git.commit("Begin");
    git.write("content/index.md", format!("# Page\n\n{after}"));
    git.preview("origin", &["--base", "HEAD"]).expect(0);
    git.made("origin/_preview/diff/index.html")
}

#[test]
fn settings_of_code_are_shown_before_and_after() {
    let code = |settings: &str| format!("```python {settings}\na = 1\nb = 2\n```\n");
    for (before, after, shown) in [
        ("tab=uv", "tab=\"astral uv\"", "Tab: <del>uv</del> <ins>astral uv</ins>"),
        ("title=a.py", "title=b.py", "Title: <del>a.py</del> <ins>b.py</ins>"),
        ("mark=1", "mark=2", "Marked lines: <del>1</del> <ins>2</ins>"),
        ("", "numbers", "Line numbers: <ins>yes</ins>"),
    ] {
        let page = marked(&code(before), &code(after));
        assert!(page.contains(&format!("<p class=\"setting\">{shown}</p>")), "{shown}: {page}");
    }
}

#[test]
fn the_kind_of_a_note_is_shown_before_and_after() {
    let note = |kind: &str| format!("> [!{kind}]\n> Mind the step.\n");
    let page = marked(&note("NOTE"), &note("CAUTION"));
    assert!(page.contains("<p class=\"setting\">Kind: <del>Note</del> <ins>Caution</ins></p>"), "{page}");
    assert!(page.contains("<div class=\"alert alert-caution\""), "{page}");
}

#[test]
fn tabs_are_named() {
    let tabs = |second: &str| format!("```sh tab=pip\npip install x\n```\n\n```sh tab=uv\nuv add {second}\n```\n");
    let page = marked(&tabs("x"), &tabs("y"));
    for tab in ["pip", "uv"] {
        assert_eq!(page.matches(&format!("<p class=\"tab-name\">{tab}</p>")).count(), 1, "{tab}: {page}");
    }
}

#[test]
fn a_formula_of_its_own_line_is_tinted_and_not_struck() {
    let page = marked("It holds that $$a + b$$ here.\n", "It holds that $$a - b$$ here now.\n");
    for class in ["removed", "added"] {
        assert!(page.contains(&format!("<span class=\"formula {class}\"><math display=\"block\"")), "{class}: {page}");
    }
    assert!(!page.contains("<del><math") && !page.contains("<ins><math"), "{page}");
    assert!(page.contains("<ins>now</ins>"), "words beside it are marked as ever: {page}");
}
