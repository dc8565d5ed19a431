//! What code prints, against what its page shows; and taking it.

use crate::{found, page, runs, site};

#[test]
fn output_is_compared_line_by_line() {
    runs("```python run\nprint('a\\n\\nb  ')\n```\n\nIt prints:\n\n```output\na\n\nb\n```\n");
    let body = "```python run\nprint('a')\nprint('b')\n```\n```output\na\nc\n```\n";
    assert_eq!(found(body), ["7:1: C06 the code prints something else than the page shows"]);
    assert_eq!(found("```python run\n```\n```output\nx\n```\n").len(), 1);
    runs("```python run\nprint(1)\n```\n\n```python\n```\n```output\nof a block that is not run\n```\n");
}

#[test]
fn wildcards_and_attributes_compare_less_strictly() {
    for body in [
        "```python run\nfor x in range(9): print(x)\n```\n```output\n0\n...\n8\n```\n",
        "```python run\nprint(object())\n```\n```output\n<object object at [..]>\n```\n",
        "```python run output=varies\nprint(object())\n```\n```output\n<object object at 0x1>\n```\n",
        "```python run\nprint(2 ** 0.5)\n```\n```output tol=1e-3\n1.414\n```\n",
        "```python run match=unordered\nprint(2)\nprint(1)\n```\n```output\n1\n2\n```\n",
        "```python run\nprint(1)\nprint(2)\nprint(3)\n```\n```output match=contains\n2\n```\n",
    ] {
        runs(body);
    }
}

#[test]
fn all_that_is_printed_counts_in_order() {
    runs(
        "```python run\nimport os, subprocess, sys\nprint('a')\nprint('b', file=sys.stderr)\nos.system('echo c')\n\
         subprocess.run(['sh', '-c', 'echo d >&2'])\n```\n```output\na\nb\nc\nd\n```\n",
    );
}

#[test]
fn accepting_writes_what_is_printed_and_nothing_else() {
    let before = "```python run\nprint('a\\nb')\n```\n```output\nold\n```\n\n> ```python run\n> print(1)\n> print(object())\n> print(3)\n> ```\n> ```output\n> 2\n> <object object at [..]>\n> 3\n> ```\n\n```python run\nprint(4)\n```\n```output\n```\n\n```console run\n$ echo x\ny\n$ echo z\nz\n```\n";
    let after = before
        .replace("old\n", "a\nb\n")
        .replace("> 2\n", "> 1\n")
        .replace("```output\n```", "```output\n4\n```")
        .replace("\ny\n", "\nx\n");
    let site = site(before);
    site.docent(&["test", "--accept"]).expect(0).saying(&["Accepted 4 outputs in 1 file"]);
    assert_eq!(page(&site), after);
    site.docent(&["test", "--accept"]).expect(0);
    assert_eq!(page(&site), after);
}

#[test]
fn accepting_keeps_line_ends_and_leaves_failures_alone() {
    let body = "```python run\nprint(1)\n```\n```output\n2\n```\n\n```python run\n1 / 0\n```\n";
    let site = site("");
    site.write("content/index.md", format!("\u{feff}{}{body}", crate::HEAD).replace('\n', "\r\n"));
    site.docent(&["test", "--accept"]).expect(1).saying(&["Accepted 1 output in 1 file", "ZeroDivisionError"]);
    let written = std::fs::read_to_string(site.path("content/index.md")).unwrap();
    let expected = body.replace("output\n2", "output\n1");
    assert_eq!(written, format!("\u{feff}{}{expected}", crate::HEAD).replace('\n', "\r\n"));
}

#[test]
fn the_sandbox_is_not_named_in_what_is_accepted() {
    let site = site("```python run\nimport os\nprint(os.getcwd() + '/x')\n```\n```output\n\n```\n");
    site.docent(&["test", "--accept"]).expect(0);
    assert!(page(&site).contains("```output\n[..]/x\n```"), "{}", page(&site));
    site.docent(&["test"]).expect(0);
}

#[test]
fn reports_have_every_format() {
    let site = site("```python run\nprint(1)\n```\n```output\n2\n```\n");
    for format in ["json", "github", "gitlab", "sarif", "rdjson", "junit"] {
        let run = site.docent(&["test", "--format", format]).expect(1).saying(&["prints something else"]);
        assert!(run.stdout.contains("C06") || run.stdout.contains("output-differs"), "{}", run.stdout);
    }
}

#[test]
fn a_suppression_is_of_use_to_the_command_that_looks() {
    let allow = "<!-- allow: output-differs — the number is another one on each machine -->\n";
    let unknown = "<!-- allow: no-such-rule — told by `docent check` -->\nText.\n";
    let body = format!("{unknown}\n```python run\nprint(1)\n```\n\n{allow}```output\n2\n```\n");
    let site = site(&body);
    site.docent(&["check"]).expect(0).saying(&["no rule is called `no-such-rule`", "1 warning in 1 file"]);
    site.docent(&["test"]).expect(0).saying(&["nothing to report"]);
    let body = body.replace(unknown, "");
    site.write("content/index.md", format!("{}{body}", crate::HEAD));
    site.docent(&["test"]).expect(0);
    site.docent(&["check"]).expect(0).saying(&["nothing to report"]);
    site.write("content/index.md", format!("{}{}", crate::HEAD, body.replace("\n2\n", "\n1\n")));
    site.docent(&["check"]).expect(0).saying(&["nothing to report"]);
    site.docent(&["test"]).expect(0).saying(&["`output-differs` finds nothing here"]);
}
