//! What readers ask, and what they must find.

use super::client::Client;
use super::{page, section, torch};
use crate::export::search::SearchPage;

/// Asks each question on its own and checks where it leads first; an empty place stands for no result.
fn assert_first(pages: &[SearchPage], expected: &[(&str, &str)]) {
    let questions: Vec<&str> = expected.iter().map(|(question, _)| *question).collect();
    let Some(answers) = Client::new(pages).find(&questions) else {
        return;
    };
    for (answer, (question, place)) in answers.iter().zip(expected) {
        let places = answer.places();
        assert_eq!(places.first().map_or("", String::as_str), *place, "{question:?} finds {places:?}");
    }
}

#[test]
fn names_are_found_whole_and_by_their_parts() {
    let how = "tutorials/autoloading.html#how";
    assert_first(
        &torch(),
        &[
            ("TORCH_DEVICE_BACKEND_AUTOLOAD", how),
            ("torch_device_backend_autoload", how),
            ("torch.backends", how),
            ("backends", how),
            ("_autoload", how),
            ("torch_foo", how),
            ("device_backend", "tutorials/autoloading.html#steps"),
            ("Vec<T>", "reference/vec.html#type"),
            ("c++", "reference/vec.html#type"),
            ("C#", "reference/vec.html#type"),
            ("settimeout", "reference/vec.html#type"),
            ("timeout", "reference/vec.html#type"),
            ("widget.drawAll", "reference/vec.html#type"),
            ("Widget::draw", "reference/vec.html#type"),
        ],
    );
}

#[test]
fn a_title_comes_before_a_heading_and_that_before_text_and_code() {
    let pages = [
        page("code.html", "One more page", vec![section("a", "One", "Nothing.", "needle()")]),
        page("text.html", "One more page", vec![section("a", "One", "A needle.", "")]),
        page("heading.html", "One more page", vec![section("a", "The needle", "Nothing.", "")]),
        page("title.html", "A needle page", vec![section("a", "One", "Nothing.", "")]),
        page("topic.html", "Needle", vec![section("a", "One", "Nothing.", "")]),
    ];
    let Some(answers) = Client::new(&pages).find(&["needle", "needl", "neelde"]) else {
        return;
    };
    for answer in answers {
        let expected = ["topic.html", "title.html", "heading.html#a", "text.html#a", "code.html#a"];
        assert_eq!(answer.places(), expected, "{}", answer.question);
    }
}

#[test]
fn an_exact_word_comes_before_a_longer_one() {
    let pages = [
        page("longer.html", "A page", vec![section("a", "One", "loading", "")]),
        page("exact.html", "A page", vec![section("a", "One", "load", "")]),
    ];
    let Some(answers) = Client::new(&pages).find(&["load"]) else {
        return;
    };
    assert_eq!(answers[0].places(), ["exact.html#a", "longer.html#a"]);
}

#[test]
fn typing_errors_are_forgiven() {
    let text = "Call hysteresis when configuration allows, then flush.";
    let pages = [page("a.html", "A page", vec![section("a", "One", text, "")]), page("b.html", "Other", Vec::new())];
    let found = [
        "hysteresis",
        "hysetresis",
        "ysteresis",
        "hhysteresis",
        "histerezis",
        "konfigurasion",
        "fluhs",
        "lush",
        "xlush",
        "flus",
        "hyster",
        "hystre",
    ];
    let expected: Vec<_> =
        found.iter().filter(|question| **question != "lush").map(|question| (*question, "a.html#a")).collect();
    assert_first(&pages, &expected);
    assert_first(&pages, &[("lush", ""), ("xlesh", ""), ("hizterezis", ""), ("zqxjkvbw", "")]);
}

#[test]
fn all_words_are_required_while_a_page_has_them_all() {
    let pages = [
        page("one.html", "A page", vec![section("a", "Alpha", "alpha", "")]),
        page("both.html", "A page", vec![section("a", "One", "alpha here", ""), section("b", "Two", "beta there", "")]),
        page("two.html", "A page", vec![section("a", "Beta", "beta", "")]),
    ];
    let Some(answers) = Client::new(&pages).find(&["alpha beta", "alpha nowhere"]) else {
        return;
    };
    assert!(answers[0].places().iter().all(|place| place.starts_with("both.html")), "{:?}", answers[0].places());
    assert_eq!(answers[1].places(), ["one.html#a", "both.html#a"]);
}

#[test]
fn scripts_without_spaces_are_searched() {
    let pages = [
        page("en.html", "English", vec![section("", "", "Nothing here.", "")]),
        page("zh.html", "物联网入门", vec![section("i", "安装依赖", "本教程介绍张量计算。", "")]),
        page("ja.html", "日本語の手引き", vec![section("", "", "検索エンジンを作る。", "")]),
        page("ko.html", "설치 안내", vec![section("", "", "텐서를 만든다.", "")]),
    ];
    assert_first(
        &pages,
        &[
            ("物联网", "zh.html"),
            ("安装", "zh.html#i"),
            ("张量计算", "zh.html#i"),
            ("量", "zh.html#i"),
            ("安装张量", "zh.html#i"),
            ("検索", "ja.html"),
            ("検索エンジン", "ja.html"),
            ("설치", "ko.html"),
            ("텐서", "ko.html"),
            ("화면", ""),
        ],
    );
}

#[test]
fn case_accents_and_composition_do_not_matter() {
    let pages = [page("a.html", "A page", vec![section("a", "Éléphants à Łódź", "straße", "")])];
    assert_first(
        &pages,
        &[
            ("elephants", "a.html#a"),
            ("e\u{301}le\u{301}phants", "a.html#a"),
            ("LODZ", "a.html#a"),
            ("STRASSE", "a.html#a"),
        ],
    );
}

#[test]
fn a_result_leads_to_its_own_heading() {
    let sections = vec![
        section("example", "Example", "alphaword", ""),
        section("example-1", "Example", "betaword", ""),
        section("example-2", "Example", "gammaword", ""),
    ];
    assert_first(
        &[page("dup.html", "Twice", sections)],
        &[("alphaword", "dup.html#example"), ("betaword", "dup.html#example-1"), ("gammaword", "dup.html#example-2")],
    );
}
