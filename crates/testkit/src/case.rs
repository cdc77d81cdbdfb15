//! A rule case as a file: one rule, one position, one expectation, readable by anybody.
//!
//! A file names its game and holds any number of `[[case]]`:
//!
//! - `name`, `rule`: what it shows, and the id in `rules.toml` it is about.
//! - `given`: a position of `fixtures/`, or `founding`: a newly set up campaign, with `scenario`
//!   (left out: the game's first), `seats` (all) and `options` that are not at their default.
//! - `set."hands.north"`: a value of the state file, replaced; the quoted path leads to it, through
//!   an item of a list by its number: `set."traders.0.gold"`.
//! - `sheet.north`: the lines of a sheet, or a list of sheets mailed one after the other.
//! - `until`: `"gate"` (if left out), `"interrupt"`, `"end"`, `{ steps = n }`, or
//!   `{ event = "played seat=north" }`.
//! - `dice`: exactly these draws, faces of dice and orders after shuffles; left out: by chance,
//!   and unchecked.
//! - `events`: what must happen, in this order, with anything between; `absent`: what must not.
//! - `lines.north`: what became of orders of the last sheet: `1 done`, `2 in part`,
//!   `3 passed over`, `4 waiting`, `5 not needed`; the reasons or not: `3 passed over: reason`.
//! - `state."tokens.north.red"`: a value of the state file afterwards; of a list, a number or
//!   `last` names an item.
//! - `gate`, `waits`: the seats that the gate calls where play stopped, and those it waits for.
//! - `reads.north`: the printed forms of all lines understood in the last sheet.
//! - `notes.north`: all advice on lines of the last sheet: `line 1: you do not hold R1 now`.
//! - `news.north`: sentences at the head of the report, in this order, with anything between.
//! - `story.north`: what happened, as the report tells it: texts of events, in this order, with
//!   anything between.
//! - `faults.north`: all faults of all sheets: `line 1, column 6: reason; hint`, the hint or not.
//! - `placings`: how the game ended.
//! - `unseen.south`: words that must not be in the page of that seat, or of `public`, nor in its
//!   receipts; `printed`: parts of the page, such as `view.cards`, that are printed matter and the
//!   same for everybody, where any word may be.
//!
//! An event is written `name key=value …` over those of its fields that are words, numbers or
//! flags (a list cannot be written); an event that happened fits if its name is the same and each
//! field written has that value. A gate that is called where play does not stop is passed as if
//! its deadline had come; so is the gate at which a position begins.
//!
//! A case fails that expects nothing to happen, leaves dice over, cites an unknown rule, names an
//! unknown position, or holds a faulty line it does not expect.
//!
//! Not here: playing and comparing (`run_case`), and whole games with their reports
//! (`playthrough`).

use packetboat_core::engine::data::{DataError, DataPack, Setting};
use packetboat_core::engine::seat::Seat;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The `given` of a case that begins with a newly set up campaign.
pub const FOUNDING: &str = "founding";

/// A file of cases.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// Folder name of the game.
    pub game: String,
    /// The cases, in written order.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
}

impl CaseFile {
    /// Reads a file; `name` is for messages.
    ///
    /// # Errors
    /// Names the file and the place that does not fit.
    pub fn read(name: &str, text: &str) -> Result<Self, DataError> {
        toml::from_str(text).map_err(|it| DataError::new(name, it.to_string()))
    }
}

