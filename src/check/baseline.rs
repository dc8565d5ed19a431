//! The baseline: findings that a site had when it adopted its rules, and that do not block it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Fingerprint, fingerprint};
use crate::diagnostic::{Diagnostic, Finding, Problem, Severity};
use crate::site::Site;
use crate::source::{SitePath, Source};

/// Where the baseline of a site stands.
pub const BASELINE_PATH: &str = ".docent-baseline.json";

/// Rises when an older Docent could misread the file.
const VERSION: u32 = 1;
/// Code of the rule that a mistake in the file belongs to.
const CONFIG_SYNTAX: &str = "P01";

/// Known findings, and how many of each there are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Baseline(BTreeMap<Fingerprint, usize>);

/// The findings of a site, with the known ones apart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Compared {
    /// Those that the baseline does not know.
    pub new: Vec<Diagnostic>,
    /// Those that it knows.
    pub known: Vec<Diagnostic>,
    /// How many that it knows are no longer there.
    pub gone: usize,
}

/// The baseline as it is written: for each file, rule, section and hash of the line.
#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    findings: BTreeMap<String, Vec<String>>,
}

impl Baseline {
    /// All findings of a site but advice, which never blocks.
    pub fn of(site: &Site, diagnostics: &[Diagnostic]) -> Self {
        let mut known = BTreeMap::new();
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity > Severity::Advice) {
            *known.entry(fingerprint(site, diagnostic)).or_default() += 1;
        }
        Self(known)
    }

    /// Reads a baseline; one that cannot be read is a problem of the site.
    ///
    /// # Errors
    ///
    /// Says where and why.
    pub fn read(source: &Source) -> Result<Self, Problem> {
        let problem = |at: usize, message: String| {
            let finding = Finding::new(source.span(at..at), message)
                .help("take the file from version control, or write it anew with `docent check --write-baseline`");
            Problem::new(CONFIG_SYNTAX, finding)
        };
        let written: Written = serde_json::from_str(source.text()).map_err(|error| {
            let line = source.line(error.line().saturating_sub(1)).start;
            let message = error.to_string();
            problem(line, format!("not a baseline: {}", message.split(" at line ").next().unwrap_or_default()))
        })?;
        if written.version != VERSION {
            return Err(problem(
                0,
                format!("a baseline of version {}, which this Docent does not know", written.version),
            ));
        }
        let mut known = BTreeMap::new();
        for (path, entries) in &written.findings {
            for entry in entries {
                let mut words = entry.split(' ');
                let (Some(rule), Some(section), Some(line), None) =
                    (words.next(), words.next(), words.next(), words.next())
                else {
                    let at = source.text().find(entry.as_str()).unwrap_or_default();
                    return Err(problem(at, format!("not an entry of a baseline: `{entry}`")));
                };
                let section = section.strip_prefix('#').unwrap_or(section).to_owned();
                let path = SitePath::new(path.as_str());
                let fingerprint = Fingerprint { path, rule: rule.to_owned(), section, line: line.to_owned() };
                *known.entry(fingerprint).or_default() += 1;
            }
        }
        Ok(Self(known))
    }

    /// The baseline as text: sorted, an entry a line, so that two branches that mend different findings merge.
    pub fn to_text(&self) -> String {
        let mut findings: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (Fingerprint { path, rule, section, line }, count) in &self.0 {
            let entries = findings.entry(path.to_string()).or_default();
            entries.extend(std::iter::repeat_n(format!("{rule} #{section} {line}"), *count));
        }
        let mut text = serde_json::to_string_pretty(&Written { version: VERSION, findings }).unwrap_or_default();
        text.push('\n');
        text
    }

    /// How many findings it knows.
    pub fn len(&self) -> usize {
        self.0.values().sum()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells known findings from new ones.
    pub fn compare(&self, site: &Site, diagnostics: Vec<Diagnostic>) -> Compared {
        if self.is_empty() {
            return Compared { new: diagnostics, known: Vec::new(), gone: 0 };
        }
        let mut left = self.0.clone();
        let mut is_known = |diagnostic: &Diagnostic| match left.get_mut(&fingerprint(site, diagnostic)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        };
        let (known, new) = diagnostics.into_iter().partition(|diagnostic| is_known(diagnostic));
        Compared { new, known, gone: left.values().sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::Cache;
    use crate::pipeline::{Checked, Options, check_site};
    use crate::world::MemoryWorld;

    const PAGE: &str =
        "---\ntitle: A\nkind: page\n---\n## Use\n\n[the first page](gone.md) and  more\n\n[the second page](gone.md)\n";

    fn check(page: &str, baseline: Option<&str>) -> Checked {
        let mut world = MemoryWorld::new();
        world.write("content/a.md", page);
        if let Some(text) = baseline {
            world.write(BASELINE_PATH, text);
        }
        check_site(&world, &Cache::new(), &Options::default())
    }

    fn baseline_of(page: &str) -> String {
        let checked = check(page, None);
        Baseline::of(&checked.site, &checked.diagnostics).to_text()
    }

    #[test]
    fn known_findings_are_found_where_lines_have_moved() {
        let moved = format!("{}\n", PAGE.replace("## Use", "Text.\n\n## Use").replace("and  more", "and more"));
        let checked = check(&moved, Some(&baseline_of(PAGE)));
        assert_eq!((checked.diagnostics.len(), checked.known.len(), checked.gone), (0, 2, 0));
    }

    #[test]
    fn new_findings_are_reported_and_mended_ones_counted() {
        let changed = PAGE
            .replace("[the first page](gone.md)", "[the first page](a.md)")
            .replace("[the second page](gone.md)", "[the second page](gone.md)\n\n[the third page](gone.md)");
        let checked = check(&changed, Some(&baseline_of(PAGE)));
        let places: Vec<_> = checked.diagnostics.iter().map(|it| &it.finding.span.range.start).collect();
        assert_eq!(places, [&(changed.find("[the third page]").unwrap() + 17)]);
        assert_eq!((checked.known.len(), checked.gone), (1, 1));
    }

    #[test]
    fn equal_lines_are_counted() {
        let checked = check(&format!("{PAGE}\n[the second page](gone.md)\n"), Some(&baseline_of(PAGE)));
        assert_eq!((checked.diagnostics.len(), checked.known.len()), (1, 2));
    }

    #[test]
    fn the_text_is_read_back() {
        let text = baseline_of(PAGE);
        let source = Source::new(SitePath::new(BASELINE_PATH), text.as_str());
        let baseline = Baseline::read(&source).unwrap();
        assert_eq!((baseline.to_text(), baseline.len()), (text.clone(), 2));
        assert!(text.contains("\"content/a.md\": [\n      \"link-missing #use "), "{text}");
    }

    #[test]
    fn a_broken_baseline_is_reported() {
        for (text, message) in [
            ("{", "not a baseline: EOF while parsing an object"),
            ("{\"version\": 9, \"findings\": {}}", "a baseline of version 9, which this Docent does not know"),
            ("{\"version\": 1, \"findings\": {\"a\": [\"x\"]}}", "not an entry of a baseline: `x`"),
        ] {
            let checked = check("---\ntitle: A\nkind: page\n---\n", Some(text));
            let messages: Vec<_> = checked.diagnostics.iter().map(|it| it.finding.message.as_str()).collect();
            assert_eq!(messages, [message]);
        }
    }
}
