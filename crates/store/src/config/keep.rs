//! How long old mail is kept.
//!
//! Not here: putting it by and deleting it (`desk::old_mail`).

use packetboat_core::clock::Moment;
use packetboat_core::clock::length::Length;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A number of days, as `2y` or `90d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Keep {
    days: u32,
}

/// Shorter would delete what a club that is put back from a copy takes again.
const DAYS_MIN: u32 = 60;

const YEAR: u32 = 365;

impl Keep {
    /// What came before this moment may go.
    pub fn since(self, now: Moment) -> Moment {
        (0..self.days).fold(now, |it, _| it.minus(Length::hours(24)))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.days % YEAR {
            0 => write!(f, "{}y", self.days / YEAR),
            _ => write!(f, "{}d", self.days),
        }
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is not how long mail is kept: a number of years or days, such as \
                2y or 90d"
            )
        };
        let number = text.trim_end_matches(['y', 'd']);
        let unit = match &text[number.len()..] {
            "y" => YEAR,
            "d" => 1,
            _ => return Err(wrong()),
        };
        let number: u32 = number.parse().map_err(|_| wrong())?;
        let days = number.checked_mul(unit).filter(|it| *it <= 100 * YEAR);
        match days.ok_or_else(wrong)? {
            days if days < DAYS_MIN => Err(format!(
                "`{text}` is too short: a club that is restored from a backup reads mail of the \
                 last weeks again, so mail is kept for at least {DAYS_MIN}d"
            )),
            days => Ok(Keep { days }),
        }
    }
}

packetboat_core::text_value!(Keep);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_and_days() {
        for (text, printed) in [("2y", "2y"), ("730d", "2y"), ("90d", "90d"), ("60d", "60d")] {
            assert_eq!(text.parse::<Keep>().unwrap().to_string(), printed);
        }
        for text in [
            "",
            "2",
            "y",
            "-1y",
            "2 y",
            "1y2d",
            "59d",
            "200y",
            "9999999999d",
            "2w",
        ] {
            assert!(text.parse::<Keep>().is_err(), "{text}");
        }
        let now: Moment = "2026-11-27T12:00:00Z".parse().unwrap();
        let since = "2y".parse::<Keep>().unwrap().since(now);
        assert_eq!(since.to_string(), "2024-11-27T12:00:00Z");
    }
}
