//! Which blocks build on each other.

use crate::{found, found_in, runs, site};

#[test]
fn blocks_of_a_language_share_a_session() {
    runs(
        "```python run\nx = 1\n```\n\n```bash run\nx=2; cd /\n```\n\n```python run\nprint(x)\n```\n```output\n1\n```\n\n\
         ```bash run\necho $x in $PWD\n```\n```output\n2 in /\n```\n",
    );
}

#[test]
fn a_terminal_is_the_shell_of_the_page() {
    runs("```bash run\ngreet() { echo \"Hello, $1\"; }\n```\n\n```console run\n$ greet you\nHello, you\n```\n");
}

#[test]
fn sessions_have_names_and_begin_anew() {
    runs(
        "```python run session=a\nx = 1\n```\n```python run session=b fails=NameError\nx\n```\n```python run session=a\nx\n```\n",
    );
    runs(
        "```python run\nx = 1\n```\n```python run session=new fails=NameError\nx\n```\n```python run fails=NameError\nx\n```\n",
    );
}

#[test]
fn set_up_is_hidden_in_a_comment() {
    let body = "<!-- code: python run\nimport json\nsecret = json.dumps([1])\n-->\n\n```python run\nprint(secret)\n```\n```output\n[1]\n```\n";
    runs(body);
    let broken = body.replace("[1])", "nothing)");
    assert_eq!(found(&broken)[0], "3:1: C07 the code raises `NameError: name 'nothing' is not defined`");
}

#[test]
fn what_follows_a_failure_in_its_session_is_not_run() {
    let site = site("```python run\n1 / 0\n```\n\n```python run\nprint(2)\n```\n\n```bash run\necho 3\n```\n");
    assert_eq!(found_in(&site).len(), 1);
    site.docent(&["test"]).expect(1).saying(&[
        "Not run content/index.md:10: an earlier block of its session failed",
        "2 blocks ran, 0 skipped, 0 not possible here, 1 not run",
    ]);
}

#[test]
fn a_block_that_ends_its_process_ends_its_session() {
    runs("```python run exit=7\nimport os\nos._exit(7)\n```\n```python run fails=NameError\nos\n```\n");
    runs("```bash run exit=3\nx=1\nexit 3\n```\n```bash run\necho \"[$x]\"\n```\n```output\n[]\n```\n");
}

#[test]
fn the_languages_of_a_page_can_be_run_as_a_whole() {
    let site = site("");
    let page = |body: &str| format!("---\ntitle: A\nkind: page\ncode: {{ run: [py] }}\n---\n\n{body}");
    site.write("content/index.md", page("```python\n1 / 0\n```\n"));
    site.docent(&["test"]).expect(1).saying(&["ZeroDivisionError"]);
    site.write("content/index.md", page("```python skip=\"it fails\"\n1 / 0\n```\n\n```bash\nfalse\n```\n"));
    site.docent(&["test"])
        .expect(0)
        .saying(&["skipped: it fails", "0 blocks ran, 1 skipped, 0 not possible here, 1 not run"]);
}

#[test]
fn other_languages_have_runners_of_the_site() {
    let site = site("```python run\nprint(1)\n```\n```output\n1\n```\n\n```awk run\nx\ny\n```\n```output\n2\n```\n");
    assert_eq!(found_in(&site), ["8:8: C07 nothing here runs `awk`"]);
    site.write("docent.yml", "runners:\n  awk: { command: [awk, 'END { print NR }'] }\n");
    assert_eq!(found_in(&site), [""; 0]);
    site.write("docent.yml", "runners:\n  awk: { command: [no-such-program] }\n");
    site.docent(&["test"]).expect(2).saying(&["`no-such-program`, which runs `awk`, is not on the PATH"]);
}

#[test]
fn blocks_can_fail_at_code_of_another_block_or_file() {
    let site = site("```python run\ndef half(x):\n    return x / 0\n```\n\nThen:\n\n```python run\n\nhalf(1)\n```\n");
    assert_eq!(found_in(&site), ["10:1: C07 the code raises `ZeroDivisionError: division by zero`"]);
    site.docent(&["test"]).expect(1).saying(&["return x / 0", "------------ raised here"]);
    site.write("content/code/a.py", "# region: all\nif True:\n    # region: part\n    x = 1\n    y = nothing\n    # endregion: part\n# endregion: all\n");
    site.write("content/index.md", format!("{}```python run file=\"code/a.py#part\"\n```\n", crate::HEAD));
    let message = "C07 the code raises `NameError: name 'nothing' is not defined`";
    assert_eq!(found_in(&site), [format!("content/code/a.py:5:1: {message}")]);
}
