//! A game's data files, frozen into each campaign, and the card that describes the game.

use super::seat::Seat;
use crate::gather::Gather;
use crate::lang::sheet_names::SheetNames;
use crate::textfile;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// All the TOML files of one game, by path under `games/<id>/`; frozen into each campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DataPack {
    /// Path to text.
    pub files: BTreeMap<String, String>,
}

/// Files that the program carries, by their paths in a folder of this name.
pub(super) fn in_folder(name: &str, files: &[(&str, &str)]) -> BTreeMap<String, String> {
    let own = |it: &(&str, &str)| (format!("{name}/{}", it.0), it.1.to_owned());
    files.iter().map(own).into_map()
}

impl DataPack {
    /// Of files that the program carries, by path.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let own = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
        DataPack {
            files: files.iter().map(own).into_map(),
        }
    }

    /// Reads one file.
    ///
    /// # Errors
    /// Names the file, and line and column where the TOML does not fit.
    pub fn read<T: DeserializeOwned>(&self, path: &str) -> Result<T, DataError> {
        let text = self
            .files
            .get(path)
            .ok_or_else(|| DataError::new(path, "there is no such file"))?;
        textfile::fit(path, text).map_err(|fault| {
            let line = fault.line.map(|it| format!("line {it}: "));
            let hint = match fault.hint.as_str() {
                "" => String::new(),
                hint => format!("; {hint}"),
            };
            DataError::new(path, line.unwrap_or_default() + &fault.problem + &hint)
        })
    }
}

/// Data that does not fit the rules; names the file and the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct DataError {
    /// Path under the game's folder.
    pub file: String,
    /// What is wrong, and what was expected.
    pub problem: String,
}

impl DataError {
    /// An error about one file.
    pub fn new(file: impl Into<String>, problem: impl Into<String>) -> Self {
        DataError {
            file: file.into(),
            problem: problem.into(),
        }
    }

    /// An error about one file, unless it holds.
    ///
    /// ```
    /// use packetboat_core::engine::data::DataError;
    /// assert!(DataError::unless(6 > 0, "tables.toml", || "a die needs sides").is_ok());
    /// let error = DataError::unless(0 > 0, "tables.toml", || "a die needs sides").unwrap_err();
    /// assert_eq!(error.to_string(), "tables.toml: a die needs sides");
    /// ```
    ///
    /// # Errors
    /// It does not hold.
    pub fn unless<W: Into<String>>(
        holds: bool,
        file: &str,
        problem: impl FnOnce() -> W,
    ) -> Result<(), DataError> {
        if holds {
            Ok(())
        } else {
            Err(DataError::new(file, problem()))
        }
    }
}

/// `game.toml`: what a referee must know to start a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameCard {
    /// The printed title.
    pub title: String,
    /// The rulebook the rules follow.
    pub rulebook: String,
    /// One sentence for the list of games.
    pub blurb: String,
    /// How many seats must be filled at least.
    pub seats_min: u8,
    /// The seats, in table order.
    #[serde(rename = "seat")]
    pub seats: Vec<SeatCard>,
    /// Who says which seats there are, if not the game.
    #[serde(default, rename = "seats", skip_serializing_if = "Option::is_none")]
    pub seated_by: Option<SeatedBy>,
    /// How many parts a turn has for sheets: 0 for whole turns.
    #[serde(default)]
    pub sheet_parts: u8,
    /// What its sheets are called and what kind each is of, one for each part of a turn, in order;
    /// none: they go by their numbers.
    #[serde(default, rename = "sheet", skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<SheetCard>,
    /// The year of turn 1, which the names of sheets hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_year: Option<u32>,
    /// Whether there is anything that not everybody sees: `false` only for games such as Nim. A
    /// test holds it against what the rules declare as secret.
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub hides: bool,
    /// Whether anything is rolled or drawn: where it is `false`, mails say nothing of dice. A
    /// test holds it against what is drawn in games of robots.
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub dice: bool,
    /// What points are, one of them, if not points: `supply centre`.
    #[serde(default = "point", skip_serializing_if = "is_point")]
    pub point: String,
    /// The scenarios, the default first.
    #[serde(rename = "scenario")]
    pub scenarios: Vec<ScenarioCard>,
    /// The options a campaign may set.
    #[serde(default, rename = "option")]
    pub options: Vec<OptionCard>,
}

