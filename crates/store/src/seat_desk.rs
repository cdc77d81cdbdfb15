//! What the desk knows of each seat, as each entry's note has it: one record a seat.
//!
//! What of a record nobody outside may read is listed in `private`. Not here: what the desk knows
//! of the campaign as a whole (`desk_state`).

use super::config::campaign::Partner;
use super::keeping::{Former, Keeping};
use super::question::{Answered, AskedToday, Ending, Known, Letters, Pressed, Unanswered};
use packetboat_core::clock::Moment;
use packetboat_core::clock::civil::Dates;
use packetboat_core::clock::length::Length;
use packetboat_core::engine::rules::Agreed;
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::plain::{Table, is_default};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What the desk knows of a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeatDesk {
    /// The entry up to which it sees the batch, if it was asked in it before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<u32>,
    /// When it was last reminded of this stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminded: Option<Moment>,
    /// How many sheets it has missed in a row.
    #[serde(skip_serializing_if = "is_zero")]
    pub missed: u32,
    /// The entry of its last report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<u32>,
    /// Hashes of the order sheets last mailed to it: a block that equals one of them is a
    /// quotation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<String>,
    /// Whether mails to it have an HTML part, where its player has said so; else what
    /// `campaign.toml` says counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<bool>,
    /// The deadline that mails have given its calendar, if it wants it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<OnCalendar>,
    /// By name, the marks of the pictures that it was shown last, of those that go out only if they
    /// have changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pictures: BTreeMap<String, String>,
    /// When it was last warned that somebody without proof wrote in its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warned: Option<Moment>,
    /// When it was last asked about, or answered to, a mail with the marks of a machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<Moment>,
    /// How many questions about orders it got in the day that began with the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asking: Option<AskedToday>,
    /// How many mails that prove nothing it was not asked about, until it is informed.
    #[serde(skip_serializing_if = "is_zero")]
    pub unasked: u32,
    /// Lines that ended mails of its player in its own words, newest last: what ends several that
    /// differ above it is a signature.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<Ending>,
    /// From where its mails count besides its registered address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
    /// What buttons of its mails did in the day that began with the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressed: Option<Pressed>,
    /// An address that its player has confirmed, until the roster has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moving: Option<String>,
    /// How much it has been answered in the day that began with the first of the answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<Answered>,
    /// What became of its mails beyond the answers of that day, until it is informed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<Unanswered>,
    /// How often it has written to others in the last turn in which it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<Letters>,
    /// How often its words went to the referee in the day that began with the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Answered>,
    /// When its player has said to be away: `2026-12-24..2027-01-02`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Dates>,
    /// For which days its player looks for a substitute, until there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<Dates>,
    /// Who plays it for its player, for some days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitute: Option<Box<Substitute>>,
    /// What its player votes for, at most one of a kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<Vote>,
    /// How those who write for it want notices, by what each has said last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub digests: Vec<DigestWish>,
    /// What its player has noted for themself, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<String>,
    /// Comments of its player's own sheets, which its next sheets have too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// What the referee says to its player in the next report, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boxed: Vec<String>,
    /// How often a deadline was moved since its orders were missing.
    #[serde(skip_serializing_if = "is_zero")]
    pub extended: u32,
    /// By how many days in all deadlines were moved for its absences.
    #[serde(skip_serializing_if = "is_zero")]
    pub stretched: u32,
    /// What its player has added to the dice, in their own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// Whether a gate has called it that is closed by now, or it has changed hands: it adds nothing
    /// to the dice any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opened: bool,
    /// Whether the sheet that it owes now came, or was waited for, after the deadline.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// How its player has kept time.
    #[serde(skip_serializing_if = "is_default")]
    pub keeping: Keeping,
    /// Who had it before, and how they kept time, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<Former>,
    /// Whether its player has resigned, and nobody else sits there yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// Who sits there, as the desk has taken it; what campaign.toml says else is an edit that
    /// waits. `None` of all seats: entries of before did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roster: Option<String>,
}

impl SeatDesk {
    /// Whether somebody else plays it for its player now.
    pub fn has_substitute(&self) -> bool {
        self.substitute.as_ref().is_some_and(|it| it.plays)
    }
}

/// Somebody who plays a seat for its player, for some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substitute {
    /// Who it is, and where the seat's mails go meanwhile.
    pub who: Partner,
    /// Until which day, in the campaign's zone: the seat is its player's again after it.
    pub dates: Dates,
    /// Whether these days have begun; before that the seat is its player's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plays: bool,
    /// From where else the player's mails count, once they are back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
}

/// How somebody wants the notices and reminders of all their campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigestWish {
    /// Whose notices: those to this address.
    pub address: String,
    /// When their mail came.
    pub at: Moment,
    /// Whether once a day, not at once.
    pub daily: bool,
}

/// A vote of a player's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vote {
    /// When its mail came.
    pub at: Moment,
    /// What for.
    pub of: Motion,
}

