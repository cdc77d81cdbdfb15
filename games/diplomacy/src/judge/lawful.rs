//! What a unit may be ordered in a position, whatever the other orders are (4.E.1: what could not
//! be carried out even if all others helped is ignored, and the unit holds).

use super::{Act, Ordered};
use crate::data::Tables;
use crate::place::{Coast, Place, Province, Unit};
use packetboat_core::prelude::*;

/// Why an order is ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Unlawful {
    /// 6.A.4: it is there.
    There,
    /// 6.A.1, 6.A.3: it is no neighbour.
    Far { to: Place },
    /// 6.A.2: armies stay on land.
    AtSea { to: Place },
    /// 6.D.32: no fleets are where a convoy would need them.
    NoFleets { to: Place },
    /// 6.B.1: two coasts could be meant.
    WhichCoast { to: Province, coasts: Vec<Coast> },
    /// 6.D.8: nobody is there.
    NoUnit { at: Province },
    /// 6.A.8: a unit does not support itself.
    Itself,
    /// 6.A.10: it could not go there itself.
    OutOfReach { to: Province },
    /// The unit supported cannot do what it is supported in.
    Impossible { of: Unit, to: Place },
    /// 6.F.1: only fleets at sea convoy.
    NotAtSea,
    /// 6.A.7: only armies are convoyed.
    NoArmy { at: Province },
    /// 6.G.7, 6.G.19: no way leads by this fleet.
    OffRoute { of: Province, to: Province },
}

/// All units of a position, by province.
pub type Units = BTreeMap<Province, (Seat, Unit)>;

/// What this unit may be ordered: the order with its coast filled in where only one can be meant.
///
/// # Errors
/// Why it may not.
pub fn lawful(map: &Tables, units: &Units, unit: Unit, act: Act) -> Result<Act, Unlawful> {
    match act {
        Act::Hold => Ok(Act::Hold),
        Act::Move { to, via } => {
            let to = destination(map, units, unit, to, None)?;
            let via = via && unit.is_army();
            if via && !is_route(map, units, unit, to.province, None) {
                return Err(Unlawful::NoFleets { to });
            }
            Ok(Act::Move { to, via })
        }
        Act::Support { of, to } => {
            let (_, whom) = *units.get(&of).ok_or(Unlawful::NoUnit { at: of })?;
            let target = to.map_or(of, |it| it.province);
            if of == unit.province() {
                return Err(Unlawful::Itself);
            }
            // 6.B.4, 6.B.5, 6.D.34: where it could go itself, to whichever coast.
            if target == unit.province() || !map.reaches(unit, target) {
                return Err(Unlawful::OutOfReach { to: target });
            }
            if let Some(to) = to {
                supported(map, units, (unit, whom), to)?;
            }
            Ok(Act::Support { of, to })
        }
        Act::Convoy { of, to } => {
            if unit.is_army() || !map.is_sea(unit.province()) {
                return Err(Unlawful::NotAtSea);
            }
            let army = units.get(&of).map(|it| it.1).filter(|it| it.is_army());
            let army = army.ok_or(Unlawful::NoArmy { at: of })?;
            let goes = map.is_coast(of) && map.is_coast(to) && of != to;
            if !goes || !is_on_route(map, units, army, to, unit.province()) {
                return Err(Unlawful::OffRoute { of, to });
            }
            Ok(Act::Convoy { of, to })
        }
    }
}

/// 6.D.28 to 6.D.31: the unit supported could go there, and not by the supporter's own convoy.
fn supported(
    map: &Tables,
    units: &Units,
    (unit, whom): (Unit, Unit),
    to: Place,
) -> Result<(), Unlawful> {
    match destination(map, units, whom, to, Some(unit.province())) {
        // 4.B.4: a coast may be left out.
        Ok(_) | Err(Unlawful::WhichCoast { .. }) => Ok(()),
        Err(_) => Err(Unlawful::Impossible { of: whom, to }),
    }
}