/// One case. The words are explained in the documentation of this module.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it shows, in a sentence.
    pub name: String,
    /// The rule it is about.
    pub rule: String,
    /// The position it begins at.
    pub given: String,
    /// With `founding`: the scenario; `None`: the game's first.
    pub scenario: Option<String>,
    /// With `founding`: the seats taken; empty: all.
    #[serde(default)]
    pub seats: Vec<Seat>,
    /// With `founding`: options that differ from their default.
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    /// Paths into the state, and what to put there.
    #[serde(default)]
    pub set: toml::Table,
    /// What each seat mails.
    #[serde(default)]
    pub sheet: BTreeMap<Seat, Mails>,
    /// Where to stop.
    #[serde(default)]
    pub until: Until,
    /// The draws; `None`: by chance.
    pub dice: Option<Vec<u32>>,
    /// What must happen.
    #[serde(default)]
    pub events: Vec<String>,
    /// What must not happen.
    #[serde(default)]
    pub absent: Vec<String>,
    /// What became of lines.
    #[serde(default)]
    pub lines: BTreeMap<Seat, Vec<String>>,
    /// Paths into the state, and what must be there.
    #[serde(default)]
    pub state: toml::Table,
    /// Whom the gate calls.
    pub gate: Option<BTreeSet<Seat>>,
    /// For whom the gate waits.
    pub waits: Option<BTreeSet<Seat>>,
    /// Printed forms.
    #[serde(default)]
    pub reads: BTreeMap<Seat, Vec<String>>,
    /// Advice.
    #[serde(default)]
    pub notes: BTreeMap<Seat, Vec<String>>,
    /// Sentences at the head of a report.
    #[serde(default)]
    pub news: BTreeMap<Seat, Vec<String>>,
    /// Events as the report tells them.
    #[serde(default)]
    pub story: BTreeMap<Seat, Vec<String>>,
    /// Faults.
    #[serde(default)]
    pub faults: BTreeMap<Seat, Vec<String>>,
    /// How the game ended.
    pub placings: Option<BTreeMap<Seat, u8>>,
    /// Parts of a page that are printed matter.
    #[serde(default)]
    pub printed: Vec<String>,
    /// Words that must not be seen, by seat or `public`.
    #[serde(default)]
    pub unseen: BTreeMap<String, Vec<String>>,
}

impl Case {
    /// Whether it expects anything to be there; that something is absent or unseen is always so
    /// where nothing happens.
    pub fn expects_something(&self) -> bool {
        !(self.events.is_empty()
            && self.lines.is_empty()
            && self.state.is_empty()
            && self.gate.is_none()
            && self.waits.is_none()
            && self.reads.is_empty()
            && self.notes.is_empty()
            && self.news.is_empty()
            && self.story.is_empty()
            && self.faults.is_empty()
            && self.placings.is_none())
    }
}

/// What a seat mails before play begins.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Mails {
    /// One sheet.
    One(String),
    /// Several, the oldest first.
    Several(Vec<String>),
}

impl Mails {
    /// The bodies, the oldest first.
    pub fn bodies(&self) -> &[String] {
        match self {
            Mails::One(body) => std::slice::from_ref(body),
            Mails::Several(bodies) => bodies,
        }
    }
}

/// Where a case stops.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// At the next gate.
    #[default]
    Gate,
    /// At a question by mail.
    Interrupt,
    /// When the game is over.
    End,
    /// After this many steps.
    #[serde(untagged)]
    Steps {
        /// How many; 0 reads the sheets and plays nothing.
        steps: u32,
    },
    /// After the first step that reports such an event.
    #[serde(untagged)]
    Event {
        /// The event.
        event: String,
    },
}

/// One rule of `rules.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What a case cites.
    pub id: String,
    /// Where it is: a heading of the rulebook, a ruling, a part of the order language.
    pub source: String,
    /// The rule, in one sentence of our own.
    pub text: String,
    /// Why no doc comment cites its number, as that of what plays it does (`tests/docs/cited.rs`).
    #[serde(default)]
    pub nowhere: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleList {
    #[serde(default, rename = "rule")]
    rules: Vec<Rule>,
}

/// The rules of a game that cases may cite.
///
/// # Errors
/// A list that cannot be read, or an id that is there twice.
pub fn rules(pack: &DataPack) -> Result<Vec<Rule>, DataError> {
    let list: RuleList = pack.read("rules.toml")?;
    let mut ids = BTreeSet::new();
    if let Some(twice) = list.rules.iter().find(|it| !ids.insert(&it.id)) {
        let why = format!("the rule `{}` is listed twice", twice.id);
        return Err(DataError::new("rules.toml", why));
    }
    Ok(list.rules)
}

/// The rules that no case cites.
pub fn uncovered<'a>(rules: &'a [Rule], files: &[CaseFile]) -> Vec<&'a Rule> {
    let cases = files.iter().flat_map(|it| &it.cases);
    let cited: BTreeSet<&str> = cases.map(|it| it.rule.as_str()).collect();
    let open = rules.iter().filter(|it| !cited.contains(it.id.as_str()));
    open.collect()
}
