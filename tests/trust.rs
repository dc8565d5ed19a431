//! What SECURITY.md promises, tried by a stranger's site.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at the disk themselves")]

mod program;
mod reader;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use program::{PAGE, Scratch, run};
use reader::Website;

/// A word that must not be found anywhere.
const SECRET: &str = "SECRETWORD";

/// Whether anything that a run said or wrote below a folder holds the secret.
fn tells(site: &Scratch, folder: &str, said: &program::Run) -> bool {
    let written = if site.path(folder).exists() { site.tree(folder) } else { Default::default() };
    said.stdout.contains(SECRET)
        || said.stderr.contains(SECRET)
        || written.values().any(|bytes| String::from_utf8_lossy(bytes).contains(SECRET))
}

#[test]
fn nothing_outside_the_site_and_nothing_of_gits_is_read() {
    let site = Scratch::new();
    site.write("outside/secret.md", format!("---\ntitle: {SECRET}\nkind: page\n---\n\n{SECRET}\n"));
    site.write("site/.git/config", format!("[http]\n\textraheader = {SECRET}\n"));
    site.write("site/content/index.md", PAGE);
    let outside = site.path("outside/secret.md");
    let links =
        ["content/a.md", "content/b.csv", "static/c.css", "templates/head.html", "code/d.py", ".docent-baseline.json"];
    for link in links {
        fs::create_dir_all(site.path("site").join(link).parent().unwrap()).unwrap();
        symlink(&outside, site.path("site").join(link)).unwrap();
    }
    symlink(site.path("outside"), site.path("site/content/folder")).unwrap();
    symlink("../.git/config", site.path("site/content/token.txt")).unwrap();
    let paths = [
        "/code/d.py",
        "/.git/config",
        "../.git/config",
        "../../outside/secret.md",
        "/../outside/secret.md",
        "token.txt",
    ];
    let absolute = outside.display().to_string();
    let blocks: String = paths
        .iter()
        .copied()
        .chain([absolute.as_str()])
        .map(|path| format!("```text file=\"{path}\"\n```\n\n![a picture]({path}) [a page]({path})\n\n"))
        .collect();
    site.write("site/content/page.md", format!("{PAGE}\n{blocks}"));
    for command in ["check", "build"] {
        let said = site.docent(&[command, "--site", "site"]).expect(1);
        assert!(!tells(&site, "site/public", &said), "{}", said.stderr);
    }
    // The configuration is a link that leads out: the site does without it.
    symlink(&outside, site.path("site/docent.yml")).unwrap();
    let said = site.docent(&["check", "--site", "site"]).expect(1);
    assert!(!tells(&site, "site/public", &said) && said.stdout.contains("docent.yml"), "{}", said.stdout);
}

/// A folder for `PATH` in which every program leaves a mark; `git` works all the same.
fn marked_programs(site: &Scratch) -> String {
    let git = String::from_utf8(Command::new("sh").args(["-c", "command -v git"]).output().unwrap().stdout).unwrap();
    for name in
        ["python", "python3", "bash", "node", "npm", "cargo", "make", "less", "ssh", "curl", "evil", "gpg", "cat"]
    {
        program(&site.path("bin").join(name), &format!("#!/bin/sh\necho {name} >> {}\n", site.path("marks").display()));
    }
    program(&site.path("bin/git"), &format!("#!/bin/sh\nexec {} \"$@\"\n", git.trim()));
    site.path("bin").display().to_string()
}

fn program(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn nothing_of_a_site_is_executed() {
    let site = Scratch::new();
    let path = marked_programs(&site);
    let marks = site.path("marks");
    let evil = site.path("bin/evil").display().to_string();
    let fence = |language: &str| format!("```{language} run\necho x > {}\n```\n\n", marks.display());
    let code: String = ["bash", "sh", "console", "python", "rust", "make"].map(fence).concat();
    site.write("site/content/index.md", format!("{PAGE}\n{code}<!-- `{evil}` $({evil}) -->\n"));
    site.write("site/.gitattributes", "* filter=evil diff=evil\n");
    let git = |arguments: &[&str]| {
        let done = Command::new("git").arg("-C").arg(site.path("site")).args(arguments).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "--quiet"]);
    git(&["-c", "user.name=A", "-c", "user.email=a@a.io", "commit", "--quiet", "--allow-empty", "-m", "x"]);
    git(&["add", "."]);
    git(&["-c", "user.name=A", "-c", "user.email=a@a.io", "commit", "--quiet", "-m", "y"]);
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "filter.evil.clean",
        "filter.evil.smudge",
        "diff.evil.textconv",
        "diff.external",
        "gpg.program",
        "core.editor",
        "alias.log",
        "alias.rev-parse",
    ] {
        git(&["config", key, &evil]);
    }
    git(&["config", "log.showSignature", "true"]);
    for hook in ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"] {
        program(&site.path("site/.git/hooks").join(hook), &format!("#!/bin/sh\necho hook >> {}\n", marks.display()));
    }
    let base = Command::new("git").arg("-C").arg(site.path("site")).args(["rev-parse", "HEAD~1"]).output().unwrap();
    let base = String::from_utf8(base.stdout).unwrap();
    for arguments in [
        &["check", "--site", "site"][..],
        &["build", "--site", "site"],
        &["preview", "--site", "site", "--base", base.trim()],
    ] {
        let said = run(site.command(arguments).env("PATH", &path));
        assert!(said.code.is_some_and(|code| code < 2), "{arguments:?}: {}", said.stderr);
        assert!(!marks.exists(), "{arguments:?} ran {}", fs::read_to_string(&marks).unwrap());
    }
}