/// A sheet of a turn as `game.toml` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetCard {
    /// What it is called, with `*` for the year: `S*M`. All sheets of a game have a name, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind that it is of: a word such as `movement`, for which campaign.toml may set deadlines
    /// of their own. All sheets have one, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What HELP says that it is, with `*` for the year: `the moves of spring *`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// Who says which seats there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatedBy {
    /// Each campaign: its `seats.toml`, where it has one, comes in place of the card's own seats
    /// and title.
    #[serde(rename = "by campaign")]
    Campaign,
}

/// `seats.toml`: who sits at the table of one campaign.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seating {
    #[serde(default)]
    title: Option<String>,
    #[serde(rename = "seat")]
    seats: Vec<SeatCard>,
}

/// The file of a campaign that says who sits at its table.
pub const SEATING: &str = "seats.toml";

/// What points are in most games.
fn point() -> String {
    "point".to_owned()
}

fn is_point(word: &str) -> bool {
    word == "point"
}

/// Most games hide something, and have dice or cards.
fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_so(flag: &bool) -> bool {
    *flag
}

impl GameCard {
    /// The card in these files, with the seats of the campaign where it brings them.
    ///
    /// # Errors
    /// A card, or a list of seats, that does not fit.
    pub fn of(pack: &DataPack) -> Result<Self, DataError> {
        let mut card: GameCard = pack.read("game.toml")?;
        card.sheet_names()?;
        if card.seated_by.is_none() || !pack.files.contains_key(SEATING) {
            return Ok(card);
        }
        let seating: Seating = pack.read(SEATING)?;
        let names: BTreeSet<Seat> = seating.seats.iter().map(|it| it.name).collect();
        DataError::unless(
            names.len() == seating.seats.len(),
            SEATING,
            || "two seats have one name",
        )?;
        card.title = seating.title.unwrap_or(card.title);
        card.seats = seating.seats;
        Ok(card)
    }

    /// What its sheets are called, and of what kind each is.
    ///
    /// # Errors
    /// Kinds that are no words, and names that do not fit the parts of a turn, or cannot be told
    /// from each other.
    pub fn sheet_names(&self) -> Result<SheetNames, DataError> {
        let wrong = |problem: String| DataError::new("game.toml", problem);
        let names: Vec<&str> = self
            .sheets
            .iter()
            .flat_map(|it| it.name.as_deref())
            .collect();
        self.one_each("a name", names.len())?;
        self.check_kinds()?;
        let abouts: Vec<String> = self.sheets.iter().flat_map(|it| it.about.clone()).collect();
        self.one_each("an about", abouts.len())?;
        let kinds: Vec<String> = self.sheets.iter().flat_map(|it| it.kind.clone()).collect();
        let names = match (names.is_empty(), self.first_year) {
            (true, None) => Ok(SheetNames::NONE),
            (true, Some(_)) => Err(wrong("first_year is for sheets that have names".to_owned())),
            (false, None) => Err(wrong("names of sheets need a first_year".to_owned())),
            (false, Some(year)) => SheetNames::new(year, names).map_err(wrong),
        }?;
        Ok(match (kinds.is_empty(), abouts.is_empty()) {
            (true, true) => names,
            _ => names.with(kinds, abouts),
        })
    }

    fn check_kinds(&self) -> Result<(), DataError> {
        let kinds = || self.sheets.iter().flat_map(|it| it.kind.as_deref());
        let is_letter = |it: char| it.is_ascii_lowercase();
        let is_word = |kind: &str| {
            kind.starts_with(is_letter) && kind.chars().all(|it| is_letter(it) || it == '-')
        };
        DataError::unless(
            kinds().all(is_word),
            "game.toml",
            || "the kind of a sheet is a word in small letters, such as `movement`",
        )?;
        self.one_each("a kind", kinds().count())
    }

    /// All sheets of a turn have it, or none.
    fn one_each(&self, what: &str, count: usize) -> Result<(), DataError> {
        let parts = usize::from(self.sheet_parts.max(1));
        let fits = self.sheets.len() == parts && self.sheet_parts != 1;
        let fits = count == 0 || (fits && count == parts);
        DataError::unless(fits, "game.toml", || {
            format!("a turn has {parts} sheets (sheet_parts), and {count} of them have {what}")
        })
    }

