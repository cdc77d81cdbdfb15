//! A playthrough as a file: a game from its beginning, stop by stop, with every report as a golden
//! text beside it.
//!
//! `tests/playthroughs/<name>.toml` of a game says who sits there and what they mail; the reports
//! are in the folder of the same name, `<name>/03-red.txt` being what Red reads at the third stop.
//! They are made by the templates as they are mailed, order sheet and dice included.
//!
//! - `name`, `game`: what it shows, and the folder name of the game.
//! - `scenario`, `seats`, `[options]`: the founding, as in a rule case; the first scenario, all its
//!   seats and the defaults if left out.
//! - `seed`: a number for the dice.
//! - `players.red`: who plays a seat; a seat without one is a robot's: it is mailed nothing, and
//!   sends at every stop what a robot would.
//! - `deadline`: until when orders are wanted, as printed; no time is set if left out.
//! - `[[stop]]`, once for each stop played: its `turn` (`"6"`, `"6a"`, checked), and the sheets
//!   mailed there: `sheet.red`, as in a rule case. `robots = ["blue"]` lets these seats send what
//!   robots would, too; who sends nothing is silent. Then the deadline comes, and play goes on to
//!   the next stop.
//! - In a stop, what must have happened when play stops again, written as in a rule case
//!   ([`super::case`]): `events`, `absent`, `state`, `lines`, `gate`, `waits`, `reads`, `notes`,
//!   `faults`, `placings`, `unseen`.
//!
//! `packetboat-tools case FILE` plays it and prints what differs. `packetboat-tools simulate GAME
//! --playthrough FILE` writes one of a game of robots. With `PACKETBOAT_BLESS=1` the tests write
//! the reports again: read each before you commit it.
//!
//! Not here: playing (`run`), and writing a file (`record`).

pub mod record;
pub mod run;

use super::case::{Case, Mails};
use packetboat_core::engine::data::{DataError, Setting};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Reports by the names of their files: `03-red.txt`.
pub type Pages = BTreeMap<String, String>;

/// Lines around a difference that are shown.
const CONTEXT_LINES: usize = 2;

/// A game from its beginning. The words are explained in the documentation of this module.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playthrough {
    /// What it shows, in a sentence.
    pub name: String,
    /// Folder name of the game.
    pub game: String,
    /// The scenario; `None`: the game's first.
    pub scenario: Option<String>,
    /// The seats taken; empty: all of the scenario.
    #[serde(default)]
    pub seats: Vec<Seat>,
    /// Options that differ from their default.
    #[serde(default)]
    pub options: BTreeMap<String, Setting>,
    /// What the dice are made of.
    pub seed: u64,
    /// Who plays which seat; the others are robots.
    #[serde(default)]
    pub players: BTreeMap<Seat, String>,
    /// Until when orders are wanted, as printed.
    pub deadline: Option<String>,
    /// The stops that are played.
    #[serde(rename = "stop")]
    pub stops: Vec<Stop>,
}

/// One stop: what is mailed there, and what results from it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The sheet called for.
    pub turn: SheetNo,
    /// What each seat mails.
    #[serde(default)]
    pub sheet: BTreeMap<Seat, Mails>,
    /// Seats that send what a robot would.
    #[serde(default)]
    pub robots: BTreeSet<Seat>,
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
    /// Whom the next gate calls.
    pub gate: Option<BTreeSet<Seat>>,
    /// For whom the next gate waits.
    pub waits: Option<BTreeSet<Seat>>,
    /// Printed forms.
    #[serde(default)]
    pub reads: BTreeMap<Seat, Vec<String>>,
    /// Advice.
    #[serde(default)]
    pub notes: BTreeMap<Seat, Vec<String>>,
    /// Faults.
    #[serde(default)]
    pub faults: BTreeMap<Seat, Vec<String>>,
    /// How the game ended.
    pub placings: Option<BTreeMap<Seat, u8>>,
    /// Words that must not be seen, by seat or `public`.
    #[serde(default)]
    pub unseen: BTreeMap<String, Vec<String>>,
}

impl Playthrough {
    /// Reads a file; `name` is for messages.
    ///
    /// # Errors
    /// Names the file and the place that does not fit.
    pub fn read(name: &str, text: &str) -> Result<Self, DataError> {
        let wrong = |it: String| DataError::new(name, it);
        let read: Playthrough = toml::from_str(text).map_err(|it| wrong(it.to_string()))?;
        if read.stops.is_empty() {
            Err(wrong("a playthrough has a [[stop]] at least".to_owned()))
        } else {
            Ok(read)
        }
    }

    /// Whether a file is a playthrough, and no file of rule cases.
    pub fn is_one(text: &str) -> bool {
        text.lines().any(|it| it.trim_end() == "[[stop]]")
    }
}

impl Stop {
    /// What it expects, as a rule case says it.
    pub(super) fn expected(&self) -> Case {
        Case {
            events: self.events.clone(),
            absent: self.absent.clone(),
            lines: self.lines.clone(),
            state: self.state.clone(),
            gate: self.gate.clone(),
            waits: self.waits.clone(),
            reads: self.reads.clone(),
            notes: self.notes.clone(),
            faults: self.faults.clone(),
            placings: self.placings.clone(),
            unseen: self.unseen.clone(),
            ..Case::default()
        }
    }
}

/// Where the reports made differ from the golden ones: a finding for each file.
pub fn differences(made: &Pages, golden: &Pages) -> Vec<String> {
    let names: BTreeSet<&String> = made.keys().chain(golden.keys()).collect();
    let differs = names.into_iter().filter_map(|name| {
        Some(match (made.get(name), golden.get(name)) {
            (Some(made), Some(golden)) if made == golden => return None,
            (Some(made), Some(golden)) => {
                format!("{name} differs:\n{}", difference(golden, made))
            }
            (Some(_), None) => {
                format!("{name} lies nowhere; run the tests with PACKETBOAT_BLESS=1, and read it")
            }
            (None, _) => format!("{name}: no such report is made; take the file away"),
        })
    });
    differs.collect()
}

/// From the first line that differs to the last, as `diff` shows it, with a little around it.
fn difference(golden: &str, made: &str) -> String {
    let (golden, made): (Vec<_>, Vec<_>) = (golden.lines().collect(), made.lines().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(golden, made)| golden == made).count()
    };
    let before = same(&mut golden.iter().zip(&made));
    let (golden_rest, made_rest) = (&golden[before..], &made[before..]);
    let after = same(&mut golden_rest.iter().rev().zip(made_rest.iter().rev()));
    let (gone, new) = (golden_rest.len() - after, made_rest.len() - after);
    let start = before.saturating_sub(CONTEXT_LINES);
    let mut lines = vec![format!("from line {}", before + 1)];
    lines.extend(golden[start..before].iter().map(|it| format!("  {it}")));
    lines.extend(golden_rest[..gone].iter().map(|it| format!("- {it}")));
    lines.extend(made_rest[..new].iter().map(|it| format!("+ {it}")));
    let next = golden_rest[gone..].iter().take(CONTEXT_LINES);
    lines.extend(next.map(|it| format!("  {it}")));
    lines.join("\n") + "\n"
}
