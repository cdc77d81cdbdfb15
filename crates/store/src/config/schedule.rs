//! `[schedule]`: when a campaign is due, as its referee wrote it. What follows from it is worked
//! out in `desk::schedule`.

use super::{quoted, quoted_list};
use packetboat_core::clock::Zone;
use packetboat_core::clock::civil::{Dates, Day, TimeOfDay};
use packetboat_core::clock::length::Length;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// The table as a whole. The referee may edit it between ticks; a deadline once set stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Deadlines are civil times here, and so survive a change of the clocks.
    pub zone: Zone,
    /// When a gate closes.
    pub deadline: Cadence,
    /// How long a question may hold up a batch. Default: two days, to 20:00.
    #[serde(default = "two_days")]
    pub interrupt: Cadence,
    /// How long after the deadline silent seats are still waited for. Default: none.
    #[serde(default)]
    pub grace: Length,
    /// What happens when every called seat is in. Default: `resolve-at-once`.
    #[serde(default)]
    pub when_all_in: WhenAllIn,
    /// How long before the deadline seats that still owe a sheet are reminded. Default: never.
    #[serde(default)]
    pub reminders: Vec<Length>,
    /// Days without deadlines: one that would fall here moves to the next other day.
    #[serde(default)]
    pub holidays: Vec<Dates>,
    /// Reports wait for `packetboat release`. Default: no.
    #[serde(default)]
    pub review: bool,
    /// Hold the campaign and ask the referee if this many called seats are silent at the end of
    /// grace: it is likelier that mail is broken. Default: never; `new` writes `"all"`.
    #[serde(default)]
    pub hold_if_silent: HoldIfSilent,
}

impl Schedule {
    /// How often sheets are wanted, for players: `Orders are due every Monday and Thursday,
    /// 18:00 (Europe/Warsaw).`
    pub fn pace(&self, parts: u8) -> String {
        let sheets = match parts {
            0 | 1 => String::new(),
            parts => format!(" A turn has {parts} sheets."),
        };
        let zone = &self.zone;
        match &self.deadline {
            Cadence::Weekday { days, at } => {
                let days: Vec<String> = days.0.iter().map(|it| it.name().to_owned()).collect();
                format!(
                    "Orders are due every {}, {at} ({zone}).{sheets}",
                    days.join(", ")
                )
            }
            Cadence::Days { days, at } => match days.get() {
                1 => {
                    format!("Orders are due a day after each report, by {at} ({zone}).{sheets}")
                }
                days => format!(
                    "Orders are due {days} days after each report, by {at} ({zone}).{sheets}"
                ),
            },
            Cadence::Never {} => format!("The referee closes each sheet by hand.{sheets}"),
        }
    }
}

/// How many of the called seats must be silent for their silence to hold a campaign. Robots and
/// those who have left are not counted; nor are those who are away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "HoldWritten", try_from = "HoldWritten")]
pub enum HoldIfSilent {
    /// Silence never holds it.
    #[default]
    Never,
    /// This many.
    AtLeast(NonZeroU8),
    /// All, if at least two are called and none of them is away.
    All,
}

/// As it is written: 0 or `"all"`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum HoldWritten {
    Number(u8),
    Word(String),
}

impl TryFrom<HoldWritten> for HoldIfSilent {
    type Error = String;
    fn try_from(written: HoldWritten) -> Result<Self, String> {
        match written {
            HoldWritten::Number(number) => {
                Ok(NonZeroU8::new(number).map_or(HoldIfSilent::Never, HoldIfSilent::AtLeast))
            }
            HoldWritten::Word(word) if word == "all" => Ok(HoldIfSilent::All),
            HoldWritten::Word(word) => Err(format!(
                "hold_if_silent is a number, 0 for never, or \"all\", not `{word}`"
            )),
        }
    }
}

impl From<HoldIfSilent> for HoldWritten {
    fn from(hold: HoldIfSilent) -> HoldWritten {
        match hold {
            HoldIfSilent::Never => HoldWritten::Number(0),
            HoldIfSilent::AtLeast(least) => HoldWritten::Number(least.get()),
            HoldIfSilent::All => HoldWritten::Word("all".to_owned()),
        }
    }
}

/// When something is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "every", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Cadence {
    /// On these days of the week.
    Weekday {
        /// At least one.
        days: Days,
        /// The time of day.
        at: TimeOfDay,
    },
    /// This many days after the report that asked, rounded up to `at`.
    Days {
        /// From 1 to 365.
        days: DayCount,
        /// The time of day.
        at: TimeOfDay,
    },
    /// Only when the referee says so.
    Never {},
}

/// Some days of the week: at least one, none twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Day>", try_from = "Vec<Day>")]
pub struct Days(Vec<Day>);

impl Days {
    /// Whether this day is one of them.
    pub fn contains(&self, day: Day) -> bool {
        self.0.contains(&day)
    }
}

impl TryFrom<Vec<Day>> for Days {
    type Error = String;
    fn try_from(days: Vec<Day>) -> Result<Self, String> {
        let twice = (1..days.len()).any(|it| days[..it].contains(&days[it]));
        if days.is_empty() || twice {
            Err("days must name at least one day, and none twice".to_owned())
        } else {
            Ok(Days(days))
        }
    }
}

impl From<Days> for Vec<Day> {
    fn from(days: Days) -> Vec<Day> {
        days.0
    }
}

