//! What is open on the map and the tracks, and how one step of a card changes it.
//!
//! Not here: which steps a card takes (`bind`), and how a card is played (`phases`).

use super::data::{Act, Area, AreaCard, Card, Part, Region, Shade, Tables, Whose};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;
use std::cmp::Reverse;

/// What is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The players, in the order of play.
    pub order: Vec<Seat>,
    /// Victory points and Royal Support of each.
    pub crowns: BTreeMap<Seat, Crown>,
    /// The colonies.
    #[serde(default)]
    pub colonies: BTreeMap<Area, Colony>,
    /// The Isolations that are on regions, the oldest first.
    #[serde(default)]
    pub isolations: Vec<Isolation>,
}

/// How far a player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Crown {
    /// Victory points.
    pub vp: u32,
    /// The square of Royal Support, from 0.
    pub square: u32,
}

/// A colony.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Colony {
    /// The seat that owns the Colony.
    pub seat: Seat,
    /// In which state.
    pub state: Shade,
}

/// An Isolation on a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Isolation {
    /// The region that is isolated.
    pub region: Region,
    /// Who laid it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// Why a step cannot be done in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its words say")]
pub enum Bar {
    Isolated,
    Empty,
    Occupied,
    Yours,
    NotYours,
    Successful,
    Struggling,
    /// It is beside no colony of the player's.
    Far,
    /// The card has taken it already.
    Taken,
    /// It is not connected to the others.
    Apart,
    /// The card takes one in each region.
    SameRegion,
    /// The card is for one region.
    OneRegion,
    /// Its player has no other Successful colony in the region, as the card asks.
    NotHeld,
    /// It is no colony of who has most.
    NotMost,
    /// More than the other side has to match it.
    Unmatched,
    /// No area is of that group.
    NoneSuch,
}

/// A step of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// The area that was hit.
    pub area: Area,
    /// What is done there.
    pub does: Act,
}

impl Colony {
    /// Whether it is face up.
    pub fn thrives(&self) -> bool {
        self.state == Shade::Successful
    }
}

