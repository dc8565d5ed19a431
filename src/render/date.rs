//! Dates in the words of the site's language.

use super::context::DateFacts;
use crate::calendar::Date;

/// The months of the languages that write a date as day, month, year.
const MONTHS: &[(&str, [&str; 12])] = &[
    (
        "de",
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
    ),
    (
        "en",
        [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
    ),
    (
        "es",
        [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
    ),
    (
        "fr",
        [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
    ),
    (
        "it",
        [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
    ),
    (
        "nl",
        [
            "januari",
            "februari",
            "maart",
            "april",
            "mei",
            "juni",
            "juli",
            "augustus",
            "september",
            "oktober",
            "november",
            "december",
        ],
    ),
    (
        "pl",
        [
            "stycznia",
            "lutego",
            "marca",
            "kwietnia",
            "maja",
            "czerwca",
            "lipca",
            "sierpnia",
            "września",
            "października",
            "listopada",
            "grudnia",
        ],
    ),
    (
        "pt",
        [
            "janeiro",
            "fevereiro",
            "março",
            "abril",
            "maio",
            "junho",
            "julho",
            "agosto",
            "setembro",
            "outubro",
            "novembro",
            "dezembro",
        ],
    ),
    (
        "ru",
        [
            "января",
            "февраля",
            "марта",
            "апреля",
            "мая",
            "июня",
            "июля",
            "августа",
            "сентября",
            "октября",
            "ноября",
            "декабря",
        ],
    ),
    (
        "uk",
        [
            "січня",
            "лютого",
            "березня",
            "квітня",
            "травня",
            "червня",
            "липня",
            "серпня",
            "вересня",
            "жовтня",
            "листопада",
            "грудня",
        ],
    ),
];

/// A date for machines and for people.
pub(super) fn facts(date: Date, language: &str) -> DateFacts {
    DateFacts { iso: date.to_string(), text: text(date, language) }
}

/// A language without an entry here gets the form that is the same everywhere: `2026-11-30`.
fn text(date: Date, language: &str) -> String {
    let Date { year, month, day } = date;
    let primary = language.split(['-', '_']).next().unwrap_or(language).to_ascii_lowercase();
    let name = || {
        let (_, months) = MONTHS.iter().find(|(language, _)| *language == primary)?;
        months.get(usize::from(month) - 1).copied()
    };
    match primary.as_str() {
        "ja" | "zh" => format!("{year}年{month}月{day}日"),
        "ko" => format!("{year}년 {month}월 {day}일"),
        _ => match (name(), primary.as_str()) {
            (Some(name), "de") => format!("{day}. {name} {year}"),
            (Some(name), "es" | "pt") => format!("{day} de {name} de {year}"),
            (Some(name), _) => format!("{day} {name} {year}"),
            (None, _) => date.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_in_the_language_of_the_site() {
        let date = Date::parse("2024-01-05").unwrap();
        for (language, expected) in [
            ("en", "5 January 2024"),
            ("en-GB", "5 January 2024"),
            ("de", "5. Januar 2024"),
            ("pt-BR", "5 de janeiro de 2024"),
            ("zh-CN", "2024年1月5日"),
            ("tlh", "2024-01-05"),
        ] {
            assert_eq!(text(date, language), expected, "{language}");
        }
    }
}
