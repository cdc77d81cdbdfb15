//! Days, dates and times of day, as calendars and clocks on walls show them.

use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, Weekday};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A day of the week; written `sun`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Day {
    /// Monday.
    Mon,
    /// Tuesday.
    Tue,
    /// Wednesday.
    Wed,
    /// Thursday.
    Thu,
    /// Friday.
    Fri,
    /// Saturday.
    Sat,
    /// Sunday.
    Sun,
}

const DAYS: [(Day, &str, Weekday); 7] = [
    (Day::Mon, "mon", Weekday::Mon),
    (Day::Tue, "tue", Weekday::Tue),
    (Day::Wed, "wed", Weekday::Wed),
    (Day::Thu, "thu", Weekday::Thu),
    (Day::Fri, "fri", Weekday::Fri),
    (Day::Sat, "sat", Weekday::Sat),
    (Day::Sun, "sun", Weekday::Sun),
];

impl Day {
    /// Its name in full: `Monday`.
    pub fn name(self) -> &'static str {
        match self {
            Day::Mon => "Monday",
            Day::Tue => "Tuesday",
            Day::Wed => "Wednesday",
            Day::Thu => "Thursday",
            Day::Fri => "Friday",
            Day::Sat => "Saturday",
            Day::Sun => "Sunday",
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(DAYS[*self as usize].1)
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        DAYS.iter()
            .find(|it| it.1 == text)
            .map(|it| it.0)
            .ok_or_else(|| {
                format!("`{text}` is not a day: write mon, tue, wed, thu, fri, sat or sun")
            })
    }
}

/// A time of day, to the minute; written `20:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TimeOfDay {
    hour: u32,
    minute: u32,
}

impl TimeOfDay {
    /// Hour 0 to 23, minute 0 to 59; `None` outside of these.
    pub fn new(hour: u32, minute: u32) -> Option<Self> {
        (hour < 24 && minute < 60).then_some(TimeOfDay { hour, minute })
    }

    /// Minutes since midnight.
    pub fn minutes(self) -> u32 {
        self.hour * 60 + self.minute
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

impl FromStr for TimeOfDay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a time of day such as 20:00");
        let digits = text.bytes().all(|it| it.is_ascii_digit() || it == b':');
        let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
        if !digits || hour.is_empty() || hour.len() > 2 || minute.len() != 2 {
            return Err(wrong());
        }
        let hour = hour.parse().map_err(|_| wrong())?;
        let minute = minute.parse().map_err(|_| wrong())?;
        TimeOfDay::new(hour, minute).ok_or_else(wrong)
    }
}

/// A date, from 1970 to 9999; written `2026-12-24`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Date(NaiveDate);

impl Date {
    pub(super) fn of(date: NaiveDate) -> Self {
        Date(date)
    }

    /// The wall clock on this date.
    pub(super) fn at(self, time: TimeOfDay) -> NaiveDateTime {
        let time = NaiveTime::from_hms_opt(time.hour, time.minute, 0)
            .expect("a time of day is checked when it is made");
        self.0.and_time(time)
    }

    /// The day of a year and a month; `None`: there is none.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        let years = (1970..=9999).contains(&year);
        NaiveDate::from_ymd_opt(year, month, day)
            .filter(|_| years)
            .map(Date)
    }

    /// For letters: `Sat 2 Jan`, with the year where it is not that of today.
    pub fn for_people(self, today: Date) -> String {
        let form = if self.0.year() == today.0.year() {
            "%a %-d %b"
        } else {
            "%a %-d %b %Y"
        };
        self.0.format(form).to_string()
    }

    /// Its year.
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// So many days later.
    #[must_use]
    pub fn plus_days(self, days: u16) -> Self {
        let later = self.0.checked_add_days(Days::new(days.into()));
        Date(later.unwrap_or(NaiveDate::MAX))
    }

    /// How many days it is after an earlier date; 0 if that is not earlier.
    pub fn days_since(self, earlier: Date) -> u32 {
        let days = self.0.signed_duration_since(earlier.0).num_days();
        u32::try_from(days).unwrap_or(0)
    }

    /// Which day of the week it is.
    pub fn day(self) -> Day {
        let weekday = self.0.weekday();
        let found = DAYS.iter().find(|it| it.2 == weekday);
        found.expect("all seven days are listed").0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%d"))
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
        date.filter(|it| text.len() == 10 && (1970..=9999).contains(&it.year()))
            .map(Date)
            .ok_or_else(|| format!("`{text}` is not a date such as 2026-12-24"))
    }
}

