//! Side by side with the peers that are on this machine: `cargo bench --bench peers -- [PAGES] [ROUNDS]`.
//!
//! Hugo, Zola and mdBook are used where they stand on PATH. All build the same tutorials with a page list of the folder, as
//! they come; rounds are interleaved, so that ratios hold on a busy machine. CPU time is that of the child processes,
//! from the system's own accounts (Linux; elsewhere only wall time is told).

#![expect(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, reason = "a program that measures")]

mod corpus;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use corpus::Tutorial;

/// A generator and how it builds the corpus.
struct Peer {
    name: &'static str,
    program: &'static str,
    arguments: fn(&Path, &Path) -> Vec<String>,
    write: fn(&Path, &[Tutorial]),
}

const PEERS: [Peer; 4] = [
    Peer { name: "docent", program: env!("CARGO_BIN_EXE_docent"), arguments: docent, write: write_docent },
    Peer { name: "hugo", program: "hugo", arguments: hugo, write: write_hugo },
    Peer { name: "zola", program: "zola", arguments: zola, write: write_zola },
    Peer { name: "mdbook", program: "mdbook", arguments: mdbook, write: write_mdbook },
];

fn main() {
    // `cargo test` and `cargo bench` hand over flags of their own.
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (pages, rounds) = (numbers.first().copied().unwrap_or(1_000), numbers.get(1).copied().unwrap_or(5));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("peers");
    let _ = fs::remove_dir_all(&folder);
    let tutorials = corpus::tutorials(pages);
    let present: Vec<&Peer> = PEERS.iter().filter(|peer| runs(peer.program)).collect();
    for peer in &present {
        (peer.write)(&folder.join(peer.name), &tutorials);
    }
    println!("{pages} tutorials, {rounds} rounds, medians");
    let mut taken: Vec<Vec<(f64, f64)>> = vec![Vec::new(); present.len()];
    for _ in 0..rounds {
        for (peer, taken) in present.iter().zip(&mut taken) {
            taken.push(measured(peer, &folder));
        }
    }
    let median = |of: &dyn Fn(&(f64, f64)) -> f64, all: &[(f64, f64)]| {
        let mut values: Vec<f64> = all.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let ours = median(&|run| run.0, &taken[0]);
    for (peer, taken) in present.iter().zip(&taken) {
        let (cpu, wall) = (median(&|run| run.0, taken), median(&|run| run.1, taken));
        println!("{:8} {cpu:7.2} CPU s {wall:7.2} s wall   docent takes {:.2} of its CPU time", peer.name, ours / cpu);
    }
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
        || Command::new(program).arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// CPU and wall seconds of a cold build.
fn measured(peer: &Peer, folder: &Path) -> (f64, f64) {
    let (site, out) = (folder.join(peer.name), folder.join(format!("{}-out", peer.name)));
    let _ = fs::remove_dir_all(&out);
    let (before, start) = (children_seconds(), Instant::now());
    let status = Command::new(peer.program)
        .args((peer.arguments)(&site, &out))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "{} fails", peer.name);
    (children_seconds() - before, start.elapsed().as_secs_f64())
}

/// The CPU seconds of the child processes that have ended.
fn children_seconds() -> f64 {
    /// What the accounts count in, on every Linux.
    const TICKS_A_SECOND: f64 = 100.0;
    let account = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = account.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = behind_name.split_whitespace().skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS_A_SECOND
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn docent(site: &Path, out: &Path) -> Vec<String> {
    ["build", "--site", &text(site), "--out", &text(out)].map(str::to_owned).to_vec()
}

fn write_docent(site: &Path, tutorials: &[Tutorial]) {
    write(&site.join("docent.yml"), "title: Tutorials\n");
    write(&site.join("content/index.md"), "---\ntitle: Tutorials\n---\n");
    for tutorial in tutorials {
        let head = format!(
            "---\ntitle: {}\ndescription: How to measure what a page of this size costs to build and to check.\nwhat_you_will_learn:\n  - Run it\n  - Read \
             its output\nprerequisites:\n  - Python 3.11 or newer\n---\n\n",
            tutorial.title
        );
        write(&site.join(format!("content/{}.md", tutorial.path)), &(head + &tutorial.body));
    }
}

fn hugo(site: &Path, out: &Path) -> Vec<String> {
    ["--quiet", "--noBuildLock", "-s", &text(site), "-d", &text(out)].map(str::to_owned).to_vec()
}

fn write_hugo(site: &Path, tutorials: &[Tutorial]) {
    write(
        &site.join("hugo.yaml"),
        "baseURL: https://example.org/\ntitle: Tutorials\ndisableKinds: [taxonomy, term, rss]\nmarkup: {highlight: {noClasses: false}}\n",
    );
    let list = "<ul>{{ range .CurrentSection.RegularPages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a></li>{{ end }}</ul>";
    let page = format!(
        "<!doctype html><html lang=en><title>{{{{ .Title }}}}</title>{list}<main><h1>{{{{ .Title }}}}</h1>{{{{ .Content }}}}</main></html>"
    );
    ["single", "list"].iter().for_each(|name| write(&site.join(format!("layouts/_default/{name}.html")), &page));
    write(&site.join("layouts/index.html"), &page);
    for tutorial in tutorials {
        let head = format!("---\ntitle: {}\n---\n\n", tutorial.title);
        write(&site.join(format!("content/{}.md", tutorial.path)), &(head + &tutorial.body));
    }
}

fn zola(site: &Path, out: &Path) -> Vec<String> {
    ["--root", &text(site), "build", "--force", "-o", &text(out)].map(str::to_owned).to_vec()
}

fn write_zola(site: &Path, tutorials: &[Tutorial]) {
    write(
        &site.join("zola.toml"),
        "base_url = \"https://example.org\"\nbuild_search_index = true\n[markdown.highlighting]\nstyle = \"class\"\ntheme = \"github-light\"\n",
    );
    let page = "<!doctype html><html lang=en><title>{{ page.title }}</title><main><h1>{{ page.title }}</h1>{{ page.content | safe }}</main></html>";
    let section = "<!doctype html><html lang=en><title>List</title><ul>{% for page in section.pages %}<li><a href=\"{{ page.path }}\">{{ page.title }}</a></li>{% endfor %}</ul></html>";
    write(&site.join("templates/page.html"), page);
    ["section", "index"].iter().for_each(|name| write(&site.join(format!("templates/{name}.html")), section));
    write(&site.join("content/_index.md"), "+++\ntitle = \"Tutorials\"\n+++\n");
    for tutorial in tutorials {
        let (folder, _) = tutorial.path.split_once('/').unwrap();
        write(&site.join(format!("content/{folder}/_index.md")), "+++\ntitle = \"Part\"\n+++\n");
        let head = format!("+++\ntitle = \"{}\"\n+++\n\n", tutorial.title);
        write(&site.join(format!("content/{}.md", tutorial.path)), &(head + &tutorial.body));
    }
}

fn mdbook(site: &Path, out: &Path) -> Vec<String> {
    ["build", &text(site), "-d", &text(out)].map(str::to_owned).to_vec()
}

fn write_mdbook(site: &Path, tutorials: &[Tutorial]) {
    write(&site.join("book.toml"), "[book]\ntitle = \"Tutorials\"\n");
    let mut summary = "# Summary\n\n".to_owned();
    for tutorial in tutorials {
        summary.push_str(&format!("- [{}]({}.md)\n", tutorial.title, tutorial.path));
        write(&site.join(format!("src/{}.md", tutorial.path)), &format!("# {}\n\n{}", tutorial.title, tutorial.body));
    }
    write(&site.join("src/SUMMARY.md"), &summary);
}
