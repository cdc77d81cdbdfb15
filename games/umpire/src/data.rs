//! What a campaign brings: who sits at the table, what is kept of each seat, and what orders say.

use packetboat_core::engine::game::card;
use packetboat_core::prelude::*;

/// The file in which a campaign says it.
const FILE: &str = "table.toml";

/// The furthest bounds of a number, and those of one that has none of its own.
const MOST: i64 = 1_000_000;

/// The table, as it was read.
#[derive(Debug, Clone)]
pub struct Tables {
    /// All seats, in table order.
    pub seats: Vec<Seat>,
    /// The same, as they are printed.
    pub card: Vec<SeatCard>,
    /// Who referees.
    pub umpire: Seat,
    /// What is told before the first turn.
    pub openings: Vec<Opening>,
    /// What is kept of each seat.
    pub tracks: Vec<Track>,
    /// What orders should say.
    pub fields: Vec<Field>,
    /// What the two parts of a turn are called.
    pub phases: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default = "phases")]
    phases: [String; 2],
    #[serde(default, rename = "opening")]
    openings: Vec<Opening>,
    #[serde(default, rename = "track")]
    tracks: Vec<Track>,
    #[serde(default, rename = "field")]
    fields: Vec<Field>,
}

fn phases() -> [String; 2] {
    ["orders", "ruling"].map(str::to_owned)
}

/// What is told before the first turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// To whom; empty: to all.
    #[serde(default)]
    pub to: Vec<Seat>,
    /// What they are told.
    pub text: String,
}

/// A number or a word that each seat has.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// As SET names it.
    pub name: String,
    /// Who reads it.
    #[serde(default)]
    pub seen: Seen,
    /// Where it begins.
    pub start: Mark,
    /// Where it begins for some seats.
    #[serde(default)]
    pub starts: BTreeMap<Seat, Mark>,
    /// The words that it may be; empty: it is a number.
    #[serde(default)]
    pub words: Vec<String>,
    /// The least number.
    #[serde(default)]
    pub least: Option<i64>,
    /// The most.
    #[serde(default)]
    pub most: Option<i64>,
    /// Whether it is the score of the game. It is seen by all.
    #[serde(default)]
    pub score: bool,
}

/// Who reads a track.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// Everybody.
    All,
    /// Its own seat, and the umpire.
    #[default]
    Own,
    /// The umpire alone.
    Umpire,
}

/// Where a track is: a number or a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Mark {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mark::Number(number) => number.fmt(f),
            Mark::Word(word) => word.fmt(f),
        }
    }
}

/// What becomes of a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It is set to this.
    To(Mark),
    /// So much is added.
    By(i64),
}

impl Change {
    /// Where a track is after it.
    pub fn of(&self, mark: &Mark) -> Mark {
        match (self, mark) {
            (Change::To(to), _) => to.clone(),
            (Change::By(more), Mark::Number(now)) => Mark::Number(now + more),
            (Change::By(_), Mark::Word(_)) => mark.clone(),
        }
    }
}

/// Something that orders should say, on a line `name: …` of its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// As orders name it.
    pub name: String,
    /// What it is: `words 1 to 30`, `number 0 to 6`, `one of attack, hold`.
    pub is: Kind,
}

/// What a field may hold.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Kind {
    /// So many words, least and most.
    Words(i64, i64),
    /// A number, least and most.
    Number(i64, i64),
    /// One of these.
    OneOf(Vec<String>),
}

impl TryFrom<String> for Kind {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let bounds = |text: &str| {
            let (least, most) = text.split_once(" to ")?;
            let (least, most) = (least.trim().parse().ok()?, most.trim().parse().ok()?);
            (least <= most).then_some((least, most))
        };
        let words = |text: &str| {
            let words = text.split(',').map(|it| it.trim().to_owned());
            let words: Vec<String> = words.filter(|it| !it.is_empty()).collect();
            (!words.is_empty()).then_some(Kind::OneOf(words))
        };
        let read = text.split_once(' ').and_then(|(kind, rest)| match kind {
            "words" => bounds(rest).map(|it| Kind::Words(it.0, it.1)),
            "number" => bounds(rest).map(|it| Kind::Number(it.0, it.1)),
            "one" => rest.strip_prefix("of ").and_then(words),
            _ => None,
        });
        read.ok_or_else(|| {
            format!(
                "`{text}` is no kind of field; write `words 1 to 30`, `number 0 to 6` or `one of \
                 attack, hold`"
            )
        })
    }
}

impl Field {
    /// What is wrong with a value: `a number from 0 to 6`; nothing if it fits.
    pub fn wanted(&self, value: &str) -> Option<String> {
        let (fits, wanted) = match &self.is {
            Kind::Words(least, most) => {
                let count = i64::try_from(value.split_whitespace().count()).unwrap_or(i64::MAX);
                (
                    (*least..=*most).contains(&count),
                    format!("{least} to {most} words"),
                )
            }
            Kind::Number(least, most) => {
                let number = value.parse().is_ok_and(|it| (*least..=*most).contains(&it));
                (number, format!("a number from {least} to {most}"))
            }
            Kind::OneOf(words) => {
                let word = words.iter().any(|it| it.eq_ignore_ascii_case(value));
                (word, format!("one of {}", words.join(", ")))
            }
        };
        (!fits).then_some(wanted)
    }
}