/// A number of days from 1 to 365.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub struct DayCount(u16);

impl DayCount {
    /// The number.
    pub fn get(self) -> u16 {
        self.0
    }
}

impl TryFrom<u16> for DayCount {
    type Error = String;
    fn try_from(days: u16) -> Result<Self, String> {
        if (1..=365).contains(&days) {
            Ok(DayCount(days))
        } else {
            Err(format!("days must be from 1 to 365, not {days}"))
        }
    }
}

impl From<DayCount> for u16 {
    fn from(day_count: DayCount) -> u16 {
        day_count.0
    }
}

/// What happens when every called seat is in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum WhenAllIn {
    /// The stop resolves with the last sheet.
    #[default]
    ResolveAtOnce,
    /// It resolves so long after the last sheet, for second thoughts; at the deadline at latest.
    ResolveAfter(Length),
    /// It resolves at the deadline anyway.
    WaitForDeadline,
}

impl fmt::Display for WhenAllIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhenAllIn::ResolveAtOnce => f.write_str("resolve-at-once"),
            WhenAllIn::ResolveAfter(length) => write!(f, "resolve-after {length}"),
            WhenAllIn::WaitForDeadline => f.write_str("wait-for-deadline"),
        }
    }
}

impl FromStr for WhenAllIn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "resolve-at-once" => return Ok(WhenAllIn::ResolveAtOnce),
            "wait-for-deadline" => return Ok(WhenAllIn::WaitForDeadline),
            _ => {}
        }
        match text.strip_prefix("resolve-after ") {
            Some(length) => length.parse().map(WhenAllIn::ResolveAfter),
            None => Err(format!(
                "when_all_in is \"resolve-at-once\", \"resolve-after 2h\" or \
                 \"wait-for-deadline\", not `{text}`"
            )),
        }
    }
}

packetboat_core::text_value!(WhenAllIn);

fn two_days() -> Cadence {
    Cadence::Days {
        days: DayCount(2),
        at: TimeOfDay::new(20, 0).expect("a day has more than twenty hours"),
    }
}

impl Schedule {
    /// What `new` proposes: Sundays at 20:00 with half a day of grace, two hours to think again,
    /// and the referee asked if nobody writes.
    pub fn weekly(zone: Zone) -> Self {
        Schedule {
            zone,
            deadline: Cadence::Weekday {
                days: Days(vec![Day::Sun]),
                at: TimeOfDay::new(20, 0).expect("a day has more than twenty hours"),
            },
            interrupt: two_days(),
            grace: Length::hours(12),
            when_all_in: WhenAllIn::ResolveAfter(Length::hours(2)),
            reminders: vec![Length::hours(48), Length::hours(6)],
            holidays: Vec::new(),
            review: false,
            hold_if_silent: HoldIfSilent::All,
        }
    }

    /// The table with comments, for `campaign.toml`.
    pub(super) fn to_text(&self) -> String {
        format!(
            "\
[schedule]
# Deadlines are civil times of this zone, across the changes of its clocks.
zone        = {zone}
# {{ every = \"weekday\", days = [\"sun\"], at = \"20:00\" }}, {{ every = \"days\", days = 3, \
at = \"20:00\" }}
# (counted from the report) or {{ every = \"never\" }} (only `packetboat resolve`).
deadline    = {deadline}
# The same for a question asked by mail in the middle of a turn.
interrupt   = {interrupt}
# How long after the deadline missing orders are still waited for. Players are shown the deadline.
grace       = {grace}
# Once all orders are received: \"resolve-at-once\", \"resolve-after 2h\" or \"wait-for-deadline\".
when_all_in = {when_all_in}
# How long before the deadline seats that owe a sheet are reminded.
reminders   = {reminders}
# A deadline on one of these days moves to the next other day: [\"2026-12-24..2027-01-02\"].
holidays    = {holidays}
# true: reports wait for `packetboat release`.
review      = {review}
# Put the campaign on hold and ask the referee if this many seats send no orders; perhaps
# mail is broken. \"all\": all of them, if there are at least two and none is away; 0: never.
hold_if_silent = {hold}
",
            zone = quoted(self.zone.name()),
            deadline = cadence_value(&self.deadline),
            interrupt = cadence_value(&self.interrupt),
            grace = quoted(&self.grace.to_string()),
            when_all_in = quoted(&self.when_all_in.to_string()),
            reminders = quoted_list(self.reminders.iter().map(Length::to_string)),
            holidays = quoted_list(self.holidays.iter().map(Dates::to_string)),
            review = self.review,
            hold = match self.hold_if_silent {
                HoldIfSilent::Never => "0".to_owned(),
                HoldIfSilent::AtLeast(least) => least.to_string(),
                HoldIfSilent::All => quoted("all"),
            },
        )
    }
}

fn cadence_value(cadence: &Cadence) -> String {
    match cadence {
        Cadence::Weekday { days, at } => {
            let days = quoted_list(days.0.iter().map(Day::to_string));
            format!("{{ every = \"weekday\", days = {days}, at = \"{at}\" }}")
        }
        Cadence::Days { days, at } => {
            format!("{{ every = \"days\", days = {}, at = \"{at}\" }}", days.0)
        }
        Cadence::Never {} => "{ every = \"never\" }".to_owned(),
    }
}