/// What is voted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Motion {
    /// More time for the orders of the turn that is open.
    Extend {
        /// At least an hour.
        by: Length,
    },
    /// An end of the game, now.
    End {
        /// What end.
        how: Agreed,
    },
}

impl Motion {
    /// Whether a newer vote of this kind takes the place of an older one.
    pub fn is_like(&self, other: &Motion) -> bool {
        match (self, other) {
            (Motion::Extend { .. }, Motion::Extend { .. }) => true,
            (Motion::End { how }, Motion::End { how: other }) => {
                std::mem::discriminant(how) == std::mem::discriminant(other)
            }
            _ => false,
        }
    }
}

/// A deadline in a player's calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnCalendar {
    /// The sheet it is of.
    pub sheet: String,
    /// When it is.
    pub at: Moment,
}

/// `skip_serializing_if` hands over a reference.
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What the desk knows of all seats. One of which it knows nothing is not written, and is equal to
/// one that was never named.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Seats(BTreeMap<Seat, SeatDesk>);

impl Seats {
    /// What is known of a seat.
    pub fn get(&self, seat: Seat) -> &SeatDesk {
        self.0.get(&seat).unwrap_or(&NOTHING)
    }

    /// The same, to be changed.
    pub fn of(&mut self, seat: Seat) -> &mut SeatDesk {
        self.0.entry(seat).or_default()
    }

    /// All seats of which anything is known, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &SeatDesk)> {
        let known = self.0.iter().filter(|it| *it.1 != *NOTHING);
        known.map(|(seat, it)| (*seat, it))
    }

    /// What is known of all seats, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut SeatDesk> {
        self.0.values_mut()
    }

    /// The seats that have something, with it.
    pub fn with<'a, T>(
        &'a self,
        what: impl Fn(&'a SeatDesk) -> Option<T>,
    ) -> impl Iterator<Item = (Seat, T)> {
        let all = self.0.iter();
        all.filter_map(move |(seat, it)| Some((*seat, what(it)?)))
    }

    /// The seats of which this is so.
    pub fn that(&self, is_so: impl Fn(&SeatDesk) -> bool) -> impl Iterator<Item = Seat> {
        let all = self.0.iter();
        all.filter_map(move |(seat, it)| is_so(it).then_some(*seat))
    }

    /// Whether this is so of one of them.
    pub fn any(&self, is_so: impl Fn(&SeatDesk) -> bool) -> bool {
        self.0.values().any(is_so)
    }

    /// Whether nothing is known of any.
    pub(super) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

static NOTHING: LazyLock<SeatDesk> = LazyLock::new(SeatDesk::default);