/// Where the network can be reached from: the module that asks servers, and the one that is a server.
#[test]
fn only_two_modules_know_the_network() {
    const SIGNS: [&str; 6] = ["TcpStream", "UdpSocket", "ToSocketAddrs", "TcpListener", "ureq::", "UnixStream"];
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut knowing = Vec::new();
    for entry in walkdir::WalkDir::new(&source).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(&source).unwrap().to_str().unwrap().to_owned();
        if !path.ends_with(".rs") || path.starts_with("web/") || path == "serve/http.rs" {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        if code.clone().any(|line| SIGNS.iter().any(|sign| line.contains(sign))) {
            knowing.push(path.clone());
        }
        // Asking the servers of others is for one place, which is told to by `--external`.
        let asks = text.contains("web::fates") && path != "pipeline/facts.rs";
        assert!(!asks, "{path} asks the servers of others");
    }
    assert_eq!(knowing, Vec::<String>::new());
    let facts = fs::read_to_string(source.join("pipeline/facts.rs")).unwrap();
    assert_eq!(facts.matches("web::fates").count(), 1);
    assert!(facts.contains("ask.map_or_else(BTreeMap::new"), "without a time to wait nobody is asked");
}

/// What a page tries, in all the places where an author can write something.
const ATTEMPTS: [&str; 26] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"jav&#x09;ascript:alert(1)\">x</a>",
    "<a href=\" &#14;javascript:alert(1)\">x</a>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<math><mtext></mtext><script>alert(1)</script></math>",
    "<details open ontoggle=alert(1)>",
    "<p style=\"position:fixed\" class=\"brief\" onclick=alert(1)>",
    "<form action=\"javascript:alert(1)\"><button>x</button></form>",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<base href=\"https://evil.example/\">",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    "<xmp></xmp><img src=x onerror=alert(1)></xmp>",
    "<style>@import 'https://evil.example/'</style>",
    "<object data=\"javascript:alert(1)\"></object>",
    "<video><source onerror=alert(1) src=x></video>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<a href=\"vbscript:x\">x</a>",
    "</div></main><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "\"><script>alert(1)</script>",
    "{{ \"<script>alert(1)</script>\" | safe }}{% raw %}",
    "]]><script>alert(1)</script>",
];

/// The same in Markdown's own words.
fn places(attempt: &str) -> String {
    let quoted = attempt.replace('"', "&quot;");
    let one_line = attempt.replace('\n', " ");
    format!(
        "{attempt}\n\n# Head {attempt}\n\n[text {attempt}](other.md \"{quoted}\")\n\n![alt {attempt}](dot.svg '{one_line}')\n\n\
         | {attempt} | b |\n|---|---|\n| a | {attempt} |\n\n```js title=\"{quoted}\" id=\"{quoted}\" tab=\"{quoted}\"\n{attempt}\n```\n\n\
         ```{one_line}\ncode\n```\n\n`{attempt}`\n\n[^{one_line}]: {attempt}\n\nnote[^{one_line}]\n\n> [!NOTE]\n> {attempt}\n\n\
         $x {attempt} y$\n\n```math\n\\text{{{attempt}}} \\href{{javascript:alert(1)}}{{x}}\n```\n\n\
         ```mermaid title=\"{quoted}\" alt=\"{quoted}\"\nflowchart TD\n  A[\"{quoted}\"] --> B\n  click A \"javascript:alert(1)\"\n```\n\n\
         ```mermaid\nflowchart TD\n  A[{one_line}] --> B{{{one_line}}}\n```\n\n<{one_line}>\n\n[ref]: javascript:alert(1) \"{quoted}\"\n\n\
         [ref] [{one_line}][ref] <javascript:alert(1)>\n\nterm {attempt}\n: {attempt}\n"
    )
}

