//! A directory is a test: `tests/cases/<area>/<what_it_shows>/` holds a site and what is expected of it.
//!
//! `tests/cases/README.md` says how. `UPDATE=1 cargo test --test cases` rewrites what is expected.

#![expect(clippy::disallowed_methods, reason = "the runner reads cases, and rewrites what they expect")]

mod reader;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use docent::cache::Cache;
use docent::check::has_errors;
use docent::config;
use docent::diagnostic::Applicability;
use docent::output::Outputs;
use docent::pipeline::{self, Checked, Options};
use docent::report;
use docent::world::MemoryWorld;
use libtest_mimic::{Arguments, Failed, Trial};
use reader::{Element, Page, Website};
use serde::Deserialize;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut trials: Vec<_> =
        cases(&folder).into_iter().map(|case| Trial::test(case.name.clone(), move || case.test())).collect();
    trials.push(Trial::test("readme/every_test_in_its_table_exists", move || every_listed_test_exists(&folder)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every folder that holds a site, named by area and by what it shows.
fn cases(folder: &Path) -> Vec<Case> {
    let areas = folders(folder);
    let cases = areas.iter().flat_map(|area| folders(area));
    let name = |case: &Path| case.strip_prefix(folder).unwrap_or(case).to_string_lossy().replace('\\', "/");
    cases.map(|case| Case { name: name(&case), folder: case }).collect()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// A site and what is expected of it.
struct Case {
    name: String,
    folder: PathBuf,
}

/// `case.yml`: how the site is built. Its comments say why the case is there.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    drafts: bool,
    base_url: Option<String>,
}

/// The expected files that every case has, or may have, beside outputs.
const CHECK: &str = "check.txt";
const BUILD: &str = "build.txt";
const SEARCH: &str = "search.txt";
/// What `docent check --diff` prints of the case.
const FIXED: &str = "fixed.diff";

impl Case {
    fn test(&self) -> Result<(), Failed> {
        let actual = self.run()?;
        let expected_folder = self.folder.join("expected");
        if std::env::var_os("UPDATE").is_some() {
            return self.rewrite(&expected_folder, &actual);
        }
        if !expected_folder.is_dir() {
            return Err(
                "there is no folder `expected`: write it, or let `UPDATE=1 cargo test --test cases` do it".into()
            );
        }
        let mut differences = actual.faults.clone();
        let expected = read_all(&expected_folder)?;
        for (name, expected) in &expected {
            match actual.file(name) {
                Some(actual) if actual == *expected => {}
                Some(actual) => differences.push(difference(name, expected, &actual)),
                None => differences.push(format!("expected/{name}: the build has no such file")),
            }
        }
        for name in actual.always() {
            if !expected.contains_key(name) {
                differences.push(difference(name, b"", &actual.file(name).unwrap_or_default()));
            }
        }
        if differences.is_empty() { Ok(()) } else { Err(differences.join("\n").into()) }
    }

    /// Checks and builds the site as the command line does, publishing nothing.
    fn run(&self) -> Result<Actual, Failed> {
        let settings = self.settings()?;
        // In memory a site has no history: what git knows of this repository is not part of a case.
        let mut world = MemoryWorld::new();
        read_all(&self.folder.join("site"))?.into_iter().for_each(|(path, bytes)| world.write(&path, bytes));
        let cache = Cache::new();
        let check = pipeline::check_site(&world, &cache, &Options::default());
        let base_url = settings.base_url.as_deref().map(config::base_url).transpose()?;
        let options = Options { drafts: settings.drafts, base_url, ..Options::default() };
        let build = pipeline::build(&world, &cache, &options, &());
        let cold = pipeline::build(&world, &Cache::forgetful(), &options, &());
        let website = Website::of(&build);
        let mut faults = website.faults(!has_errors(&build.checked.diagnostics));
        if build.outputs != cold.outputs {
            faults.push("a warm build differs from a cold one".to_owned());
        }
        let pages = website.pages.iter().map(|(path, page)| (path.clone(), shown(page))).collect();
        let navigable = website.navigable.clone();
        let search = website.passages().iter().map(ToString::to_string).collect();
        let (check, build, outputs) = (concise(&check), concise(&build.checked), build.outputs);
        let wants_fixes = self.folder.join("expected").join(FIXED).exists();
        let fixed = wants_fixes.then(|| fixed(&world));
        Ok(Actual { check, build, outputs, pages, navigable, search, fixed, faults })
    }

    fn settings(&self) -> Result<Settings, Failed> {
        let text = fs::read_to_string(self.folder.join("case.yml")).unwrap_or_default();
        let settings: Option<Settings> = serde_yaml::from_str(&text).map_err(|error| format!("case.yml: {error}"))?;
        Ok(settings.unwrap_or_default())
    }

    /// Rewrites the files that are there; a case without any gets its diagnostics and all its own pages to choose from.
    fn rewrite(&self, folder: &Path, actual: &Actual) -> Result<(), Failed> {
        let known = read_all(folder)?;
        let mut names: Vec<_> = if known.is_empty() { actual.navigable.clone() } else { known.into_keys().collect() };
        names.extend(actual.always().map(str::to_owned));
        for name in names {
            let file = folder.join(&name);
            match actual.file(&name) {
                Some(bytes) => {
                    fs::create_dir_all(file.parent().unwrap_or(folder))?;
                    fs::write(file, bytes)?;
                }
                None => fs::remove_file(file)?,
            }
        }
        if actual.faults.is_empty() { Ok(()) } else { Err(actual.faults.join("\n").into()) }
    }
}

/// What a site was really found to be.
struct Actual {
    check: String,
    build: String,
    outputs: Outputs,
    /// What each page says.
    pages: BTreeMap<String, String>,
    /// The paths of the pages that its documents are published as.
    navigable: Vec<String>,
    /// What search can find.
    search: String,
    /// What fixes change, where the case wants to know.
    fixed: Option<String>,
    /// What no site may have.
    faults: Vec<String>,
}

impl Actual {
    /// The files that have to be expected whether the author of the case chose them or not.
    fn always(&self) -> impl Iterator<Item = &'static str> {
        [Some(CHECK), (self.build != self.check).then_some(BUILD)].into_iter().flatten()
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        match name {
            CHECK => Some(self.check.clone().into_bytes()),
            BUILD => (self.build != self.check).then(|| self.build.clone().into_bytes()),
            SEARCH => Some(self.search.clone().into_bytes()),
            FIXED => self.fixed.clone().map(String::into_bytes),
            name => {
                let page = self.pages.get(name).map(|page| page.clone().into_bytes());
                page.or_else(|| self.outputs.get(name).map(|bytes| bytes.to_vec()))
            }
        }
    }
}

/// The files as they are after their fixes, as differences.
fn fixed(world: &MemoryWorld) -> String {
    let mended = pipeline::mend(world, &Cache::new(), &Options::default(), Applicability::Safe);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let changes = mended.changes.iter();
    changes.map(|it| report::unified_diff(&it.path, &text(&it.before), &text(&it.after))).collect()
}

fn concise(checked: &Checked) -> String {
    report::concise(&checked.diagnostics, &checked.sources)
}

/// What a page says, without what every page has: title, canonical URL, outline, contract, prose, and the cards of an index.
fn shown(page: &Page) -> String {
    let mut shown = String::new();
    let mut line = |text: String| shown.push_str(&format!("{}\n", text.trim_end()));
    page.all("title").iter().chain(&page.all("h1")).for_each(|element| line(element.to_string()));
    let metas = page.all("meta").into_iter().filter(|meta| meta.attribute("name").as_deref() == Some("description"));
    metas.for_each(|meta| line(meta.to_string()));
    let canonical = |link: &Element| link.attribute("rel").as_deref() == Some("canonical");
    page.all("link").iter().filter(|link| canonical(link)).for_each(|link| line(link.to_string()));
    let times = page.first_of_class("opening").map(|opening| opening.all("time")).unwrap_or_default();
    times.iter().for_each(|time| line(time.to_string()));
    if let Some(outline) = page.first_of_class("outline-list") {
        line("<nav>".to_owned());
        outline.all("a").iter().for_each(|link| line(link.to_string()));
        line("</nav>".to_owned());
    }
    if let Some(contract) = page.first_of_class("contract") {
        line("<header>".to_owned());
        contract.elements().iter().filter(|element| is_contract(element)).for_each(|element| line(element.to_string()));
        line("</header>".to_owned());
    }
    if let Some(prose) = page.prose() {
        line(format!("<article>\n{}\n</article>", prose.inner_html().trim()));
    }
    for card in page.elements().iter().filter(|element| element.has_class("card")) {
        card.all("a").iter().for_each(|link| line(link.to_string()));
    }
    shown
}

/// The titles of the contract sections, their items, and the sentence that stands where there are none.
fn is_contract(element: &Element) -> bool {
    matches!(element.name(), "h2" | "li") || (element.name() == "p" && element.attributes().is_empty())
}

/// Every file below a folder with its path from there; none where there is no such folder.
fn read_all(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failed> {
    let mut files = BTreeMap::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(within) = pending.pop().filter(|within| within.is_dir()) {
        for entry in fs::read_dir(&within)? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read(path)?);
            }
        }
    }
    Ok(files)
}