impl PartialEq for Seats {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Seats {}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// When and why the maps by seat became records.
pub(super) const ONE_RECORD_A_SEAT: &str = "2026-11-28: what the desk knows of a seat is one \
     record; before, there was a map by seat of each thing";

/// The maps by seat, and at the end the sets of seats, of before.
const BY_SEAT: [&str; 26] = [
    "told",
    "reminded",
    "missed",
    "reported",
    "sheets",
    "html",
    "calendar",
    "pictures",
    "warned",
    "marked",
    "asking",
    "unasked",
    "endings",
    "known",
    "pressed",
    "moving",
    "answered",
    "unanswered",
    "letters",
    "words",
    "away",
    "stretched",
    "salts",
    "roster",
    "opened",
    "left",
];

/// Makes one record a seat of what a note of before, or its private part, has by seat.
///
/// # Errors
/// What is neither a map by seat nor a set of seats.
pub(super) fn gather(file: &mut Table) -> Result<(), String> {
    let Some(Value::Object(desk)) = file.get_mut("desk") else {
        return Ok(());
    };
    let mut seats = Table::new();
    for name in BY_SEAT {
        let of_each: Vec<(String, Value)> = match desk.shift_remove(name) {
            None => continue,
            Some(Value::Object(map)) => map.into_iter().collect(),
            Some(Value::Array(set)) => set.iter().filter_map(is_in).collect(),
            Some(_) => return Err(format!("`{name}` says nothing of seats")),
        };
        let field = if name == "salts" { "salt" } else { name };
        for (seat, value) in of_each {
            let record = seats.entry(seat).or_insert_with(|| Table::new().into());
            if let Value::Object(record) = record {
                record.insert(field.to_owned(), value);
            }
        }
    }
    if !seats.is_empty() {
        desk.insert("seats".to_owned(), seats.into());
    }
    Ok(())
}

/// A seat that is in a set, and that it is.
fn is_in(seat: &Value) -> Option<(String, Value)> {
    Some((seat.as_str()?.to_owned(), true.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::DeskState;
    use packetboat_core::textfile::plain;

    /// All that a desk of before had by seat, and two seats of which it knew little.
    const BEFORE: &str = r#"
[desk]
stop = "gate"
called = ["red"]
asked_at = "2026-11-28T12:00:00Z"
submissions = 3
opened = ["blue", "red"]
left = ["red"]
told = { red = 5 }
reminded = { red = "2026-11-28T12:00:00Z" }
missed = { blue = 0, red = 2 }
reported = { red = 0 }
sheets = { red = ["9c41"] }
html = { red = false }
calendar = { red = { sheet = "1", at = "2026-11-28T12:00:00Z" } }
pictures = { red = { map = "a1" } }
warned = { red = "2026-11-28T12:00:00Z" }
marked = { red = "2026-11-28T12:00:00Z" }
asking = { red = { since = "2026-11-28T12:00:00Z", count = 1, by = { "x.example" = 1 } } }
unasked = { red = 1 }
endings = { red = [{ line = "Ana", above = "ff" }] }
known = { red = { generation = 0, addresses = ["ana@work.example"] } }
pressed = { red = { since = "2026-11-28T12:00:00Z", filed = 1, asked = 0 } }
moving = { red = "ana@new.example" }
answered = { red = { since = "2026-11-28T12:00:00Z", count = 1 } }
unanswered = { red = { told_at = "2026-11-28T12:00:00Z", filed = 1, asked = 0, refused = 0 } }
letters = { red = { turn = 1, count = 1 } }
words = { red = { since = "2026-11-28T12:00:00Z", count = 1 } }
away = { red = ["2026-12-24..2027-01-02"] }
stretched = { green = 0, red = 2 }
salts = { red = "seven cats" }
roster = { red = "Ana <ana@example.org>" }
"#;

    fn seat(name: &str) -> Seat {
        name.parse().unwrap()
    }

    #[test]
    fn what_was_a_map_of_each_thing_is_a_record_of_each_seat() {
        let mut file = plain::from_toml(BEFORE).unwrap();
        gather(&mut file).unwrap();
        let desk: DeskState = plain::typed(file["desk"].clone()).unwrap();
        let Value::Object(written) = plain::of(&desk.seats).unwrap() else {
            panic!("records of seats are a table");
        };
        // Nothing is known of green, so it is not named.
        assert_eq!(written.keys().collect::<Vec<_>>(), ["blue", "red"]);
        assert_eq!(written["blue"], serde_json::json!({ "opened": true }));
        let red = written["red"].as_object().unwrap();
        assert_eq!(red.len(), BY_SEAT.len(), "{red:?}");
        assert_eq!(red["salt"], "seven cats");
        assert_eq!(red["html"], false);
        assert_eq!(red["reported"], 0);
        // A file in today's shape stays as it is.
        let today = file.clone();
        gather(&mut file).unwrap();
        assert_eq!(file, today);
        for wrong in ["told = 3", "left = 3"] {
            let mut file = plain::from_toml(&format!("[desk]\n{wrong}\n")).unwrap();
            assert!(gather(&mut file).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_seat_of_which_nothing_is_known_is_as_if_it_were_not_there() {
        let (mut one, mut other) = (Seats::default(), Seats::default());
        one.of(seat("red")).missed = 1;
        other.of(seat("red")).missed = 1;
        one.of(seat("blue")).missed = 0;
        assert_eq!(one, other);
        assert_eq!(plain::of(&one).unwrap(), plain::of(&other).unwrap());
        one.of(seat("blue")).left = true;
        assert_ne!(one, other);
        assert_eq!(one.that(|it| it.left).collect::<Vec<_>>(), [seat("blue")]);
        assert!(!other.any(|it| it.left));
        let missed = one.with(|it| Some(it.missed)).collect::<Vec<_>>();
        assert_eq!(missed, [(seat("blue"), 0), (seat("red"), 1)]);
    }

    /// What a note shows the public of a seat, and no more.
    #[test]
    fn the_private_part_of_a_record_is_apart() {
        let mut file = plain::from_toml(BEFORE).unwrap();
        gather(&mut file).unwrap();
        let seats = &mut file["desk"]["seats"];
        seats["gold"] = serde_json::json!({ "roster": "robot" });
        let whole = file.clone();
        let (public, private) = crate::private::part(file);
        let fields = |table: &Table, of: &str| -> Vec<String> {
            let record = table["desk"]["seats"][of].as_object();
            record.into_iter().flat_map(Table::keys).cloned().collect()
        };
        let shown = [
            "told",
            "reminded",
            "missed",
            "reported",
            "pictures",
            "stretched",
            "salt",
            "opened",
            "left",
        ];
        assert_eq!(fields(&public, "red"), shown);
        assert_eq!(fields(&private, "red").len(), BY_SEAT.len() - shown.len());
        assert_eq!(public["desk"]["seats"].get("gold"), None);
        assert_eq!(private["desk"]["seats"].get("blue"), None);
        let mut joined = public;
        let text = crate::private::text("fight", private, "salt");
        crate::private::join(&mut joined, "private.toml", &text).unwrap();
        assert_eq!(joined, whole);
    }
}
