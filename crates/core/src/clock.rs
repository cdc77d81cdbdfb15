//! Time: moments in UTC, civil times in zones, lengths as people write them.
//!
//! The only module that knows the time library, and [`now`] is the only reader of the system
//! clock. Not here: when a campaign is due (`desk::schedule`).

pub mod civil;
pub mod length;
pub mod written;

use chrono::{DateTime, Datelike, LocalResult, NaiveDateTime, TimeDelta, TimeZone, Timelike, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use civil::{Date, TimeOfDay};
use length::Length;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The last second of the year 9999: what four digits can show.
const SECONDS_MAX: i64 = 253_402_300_799;

/// A moment in UTC, to the second, from 1970 to 9999. Written `2026-10-29T19:00:00Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Moment(i64);

/// What the system clock shows. Read once per command; everything else takes it as an argument.
pub fn now() -> Moment {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seconds = since.map_or(0, |it| it.as_secs());
    Moment::from_seconds(i64::try_from(seconds).unwrap_or(SECONDS_MAX))
}

/// When does the clock on the wall show this? If it shows it twice, the first time; if never,
/// because the hour is skipped, the moment of the skip.
pub fn in_zone(zone: Zone, date: Date, time: TimeOfDay) -> Moment {
    let wall = date.at(time);
    if let Some(found) = zone.0.from_local_datetime(&wall).earliest() {
        return Moment::from_seconds(found.timestamp());
    }
    // A minute that was shown, before the skip: Samoa once left out a whole day.
    let before = (1..=24 * 60)
        .filter_map(|minutes| {
            let shown = wall - TimeDelta::minutes(minutes);
            zone.0.from_local_datetime(&shown).latest()
        })
        .next()
        .expect("no zone skips more than a day");
    Moment::from_seconds(before.timestamp() + 60)
}

impl Moment {
    /// Seconds since 1970 began; what is outside the years 1970 to 9999 becomes their first or last
    /// second.
    pub fn from_seconds(seconds: i64) -> Self {
        Moment(seconds.clamp(0, SECONDS_MAX))
    }

    /// Seconds since 1970 began.
    pub fn seconds(self) -> i64 {
        self.0
    }

    /// So much later.
    #[must_use]
    pub fn plus(self, length: Length) -> Self {
        Moment::from_seconds(self.0 + i64::from(length.seconds()))
    }

    /// So much earlier.
    #[must_use]
    pub fn minus(self, length: Length) -> Self {
        Moment::from_seconds(self.0 - i64::from(length.seconds()))
    }

    /// The date on the wall there.
    pub fn date(self, zone: Zone) -> Date {
        Date::of(self.wall(zone).date())
    }

    /// The time on the wall there, seconds cut off.
    pub fn time(self, zone: Zone) -> TimeOfDay {
        let wall = self.wall(zone);
        TimeOfDay::new(wall.hour(), wall.minute()).expect("a clock shows a time of day")
    }

    /// For letters: `Sun 22 Nov 20:00 (Madrid)`, with the year if it is not that of `now`, and
    /// with the name of the time in the hour that the clock shows twice.
    pub fn for_people(self, zone: Zone, now: Moment) -> String {
        let wall = self.wall(zone);
        let date = if wall.year() == now.wall(zone).year() {
            wall.format("%a %-d %b")
        } else {
            wall.format("%a %-d %b %Y")
        };
        let time = wall.format("%H:%M");
        let place = zone.place();
        match zone.0.from_local_datetime(&wall) {
            LocalResult::Ambiguous(..) => {
                let name = self.utc().with_timezone(&zone.0).format("%Z").to_string();
                format!("{date} {time} {name} ({place})")
            }
            LocalResult::Single(_) | LocalResult::None => format!("{date} {time} ({place})"),
        }
    }

    /// For the `Date` of a mail: `Sun, 22 Nov 2026 19:00:00 +0000`.
    pub fn for_mail(self) -> String {
        self.utc().to_rfc2822()
    }

    /// For calendar programs, in UTC: `20261122T190000Z`.
    pub fn for_calendar(self) -> String {
        self.utc().format("%Y%m%dT%H%M%SZ").to_string()
    }

    fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0, 0).expect("moments stay within the calendar")
    }

    fn wall(self, zone: Zone) -> NaiveDateTime {
        self.utc().with_timezone(&zone.0).naive_local()
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.utc().format("%Y-%m-%dT%H:%M:%SZ"))
    }
}

impl FromStr for Moment {
    type Err = String;

    /// Reads `2026-10-29T19:00:00Z`, and other offsets; parts of a second are cut off.
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = DateTime::parse_from_rfc3339(text)
            .map_err(|_| format!("`{text}` is not a moment such as 2026-10-29T19:00:00Z"))?;
        let seconds = parsed.timestamp();
        if !(0..=SECONDS_MAX).contains(&seconds) {
            return Err(format!("`{text}` is outside the years 1970 to 9999"));
        }
        Ok(Moment(seconds))
    }
}

/// A time zone by its IANA name: `Europe/Warsaw`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Zone(Tz);

impl Zone {
    /// Coordinated universal time.
    pub const UTC: Zone = Zone(Tz::UTC);

