//! What a viewer may know: everything but orders.

use super::data::Tables;
use super::judge::lawful::Units;
use super::place::{Province, Unit};
use super::state::{Dislodged, Phase, Stage, State};
use packetboat_core::prelude::*;

/// A power, as all see it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Power {
    /// Its seat.
    pub seat: Seat,
    /// Its units.
    pub units: BTreeSet<Unit>,
    /// Its supply centres.
    pub centres: BTreeSet<Province>,
    /// How many units it may build when winter comes; below 0: must disband.
    pub adjustment: i64,
    /// Whether it has neither units nor centres.
    pub out: bool,
}

impl Power {
    fn of(tables: &Tables, state: &State, seat: Seat) -> Self {
        Power {
            seat,
            units: state.units[&seat].clone(),
            centres: state.centres[&seat].clone(),
            adjustment: state.adjustment(tables, seat),
            out: state.is_out(seat),
        }
    }
}

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// Whose view it is; `None`: the public's.
        seat: Option<Seat> = viewer.seat(),
        /// The year, counted from 1.
        turn: u32 = state.turn,
        /// The year as the calendar has it.
        year: u32 = tables.first_year + state.turn - 1,
        /// The last year.
        last_year: u32 = tables.first_year + state.turns - 1,
        /// The part of the year, from 1.
        part: u8 = state.part,
        /// What is ordered now.
        stage: Stage = state.stage(),
        /// So many supply centres win.
        centres_to_win: u32 = tables.centres_to_win,
        /// The powers, in table order.
        powers: Vec<Power> = state.seats.iter().map(|it| Power::of(tables, state, *it)).collect(),
        /// How many units the viewer may build now; below 0: must disband.
        adjustment: i64 = match (state.stage(), viewer.seat()) {
            (Stage::Adjustments, Some(seat)) => state.adjustment(tables, seat),
            _ => 0,
        },
        /// Where the viewer may build.
        sites: BTreeSet<Province> = match viewer.seat() {
            Some(seat) => state.free_homes(tables, seat),
            None => BTreeSet::new(),
        },
        /// All units that stand, by province.
        #[serde(skip)]
        standing: Units = state.standing(),
        /// Who owns each supply centre that is owned.
        #[serde(skip)]
        owners: BTreeMap<Province, Seat> = state.owners(),
        /// Units that must retreat.
        dislodged: Vec<Dislodged> = state.dislodged.clone(),
        /// Who has something to decide now.
        called: Vec<Seat> = state.called(tables),
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

impl View {
    /// This power; `None`: the viewer's.
    pub fn power(&self, seat: Option<Seat>) -> Option<&Power> {
        let seat = seat.or(self.seat)?;
        self.powers.iter().find(|it| it.seat == seat)
    }

    /// The sheet now open.
    pub fn sheet(&self) -> SheetNo {
        let (turn, part) = (self.turn, self.part);
        SheetNo { turn, part }
    }

    /// The viewer's units that must retreat, and may.
    pub fn retreating(&self) -> impl Iterator<Item = &Dislodged> {
        let all = self.dislodged.iter();
        all.filter(|it| Some(it.seat) == self.seat && !it.to.is_empty())
    }
}