#[test]
fn no_page_brings_anything_to_run() {
    let mut world = docent::world::MemoryWorld::new();
    world.write("content/index.md", "---\ntitle: Start\nkind: page\n---\n");
    world.write("content/other.md", "---\ntitle: Other\nkind: page\n---\n");
    world.write("content/dot.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"2\"/>");
    for (number, attempt) in ATTEMPTS.iter().enumerate() {
        let yaml = attempt.replace('\'', "''");
        let front = format!(
            "---\ntitle: '{yaml}'\ndescription: '{yaml}'\nwhat_you_will_learn: ['{yaml}']\nprerequisites: ['{yaml}']\ntags: ['{yaml}']\n\
             authors: [{{ name: '{yaml}', url: 'javascript:alert(1)' }}]\naliases: ['{yaml}']\naudience: '{yaml}'\ndate: 2024-01-01\n---\n\n"
        );
        world.write(&format!("content/p{number}.md"), format!("{front}{}", places(attempt)));
    }
    world.write("docent.yml", "title: '<script>alert(1)</script>'\nlabels: { note: '<script>alert(1)</script>' }\nrepository: 'javascript:alert(1)'\n");
    let options = docent::pipeline::Options { base_url: Some("https://a.example/".to_owned()), ..Default::default() };
    let built = docent::pipeline::build(&world, &docent::cache::Cache::new(), &options, &());
    let mut seen = 0;
    for (path, page) in &Website::of(&built).pages {
        seen += 1;
        for element in page.elements() {
            let name = element.name().to_owned();
            assert!(
                !matches!(&*name, "iframe" | "object" | "embed" | "base" | "template" | "style") || path == "404.html",
                "{path}: <{name}>"
            );
            assert!(
                name != "script"
                    || !element.text().contains("alert")
                    || element.attribute("type").is_some_and(|kind| kind.ends_with("json")),
                "{path}: a script"
            );
            let refreshes = element.attribute("http-equiv").is_some_and(|kind| kind.eq_ignore_ascii_case("refresh"));
            let target = element.attribute("content").unwrap_or_default();
            assert!(!(refreshes && target.contains(':')), "{path}: leads to {target}");
            for (attribute, value) in element.attributes() {
                assert!(
                    !attribute.starts_with("on") && attribute != "style" && attribute != "srcdoc",
                    "{path}: {name} {attribute}"
                );
                let url: String = value.chars().filter(|sign| !sign.is_control() && !sign.is_whitespace()).collect();
                let leads = matches!(&*attribute, "href" | "src" | "action" | "xlink:href" | "data" | "formaction");
                let acts = ["javascript:", "data:text", "vbscript:"]
                    .iter()
                    .any(|scheme| url.to_lowercase().starts_with(scheme));
                assert!(!(leads && acts), "{path}: {name} {attribute}={value}");
            }
        }
    }
    assert!(seen > ATTEMPTS.len(), "{seen} pages");
}

#[test]
fn an_untrusted_build_publishes_nothing_that_runs() {
    let site = Scratch::new();
    site.write("docent.yml", "html: trusted\n");
    site.write(
        "content/index.md",
        format!("{PAGE}\n<script>alert(1)</script>\n\n[a file](evil.html) ![a picture](evil.svg)\n"),
    );
    site.write("content/evil.html", "<script>alert(1)</script>");
    site.write(
        "content/evil.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\" width=\"2\" height=\"2\"/>",
    );
    site.write("static/own.js", "alert(1)");
    site.write("static/theme/search.js", "alert(1)");
    site.write(
        "templates/head.html",
        "<script>alert(1)</script>{% for i in range(end=9999999999) %}{{ i }}{% endfor %}",
    );
    site.docent(&["check", "--untrusted"]).expect(0);
    site.docent(&["build", "--untrusted"]).expect(0);
    for (path, bytes) in site.tree("public") {
        // The page's Markdown is offered as its author wrote it, as text.
        let runs =
            String::from_utf8_lossy(&bytes).contains("alert(1)") && !path.ends_with(".md") && !path.ends_with(".txt");
        assert!(!runs, "{path}");
    }
}

/// Commands that change the site change nothing else, wherever its links lead.
#[cfg(unix)]
#[test]
fn nothing_outside_of_the_site_is_written() {
    use std::os::unix::fs::symlink;
    let site = Scratch::new();
    site.write("site/content/index.md", "---\ntitle: T\nkind: page\n---\n\n```sh run\ntrue\n```\n");
    fs::create_dir(site.path("outside")).unwrap();
    for link in ["content/link", "verification", ".docent-cache"] {
        symlink(site.path("outside"), site.path("site").join(link)).unwrap();
    }
    symlink(site.path("outside/new.json"), site.path("site/.docent-baseline.json")).unwrap();
    for arguments in [
        &["new", "page", "link/a", "--title", "A"][..],
        &["new", "page", "link/b/c", "--title", "C"],
        &["test", "--record"],
        &["check", "--write-baseline"],
    ] {
        let mut command = site.command(arguments);
        program::run(command.current_dir(site.path("site"))).expect(2);
    }
    fs::remove_file(site.path("site/verification")).unwrap();
    let mut test = site.command(&["test", "--record"]);
    program::run(test.current_dir(site.path("site")));
    let left: Vec<_> = fs::read_dir(site.path("outside")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