    /// The seats a scenario is for, in table order.
    pub fn places(&self, scenario: &ScenarioCard) -> Vec<Seat> {
        let names = self.seats.iter().map(|it| it.name);
        names
            .filter(|it| scenario.seats.is_empty() || scenario.seats.contains(it))
            .collect()
    }

    fn seated(&self, scenario: &ScenarioCard, wanted: &[Seat]) -> Result<Vec<Seat>, String> {
        let places = self.places(scenario);
        if let Some(stranger) = wanted.iter().find(|it| !places.contains(it)) {
            let name = &scenario.name;
            return Err(format!("scenario {name} has no seat called `{stranger}`"));
        }
        let taken: Vec<Seat> = places
            .into_iter()
            .filter(|it| wanted.is_empty() || wanted.contains(it))
            .collect();
        if taken.len() < usize::from(self.seats_min) {
            let (least, found) = (self.seats_min, taken.len());
            return Err(format!("at least {least} seats must be taken, not {found}"));
        }
        Ok(taken)
    }

    fn settings(
        &self,
        given: &BTreeMap<String, Setting>,
    ) -> Result<BTreeMap<String, Setting>, String> {
        if let Some(name) = given
            .keys()
            .find(|key| self.options.iter().all(|it| it.name != **key))
        {
            return Err(format!("there is no option called `{name}`"));
        }
        let filled = self.options.iter().map(|option| {
            let value = given.get(&option.name).unwrap_or(&option.default);
            let value = option.meant(value);
            option.allows(&value)?;
            Ok((option.name.clone(), value))
        });
        filled.collect()
    }
}

impl OptionCard {
    /// A value as it is kept: a word that is a number, such as a year, may be written as one.
    pub fn meant(&self, value: &Setting) -> Setting {
        match value {
            Setting::Number(number) if self.values.contains(&number.to_string()) => {
                Setting::Word(number.to_string())
            }
            value => value.clone(),
        }
    }

    fn allows(&self, value: &Setting) -> Result<(), String> {
        let wanted = match (value, self.range, self.values.as_slice()) {
            (Setting::Switch(_), None, []) => return Ok(()),
            (Setting::Number(given), Some([least, most]), _) if (least..=most).contains(given) => {
                return Ok(());
            }
            (Setting::Word(word), None, words) if words.contains(word) => return Ok(()),
            (_, Some([least, most]), _) => format!("a number from {least} to {most}"),
            (_, None, []) => "true or false".to_owned(),
            (_, None, words) => words.join(" or "),
        };
        Err(format!("option {} must be {wanted}", self.name))
    }
}

/// A seat as `game.toml` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatCard {
    /// The seat's name, as players write it.
    pub name: Seat,
    /// How it is printed: `North`.
    pub title: String,
    /// Whether whoever sits there referees: a person, who is called like a player. Then no seat has
    /// a robot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub referees: bool,
}

/// How a seat is printed; one that is not on the card by its name.
pub fn title(card: &[SeatCard], seat: Seat) -> String {
    let found = card.iter().find(|it| it.name == seat);
    found.map_or_else(|| seat.to_string(), |it| it.title.clone())
}

/// A scenario as `game.toml` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioCard {
    /// What `--scenario` and campaign.toml name.
    pub name: String,
    /// One sentence.
    pub help: String,
    /// The seats it is for; empty: all.
    #[serde(default)]
    pub seats: Vec<Seat>,
}

/// An option as `game.toml` lists it: exactly one of `values` and `range`, or neither for a bool.
///
/// Three names mean the same in every game: `turns`, the longest a game may be, which tests make
/// short; `pace`, where the gates are, and `interrupts`, whether questions go out by mail, all of
/// whose values tests and simulators play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionCard {
    /// The key under `[options]`.
    pub name: String,
    /// What counts when campaign.toml does not say.
    pub default: Setting,
    /// The words it may be.
    #[serde(default)]
    pub values: Vec<String>,
    /// Smallest and largest number it may be.
    #[serde(default)]
    pub range: Option<[i64; 2]>,
    /// What it does, in a sentence or two.
    pub help: String,
    /// What is so with a value, where `help` speaks of all of them or of another.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub means: BTreeMap<String, String>,
    /// The ruling it switches, if any: `R12`.
    #[serde(default)]
    pub ruling: Option<String>,
}

