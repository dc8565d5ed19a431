//! How code ends, and how its page says that it does.

use std::time::{Duration, Instant};

use crate::{found, runs, site};

#[test]
fn an_exception_is_reported_where_it_is_raised() {
    let body = "```python run\nx = 1\ndef f():\n    raise ValueError('no')\n\nf()\n```\n";
    assert_eq!(found(body), ["4:5: C07 the code raises `ValueError: no`"]);
    assert_eq!(found("```python run\nx = 1\nif x\n```\n"), ["3:1: C07 the code raises `SyntaxError: expected ':'`"]);
}

#[test]
fn a_shell_ends_a_block_with_its_first_command_that_fails() {
    assert_eq!(found("```bash run\ntrue\n(exit 3)\necho never\n```\n"), ["3:1: C07 the code ends with exit status 3"]);
    runs("```bash run\nif false; then :; fi\nfalse || true\n! true\necho on\n```\n```output\non\n```\n");
    runs("```bash run exit=3\nx=1\n(exit 3)\n```\n```bash run\necho $x\n```\n```output\n1\n```\n");
}

#[test]
fn failures_can_be_declared() {
    for body in [
        "```python run fails\n1 / 0\n```\n",
        "```python run fails=\"ZeroDivisionError\"\n1 / 0\n```\n",
        "```python run fails=ArithmeticError\n1 / 0\n```\n",
        "```python run exit=4\nimport sys\nsys.exit(4)\n```\n",
        "```python run exit=1\n1 / 0\n```\n```output\nTraceback (most recent call last):\n...\nZeroDivisionError: [..]\n```\n",
        "```bash run fails=\"No such file\"\ncat nothing\n```\n",
    ] {
        runs(body);
    }
    for (body, message) in [
        ("```python run fails\n1\n```\n", "1:15: C07 the code succeeds, and `fails` says that it does not"),
        ("```bash run exit=2\ntrue\n```\n", "1:13: C07 the code succeeds, and `exit` says that it does not"),
        (
            "```python run fails=KeyError\n1 / 0\n```\n",
            "2:1: C07 the code raises `ZeroDivisionError: division by zero`, which is not `KeyError`",
        ),
        ("```bash run exit=2\n(exit 3)\n```\n", "2:1: C07 the code ends with exit status 3"),
    ] {
        assert_eq!(found(body), [message]);
    }
}

#[test]
fn code_that_takes_too_long_is_ended_with_all_that_it_started() {
    let site = site(
        "```bash run timeout=1\necho started\n(sleep 30; echo late > \"$HOME/late\") &\nsleep 30\n```\n\n```bash run\n```\n",
    );
    let since = Instant::now();
    site.docent(&["test"]).expect(1).saying(&["the code takes longer than it may", "| started"]);
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
}

#[test]
fn code_that_prints_without_end_is_ended() {
    let body = "```python run timeout=60\nwhile True:\n    print('x' * 100000)\n```\n";
    assert_eq!(found(body), ["2:1: C07 the code prints more than 16 MiB"]);
}

#[test]
fn what_needs_something_is_run_where_it_is() {
    let body = "```python run needs=\"tool:no-such-program\"\n1 / 0\n```\n\n```python run needs=\"python:no_such_module\"\n1 / 0\n```\n\n\
                ```python run needs=\"env:DOCENT_TEST_NO_SUCH\"\n1 / 0\n```\n\n```python run needs=\"tool:bash python:json\"\nprint(1)\n```\n\
                ```output\n1\n```\n";
    site(body).docent(&["test"]).expect(0).saying(&[
        "content/index.md:6: needs `no-such-program`, which is not installed",
        "content/index.md:10: needs the Python module `no_such_module`, which is not installed",
        "content/index.md:14: needs the variable `DOCENT_TEST_NO_SUCH`, which is not set",
        "1 block ran, 0 skipped, 3 not possible here, 0 not run",
    ]);
    let page = site(
        "```python run needs=\"env:DOCENT_TEST_WORD\"\nimport os\nprint(os.environ['DOCENT_TEST_WORD'])\n```\n```output\nsaid\n```\n",
    );
    crate::program::run(page.command(&["test"]).env("DOCENT_TEST_WORD", "said")).expect(0);
}

#[test]
fn values_that_say_nothing_are_found_without_running() {
    let site = site("```python run timeout=soon\n1\n```\n");
    site.docent(&["check"]).expect(1).saying(&["`timeout` is a number from 1 to 3600, found `soon`"]);
}
