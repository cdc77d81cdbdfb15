//! `[schedule]`: when a campaign is due, as its referee wrote it. What follows from it is worked
//! out in `desk::schedule`.

use super::{quoted, quoted_list};
use packetboat_core::clock::Zone;
use packetboat_core::clock::civil::{Dates, Day, TimeOfDay};
use packetboat_core::clock::length::Length;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
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
    pub deadline: Deadlines,
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
    ///
    /// `kinds`: those of the game's sheets, in order.
    pub fn pace(&self, parts: u8, kinds: &[&str]) -> String {
        let sheets = match parts {
            0 | 1 => String::new(),
            // Where some of them are called for only if there is something to decide.
            parts if !kinds.is_empty() => format!(" A turn has up to {parts} sheets."),
            parts => format!(" A turn has {parts} sheets."),
        };
        let zone = &self.zone;
        let cadence = match &self.deadline {
            Deadlines::All(cadence) => cadence,
            Deadlines::ByKind(all) => {
                let kinds = kinds.iter().filter_map(|it| all.get_key_value(*it));
                let each = kinds.map(|(kind, cadence)| format!("for {kind} {}", within(cadence)));
                let each: Vec<String> = each.collect();
                return format!("Orders are due {} ({zone}).{sheets}", each.join("; "));
            }
        };
        match cadence {
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

/// The same for one kind: `2 days after each report, by 20:00`.
fn within(cadence: &Cadence) -> String {
    match cadence {
        Cadence::Weekday { days, at } => {
            let days: Vec<&str> = days.0.iter().map(|it| it.name()).collect();
            format!("every {}, {at}", days.join(", "))
        }
        Cadence::Days { days, at } => match days.get() {
            1 => format!("a day after each report, by {at}"),
            days => format!("{days} days after each report, by {at}"),
        },
        Cadence::Never {} => "when the referee closes the turn".to_owned(),
    }
}

/// When gates close: all by one cadence, or each kind of sheet by its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Map<String, Value>")]
pub enum Deadlines {
    /// All gates.
    All(Cadence),
    /// Those of each kind of the game's sheets; at least one.
    ByKind(BTreeMap<String, Cadence>),
}

impl TryFrom<Map<String, Value>> for Deadlines {
    type Error = String;
    fn try_from(written: Map<String, Value>) -> Result<Self, String> {
        let cadence = |it: Value| serde_json::from_value(it).map_err(|it| it.to_string());
        let is_one = |it: &Value| !it.is_object();
        if written.is_empty() || written.values().any(is_one) {
            return cadence(Value::Object(written)).map(Deadlines::All);
        }
        let each = written
            .into_iter()
            .map(|(kind, value)| match cadence(value) {
                Ok(cadence) => Ok((kind, cadence)),
                Err(why) => Err(format!("the deadline for {kind}: {why}")),
            });
        each.collect::<Result<_, _>>().map(Deadlines::ByKind)
    }
}

impl From<Cadence> for Deadlines {
    fn from(cadence: Cadence) -> Self {
        Deadlines::All(cadence)
    }
}

impl Deadlines {
    /// What closes the gate of a sheet of this kind; where the kind is not known, what closes one
    /// of them.
    pub fn of(&self, kind: Option<&str>) -> &Cadence {
        match self {
            Deadlines::All(cadence) => cadence,
            Deadlines::ByKind(all) => {
                let own = kind.and_then(|it| all.get(it));
                own.or(all.values().next()).expect("there is one at least")
            }
        }
    }

    /// Whether they are for a game whose sheets are of these kinds.
    ///
    /// # Errors
    /// Which kind is missing or unknown, and which there are.
    pub fn check(&self, kinds: &[&str]) -> Result<(), String> {
        let Deadlines::ByKind(all) = self else {
            return Ok(());
        };
        if kinds.is_empty() {
            let first = all.keys().next().map_or("", String::as_str);
            return Err(format!(
                "the sheets of this game have no kinds, so there is no deadline for `{first}`: \
                 set one for all"
            ));
        }
        let known = kinds.join(", ");
        if let Some(kind) = all.keys().find(|it| !kinds.contains(&it.as_str())) {
            return Err(format!(
                "no sheet of this game is of the kind `{kind}`; its kinds are {known}"
            ));
        }
        match kinds.iter().find(|it| !all.contains_key(**it)) {
            Some(kind) => Err(format!(
                "there is no deadline for `{kind}`; the kinds of this game are {known}, and each \
                 needs one"
            )),
            None => Ok(()),
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
            deadline: Deadlines::All(Cadence::Weekday {
                days: Days(vec![Day::Sun]),
                at: TimeOfDay::new(20, 0).expect("a day has more than twenty hours"),
            }),
            interrupt: two_days(),
            grace: Length::hours(12),
            when_all_in: WhenAllIn::ResolveAfter(Length::hours(2)),
            reminders: vec![Length::hours(48), Length::hours(6)],
            holidays: Vec::new(),
            review: false,
            hold_if_silent: HoldIfSilent::All,
        }
    }

    /// The same at the gate of a sheet of this kind.
    pub fn for_kind(&self, kind: Option<&str>) -> Cow<'_, Schedule> {
        match &self.deadline {
            Deadlines::All(_) => Cow::Borrowed(self),
            of_kinds => Cow::Owned(Schedule {
                deadline: Deadlines::All(of_kinds.of(kind).clone()),
                ..self.clone()
            }),
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
{deadline}
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
            deadline = deadline_lines(&self.deadline),
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

fn deadline_lines(deadlines: &Deadlines) -> String {
    match deadlines {
        Deadlines::All(cadence) => format!("deadline    = {}", cadence_value(cadence)),
        Deadlines::ByKind(all) => {
            let above = "# Each kind of sheet that the game has needs its own.".to_owned();
            let each = all.iter();
            let each = each.map(|it| format!("deadline.{} = {}", it.0, cadence_value(it.1)));
            std::iter::once(above)
                .chain(each)
                .collect::<Vec<_>>()
                .join("\n")
        }
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
