//! What the comment says, and that it stays within what forges take.

use super::*;
use crate::preview::account::{BaseAccount, Counts, Findings, Head, SiteWide};

fn page(number: usize, title: &str) -> PageAccount {
    PageAccount {
        words_added: number,
        why: vec!["its source was edited".to_owned()],
        marked: Some(format!("diff/a b/{number}.html")),
        page: Some(format!("site/a b/{number}.html")),
        ..PageAccount::bare(Change::Edited, &format!("a b/{number}.html"), title, "content/a.md")
    }
}

fn account(pages: Vec<PageAccount>) -> Account {
    Account {
        schema: String::new(),
        docent: String::new(),
        title: "T".to_owned(),
        head: Head::default(),
        base: BaseAccount {
            kind: BaseKind::Nothing,
            commit: None,
            steps: Vec::new(),
            fetch: Some("git fetch origin `x`".to_owned()),
            unbuilt: None,
        },
        gate: true,
        only_changed: false,
        counts: Counts { edited: pages.len(), ..Counts::default() },
        pages,
        site_wide: Vec::new(),
        anchors_removed: Vec::new(),
        diagnostics: Findings::default(),
    }
}

#[test]
fn the_marker_is_the_first_line_and_links_lead_into_the_preview() {
    let comment = comment(&account(vec![page(1, "One [x](y)")]), Some("https://host.example/pr-7/"));
    assert!(comment.starts_with("<!-- docent-preview -->\n"), "{comment}");
    assert!(comment.contains("[One \\[x\\]\\(y\\)](<https://host.example/pr-7/diff/a%20b/1.html>)"), "{comment}");
    assert!(comment.contains("**[Open the preview](<https://host.example/pr-7/index.html>)**"), "{comment}");
    assert!(comment.contains("run `git fetch origin 'x'` first"), "{comment}");
}

#[test]
fn a_huge_change_is_counted_and_not_listed() {
    let title = "@a ".repeat(200);
    let comment = comment(&account((0..3_000).map(|number| page(number, &title)).collect()), None);
    assert!(comment.len() < 60_000, "{}", comment.len());
    assert!(comment.contains("3000 pages edited") && comment.contains("2975 more pages in the preview"));
    let summary = summary(&account((0..30_000).map(|number| page(number, &title)).collect()), None);
    assert!(summary.len() < 1_048_576 && summary.contains("30000 pages edited"));
}

#[test]
fn nothing_visible_is_a_success() {
    let mut account = account(Vec::new());
    assert!(comment(&account, None).contains("No change for readers."));
    let samples = vec!["a.html".to_owned()];
    account.site_wide = vec![SiteWide {
        what: "templates".to_owned(),
        files: vec!["templates/page.html".to_owned()],
        pages: 1,
        samples,
    }];
    assert_eq!(headline(&account), "1 page looks different and says what it said.");
    account.site_wide[0].pages = 212;
    let comment = comment(&account, None);
    assert!(comment.contains("212 pages look different and say what they said."), "{comment}");
    assert!(comment.contains("- Changed templates (`templates/page.html`): 212 pages, markup only"), "{comment}");
}

#[test]
fn one_word_is_no_words() {
    let mut account = account(vec![page(1, "One")]);
    account.counts = Counts { edited: 1, words_added: 1, words_removed: 2, ..Counts::default() };
    assert_eq!(headline(&account), "1 page edited (1 word added, 2 taken away).");
}

#[test]
fn the_account_has_the_form_that_its_schema_says() {
    use crate::preview::account::{
        Cause, FindingAccount, HiddenAccount, JSON_SCHEMA, RemovedAnchor, SCHEMA, SectionAccount, StepAccount,
    };
    use crate::report::tests::validator::mistakes;
    let mut full = account(vec![page(1, "One")]);
    full.schema = SCHEMA.to_owned();
    full.base.steps = vec![StepAccount { place: "git".to_owned(), found: "nothing".to_owned() }];
    full.pages[0].sections =
        vec![SectionAccount { title: "S".to_owned(), anchor: "s".to_owned(), line: Some(3), removed: false }];
    full.pages[0].not_visible = vec![HiddenAccount {
        what: "link".to_owned(),
        name: "x".to_owned(),
        before: None,
        after: Some("y".to_owned()),
    }];
    full.anchors_removed = vec![RemovedAnchor { url: "a.html".to_owned(), anchor: "x".to_owned(), linked: true }];
    full.site_wide = vec![SiteWide {
        what: "templates".to_owned(),
        files: Vec::new(),
        pages: 2,
        samples: vec!["a.html".to_owned()],
    }];
    full.diagnostics.new = vec![FindingAccount {
        code: "L08".to_owned(),
        name: "redirect-missing".to_owned(),
        level: "error".to_owned(),
        message: "x".to_owned(),
        help: None,
        file: "a.md".to_owned(),
        line: None,
        cause: Some(Cause { file: "b.md".to_owned(), line: 2 }),
    }];
    let schema = serde_json::from_str(JSON_SCHEMA).unwrap();
    let written = serde_json::to_value(&full).unwrap();
    assert_eq!(mistakes(&schema, &written), [""; 0]);
    assert_eq!(serde_json::from_value::<Account>(written.clone()).unwrap(), full);
    for wrong in ["head", "pages", "counts"] {
        let mut less = written.clone();
        less.as_object_mut().unwrap().remove(wrong);
        assert!(!mistakes(&schema, &less).is_empty(), "{wrong}");
    }
    let mut more = written;
    more["pages"][0]["unknown"] = true.into();
    assert!(!mistakes(&schema, &more).is_empty());
}
