//! What one viewer may know (game file 7.5): the open side of the position, his own sealed side,
//! and other powers' ships as they are seen from outside.
//!
//! Not here: how it is shown (`faces`).

use super::data::Tables;
use super::ids::{At, PlaceId};
use super::men::Ships;
use super::state::{Deal, Open, Sealed, Shared, State};
use packetboat_core::prelude::*;
use std::fmt;
use std::sync::Arc;

/// What one viewer may know.
#[derive(Clone)]
pub struct View {
    /// The tables the game is played by.
    pub tables: Arc<Tables>,
    /// Who looks, if he plays.
    pub seat: Option<Seat>,
    /// The open side.
    pub open: Shared<Open>,
    /// The viewer's own sealed side.
    pub own: Option<Shared<Sealed>>,
    /// Deals the viewer is party to.
    pub deals: Vec<Deal>,
    /// All ships as they are seen from outside: one figure per power and place, own ones too.
    pub fleets: Vec<Fleet>,
}

/// The ships of one power in one place, as others see them: unlabelled, without men.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fleet {
    /// Whose.
    pub power: Seat,
    /// Where.
    pub at: At,
    /// How many of each kind.
    pub ships: Ships,
    /// Ducats aboard by origin.
    pub gold: BTreeMap<PlaceId, u32>,
}

impl View {
    /// The view of a viewer.
    pub fn of(tables: &Arc<Tables>, state: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        let own = seat.and_then(|it| state.sealed.get(&it)).cloned();
        let party = |it: &&Deal| seat.is_some_and(|seat| it.bond.parties().contains(&seat));
        View {
            tables: Arc::clone(tables),
            seat,
            open: state.open.clone(),
            own,
            deals: state.deals.iter().filter(party).cloned().collect(),
            fleets: fleets(state),
        }
    }

    /// Who looks.
    ///
    /// # Panics
    /// For spectators: only powers are asked.
    pub fn me(&self) -> Seat {
        self.seat.expect("a power looks")
    }

    /// The own sealed side.
    ///
    /// # Panics
    /// For spectators.
    pub fn mine(&self) -> &Sealed {
        self.own.as_deref().expect("a power looks")
    }

    /// Ships of others at a place.
    pub fn foreign_at(&self, at: At) -> impl Iterator<Item = &Fleet> {
        let fleets = self.fleets.iter();
        fleets.filter(move |it| it.at == at && Some(it.power) != self.seat)
    }
}

/// All ships as they are seen from outside, by power in seat order and place.
pub fn fleets(state: &State) -> Vec<Fleet> {
    let mut fleets: BTreeMap<(usize, At), Fleet> = BTreeMap::new();
    for (place, power) in state.open.table.iter().enumerate() {
        let Some(own) = state.sealed.get(power) else {
            continue;
        };
        let mut seen = |at: At, ships: Ships| {
            let empty = Fleet {
                power: *power,
                at,
                ships: Ships::NONE,
                gold: BTreeMap::new(),
            };
            let fleet = fleets.entry((place, at)).or_insert(empty);
            fleet.ships += ships;
        };
        for (at, ships) in &own.docks {
            seen(*at, *ships);
        }
        for expedition in own.expeditions.values() {
            seen(expedition.at, expedition.fleet());
        }
        for expedition in own.expeditions.values() {
            let fleet = fleets.get_mut(&(place, expedition.at)).expect("seen above");
            for lot in expedition.ships.iter().flat_map(|it| &it.gold) {
                *fleet.gold.entry(lot.origin).or_default() += lot.ducats;
            }
        }
    }
    fleets.into_values().collect()
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        // The tables are the same for everybody and never change.
        (self.seat, &self.own, &self.deals, &self.fleets)
            == (other.seat, &other.own, &other.deals, &other.fleets)
            && self.open == other.open
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("open", &self.open)
            .field("own", &self.own)
            .field("deals", &self.deals)
            .field("fleets", &self.fleets)
            .finish()
    }
}
