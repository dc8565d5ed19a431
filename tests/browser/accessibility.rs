//! axe-core, on pages in both colour schemes.

use std::path::Path;
use std::{env, fs};

use serde_json::json;

use crate::chromium::Browser;
use crate::site;

/// What WCAG 2.2 asks at levels A and AA, as far as a program can tell.
const RUN: &str = "axe.run(document, { resultTypes: ['violations'],
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } })
    .then(({ violations, passes }) => ({ passes: passes.length, violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)) }))";

/// The checker, which `npm` has put beside this file. Without it there is nothing to run; where everything must hold,
/// that is a failure.
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
fn checker() -> Option<String> {
    let path = "tests/browser/node_modules/axe-core/axe.min.js";
    let checker = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok();
    if checker.is_none() {
        let missing = "there is no axe-core: get it with `npm ci --prefix tests/browser`";
        assert!(env::var_os("CI").is_none(), "{missing}");
        eprintln!("not tested, as {missing}");
    }
    checker
}

fn check(page: &str) {
    let (Some(checker), Some(mut browser)) = (checker(), Browser::start()) else { return };
    browser.resize(1280);
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        browser.visit(&site::file(site::own(), page));
        browser.order("Runtime.evaluate", &json!({"expression": checker}));
        let report = browser.value(RUN);
        let violations: Vec<_> =
            report["violations"].as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
        assert!(violations.is_empty(), "{page}, {scheme}:\n{}", violations.join("\n"));
        assert!(report["passes"].as_u64().unwrap() > 10, "{page}, {scheme}: hardly anything was looked at");
    }
}

#[test]
fn the_index_has_no_violations() {
    check(site::OWN_PAGES[0]);
}

#[test]
fn a_tutorial_has_no_violations() {
    check(site::OWN_PAGES[1]);
}

#[test]
fn a_long_reference_page_has_no_violations() {
    check(site::OWN_PAGES[2]);
}
