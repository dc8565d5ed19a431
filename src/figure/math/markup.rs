//! Styles to classes: a strict content policy refuses `style` attributes.

use crate::figure::tone::Tone;

/// The markup with each `style` attribute made into classes that `math.css` knows, and ids kept apart from those of headings.
pub(super) fn without_styles(mathml: &str) -> String {
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some(open) = rest.find('<') {
        let (text, from) = rest.split_at(open);
        let end = from.find('>').map_or(from.len(), |end| end + 1);
        let (tag, behind) = from.split_at(end);
        out.push_str(text);
        write_tag(tag, &mut out);
        rest = behind;
    }
    out.push_str(rest);
    // The TeX is kept as it was written, but no markup may hold control characters.
    out.retain(|sign| !sign.is_control() || matches!(sign, '\n' | '\t'));
    out
}

fn write_tag(tag: &str, out: &mut String) {
    // To screen readers a formula is one thing, in which no link can be reached: a reference is its number.
    if tag.starts_with("<a ") || tag == "</a>" {
        return;
    }
    let mut tag = tag.replace(" id=\"", " id=\"eq-");
    // What MathML does not have on these elements, though browsers take it.
    if tag.starts_with("<mtable") {
        tag = tag.replace(" scriptlevel=\"0\"", "");
    } else if tag.starts_with("<mfrac") {
        tag = tag.replace(" scriptlevel=\"0\"", "");
        tag = tag.replace(" displaystyle=\"true\"", " class=\"m-display\"");
        tag = tag.replace(" displaystyle=\"false\"", " class=\"m-inline\"");
    }
    // Elements carry a class or a style, never both.
    let Some((before, (style, behind))) =
        tag.split_once(" style=\"").and_then(|(before, style)| Some((before, style.split_once('"')?)))
    else {
        out.push_str(&tag);
        return;
    };
    let mut classes: Vec<String> = style.split(';').filter_map(class).collect();
    classes.dedup();
    out.push_str(before);
    if !classes.is_empty() {
        out.push_str(&format!(" class=\"{}\"", classes.join(" ")));
    }
    out.push_str(behind);
}

/// The class that says what one declaration says.
fn class(declaration: &str) -> Option<String> {
    let (name, value) = declaration.split_once(':')?;
    let (name, value) = (name.trim(), value.trim());
    let class = match (name, value) {
        ("text-align", "left") => "m-left",
        ("text-align", "right") => "m-right",
        ("padding-right", "0") => "m-pr0",
        ("padding-left", "0") => "m-pl0",
        ("padding-left", "1em") => "m-pl1",
        ("padding-left", _) => "m-pl",
        ("padding-right", _) => "m-pr",
        ("padding-top", "0") => "m-tight",
        ("padding-top", _) => "m-pt",
        ("border-left", value) if value.contains("dashed") => "m-bl m-dash",
        ("border-left", _) => "m-bl",
        ("border-right", value) if value.contains("dashed") => "m-br m-dash",
        ("border-right", _) => "m-br",
        ("border-top", value) if value.contains("dashed") => "m-bt m-dash",
        ("border-top", _) => "m-bt",
        ("math-shift", _) => "m-cramped",
        ("font-variant-caps", _) => "m-caps",
        ("width", "100%") => "m-numbered",
        ("width", "50%") => "m-half",
        ("width", "7.5%") => "m-margin",
        ("font-size", value) => return Some(format!("m-size{}", value.trim_end_matches('%'))),
        ("margin-left", value) => return negative_space(value),
        ("color", value) => return Tone::of_css(value).map(|tone| format!("m-{}", tone.name())),
        _ => return None,
    };
    Some(class.to_owned())
}

/// Negative spaces are rounded to eighteenths of an em, the unit of TeX's own.
fn negative_space(length: &str) -> Option<String> {
    let em: f64 = length.strip_suffix("em")?.parse().ok()?;
    let steps = (-em * 18.0).round();
    (1.0..=18.0).contains(&steps).then(|| format!("m-back{steps}"))
}
