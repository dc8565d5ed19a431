//! Where code runs, and what it sees.

use crate::{found_in, runs, site};

#[test]
fn files_are_written_and_added_to() {
    runs(
        "```toml write=\"a/b.toml\"\nx = 1\n```\n\n```toml append=\"a/b.toml\"\ny = 2\n```\n\n```console run\n$ cat a/b.toml\nx = 1\ny = 2\n```\n\n\
         ```python run write=\"hello.py\"\nprint('hello')\n```\n```output\nhello\n```\n\n```console run cwd=a\n$ ls ..\na\nhello.py\n$ python3 ../hello.py\nhello\n```\n",
    );
}

#[test]
fn files_of_the_site_can_be_found() {
    let site = site("");
    let page = "---\ntitle: A\nkind: page\ncode: { files: [data.txt, code/] }\n---\n\n```console run\n$ cat data.txt\n1\n$ ls sub\nb.txt\n```\n";
    site.write("content/index.md", page);
    site.write("content/data.txt", "1\n");
    site.write("content/code/sub/b.txt", "2\n");
    site.docent(&["test"]).expect(0);
    site.write("content/index.md", page.replace("data.txt,", "dat.txt,"));
    site.docent(&["test"]).expect(1).saying(&["`dat.txt` is no file beside the page"]);
}

#[test]
fn nothing_of_the_machine_is_seen() {
    let site = site(
        "```python run\nimport os, time\nfor name in ['TZ', 'NO_COLOR', 'PYTHONHASHSEED', 'COLUMNS', 'DOCENT_SECRET']:\n    print(name, os.environ.get(name))\n\
         print(os.listdir('.'), os.listdir(os.environ['HOME']), time.tzname[0], hash('a') == hash('a'))\n```\n\
         ```output\nTZ UTC\nNO_COLOR 1\nPYTHONHASHSEED 0\nCOLUMNS 80\nDOCENT_SECRET None\n[] [] UTC True\n```\n",
    );
    let run = crate::program::run(site.command(&["test"]).env("DOCENT_SECRET", "x").env("TZ", "Asia/Tokyo"));
    run.expect(0);
}

#[test]
fn variables_are_for_their_block() {
    runs(
        "```bash run env.WORD=\"a b\"\nsh -c 'echo $WORD'\n```\n```output\na b\n```\n\n```bash run\necho \"[$WORD]\"\n```\n```output\n[]\n```\n",
    );
    runs(
        "```python run env.WORD=x\nimport os\nprint(os.environ['WORD'])\n```\n```output\nx\n```\n\n```python run fails=KeyError\nos.environ['WORD']\n```\n",
    );
}

#[test]
fn pages_do_not_meet() {
    let site = site("```bash run\ntouch mine\n```\n");
    site.write("content/other.md", format!("{}```bash run\nls\n```\n```output\n```\n", crate::HEAD));
    assert_eq!(found_in(&site), [""; 0]);
    assert_eq!(site.tree("content").len(), 2, "nothing is written beside the pages");
}

#[test]
fn the_network_is_off_unless_it_is_needed_and_allowed() {
    let connect = "import socket\nserver = socket.create_server(('127.0.0.1', 0))\nsocket.create_connection(server.getsockname())\n\
                   print(len(socket.if_nameindex()))\n";
    let site = site(&format!("```python run\n{connect}```\n```output\n1\n```\n"));
    let run = site.docent(&["test"]);
    // Where the system does not let us, the report says so.
    if !run.stderr.contains("did not let us switch the network off") {
        run.expect(0);
    }
    let needing = crate::site(&format!("```python run needs=network\n{connect}```\n"));
    needing
        .docent(&["test"])
        .expect(0)
        .saying(&["needs the network: allow it with `--allow network`", "1 not possible here"]);
    needing.docent(&["test", "--allow", "network"]).expect(0).saying(&["1 block ran"]);
}

#[test]
fn pages_are_named_as_their_author_sees_them() {
    let site = site("```python run\n1 / 0\n```\n");
    site.write("content/sub/good.md", format!("{}```python run\n1\n```\n", crate::HEAD));
    for name in ["content/sub/good.md", "sub/good.md", "sub", "content/sub/"] {
        site.docent(&["test", name]).expect(0).saying(&["Tested 1 page"]);
    }
    site.docent(&["test", "."]).expect(1);
    site.docent(&["test", "sub/god.md"]).expect(2).saying(&["did you mean `content/sub/good.md`?"]);
}
