//! Bounds, ways and the South Cape: what a voyage takes, and whether it may be made (3.1 to 3.6,
//! 3.11).

use super::super::data::{Leader, LeaderType, Tables};
use super::super::ids::{At, Label};
use super::super::map::Ocean;
use super::super::map::ways::sea_way;
use super::super::orders::{Chase, Order, Return, Spot};
use super::super::state::{Expedition, Open};
use super::super::view::{Fleet, View};
use super::ports;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Whether an Explorer is aboard, or a Privateer who counts as one for everything at sea (4.10).
pub fn explorer_aboard(tables: &Tables, expedition: &Expedition) -> bool {
    let leaders = expedition.ships.iter().flat_map(|it| &it.leaders);
    leaders.map(|it| tables.leader(*it)).any(is_explorer)
}

/// Whether a leader is an Explorer at sea, or counts as one (4.10).
pub fn is_explorer(leader: &Leader) -> bool {
    leader.kind == LeaderType::Explorer || leader.explorer_at_sea
}

/// Whether a leader finds his way in unknown waters: Explorer or Privateer (3.3).
pub fn is_pilot(leader: &Leader) -> bool {
    matches!(leader.kind, LeaderType::Explorer | LeaderType::Privateer)
}

/// Whether somebody aboard finds his way in unknown waters: Explorer or Privateer (3.3).
pub fn pilot_aboard(tables: &Tables, expedition: &Expedition) -> bool {
    let leaders = expedition.ships.iter().flat_map(|it| &it.leaders);
    leaders.map(|it| tables.leader(*it)).any(is_pilot)
}

/// Whether ships lie where a crossing may begin: in Europe, a coast hex or the sea of a zone;
/// not up-river (3.3, Q90).
pub fn may_depart(tables: &Tables, from: At) -> bool {
    match from {
        At::Europe => true,
        At::Hex(hex) => tables.map.bounds(hex).is_some(),
    }
}

/// Whether a crossing may end there: in Europe, a coast hex (3.3) or an anchorage (3.7).
pub fn may_arrive(tables: &Tables, to: At) -> bool {
    let anchorage = |hex| tables.map.place_at(hex).is_some_and(|it| it.anchorage);
    match to {
        At::Europe => true,
        At::Hex(hex) => tables.map.is_coast(hex) || anchorage(hex),
    }
}

/// Bounds of a crossing (3.3).
///
/// # Errors
/// Why there is none.
pub fn crossing_bounds(tables: &Tables, from: At, to: At) -> Result<u32, String> {
    let hex = match (from, to) {
        (At::Europe, At::Hex(hex)) | (At::Hex(hex), At::Europe) => hex,
        (At::Europe, At::Europe) => return Err("it is in Europe already".to_owned()),
        (At::Hex(_), At::Hex(_)) => {
            return Err("a crossing begins or ends in Europe".to_owned());
        }
    };
    if !may_depart(tables, from) {
        return Err(format!(
            "no crossing begins at {}",
            tables.map.at_name(from)
        ));
    }
    if !may_arrive(tables, to) {
        let what = "a crossing ends in a coast hex or at an anchorage";
        return Err(format!("{what}, not at {}", tables.map.at_name(to)));
    }
    let bounds = tables.map.bounds(hex);
    bounds.ok_or_else(|| format!("no crossing leads to {}", tables.map.name_of(hex)))
}

/// Bounds of so many movement points (3.4).
pub fn hemispheric_bounds(tables: &Tables, mp: u32) -> u32 {
    mp.div_ceil(tables.map.mp_per_bound)
}

/// Bounds sailed in phase B: the crossing and the hemispheric move, for who has left Europe in
/// this phase at least those of the hex where he is (3.2). Homeward each leg counts by itself
/// (Q87).
pub fn sailed_b(tables: &Tables, crossed: u32, mp: u32, left_europe: bool, at: At) -> u32 {
    let sailed = crossed + hemispheric_bounds(tables, mp);
    let hex = at.hex().filter(|_| left_europe);
    let least = hex.and_then(|it| tables.map.bounds(it)).unwrap_or(0);
    sailed.max(least)
}

