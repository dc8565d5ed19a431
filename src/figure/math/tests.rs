//! Formulas of machine-learning texts, mistakes, and what a hostile formula costs.

use std::time::Instant;

use super::*;

fn mathml(text: &str) -> Result<String, Mistake> {
    Notation::new(Vec::new()).unwrap().mathml(Tex { text, display: true })
}

#[test]
fn formulas_are_markup_without_styles() {
    for tex in [
        r"\operatorname*{arg\,min}_{\theta \in \Theta} \frac{1}{N} \sum_{i=1}^{N} \ell(f_\theta(x_i), y_i)",
        r"\underset{z \sim p(z)}{\mathbb{E}} \left[ \log D(x) \right]",
        r"\begin{aligned} p_1 &= v_2 w_3 \\ p_2 &= v_3 w_1 * q_4 * r \end{aligned}",
        r"f(x) = \begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}",
        r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
        r"\textcolor{red}{x} + {\color{blue} y}",
        r"\begin{align} a &= b \\ c &= d \end{align}",
        r"\! \cancel{x} \textsc{Adam}",
    ] {
        let mathml = mathml(tex).unwrap_or_else(|mistake| panic!("{tex}: {mistake:?}"));
        assert!(!mathml.contains(" style="), "{mathml}");
        assert!(mathml.contains("<annotation encoding=\"application/x-tex\">"), "{mathml}");
    }
    assert!(mathml(r"\textcolor{red}{x}").unwrap().contains("m-caution"));
}

#[test]
fn tex_is_kept_as_it_was_written() {
    let mathml = mathml(r"a_{1}*b < \{z\} \\").unwrap();
    assert!(mathml.contains(r"a_{1}*b &lt; \{z\} \\</annotation>"), "{mathml}");
}

#[test]
fn mistakes_have_a_place_and_a_phrase() {
    for (tex, place, message) in [
        (r"x + \frak{", 9..10, "expected closing token `}`, but reached end of input"),
        (r"a \undefined b", 2..12, r"unknown command `\undefined`"),
        (r"\begin{foo} \end{foo}", 6..11, "unknown environment `foo`"),
    ] {
        let mistake = mathml(tex).unwrap_err();
        assert_eq!((&tex[mistake.range.clone()], mistake.message.as_str()), (&tex[place], message), "{tex}");
    }
}

#[test]
fn macros_take_arguments_and_are_checked() {
    let notation = Notation::new(vec![
        ("R".to_owned(), r"\mathbb{R}".to_owned()),
        ("norm".to_owned(), r"\lVert #1 \rVert".to_owned()),
    ])
    .unwrap();
    let mathml = notation.mathml(Tex { text: r"\norm{x} \in \R", display: false }).unwrap();
    assert!(mathml.contains('ℝ') && mathml.contains('‖'), "{mathml}");
    let (place, mistake) =
        Notation::new(vec![("ok".to_owned(), "x".to_owned()), ("b!d".to_owned(), "y".to_owned())]).unwrap_err();
    assert_eq!(place, 1, "{mistake:?}");
}

#[test]
fn equations_of_a_page_are_numbered_through() {
    let equation = |text| Tex { text, display: true };
    let page = [
        equation(r"\begin{align} a \label{eq:a} \end{align}"),
        equation(r"\begin{align} b \end{align}"),
        equation(r"\text{see } \eqref{eq:a}"),
    ];
    let page: Vec<_> = Notation::default().mathml_of_page(&page).into_iter().map(Result::unwrap).collect();
    assert!(page[0].contains("(1)") && page[0].contains("id=\"eq-eq:a\""), "{}", page[0]);
    assert!(page[1].contains("(2)"), "{}", page[1]);
    assert!(page[2].contains("<mtext>(1)</mtext>"), "{}", page[2]);
}

#[test]
fn hostile_formulas_are_refused_or_cheap() {
    let twice = ("d".to_owned(), "#1#1".to_owned());
    let notation = Notation::new(vec![twice]).unwrap();
    let start = Instant::now();
    for text in [
        "{".repeat(9000),
        "{".repeat(4000) + &"}".repeat(4000),
        r"\sqrt".repeat(1500) + "x",
        r"\d".repeat(60) + "x",
        r"\d{".repeat(60) + "x" + &"}".repeat(60),
        r"\hat".repeat(2000),
        "x^".repeat(4000),
        r"\frac12".repeat(1100),
        r"\begin{matrix}".repeat(500),
        r"\left(".repeat(1300),
        "&".repeat(8000),
        "\u{0}\u{202e}\\".to_owned(),
    ] {
        let _ = notation.mathml(Tex { text: &text, display: true });
    }
    assert!(start.elapsed().as_secs() < 4, "{:?}", start.elapsed());
    assert!(notation.mathml(Tex { text: &r"\d{".repeat(60), display: true }).is_err());
}
