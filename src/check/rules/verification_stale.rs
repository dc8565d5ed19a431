//! F11: pages that nobody has verified for a while.

use crate::calendar::Date;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::document::Document;
use crate::site::verification::Verification;
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports pages whose code has changed since `docent test --record` wrote down that it runs. With `--today`, also pages
    /// whose code was run more than six months ago, as advice for another six; and pages that are past the day that
    /// `expires` of their front matter names. A record whose page is gone, or has no code left that runs, is of no use.
    ///
    /// A page without a record promises nothing and is left alone.
    "F11", "verification-stale", "readers trust what the page says of its code", Some(Severity::Warning), Check::Document(check),
}

/// How long a run speaks for the code.
const MONTHS: u32 = 6;

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    findings.extend(site.verification(id).and_then(|verification| stale(site, id, verification)));
    let document = &site.documents[id];
    if let (Some(today), Some(expires)) = (site.today, &document.front_matter.expires)
        && today > expires.value
    {
        let span = document.source.span(expires.range.clone());
        let message = format!("readers could rely on this page up to {}", expires.value);
        findings.push(Finding::new(span, message).help("look at the page again, and move the day or take it out"));
    }
}

fn stale(site: &Site, id: DocumentId, verification: &Verification) -> Option<Finding> {
    let Verification { record, source, current } = verification;
    let document = &site.documents[id];
    let span = document.source.span(document.source.line(0));
    if !runs_code(document) {
        let finding = Finding::new(span, "the page has a record of a run, and no code that is run");
        let help = format!("delete `{}`, or say `run` on the code and record it anew", source.path());
        return Some(finding.other(source.span(0..0), "the record of that run").help(help));
    }
    let help = "run it and write that down: `docent test --record`";
    if !current {
        let finding = Finding::new(span, format!("the code has changed since it was last run, on {}", record.date));
        return Some(finding.other(source.span(0..0), "the record of that run").help(help));
    }
    let day: Date = record.day()?;
    let months = site.today?.months_since(day);
    let finding = Finding::new(span, format!("the code was last run {months} months ago")).help(help);
    match months {
        0..MONTHS => None,
        months if months < 2 * MONTHS => Some(finding.at_most(Severity::Advice)),
        _ => Some(finding),
    }
}

fn runs_code(document: &Document) -> bool {
    !document.front_matter.code.languages.is_empty() || document.code_blocks.iter().any(|block| block.has("run"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::calendar::Date;
    use crate::check::check;
    use crate::diagnostic::Severity;
    use crate::document::Document;
    use crate::site::verification::Record;
    use crate::site::{Parts, Site};
    use crate::source::{SitePath, Source};

    const PAGE: &str =
        "---\ntitle: A\nkind: page\nexpires: 2027-03-01\n---\n\n```python run\nprint(1)\n```\n\n```python mark=1\nx\n```\n";

    fn site(page: &str, record: Option<Record>, today: &str) -> Site {
        let source = Source::new(SitePath::new("content/a.md"), page);
        let records = record.map(|record| {
            (Source::new(SitePath::new("verification/a.json"), record.to_text()), record)
        });
        let documents = vec![Arc::new(Document::parse(&source))];
        let today = Date::parse(today);
        Site::new(Parts { documents, records: records.into_iter().collect(), today, ..Parts::default() })
    }

    /// What the rule says of a page that was recorded when it was `PAGE`.
    fn said(page: &str, today: &str) -> Vec<(Severity, String)> {
        let code = site(PAGE, None, "").code_hash(0, |_| None);
        let day = Date::parse("2026-11-30").unwrap();
        let record = Record::new(&SitePath::new("content/a.md"), code, day, Vec::new(), Vec::new());
        let found = check(&site(page, Some(record), today)).into_iter().filter(|it| it.code == "F11");
        found.map(|it| (it.severity, it.finding.message)).collect()
    }

    #[test]
    fn code_that_has_changed_is_reported() {
        assert_eq!(said(PAGE, ""), []);
        assert_eq!(said(&PAGE.replace("mark=1", "mark=2 numbers"), ""), [], "how code looks does not count");
        for changed in [PAGE.replace("(1)", "(2)"), PAGE.replace(" run", " run exit=2")] {
            let message = "the code has changed since it was last run, on 2026-11-30".to_owned();
            assert_eq!(said(&changed, ""), [(Severity::Warning, message)]);
        }
    }

    #[test]
    fn records_of_what_is_gone_are_reported() {
        let unused = "the page has a record of a run, and no code that is run".to_owned();
        for page in [PAGE.replace(" run", ""), PAGE.replace("```python run\nprint(1)\n```", "")] {
            assert_eq!(said(&page, ""), [(Severity::Warning, unused.clone())]);
        }
        let record = Record::new(&SitePath::new("content/b.md"), String::new(), Date::parse("2026-11-30").unwrap(), Vec::new(), Vec::new());
        let found = check(&site(PAGE, Some(record), ""));
        let [gone] = &found[..] else { panic!("{found:?}") };
        let place = (gone.finding.span.path.as_str(), gone.finding.message.as_str());
        assert_eq!(place, ("verification/a.json", "the page of this record, `content/b.md`, is gone"));
    }

    #[test]
    fn a_run_speaks_for_the_code_for_a_while() {
        let ran = |months: u32| format!("the code was last run {months} months ago");
        let expired = (Severity::Warning, "readers could rely on this page up to 2027-03-01".to_owned());
        assert_eq!(said(PAGE, "2027-03-01"), []);
        assert_eq!(said(PAGE, "2027-05-29"), std::slice::from_ref(&expired));
        assert_eq!(said(PAGE, "2027-05-30"), [(Severity::Advice, ran(6)), expired.clone()]);
        assert_eq!(said(PAGE, "2027-11-30"), [(Severity::Warning, ran(12)), expired]);
    }
}