/// Where a move leads. `without`: a fleet that convoys nobody.
fn destination(
    map: &Tables,
    units: &Units,
    unit: Unit,
    to: Place,
    without: Option<Province>,
) -> Result<Place, Unlawful> {
    if to.province == unit.province() {
        return Err(Unlawful::There);
    }
    if unit.is_army() {
        // 4.B.6: of an army's order the coast is left out.
        let to = Place::inland(to.province);
        return match to.province {
            goal if map.reaches(unit, goal) => Ok(to),
            goal if map.is_sea(goal) => Err(Unlawful::AtSea { to }),
            goal if is_route(map, units, unit, goal, without) => Ok(to),
            goal if map.is_coast(goal) && map.is_coast(unit.province()) => {
                Err(Unlawful::NoFleets { to })
            }
            _ => Err(Unlawful::Far { to }),
        };
    }
    let steps = map.steps(unit).into_iter();
    let meant: Vec<Place> = steps.filter(|it| to.may_be(*it)).collect();
    match meant.as_slice() {
        [] => Err(Unlawful::Far { to }),
        // 4.B.2: only one coast can be meant.
        [one] => Ok(*one),
        several => Err(Unlawful::WhichCoast {
            to: to.province,
            coasts: several.iter().filter_map(|it| it.coast).collect(),
        }),
    }
}

/// Whether fleets are where they could convoy an army there.
fn is_route(
    map: &Tables,
    units: &Units,
    army: Unit,
    to: Province,
    without: Option<Province>,
) -> bool {
    let from = army.province();
    let is_fleet = |it: Province| units.contains_key(&it) && without != Some(it);
    let ends = map.is_coast(from) && map.is_coast(to) && from != to;
    army.is_army() && ends && joined(map, from, to, is_fleet)
}

/// Whether seas join two coasts, each of which may convoy.
pub fn joined(
    map: &Tables,
    from: Province,
    to: Province,
    mut convoys: impl FnMut(Province) -> bool,
) -> bool {
    let mut seen = BTreeSet::new();
    let mut next: Vec<Province> = map.sails(from).collect();
    while let Some(sea) = next.pop() {
        if !map.is_sea(sea) || !seen.insert(sea) || !convoys(sea) {
            continue;
        }
        if map.sails(sea).any(|it| it == to) {
            return true;
        }
        next.extend(map.sails(sea));
    }
    false
}

/// Whether a way without detours leads by this fleet: no sea on it is beside another but the one
/// before and the one after it.
fn is_on_route(map: &Tables, units: &Units, army: Unit, to: Province, fleet: Province) -> bool {
    let from = army.province();
    let mut ways = vec![vec![from]];
    while let Some(way) = ways.pop() {
        let (last, before) = way.split_last().expect("a way begins somewhere");
        if *last != from && map.sails(*last).any(|it| it == to) {
            if way.contains(&fleet) {
                return true;
            }
            continue;
        }
        let beside = map.sails(*last);
        for sea in beside.filter(|it| map.is_sea(*it) && units.contains_key(it)) {
            let mut near = before.iter().flat_map(|it| map.sails(*it));
            if !way.contains(&sea) && !near.any(|it| it == sea) {
                ways.push([way.as_slice(), &[sea]].concat());
            }
        }
    }
    false
}

/// Whether a move is by convoy (4.A.3): no other way leads there, `via` was written, or a fleet of
/// the same power is ordered to take it.
pub fn goes_by_convoy(map: &Tables, all: &[Ordered], of: &Ordered) -> bool {
    let Act::Move { to, via } = of.act else {
        return false;
    };
    let takes = Act::Convoy {
        of: of.unit.province(),
        to: to.province,
    };
    let own = || all.iter().any(|it| it.seat == of.seat && it.act == takes);
    of.unit.is_army() && (via || !map.reaches(of.unit, to.province) || own())
}