impl OptionCard {
    /// What is so with this value.
    pub fn said(&self, value: &Setting) -> &str {
        self.means.get(&value.to_string()).unwrap_or(&self.help)
    }
}

/// The value of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "an option is true, false, a whole number or a word in quotes"
)]
pub enum Setting {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// One of the words listed.
    Word(String),
}

impl Setting {
    /// As it is written in a TOML file: a word in quotes.
    pub fn in_toml(&self) -> String {
        match self {
            Setting::Word(word) => toml::Value::from(word.as_str()).to_string(),
            other => other.to_string(),
        }
    }
}

/// As it is written after `--option NAME=`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Switch(switch) => switch.fmt(f),
            Setting::Number(number) => number.fmt(f),
            Setting::Word(word) => word.fmt(f),
        }
    }
}

/// How a campaign begins: scenario, seats taken, options with defaults filled in. Checked against
/// the card before a game sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founding {
    /// Name of a scenario of the card.
    pub scenario: String,
    /// The seats taken, in table order.
    pub seats: Vec<Seat>,
    /// A value for every option of the card.
    pub options: BTreeMap<String, Setting>,
}

impl Founding {
    /// Fills in defaults and checks against the card: `scenario` `None` is the first one, `seats`
    /// empty are all it is for; options not given have their defaults.
    ///
    /// # Errors
    /// An unknown scenario, seat or option, too few seats, or a value the card does not allow.
    pub fn new(
        card: &GameCard,
        scenario: Option<&str>,
        seats: &[Seat],
        options: &BTreeMap<String, Setting>,
    ) -> Result<Self, DataError> {
        let wrong = |problem: String| DataError::new("game.toml", problem);
        let played = match scenario {
            Some(name) => card.scenarios.iter().find(|it| it.name == name),
            None => card.scenarios.first(),
        };
        let played = played.ok_or_else(|| {
            let names: Vec<&str> = card.scenarios.iter().map(|it| it.name.as_str()).collect();
            let unknown = scenario.unwrap_or_default();
            wrong(format!(
                "no scenario is called `{unknown}`; there are {}",
                names.join(", ")
            ))
        })?;
        Ok(Founding {
            scenario: played.name.clone(),
            seats: card.seated(played, seats).map_err(wrong)?,
            options: card.settings(options).map_err(wrong)?,
        })
    }

    /// The value of a bool option.
    ///
    /// # Panics
    /// If the card lists no such option: a mistake in the game's code.
    pub fn switch(&self, name: &str) -> bool {
        match &self.options[name] {
            Setting::Switch(switch) => *switch,
            other => panic!("option {name} is not a switch but {other:?}"),
        }
    }

    /// The same of an option that the game has not always had: off in campaigns of before.
    ///
    /// # Panics
    /// If the option has other values: a mistake of the game.
    pub fn switch_since(&self, name: &str) -> bool {
        self.options.contains_key(name) && self.switch(name)
    }

    /// Whether a word option that the game has not always had is this one; in campaigns of before
    /// it is not.
    ///
    /// # Panics
    /// If the option has no words for values: a mistake of the game.
    pub fn is_since(&self, name: &str, word: &str) -> bool {
        self.options.contains_key(name) && self.word(name) == word
    }

    /// The value of a number option.
    ///
    /// # Panics
    /// If the card lists no such option, or allows less than 0: a mistake of the game.
    pub fn number(&self, name: &str) -> u32 {
        match &self.options[name] {
            Setting::Number(number) => u32::try_from(*number).expect("options count from 0"),
            other => panic!("option {name} is not a number but {other:?}"),
        }
    }

    /// The value of a word option.
    ///
    /// # Panics
    /// If the card lists no such option: a mistake in the game's code.
    pub fn word(&self, name: &str) -> &str {
        match &self.options[name] {
            Setting::Word(word) => word,
            other => panic!("option {name} is not a word but {other:?}"),
        }
    }
}