/// By how much the phases B and D exceed the Bounds bought (3.11).
pub fn excess(bought: u32, sailed_b: u32, sailed_d: u32) -> (u32, u32) {
    let in_b = sailed_b.saturating_sub(bought);
    let in_both = (sailed_b + sailed_d).saturating_sub(bought);
    (in_b, in_both - in_b)
}

/// Whether an expedition may sail so many Bounds in both phases together, its block's EXCEED and
/// that of the line considered: the larger counts (3.11).
pub fn affords(expedition: &Expedition, sailed: u32, line: Option<u32>) -> bool {
    let exceed = expedition.exceed.max(line.unwrap_or(0));
    sailed <= expedition.bounds + exceed
}

/// Whether a Galleon Fleet may make for a place: Europe or an own Port (3.1, Q97).
pub fn galleon_port(tables: &Tables, open: &Open, seat: Seat, at: At) -> bool {
    match at {
        At::Europe => true,
        At::Hex(hex) => ports::is_port(tables, open, seat, hex, false),
    }
}

/// A passage of the South Cape (3.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// From the Atlantic side into the Pacific.
    West,
    /// From the Pacific into the Atlantic.
    East,
}

/// The ocean of a place: Europe lies on the Atlantic, and so do all navigable rivers.
fn ocean(tables: &Tables, at: At) -> Ocean {
    let hex = at.hex();
    let ocean = hex.and_then(|it| tables.map.ocean(it));
    ocean.unwrap_or(Ocean::Atlantic)
}

/// What one step or crossing means for the Cape: whether ships in its zone came from the Pacific,
/// and a passage made. `came` is what held before, in an earlier turn perhaps: the passage counts
/// when they leave the zone on the far side (Q91).
pub fn cape(
    tables: &Tables,
    came: Option<bool>,
    from: At,
    to: At,
) -> (Option<bool>, Option<Passage>) {
    match (ocean(tables, from), ocean(tables, to)) {
        (Ocean::Atlantic, Ocean::Cape) => (Some(false), None),
        (Ocean::Pacific, Ocean::Cape) => (Some(true), None),
        (Ocean::Cape, Ocean::Cape) => (came, None),
        (Ocean::Cape, Ocean::Atlantic) => (None, (came == Some(true)).then_some(Passage::East)),
        (Ocean::Cape, Ocean::Pacific) => (None, (came == Some(false)).then_some(Passage::West)),
        (Ocean::Atlantic, Ocean::Pacific) => (None, Some(Passage::West)),
        (Ocean::Pacific, Ocean::Atlantic) => (None, Some(Passage::East)),
        (Ocean::Atlantic, Ocean::Atlantic) | (Ocean::Pacific, Ocean::Pacific) => (None, None),
    }
}

/// Whether a way, hex by hex, makes a passage of the Cape.
pub fn passes_cape(tables: &Tables, came: Option<bool>, from: At, way: &[Hex]) -> bool {
    let mut here = from;
    let mut came = came;
    way.iter().any(|hex| {
        let (now, passage) = cape(tables, came, here, At::Hex(*hex));
        here = At::Hex(*hex);
        came = now;
        passage.is_some()
    })
}

/// Whether the Cape is closed to an expedition: nobody has navigated it, and no Explorer is
/// aboard (3.5).
pub fn cape_closed(tables: &Tables, open: &Open, expedition: &Expedition) -> bool {
    !open.cape_navigated && !explorer_aboard(tables, expedition)
}

/// Hexes with units or ships of other powers, as they are seen: ways avoid them where it costs
/// nothing (7.2).
pub fn crowded(open: &Open, fleets: &[Fleet], seat: Seat) -> BTreeSet<Hex> {
    let ashore = open.hexes.iter();
    let ashore = ashore.filter(|(_, it)| it.stacks.keys().any(|power| *power != seat));
    let fleets = fleets.iter().filter(|it| it.power != seat);
    let at_sea = fleets.filter_map(|it| it.at.hex());
    ashore.map(|(hex, _)| *hex).chain(at_sea).into_set()
}

