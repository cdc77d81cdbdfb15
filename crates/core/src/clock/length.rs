//! Lengths of time as people write them: `12h`, `30m`, `2h 30m`.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A length of time in whole minutes, at most 999 days. A day is always 24 hours.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "String", try_from = "String")]
pub struct Length {
    minutes: u32,
}

/// Longer than any campaign waits; keeps sums within bounds.
const MINUTES_MAX: u32 = 999 * 24 * 60;

/// Largest first, as they are written.
const UNITS: [(char, u32); 3] = [('d', 24 * 60), ('h', 60), ('m', 1)];

impl Length {
    /// No time at all.
    pub const NONE: Length = Length { minutes: 0 };

    /// So many hours, at most 23,976.
    pub const fn hours(hours: u32) -> Self {
        assert!(hours <= MINUTES_MAX / 60, "a length is at most 999 days");
        Length {
            minutes: hours * 60,
        }
    }

    /// So many minutes, at most 999 days.
    pub const fn minutes(minutes: u32) -> Self {
        assert!(minutes <= MINUTES_MAX, "a length is at most 999 days");
        Length { minutes }
    }

    /// How many seconds.
    pub fn seconds(self) -> u32 {
        self.minutes * 60
    }
}

impl fmt::Display for Length {
    /// In hours up to two days, since `48h` is what people write; then in days.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.minutes == 0 {
            return f.write_str("0m");
        }
        let units = if self.minutes <= 48 * 60 {
            &UNITS[1..]
        } else {
            &UNITS[..]
        };
        let mut left = self.minutes;
        let mut gap = "";
        for (letter, size) in units {
            if left >= *size {
                write!(f, "{gap}{}{letter}", left / size)?;
                left %= size;
                gap = " ";
            }
        }
        Ok(())
    }
}

impl FromStr for Length {
    type Err = String;

    /// Reads numbers with `d`, `h` or `m`, each unit once and the larger first.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a length of time such as 12h, 3d or 2h 30m");
        let mut minutes: u32 = 0;
        let mut units = UNITS.iter();
        for part in text.split_ascii_whitespace() {
            let letter = part.chars().last().ok_or_else(wrong)?;
            let size = units.find(|it| it.0 == letter).ok_or_else(wrong)?.1;
            let digits = &part[..part.len() - 1];
            if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
                return Err(wrong());
            }
            let count: u32 = digits.parse().map_err(|_| wrong())?;
            let more = count.checked_mul(size).ok_or_else(wrong)?;
            minutes = minutes.checked_add(more).ok_or_else(wrong)?;
        }
        if text.trim().is_empty() {
            return Err(wrong());
        }
        if minutes > MINUTES_MAX {
            return Err(format!("`{text}` is longer than 999 days"));
        }
        Ok(Length { minutes })
    }
}

text_value!(Length);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_as_people_write_them() {
        for (text, seconds, printed) in [
            ("12h", 43_200, "12h"),
            ("48h", 172_800, "48h"),
            ("2d", 172_800, "48h"),
            ("72h", 259_200, "3d"),
            ("30m", 1_800, "30m"),
            ("2h 30m", 9_000, "2h 30m"),
            ("150m", 9_000, "2h 30m"),
            ("3d 1h 5m", 263_100, "3d 1h 5m"),
            ("0m", 0, "0m"),
        ] {
            let length: Length = text.parse().unwrap();
            assert_eq!(length.seconds(), seconds, "{text}");
            assert_eq!(length.to_string(), printed);
            assert_eq!(printed.parse(), Ok(length));
        }
    }

    #[test]
    fn lengths_that_are_none() {
        for text in [
            "",
            " ",
            "12",
            "h",
            "12 h",
            "-1h",
            "30m 2h",
            "1h 1h",
            "2w",
            "99999999999d",
            "1000d",
            "1ñ",
            "+1h",
        ] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }
}
