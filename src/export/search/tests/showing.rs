//! What readers see of what is found.

use serde_json::json;

use super::client::Client;
use super::{page, section, torch};

#[test]
fn snippets_mark_what_was_asked() {
    let text = format!(
        "{} the wanted sentence names torch.backends and Éléphant {}",
        "filler ".repeat(60),
        "tail ".repeat(60)
    );
    let pages = [page("a.html", "A page", vec![section("a", "One", &text, "")])];
    let Some(answers) = Client::new(&pages).find(&["backends", "elephant wanted", "wan"]) else {
        return;
    };
    assert_eq!(answers[0].marked(), ["backends"]);
    assert_eq!(answers[1].marked(), ["wanted", "Éléphant"]);
    assert_eq!(answers[2].marked(), ["wan"]);
}

#[test]
fn no_question_is_an_error() {
    let questions = [
        "",
        " ",
        "(",
        "*",
        "\"",
        "\\",
        ":",
        ".",
        "a.",
        "::",
        "[a-",
        "$^",
        "<img src=x onerror=alert(5)>",
        "\u{0}",
        "👩‍👩‍👧",
        "\u{d7ff}",
        "constructor",
        "__proto__",
        "toString",
    ];
    let Some(answers) = Client::new(&torch()).find(&questions) else {
        return;
    };
    assert_eq!(answers.len(), questions.len());
}

#[test]
fn what_pages_and_readers_write_is_shown_as_text() {
    let mut page = page(
        "a b/ü#?.html",
        "Tags <img src=x onerror=alert(1)>",
        vec![section(
            "head <x>",
            "Head <img src=x onerror=alert(3)> \"end\"",
            "needleword <style onload='alert(2)'></style> \u{2028}",
            "<svg/onload=alert(4)> needleword </script>",
        )],
    );
    page.trail = vec!["<b>Trail</b>".to_owned()];
    for question in ["needleword", "onload", "<img src=x onerror=alert(5)>", "zzzz<b>"] {
        let Some(answers) = Client::new(std::slice::from_ref(&page)).run(&json!([{ "show": question }])) else {
            return;
        };
        let html = answers[0]["html"].as_str().expect("markup");
        let tags: std::collections::BTreeSet<&str> =
            html.split('<').filter_map(|part| part.split([' ', '>']).next()).collect();
        let known = ["", "ul", "/ul", "li", "/li", "a", "/a", "span", "/span", "mark", "/mark"];
        assert!(tags.iter().all(|tag| known.contains(tag)), "{html}");
        if !question.contains("zzzz") {
            assert!(html.contains("Tags ") && html.contains("&lt;b>Trail"), "{html}");
            assert!(html.contains("href=\"./a%20b/%C3%BC%23%3F.html"), "{html}");
        }
    }
}

#[test]
fn the_dialog_is_a_combobox_with_a_list_of_options() {
    let Some(answers) = Client::new(&torch()).run(&json!([{ "show": "autoload" }, { "show": "qqqqqq" }])) else {
        return;
    };
    let (found, nothing) = (&answers[0], &answers[1]);
    assert_eq!(found["open"], true);
    assert_eq!(found["input"]["role"], "combobox");
    assert_eq!(found["input"]["aria-expanded"], "true");
    assert_eq!(found["input"]["aria-controls"], "search-results");
    assert_eq!(found["input"]["aria-activedescendant"], "search-result-0");
    let html = found["html"].as_str().expect("markup");
    assert!(
        html.contains("role=\"listbox\"")
            && html.contains("<a role=\"option\" id=\"search-result-0\"")
            && html.contains("aria-selected=\"true\""),
        "{html}"
    );
    assert!(found["status"].as_str().is_some_and(|status| status.starts_with("Results: ")));
    assert_eq!(nothing["input"]["aria-expanded"], "false");
    assert_eq!(nothing["status"], "Results: 0");
    assert_eq!(nothing["empty"], "Nothing found: qqqqqq");
}

#[test]
fn the_script_makes_no_markup_and_runs_no_text() {
    let script = include_str!("../../../../static/theme/search.js");
    for forbidden in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
        "XMLHttpRequest",
        "import(",
        ".style",
        "WebAssembly",
        "localStorage",
    ] {
        assert!(!script.contains(forbidden), "{forbidden}");
    }
}