    /// The IANA name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The place the name ends with: `Madrid`, `Buenos Aires`.
    pub fn place(self) -> String {
        let name = self.0.name();
        let last = name.rsplit('/').next().unwrap_or(name);
        last.replace('_', " ")
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Zone {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Zone).map_err(|_| {
            let near = TZ_VARIANTS
                .iter()
                .map(|it| (strsim::jaro_winkler(text, it.name()), it.name()))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let hint = match near {
                Some((near, name)) if near > 0.8 => format!("; did you mean `{name}`?"),
                _ => String::new(),
            };
            format!("`{text}` is not a time zone such as Europe/Warsaw{hint}")
        })
    }
}

text_value!(Moment, Zone);

#[cfg(test)]
mod tests {
    use super::*;

    fn check_wall(zone: &str, date: &str, time: &str, moment: &str) {
        let got = in_zone(
            zone.parse().unwrap(),
            date.parse().unwrap(),
            time.parse().unwrap(),
        );
        assert_eq!(got.to_string(), moment, "{date} {time} in {zone}");
    }

    #[test]
    fn civil_times_on_the_four_days_of_change() {
        // Warsaw, spring: 02:00 becomes 03:00 at 01:00Z.
        check_wall(
            "Europe/Warsaw",
            "2026-03-29",
            "01:59",
            "2026-03-29T00:59:00Z",
        );
        check_wall(
            "Europe/Warsaw",
            "2026-03-29",
            "02:00",
            "2026-03-29T01:00:00Z",
        );
        check_wall(
            "Europe/Warsaw",
            "2026-03-29",
            "02:30",
            "2026-03-29T01:00:00Z",
        );
        check_wall(
            "Europe/Warsaw",
            "2026-03-29",
            "03:00",
            "2026-03-29T01:00:00Z",
        );
        // Warsaw, autumn: 03:00 becomes 02:00 at 01:00Z; the first 02:30 counts.
        check_wall(
            "Europe/Warsaw",
            "2026-10-25",
            "02:30",
            "2026-10-25T00:30:00Z",
        );
        check_wall(
            "Europe/Warsaw",
            "2026-10-25",
            "03:00",
            "2026-10-25T02:00:00Z",
        );
        // New York, spring and autumn.
        check_wall(
            "America/New_York",
            "2026-03-08",
            "02:30",
            "2026-03-08T07:00:00Z",
        );
        check_wall(
            "America/New_York",
            "2026-11-01",
            "01:30",
            "2026-11-01T05:30:00Z",
        );
    }

    #[test]
    fn odd_zones() {
        // Lord Howe moves its clocks by half an hour.
        check_wall(
            "Australia/Lord_Howe",
            "2026-10-04",
            "02:15",
            "2026-10-03T15:30:00Z",
        );
        check_wall(
            "Australia/Lord_Howe",
            "2026-04-05",
            "01:45",
            "2026-04-04T14:45:00Z",
        );
        // Samoa had no 30 December 2011.
        check_wall(
            "Pacific/Apia",
            "2011-12-30",
            "00:00",
            "2011-12-30T10:00:00Z",
        );
        check_wall(
            "Pacific/Apia",
            "2011-12-30",
            "23:59",
            "2011-12-30T10:00:00Z",
        );
    }

    fn check_people(moment: &str, zone: &str, now: &str, shown: &str) {
        let moment: Moment = moment.parse().unwrap();
        let got = moment.for_people(zone.parse().unwrap(), now.parse().unwrap());
        assert_eq!(got, shown);
    }

    #[test]
    fn moments_for_people() {
        let now = "2026-11-20T10:00:00Z";
        check_people(
            "2026-11-22T19:00:00Z",
            "Europe/Madrid",
            now,
            "Sun 22 Nov 20:00 (Madrid)",
        );
        check_people(
            "2026-12-31T23:30:00Z",
            "Europe/Madrid",
            now,
            "Fri 1 Jan 2027 00:30 (Madrid)",
        );
        check_people(
            "2026-12-01T23:30:00Z",
            "America/Argentina/Buenos_Aires",
            now,
            "Tue 1 Dec 20:30 (Buenos Aires)",
        );
        check_people(
            "2026-10-25T00:30:00Z",
            "Europe/Madrid",
            now,
            "Sun 25 Oct 02:30 CEST (Madrid)",
        );
        check_people(
            "2026-10-25T01:30:00Z",
            "Europe/Madrid",
            now,
            "Sun 25 Oct 02:30 CET (Madrid)",
        );
        check_people("2026-10-25T01:30:00Z", "UTC", now, "Sun 25 Oct 01:30 (UTC)");
    }

    #[test]
    fn moments_as_text() {
        let moment: Moment = "2026-11-22T20:05:07+01:00".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-11-22T19:05:07Z");
        assert_eq!(moment.for_mail(), "Sun, 22 Nov 2026 19:05:07 +0000");
        assert_eq!(Moment::from_seconds(-5).to_string(), "1970-01-01T00:00:00Z");
        assert_eq!(
            Moment::from_seconds(i64::MAX).to_string(),
            "9999-12-31T23:59:59Z"
        );
        assert!("2026-11-22".parse::<Moment>().is_err());
        assert!("1969-11-22T19:05:07Z".parse::<Moment>().is_err());
    }

    #[test]
    fn a_zone_mistyped_is_answered_with_one_that_exists() {
        let fault = "Europe/Warszawa".parse::<Zone>().unwrap_err();
        assert!(fault.ends_with("did you mean `Europe/Warsaw`?"), "{fault}");
    }

    #[test]
    fn now_is_after_this_was_written() {
        assert!(now() > "2026-01-01T00:00:00Z".parse().unwrap());
    }
}
