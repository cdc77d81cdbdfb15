//! What a viewer may know: the tracks they may see; the free orders only if they referee.

use super::data::{Mark, Seen, Tables, Track};
use super::state::{Held, Phase, Roll, State};
use packetboat_core::prelude::*;

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// Whose view it is; `None`: the public's or the referee's.
        seat: Option<Seat> = viewer.seat(),
        /// Who referees.
        umpire: Seat = tables.umpire,
        /// The turn that is played.
        turn: u32 = state.turn,
        /// What this part of the turn is called.
        part: String = tables.phases[usize::from(state.phase >= Phase::Desk)].clone(),
        /// Whether free orders are collected, and not yet ruled on.
        writing: bool = state.phase < Phase::Desk,
        /// Those who play, in table order.
        players: Vec<Seat> = state.players(tables).collect(),
        /// Who has been put out of the game.
        out: BTreeSet<Seat> = state.out.clone(),
        /// The tracks that they may see, in the order of the table.
        tracks: Vec<Row> = rows(tables, state, viewer),
        /// The free orders of this turn, by those who referee only.
        orders: Vec<Written> = written(tables, state, viewer),
        /// The rolls of this turn, by those who referee only.
        rolls: Vec<Roll> = state.rolled().filter(|_| sees_all(tables, viewer)).cloned().collect(),
        /// The newest sheet of this turn's in which rolls were asked for.
        rolled_by: Option<u32> = state.rolled_by.filter(|_| sees_all(tables, viewer)),
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

/// A track, as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// As SET names it.
    pub name: String,
    /// Where it is, of the seats of which they know.
    pub marks: BTreeMap<Seat, Mark>,
    /// Of those who referee: what others were told last, where it is another.
    pub told: BTreeMap<Seat, Mark>,
    /// Who sees it.
    pub seen: Seen,
    /// The words that it may be; none: it is a number.
    pub words: Vec<String>,
}

/// What a player has written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// Who wrote it.
    pub seat: Seat,
    /// Their orders; empty: none.
    pub lines: Vec<String>,
    /// What is not as the form asks.
    pub lacks: Vec<Lack>,
}

/// A field of the form that was not filled in as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lack {
    /// The field.
    pub field: String,
    /// What was written; empty: nothing.
    pub found: String,
    /// What is wanted: `a number from 0 to 6`.
    pub wanted: String,
}

/// Whether somebody sees all.
pub(super) fn sees_all(tables: &Tables, viewer: Viewer) -> bool {
    viewer == Viewer::Referee || viewer.seat() == Some(tables.umpire)
}

/// Whether somebody knows what these were told; empty: all were.
pub(super) fn knows(tables: &Tables, viewer: Viewer, to: &[Seat]) -> bool {
    let is_named = || viewer.seat().is_some_and(|it| to.contains(&it));
    sees_all(tables, viewer) || to.is_empty() || is_named()
}

fn rows(tables: &Tables, state: &State, viewer: Viewer) -> Vec<Row> {
    let over = state.phase == Phase::Over;
    let all = over || sees_all(tables, viewer);
    let row = |track: &Track| {
        let seen_of = |seat: Seat, held: &Held| match (track.seen, viewer.seat() == Some(seat)) {
            _ if all => Some(held.now.clone()),
            (Seen::All | Seen::Own, true) => Some(held.own.clone()),
            (Seen::All, false) => Some(held.all.clone()),
            (Seen::Umpire, _) | (Seen::Own, false) => None,
        };
        let marks = || state.tracks.get(&track.name).into_iter().flatten();
        let seen = marks().filter_map(|(seat, held)| Some((*seat, seen_of(*seat, held)?)));
        let told = marks().filter(|_| all && !over);
        let told = told.filter_map(|it| Some((*it.0, it.1.last_told(track.seen)?.clone())));
        Row {
            name: track.name.clone(),
            marks: seen.collect(),
            told: told.collect(),
            seen: track.seen,
            words: track.words.clone(),
        }
    };
    let rows = tables.tracks.iter().map(row);
    rows.filter(|it| !it.marks.is_empty()).collect()
}

fn written(tables: &Tables, state: &State, viewer: Viewer) -> Vec<Written> {
    if !sees_all(tables, viewer) {
        return Vec::new();
    }
    let seats = state.playing(tables).into_iter();
    let all = seats.map(|seat| {
        let text = state.orders.get(&seat).map_or("", String::as_str);
        Written {
            seat,
            lines: text.lines().map(str::to_owned).collect(),
            lacks: lacks(tables, text),
        }
    });
    all.collect()
}

/// What a text does not say as the form asks; of none: nothing.
pub fn lacks(tables: &Tables, text: &str) -> Vec<Lack> {
    let said = |name: &str| {
        let mut lines = text.lines().filter_map(|it| it.split_once(':'));
        let found = lines.find(|it| it.0.trim().eq_ignore_ascii_case(name));
        let said = found.map_or("", |it| it.1).trim();
        said.trim_end_matches(['.', '!']).to_owned()
    };
    let fields = tables.fields.iter().filter(|_| !text.is_empty());
    let fields = fields.filter_map(|field| {
        let found = said(&field.name);
        let wanted = field.wanted(&found)?;
        let field = field.name.clone();
        Some(Lack {
            field,
            found,
            wanted,
        })
    });
    fields.collect()
}

impl View {
    /// Whether its seat referees.
    pub fn referees(&self) -> bool {
        self.seat == Some(self.umpire)
    }

    /// Whether a seat plays and is not out of the game.
    pub fn plays(&self, seat: Seat) -> bool {
        self.players.contains(&seat) && !self.out.contains(&seat)
    }

    /// Where a track of a seat is, as the viewer knows it.
    pub fn mark(&self, track: &str, seat: Seat) -> Option<&Mark> {
        self.tracks
            .iter()
            .find(|it| it.name == track)?
            .marks
            .get(&seat)
    }
}