impl World {
    /// How far a player is.
    ///
    /// # Panics
    /// If they are not at the table.
    pub fn crown(&self, seat: Seat) -> Crown {
        *self.crowns.get(&seat).expect("a seat at the table")
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// If they are not at the table.
    pub fn crown_mut(&mut self, seat: Seat) -> &mut Crown {
        self.crowns.get_mut(&seat).expect("a seat at the table")
    }

    /// Whose colony is in an area.
    pub fn owner(&self, area: Area) -> Option<Seat> {
        self.colonies.get(&area).map(|it| it.seat)
    }

    /// The players from one, that one first.
    pub fn seats_from(&self, seat: Seat) -> Vec<Seat> {
        let mut order = self.order.clone();
        let at = order.iter().position(|it| *it == seat).unwrap_or(0);
        order.rotate_left(at);
        order
    }

    /// The players from the left of one, that one last.
    pub fn left_of(&self, seat: Seat) -> Vec<Seat> {
        let mut order = self.seats_from(seat);
        order.rotate_left(1);
        order
    }

    /// The other players, from the left of one.
    pub fn others(&self, seat: Seat) -> Vec<Seat> {
        let mut others = self.left_of(seat);
        others.retain(|it| *it != seat);
        others
    }

    /// Whether an Isolation is on the region of an area.
    pub fn closed(&self, tables: &Tables, area: Area) -> bool {
        self.isolated(tables.map.area(area).region)
    }

    /// Whether an Isolation is on a region, one or more (R24).
    pub fn isolated(&self, region: Region) -> bool {
        self.isolations.iter().any(|it| it.region == region)
    }

    /// How many colonies of a player fit, isolated ones too (R16).
    pub fn count(&self, seat: Seat, such: impl Fn(&Colony) -> bool) -> u32 {
        let own = self.colonies.values().filter(|it| it.seat == seat);
        few(own.filter(|it| such(it)))
    }

    /// His colonies in either state.
    pub fn all_of(&self, seat: Seat) -> u32 {
        self.count(seat, |_| true)
    }

    /// Whether a Successful colony of the player's is there.
    pub fn thrives(&self, seat: Seat, area: Area) -> bool {
        let there = self.colonies.get(&area);
        there.is_some_and(|it| it.seat == seat && it.thrives())
    }

    /// Whether another Successful colony of the player's is in the region of an area.
    pub fn thrives_near(&self, tables: &Tables, seat: Seat, area: Area) -> bool {
        let mut region = tables.map.of_region(tables.map.area(area).region);
        region.any(|it| it != area && self.thrives(seat, it))
    }

    /// The monopolies a player holds, each by its areas (R47).
    pub fn monopolies(&self, tables: &Tables, seat: Seat) -> Vec<Vec<Area>> {
        let mut all = tables.map.monopolies();
        all.retain(|it| it.iter().all(|area| self.thrives(seat, *area)));
        all
    }

    /// How many monopolies a Successful colony in an area would complete for a player.
    pub fn makes(&self, tables: &Tables, seat: Seat, area: Area) -> i64 {
        if self.thrives(seat, area) {
            0
        } else {
            self.shared(tables, seat, area)
        }
    }

    /// How many monopolies of its owner the colony in an area is part of.
    pub fn breaks(&self, tables: &Tables, area: Area) -> i64 {
        let there = self.colonies.get(&area).filter(|it| it.thrives());
        there.map_or(0, |it| self.shared(tables, it.seat, area))
    }

    /// In how many sets of an area a player holds all others.
    fn shared(&self, tables: &Tables, seat: Seat, area: Area) -> i64 {
        let card = tables.map.area(area);
        let held = |such: &dyn Fn(&AreaCard) -> bool| {
            let areas = tables.map.areas.iter();
            let mut others = areas.filter(|it| it.code != area && such(it));
            i64::from(others.all(|it| self.thrives(seat, it.code)))
        };
        held(&|it| it.region == card.region) + held(&|it| it.export == card.export)
    }

    /// Whether a colony of the player's is beside an area, a Struggling or isolated one too (R16).
    pub fn beside(&self, tables: &Tables, seat: Seat, area: Area) -> bool {
        let mut beside = tables.map.area(area).beside.iter();
        beside.any(|it| self.owner(*it) == Some(seat))
    }

    /// The players who have most colonies on the map, in any state (R18); none: there are none.
    pub fn most(&self) -> Vec<Seat> {
        let number = |it: &Seat| self.all_of(*it);
        let most = self.order.iter().map(number).max().unwrap_or(0);
        let order = self.order.iter().copied();
        order.filter(|it| most > 0 && number(it) == most).collect()
    }

    /// Of the opponents the best by this, then by points, then by place from the left.
    pub fn best_other<K: Ord>(&self, me: Seat, key: impl Fn(Seat) -> K) -> Option<Seat> {
        let others = self.others(me).into_iter().enumerate();
        let best = others.max_by_key(|(at, it)| (key(*it), self.crown(*it).vp, Reverse(*at)));
        best.map(|it| it.1)
    }

    /// The opponent with most points.
    pub fn leader(&self, me: Seat) -> Option<Seat> {
        self.best_other(me, |it| self.crown(it).vp)
    }

    /// Whether a step of this kind can be done in an area now.
    ///
    /// What makes colonies Struggling (Blight, Disease, War) takes only Successful ones (R2). What
    /// replaces takes own Struggling ones too, as Raiders do; the data of Rescue Voyage say that it
    /// takes none of one's own (R19).
    pub fn allows(&self, tables: &Tables, me: Seat, part: &Part, area: Area) -> bool {
        self.bars(tables, me, part, area).is_none()
    }

    /// What keeps it from being done there.
    pub fn bars(&self, tables: &Tables, me: Seat, part: &Part, area: Area) -> Option<Bar> {
        // Only what makes colonies Successful goes on under an Isolation (R15).
        if part.does != Act::Repair && self.closed(tables, area) {
            return Some(Bar::Isolated);
        }
        let there = match (self.colonies.get(&area), part.does) {
            (None, Act::Build) => return None,
            (None, _) => return Some(Bar::Empty),
            (Some(_), Act::Build) => return Some(Bar::Occupied),
            (Some(there), _) => there,
        };
        let (mine, state) = (there.seat == me, there.state);
        let wanted = part.state.or(match part.does {
            Act::Struggle => Some(Shade::Successful),
            Act::Repair => Some(Shade::Struggling),
            _ => None,
        });
        match part.whose {
            // Who has most is settled before the first step: `bind` sees to it.
            Whose::Mine if !mine => Some(Bar::NotYours),
            Whose::Others if mine => Some(Bar::Yours),
            _ if part.does == Act::Replace && mine && there.thrives() => Some(Bar::Yours),
            _ if wanted.is_some_and(|it| it != state) => Some(match state {
                Shade::Successful => Bar::Successful,
                Shade::Struggling => Bar::Struggling,
            }),
            _ if part.beside && !self.beside(tables, me, area) => Some(Bar::Far),
            _ => None,
        }
    }

    /// Takes a step: what was there before, if it could be taken.
    pub fn take(&mut self, tables: &Tables, me: Seat, hit: Hit) -> Option<Option<Colony>> {
        if !self.allows(tables, me, &Part::plain(hit.does), hit.area) {
            return None;
        }
        let before = self.colonies.get(&hit.area).copied();
        let after = match (hit.does, before) {
            (Act::Build | Act::Replace, _) => Some((me, Shade::Successful)),
            (Act::Repair, Some(there)) => Some((there.seat, Shade::Successful)),
            (Act::Struggle, Some(there)) => Some((there.seat, Shade::Struggling)),
            (Act::Reduce, Some(there)) if there.thrives() => Some((there.seat, Shade::Struggling)),
            _ => None,
        };
        match after {
            Some((seat, state)) => self.colonies.insert(hit.area, Colony { seat, state }),
            None => self.colonies.remove(&hit.area),
        };
        Some(before)
    }

    /// Takes points from a player, as far as they have them (R22); how many.
    pub fn lose(&mut self, seat: Seat, points: u32) -> u32 {
        let crown = self.crown_mut(seat);
        let lost = points.min(crown.vp);
        crown.vp -= lost;
        lost
    }

    /// Moves a token, as far as the track goes: by so many squares.
    pub fn move_token(&mut self, tables: &Tables, whose: Seat, by: i32) -> i32 {
        let squares = self.shift(tables, whose, by);
        let moved = i32::try_from(squares).expect("few") * by.signum();
        let crown = self.crown_mut(whose);
        crown.square = crown.square.saturating_add_signed(moved);
        moved
    }

    /// Takes the oldest Isolation off a region that another player than this one laid (R23). A
    /// second one still closes it (R24).
    pub fn lift(&mut self, region: Region, me: Seat) -> Option<Isolation> {
        let foreign = |it: &Isolation| it.region == region && it.seat != me;
        let at = self.isolations.iter().position(foreign)?;
        Some(self.isolations.remove(at))
    }

    /// How many squares a card really moves a token: forward, or back (R3, R4).
    pub fn shift(&self, tables: &Tables, whose: Seat, by: i32) -> u32 {
        let square = self.crown(whose).square;
        let room = if by > 0 {
            tables.last_square() - square
        } else {
            square.saturating_sub(tables.tracks.royal_support.floor)
        };
        by.unsigned_abs().min(room)
    }
}
