//! Transcripts of a terminal.

use crate::{found, runs};

#[test]
fn each_command_is_compared_with_its_own_output() {
    runs(
        "```console run\n$ x=1\n$ for i in 1 2; do\n>   echo $i\n> done\n1\n2\n$ echo a \\\n    b\na b\n$ cat <<END\n> x\n> END\nx\n```\n",
    );
    let body = "```console run\n$ echo a\na\n$ echo b\nc\n```\n";
    assert_eq!(found(body), ["5:1: C06 the command prints something else than the page shows"]);
    assert_eq!(found("```console run\n$ echo a\n$ echo b\nb\n```\n").len(), 1, "silence is shown too");
}

#[test]
fn a_transcript_without_output_is_a_list_of_commands() {
    runs("```console run\n$ echo a\n$ echo b\n```\n");
}

#[test]
fn the_last_command_may_fail_where_it_is_said() {
    runs("```console run exit=1\n$ echo a\na\n$ cat nothing\ncat: nothing: No such file or directory\n```\n");
    runs("```console run fails=\"No such file\"\n$ cat nothing\ncat: [..]\n```\n");
    let body = "```console run exit=1\n$ cat nothing\ncat: [..]\n$ false\n```\n";
    assert_eq!(found(body), ["2:1: C07 the command ends with exit status 1"]);
    let body = "```console run\n$ true\n$ for x in 1; do\n>   false\n> done\n```\n";
    assert_eq!(found(body), ["4:1: C07 the command ends with exit status 1"]);
}