/// Some days in a row, first and last included: `2026-12-24..2027-01-02`, or one date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Dates {
    first: Date,
    last: Date,
}

impl Dates {
    /// Whether this date is one of them.
    pub fn contains(&self, date: Date) -> bool {
        (self.first..=self.last).contains(&date)
    }

    /// Both, if they overlap; else `None`.
    pub fn joined(&self, other: &Dates) -> Option<Dates> {
        let overlap = self.first <= other.last && other.first <= self.last;
        overlap.then(|| Dates {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        })
    }

    /// The first of them.
    pub fn first(&self) -> Date {
        self.first
    }

    /// The last of them.
    pub fn last(&self) -> Date {
        self.last
    }

    /// For letters: `from Thu 24 Dec to Sat 2 Jan`, `on Thu 24 Dec`; with the year where it is not
    /// that of today.
    pub fn for_people(&self, today: Date) -> String {
        let shown = |date: Date| date.for_people(today);
        if self.first == self.last {
            format!("on {}", shown(self.first))
        } else {
            format!("from {} to {}", shown(self.first), shown(self.last))
        }
    }
}

impl fmt::Display for Dates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}..{}", self.first, self.last)
        }
    }
}

impl FromStr for Dates {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last): (Date, Date) = (first.parse()?, last.parse()?);
        if first <= last {
            Ok(Dates { first, last })
        } else {
            Err(format!("`{text}` ends before it begins"))
        }
    }
}

text_value!(Day, TimeOfDay, Date, Dates);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day() {
        for (text, minutes) in [("20:00", 1200), ("0:05", 5), ("23:59", 1439)] {
            assert_eq!(text.parse::<TimeOfDay>().unwrap().minutes(), minutes);
        }
        for text in [
            "24:00", "20", "20:60", "20:0", "8 pm", "-1:00", "", ":00", "+1:00",
        ] {
            assert!(text.parse::<TimeOfDay>().is_err(), "{text}");
        }
    }

    #[test]
    fn dates() {
        let date: Date = "2026-12-31".parse().unwrap();
        assert_eq!(date.plus_days(1).to_string(), "2027-01-01");
        assert_eq!(date.day(), Day::Thu);
        for text in [
            "2026-02-29",
            "2026-1-05",
            "26-12-24",
            "2026-12-24T",
            "1066-10-14",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn dates_in_a_row() {
        let dates: Dates = "2026-12-24..2027-01-02".parse().unwrap();
        assert_eq!(dates.to_string(), "2026-12-24..2027-01-02");
        assert!(dates.contains("2027-01-02".parse().unwrap()));
        assert_eq!(dates.last().days_since(dates.first()), 9);
        assert_eq!(dates.first().days_since(dates.last()), 0);
        assert_eq!(
            dates.for_people("2026-11-20".parse().unwrap()),
            "from Thu 24 Dec to Sat 2 Jan 2027"
        );
        let one: Dates = "2026-12-24..2026-12-24".parse().unwrap();
        assert_eq!(one.to_string(), "2026-12-24");
    }

    #[test]
    fn days() {
        assert_eq!("sun".parse::<Day>(), Ok(Day::Sun));
        assert_eq!(Day::Sat.to_string(), "sat");
        assert!("sunday".parse::<Day>().unwrap_err().contains("write mon"));
    }
}