impl Track {
    /// Where it begins for a seat.
    pub fn begins(&self, seat: Seat) -> &Mark {
        self.starts.get(&seat).unwrap_or(&self.start)
    }

    /// Whether it can be this.
    pub fn allows(&self, mark: &Mark) -> bool {
        match mark {
            Mark::Word(word) => self.words.contains(word),
            Mark::Number(number) => self.words.is_empty() && self.bounds().contains(number),
        }
    }

    /// The numbers that it may be.
    pub fn bounds(&self) -> std::ops::RangeInclusive<i64> {
        self.least.unwrap_or(-MOST)..=self.most.unwrap_or(MOST)
    }

    /// The nearest mark that it may be.
    pub fn bounded(&self, mark: Mark) -> Mark {
        let (least, most) = (*self.bounds().start(), *self.bounds().end());
        match mark {
            Mark::Number(number) => Mark::Number(number.clamp(least, most)),
            Mark::Word(_) => mark,
        }
    }

    /// What it may be, in words.
    pub fn wanted(&self) -> String {
        let bounds = self.bounds();
        match self.words.as_slice() {
            [] => format!("it is a number from {} to {}", bounds.start(), bounds.end()),
            words => format!("it is one of {}", words.join(", ")),
        }
    }

    fn check(&self, seats: &[Seat]) -> Result<(), String> {
        let name = &self.name;
        let is_word = name.chars().all(|it| it.is_ascii_lowercase() || it == '-');
        if name.is_empty() || !is_word {
            return Err(format!(
                "a track is one word in small letters, not `{name}`"
            ));
        }
        let bounds = self.bounds();
        if *bounds.start() < -MOST || *bounds.end() > MOST {
            return Err(format!("track {name}: numbers are from -{MOST} to {MOST}"));
        }
        if let Some(stranger) = self.starts.keys().find(|it| !seats.contains(it)) {
            return Err(format!("track {name}: no seat is called `{stranger}`"));
        }
        let mut begins = seats.iter().map(|it| self.begins(*it));
        if let Some(mark) = begins.find(|it| !self.allows(it)) {
            return Err(format!("track {name} may not begin with {mark:?}"));
        }
        let is_score = self.seen == Seen::All && self.words.is_empty();
        if self.score && !is_score {
            return Err(format!("track {name}: a score is a number that all see"));
        }
        Ok(())
    }
}

impl Tables {
    /// Reads and checks them.
    ///
    /// # Errors
    /// A table at which nobody referees; names that are not there, or twice.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let card = card(pack)?;
        let seats: Vec<Seat> = card.seats.iter().map(|it| it.name).collect();
        let umpires = card.seats.iter().filter(|it| it.referees);
        let mut umpires = umpires.map(|it| it.name);
        let (Some(umpire), None) = (umpires.next(), umpires.next()) else {
            let problem = "one seat needs `referees = true`";
            return Err(DataError::new("seats.toml", problem));
        };
        let written: Written = pack.read(FILE)?;
        let wrong = |problem: String| DataError::new(FILE, problem);
        let mut tracks = written.tracks.iter();
        tracks.try_for_each(|it| it.check(&seats)).map_err(wrong)?;
        let names: BTreeSet<&String> = written.tracks.iter().map(|it| &it.name).collect();
        let apart = names.len() == written.tracks.len();
        DataError::unless(apart, FILE, || "two tracks have one name")?;
        let scores = written.tracks.iter().filter(|it| it.score).count();
        DataError::unless(scores <= 1, FILE, || "there is one score at most")?;
        let mut told = written.openings.iter().flat_map(|it| &it.to);
        if let Some(stranger) = told.find(|it| !seats.contains(it)) {
            return Err(wrong(format!("no seat is called `{stranger}`")));
        }
        Ok(Tables {
            card: card.seats,
            umpire,
            seats,
            openings: written.openings,
            tracks: written.tracks,
            fields: written.fields,
            phases: written.phases,
        })
    }

    /// The track of this name.
    pub fn track(&self, name: &str) -> &Track {
        let found = self.tracks.iter().find(|it| it.name == name);
        found.expect("orders name tracks of the table only")
    }

    /// The seats that play, in table order.
    pub fn players(&self) -> impl Iterator<Item = Seat> {
        self.seats.iter().copied().filter(|it| *it != self.umpire)
    }

    /// The names of all seats.
    pub fn seat_names(&self) -> Names {
        Names::new("seat", self.seats.iter().map(ToString::to_string))
    }

    /// Those of the seats that play.
    pub fn player_names(&self) -> Names {
        Names::new("seat", self.players().map(|it| it.to_string()))
    }

    /// The names of the tracks.
    pub fn track_names(&self) -> Names {
        Names::new("track", self.tracks.iter().map(|it| it.name.clone()))
    }

    /// All words that tracks may be.
    pub fn track_words(&self) -> Names {
        let words: BTreeSet<String> = self.tracks.iter().flat_map(|it| it.words.clone()).collect();
        Names::new("word", words)
    }
}