/// A way of ships through points in order to a hex: the hexes entered. Ordered to a hex that is
/// too far up-river for its ships it ends in the last one before (Q88).
pub fn route(
    tables: &Tables,
    from: Hex,
    via: &[Spot],
    to: Hex,
    caravels: bool,
    avoid: &BTreeSet<Hex>,
) -> Option<Vec<Hex>> {
    let map = &tables.map;
    let avoid = |hex: Hex| avoid.contains(&hex);
    let mut way: Vec<Hex> = Vec::new();
    for spot in via {
        let here = way.last().copied().unwrap_or(from);
        let goal = |hex: Hex| match *spot {
            Spot::Place { at } => at == At::Hex(hex),
            Spot::Zone { zone } => map.zone(hex) == Some(zone),
            Spot::Area { area } => map.area(hex) == Some(area),
        };
        way.extend(sea_way(map, here, &goal, caravels, &avoid)?);
    }
    let here = way.last().copied().unwrap_or(from);
    let goal = |hex: Hex| hex == to;
    if let Some(leg) = sea_way(map, here, &goal, caravels, &avoid) {
        way.extend(leg);
        return Some(way);
    }
    let up_river = sea_way(map, here, &goal, true, &avoid)?;
    let below = up_river
        .into_iter()
        .take_while(|it| map.is_coast(*it) || map.is_sea(*it));
    way.extend(below);
    Some(way)
}

/// Movement points of a way.
pub fn mp_of(way: &[Hex]) -> u32 {
    u32::try_from(way.len()).expect("a way is shorter than the map")
}

/// BOUNDS AUTO (3.11): what the block and its HEMI, ATTACK and INVADE lines need. `orders` holds
/// one entry for each line of the power, all its branches together: the dearest counts.
pub fn auto_bounds(
    view: &View,
    label: Label,
    from: At,
    crossing: Option<At>,
    returns: Option<Return>,
    caravels: bool,
    orders: &[Vec<&Order>],
) -> u32 {
    let tables = &view.tables;
    let out = crossing.map_or(0, |to| crossing_bounds(tables, from, to).unwrap_or(0));
    let mut at = match crossing {
        Some(to) if out > 0 => to,
        _ => from,
    };
    let left_europe = from == At::Europe && at != At::Europe;
    let avoid = crowded(&view.open, &view.fleets, view.me());
    let mut mp = 0;
    for line in orders {
        let branches = line.iter();
        let costs = branches.filter_map(|it| branch(view, label, at, caravels, it, &avoid));
        // Of equally dear branches the first: `max_by_key` would take the last.
        let dearest = costs.fold(None, |best: Option<(u32, At)>, it| match best {
            Some(best) if best.0 >= it.0 => Some(best),
            _ => Some(it),
        });
        if let Some((cost, end)) = dearest {
            mp += cost;
            at = end;
        }
    }
    let there = sailed_b(tables, out, mp, left_europe, at);
    let back = match (returns, at) {
        (Some(Return::Home), At::Hex(_)) => crossing_bounds(tables, at, At::Europe).unwrap_or(0),
        _ => 0,
    };
    there + back
}

/// Movement points of one order of an expedition, and where it then is; none: it is not about
/// this expedition, or has no way.
fn branch(
    view: &View,
    label: Label,
    at: At,
    caravels: bool,
    order: &Order,
    avoid: &BTreeSet<Hex>,
) -> Option<(u32, At)> {
    let tables = &view.tables;
    let here = at.hex()?;
    let fight = tables.units.fight_mp;
    let way_to = |hex: Hex, via: &[Spot]| route(tables, here, via, hex, caravels, avoid);
    let ends = |way: &[Hex]| At::Hex(way.last().copied().unwrap_or(here));
    match order {
        Order::Hemi {
            label: whose,
            via,
            to: At::Hex(to),
            ..
        } if *whose == label => {
            let way = way_to(*to, via)?;
            Some((mp_of(&way), ends(&way)))
        }
        Order::Attack {
            label: whose,
            chase,
            ..
        } if *whose == label => match *chase {
            Chase::Within { mp } => Some((mp + fight, at)),
            Chase::At { place } => {
                let way = way_to(place, &[])?;
                Some((mp_of(&way) + fight, ends(&way)))
            }
        },
        Order::Invade {
            label: whose,
            place: At::Hex(place),
            ..
        } if *whose == label => {
            let way = way_to(*place, &[])?;
            Some((mp_of(&way) + fight, ends(&way)))
        }
        _ => None,
    }
}