/// The last column of the table names cases by their path, and other tests as `crate::function`.
fn every_listed_test_exists(folder: &Path) -> Result<(), Failed> {
    let readme = fs::read_to_string(folder.join("README.md"))?;
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| handed case ")?.split_once('|'));
    let names: Vec<_> = rows.flat_map(|(_, tests)| tests.split('`').skip(1).step_by(2)).collect();
    let missing: Vec<_> = names.iter().filter(|name| !exists(folder, name)).collect();
    if missing.is_empty() && !names.is_empty() { Ok(()) } else { Err(format!("no such tests: {missing:?}").into()) }
}

/// A case is a folder here; a function is named by its file below `tests`, or by its module below `src`.
fn exists(folder: &Path, name: &str) -> bool {
    let Some((module, function)) = name.rsplit_once("::") else { return folder.join(name).join("site").is_dir() };
    let tests = folder.parent().unwrap_or(folder);
    let unit = module.strip_suffix("::tests").unwrap_or(module).replace("::", "/");
    let files = [tests.join(format!("{unit}.rs")), tests.join(format!("../src/{unit}.rs"))];
    let sources = read_all(&tests.join(&unit)).unwrap_or_default().into_values();
    let declared = format!("fn {function}(");
    sources
        .chain(files.into_iter().filter_map(|file| fs::read(file).ok()))
        .any(|source| String::from_utf8_lossy(&source).contains(&declared))
}

/// The lines that differ, between the lines at both ends that do not.
fn difference(name: &str, expected: &[u8], actual: &[u8]) -> String {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let (expected, actual): (Vec<_>, Vec<_>) = (expected.lines().collect(), actual.lines().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(a, b)| a == b).count();
    let before = same(&mut expected.iter().zip(&actual));
    let after = same(&mut expected[before..].iter().rev().zip(actual[before..].iter().rev()));
    let lines = |sign: char, lines: &[&str]| -> String {
        lines[before..lines.len() - after].iter().map(|line| format!("  {sign} {line}\n")).collect()
    };
    format!("expected/{name}, line {}:\n{}{}", before + 1, lines('-', &expected), lines('+', &actual))
}
