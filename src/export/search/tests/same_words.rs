//! The site's generator and the reader's script cut and fold text alike.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::json;

use super::super::fold::fold;
use super::super::words::Words;
use super::client::Client;

const TEXTS: &[&str] = &[
    "",
    "Load the module, twice.",
    "alpha.backends.fast_mode Widget::setTimeout(cb) __init__ x2y node->next TORCH_DEVICE_BACKEND_AUTOLOAD _autoload",
    "HTTPServer Conv2DLayer getURLFor iOS aB AB a_B __ _ _x_ x__y",
    "C++ c# f#x i++; a+++b c++11 Vec<T> &str 'a --no-cache x-ray 3-4 4-x -x utf-8 a.b.c.d.e.f.g a.b.c.d.e.f",
    "3.14 1_000 2026-11-30 v1.2.3 0x1F .5 5. ... ::a a:: a:::b a->->b a--b",
    "Éléphant ÉCOLE straße ŁÓDŹ Ærø İstanbul ΟΔΟΣ Ёлка ﬁle Ｔｏｒｃｈ ① x² ½ ™ ﷺ",
    "物联网入门 张量计算 PyTorchの使い方 検索エンジン・索引 ｶﾞｲﾄﾞ 설치 안내 텐서를 ภาษาไทย ꥠ 𠀀𠀁 𝐀𝐁c",
    "कि हिन्दी العربية עִבְרִית é e\u{301}a\u{308} a\u{200d}b 👩‍👩‍👧 ❤️ a\u{fe0f}b",
];

fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    Words::default().each(text, &mut |term| terms.push(term.to_owned()));
    terms.sort();
    terms
}

fn assert_same_words(texts: &[String]) {
    let steps = texts.iter().map(|text| json!({ "names": text })).collect();
    let Some(answers) = Client::new(&[]).run(&steps) else {
        return;
    };
    for (text, answer) in texts.iter().zip(answers) {
        let mut theirs: Vec<String> = serde_json::from_value(answer).expect("a list of terms");
        theirs.sort();
        assert_eq!(terms(text), theirs, "{text:?}");
    }
}

#[test]
fn both_cut_names_alike() {
    let mut texts: Vec<String> = TEXTS.iter().map(|&text| text.to_owned()).collect();
    texts.push("x".repeat(100));
    texts.push(format!("{}.{}", "é".repeat(63), "y".repeat(70)));
    assert_same_words(&texts);
}

#[test]
fn both_cut_any_text_alike() {
    // Mostly the characters that decide where a name ends, and some from everywhere.
    let text = "([a-cA-C0-2_.:>+# -]|[éÉßσΣİ张検가の\u{301}\u{e01}\u{3099}ﷺ½²]|\\PC){0,40}";
    let text = proptest::string::string_regex(text).expect("a pattern");
    let mut runner = TestRunner::deterministic();
    let texts = (0..500).map(|_| text.new_tree(&mut runner).expect("a text").current());
    // The script composes what a reader types; the generator composes what a page says.
    let texts = texts.map(|text| super::super::passage::plain(&text)).collect::<Vec<_>>();
    assert_same_words(&texts);
}

#[test]
fn both_fold_every_character_alike() {
    let characters: Vec<char> = ('!'..'\u{32000}').collect();
    let steps = json!([{ "fold": characters }]);
    let Some(answers) = Client::new(&[]).run(&steps) else {
        return;
    };
    let theirs: Vec<Option<String>> = serde_json::from_value(answers[0].clone()).expect("a list");
    for (c, theirs) in characters.iter().zip(theirs) {
        // An older Node does not know the newest characters, and says so.
        let Some(theirs) = theirs else { continue };
        let mut ours = String::new();
        fold(&c.to_string(), &mut ours);
        assert_eq!(ours, theirs, "{c:?} U+{:04X}", u32::from(*c));
    }
}
