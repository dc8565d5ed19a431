//! Dates and durations as front matter writes them: no clock, no time zone.

use std::fmt;

/// A day of the Gregorian calendar. A date without a time is not an instant, so no time zone can shift it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Four digits.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// Reads `2026-11-30`; `None` for any other form and for days that do not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut number = |digits: usize| {
            let part = parts.next()?;
            (part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse().ok())?
        };
        let (year, month, day): (u16, u16, u16) = (number(4)?, number(2)?, number(2)?);
        let date = Self { year, month: u8::try_from(month).ok()?, day: u8::try_from(day).ok()? };
        (parts.next().is_none() && date.exists()).then_some(date)
    }

    /// The day that is so many days after the first of January 1970.
    pub fn of_day(days: u64) -> Self {
        // Counted from the first of March 0000, so that a leap day ends its year, in spans of 400 years.
        let days = days + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Self {
            year: u16::try_from(year).unwrap_or(u16::MAX),
            month: u8::try_from(month).unwrap_or(12),
            day: u8::try_from(day).unwrap_or(31),
        }
    }

    /// How many whole months lie between an earlier day and this one.
    pub fn months_since(self, earlier: Self) -> u32 {
        let months = |date: Self| u32::from(date.year) * 12 + u32::from(date.month);
        months(self).saturating_sub(months(earlier) + u32::from(self.day < earlier.day))
    }

    fn exists(self) -> bool {
        let leap = self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        (1..=days).contains(&self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Reads whole minutes from `20 minutes`, `1 hour 30 minutes`, `1 h`, `45 min` or a bare number of minutes.
pub fn minutes(text: &str) -> Option<u32> {
    let text = text.trim();
    if let Ok(minutes) = text.parse::<u32>() {
        return (minutes > 0).then_some(minutes);
    }
    let mut total = 0u32;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let number: u32 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
        let factor = match rest[..letters].to_lowercase().as_str() {
            "m" | "min" | "mins" | "minute" | "minutes" => 1,
            "h" | "hour" | "hours" => 60,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(factor)?)?;
        rest = rest[letters..].trim_start_matches([' ', ',', '\t']);
        rest = rest.strip_prefix("and ").unwrap_or(rest).trim_start();
    }
    (total > 0).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_strictly() {
        assert_eq!(Date::parse("2024-02-29").map(|date| date.to_string()).as_deref(), Some("2024-02-29"));
        for wrong in ["2023-02-29", "2024-13-01", "2024-1-5", "24-01-05", "2024-01-05T00:00", "2024-00-10", ""] {
            assert_eq!(Date::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_are_counted() {
        let text = |days: u64| Date::of_day(days).to_string();
        assert_eq!([0, 59, 11_016, 20_787].map(text), ["1970-01-01", "1970-03-01", "2000-02-29", "2026-11-30"]);
        let date = |text: &str| Date::parse(text).unwrap();
        for (later, earlier, months) in [
            ("2026-11-30", "2026-11-01", 0),
            ("2026-11-30", "2026-10-30", 1),
            ("2026-11-29", "2026-10-30", 0),
            ("2027-01-05", "2025-12-31", 12),
            ("2026-01-01", "2026-11-30", 0),
        ] {
            assert_eq!(date(later).months_since(date(earlier)), months, "{later} {earlier}");
        }
    }

    #[test]
    fn durations_are_read_in_words() {
        for (text, expected) in [
            ("20 minutes", Some(20)),
            ("1 hour", Some(60)),
            ("1 h 30 min", Some(90)),
            ("1 hour and 5 minutes", Some(65)),
            ("45", Some(45)),
            ("0", None),
            ("soon", None),
            ("2 days", None),
            ("99999999999 minutes", None),
        ] {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }
}
