//! What a voyage costs, losses reckoned in, and the ships that make it most cheaply.

use super::super::map::Ocean;
use super::super::men::{Hull, Ships};
use super::super::orders::Ware;
use super::mind::{DUCAT, Mind};
use packetboat_kit::hex::Hex;

/// Where ships go from Europe, and back in the same turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Route {
    /// The hex where they land.
    pub(super) landing: Hex,
    /// Where they end phase B.
    pub(super) end: Hex,
    /// Movement points from one to the other.
    pub(super) mp: u32,
    /// Whether they come home.
    pub(super) returns: bool,
}

/// A voyage reckoned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reckoned {
    /// Ships needed.
    pub(super) ships: Ships,
    /// Ducats to be paid at once.
    pub(super) cash: i64,
    /// What it costs in the long run without losses, in hundredths.
    pub(super) cost: i64,
    /// Ships lost on the way out, in hundredths of all.
    pub(super) out_loss: i64,
    /// The same on the way home.
    pub(super) home_loss: i64,
    /// What the ships are worth, in hundredths of a Ducat.
    pub(super) hulls: i64,
}

impl Reckoned {
    /// What it costs with a cargo of so much worth that goes ashore, losses reckoned in.
    pub(super) fn total(&self, cargo: i64) -> i64 {
        let out = (cargo + self.hulls) * self.out_loss / 100;
        self.cost + out + self.hulls * self.home_loss / 100
    }
}

impl Route {
    /// Straight to a coast hex and home again, if turns are left to use the ships.
    pub(super) fn to(mind: &Mind<'_>, hex: Hex) -> Self {
        Route {
            landing: hex,
            end: hex,
            mp: 0,
            returns: mind.left > 1,
        }
    }

    /// Bounds of phase B and of the way home; none where no crossing goes.
    pub(super) fn bounds(&self, mind: &Mind<'_>) -> Option<(u32, u32)> {
        let map = mind.map();
        let straight = map.bounds(self.landing)?;
        let far = map.bounds(self.end)?;
        let out = straight + self.mp.div_ceil(map.mp_per_bound);
        Some((out.max(far), if self.returns { far } else { 0 }))
    }

    /// What the waters add to the die of attrition (3.10).
    fn hazard(&self, mind: &Mind<'_>, explorer: bool) -> i32 {
        let (map, table) = (mind.map(), &mind.tables().naval_attrition);
        let zones = [self.landing, self.end].map(|it| map.zone(it));
        let mut zones = zones.into_iter().flatten();
        let cape = map.ocean(self.end) == Some(Ocean::Pacific) && !mind.own().rutter;
        let known = if explorer {
            table.explorer
        } else if zones.any(|it| !mind.own().charts.contains(&it)) {
            table.unknown_waters
        } else {
            0
        };
        known + if cape { table.cape } else { 0 }
    }
}

/// What a voyage with these ships comes to; `idle` need not be bought.
pub(super) fn reckon(
    mind: &Mind<'_>,
    idle: Ships,
    route: &Route,
    ships: Ships,
    explorer: bool,
) -> Option<Reckoned> {
    let (out, home) = route.bounds(mind)?;
    let hazard = route.hazard(mind, explorer);
    let chance = |bounds| risk(mind, ships, bounds, hazard);
    let (mut cash, mut cost, mut hulls) = (0, 0, 0);
    for (hull, count) in ships.each() {
        let card = mind.tables().units.ship(hull);
        let missing = count.saturating_sub(idle.get(hull));
        let bounds = i64::from(count * card.bound * (out + home) * mind.graft);
        let bought = i64::from(missing * card.buy * mind.graft);
        cash += bounds + bought;
        // A ship that is bought serves later voyages too, while turns are left for them.
        let share = if mind.left > 2 { 50 } else { 100 };
        let again = i64::from(mind.left > 1);
        cost += (bounds + i64::from(count * card.upkeep) * again) * DUCAT + bought * share;
        hulls += i64::from(count * card.buy) * DUCAT * again;
    }
    Some(Reckoned {
        ships,
        cash,
        cost,
        out_loss: chance(out),
        home_loss: chance(home),
        hulls,
    })
}

/// Ships lost on a voyage of so many Bounds, in hundredths of all (3.10).
fn risk(mind: &Mind<'_>, ships: Ships, bounds: u32, hazard: i32) -> i64 {
    let table = &mind.tables().naval_attrition;
    let total = ships.total();
    if total == 0 || bounds == 0 {
        return 0;
    }
    let light = if ships.caravels == total {
        table.only_caravels
    } else {
        0
    };
    let change = (hazard + light).clamp(table.lowest, table.highest);
    let lost = (1..=6).map(|die| i64::from(table.ships_lost(bounds, die + change, total)));
    lost.sum::<i64>() * 100 / (6 * i64::from(total))
}

/// The ships that carry so many men there most cheaply; `worth` is what the men are worth there,
/// and `idle` need not be bought.
pub(super) fn cheapest(
    mind: &Mind<'_>,
    idle: Ships,
    route: &Route,
    load: u32,
    worth: i64,
    explorer: bool,
) -> Option<Reckoned> {
    let holds = mind.tables().units.carrack.holds;
    let most = load.div_ceil(holds);
    let least = most.saturating_sub(1);
    let fleets = (least..=most).map(|carracks| {
        let caravels = load.saturating_sub(carracks * holds);
        Ships::of(Hull::Carrack, carracks) + Ships::of(Hull::Caravel, caravels)
    });
    let all = fleets.filter_map(|ships| reckon(mind, idle, route, ships, explorer));
    all.min_by_key(|it| it.total(worth))
}

/// What a ware costs now, in Ducats.
pub(super) fn price(mind: &Mind<'_>, ware: Ware) -> i64 {
    i64::from(mind.tables().units.price(ware) * mind.graft)
}

/// Cargo points that ships carry.
pub(super) fn holds(mind: &Mind<'_>, ships: Ships) -> u32 {
    let each = Hull::ALL.map(|hull| ships.get(hull) * mind.tables().units.ship(hull).holds);
    each.iter().sum()
}
