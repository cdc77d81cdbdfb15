//! Strength in naval combat and invasion (3.8, 3.9): as it is, and as it is seen.
//!
//! Not here: land combat.

use super::super::data::{LeaderType, Tables};
use super::super::ids::{At, Label, LeaderId};
use super::super::men::{Hull, Ships};
use super::super::orders::Chase;
use super::super::view::{Fleet, View};
use super::{ports, voyage};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

/// Strength of ships in naval combat, with so many Soldiers aboard: each full four add one (3.8).
pub fn naval_strength(tables: &Tables, ships: &Ships, soldiers: u32) -> u32 {
    let strength = |hull: Hull| ships.get(hull) * tables.units.ship(hull).strength;
    let strength: u32 = Hull::ALL.into_iter().map(strength).sum();
    strength + soldiers / tables.naval_combat.soldiers_per_point
}

/// Strength of an invasion: Soldiers, and the ships that bring them (3.9).
pub fn invasion_attack(tables: &Tables, ships: &Ships, soldiers: u32) -> u32 {
    let help = |hull: Hull| ships.get(hull) * tables.units.ship(hull).invasion;
    soldiers + Hull::ALL.into_iter().map(help).sum::<u32>()
}

/// Strength against an invasion: Soldiers, half the Colonists, ships in port there (3.9).
pub fn invasion_defence(tables: &Tables, soldiers: u32, colonists: u32, ships: &Ships) -> u32 {
    let help = |hull: Hull| ships.get(hull) * tables.units.ship(hull).defence;
    soldiers + colonists.div_ceil(2) + Hull::ALL.into_iter().map(help).sum::<u32>()
}

/// Columns by which Privateers shift an attack (3.8).
pub fn privateer_shift(tables: &Tables, leaders: impl IntoIterator<Item = LeaderId>) -> u32 {
    let leaders = leaders.into_iter();
    let privateers = leaders.filter(|it| tables.leader(*it).kind == LeaderType::Privateer);
    let privateers = u32::try_from(privateers.count()).expect("few leaders");
    privateers.min(tables.naval_combat.privateers_most)
}

/// Strengths in naval combat as the attacker sees them: his own true, of the target its ships.
pub fn seen_naval(view: &View, label: Label, target: Seat, at: Hex) -> Option<(u32, u32)> {
    let mine = view.mine().expeditions.get(&label)?;
    let own = naval_strength(&view.tables, &mine.fleet(), mine.men().soldiers);
    let fleet = fleet_at(view, target, At::Hex(at))?;
    Some((own, naval_strength(&view.tables, &fleet.ships, 0)))
}

/// Strengths in an invasion as the attacker sees them: so many of his Soldiers (absent: all),
/// against all land units there and the ships that are seen to be in port.
pub fn seen_invasion(view: &View, label: Label, hex: Hex, with: Option<u32>) -> Option<(u32, u32)> {
    let mine = view.mine().expeditions.get(&label)?;
    let aboard = mine.men().soldiers;
    let soldiers = with.map_or(aboard, |it| it.min(aboard));
    let own = invasion_attack(&view.tables, &mine.fleet(), soldiers);
    let mut defence = (0, 0, Ships::NONE);
    let ashore = view.open.hexes.get(&hex)?;
    for (power, stack) in ashore
        .stacks
        .iter()
        .filter(|(it, _)| Some(**it) != view.seat)
    {
        defence.0 += stack.men.soldiers;
        defence.1 += stack.men.colonists;
        let port = ports::is_port(&view.tables, &view.open, *power, hex, true);
        let fleet = fleet_at(view, *power, At::Hex(hex)).filter(|_| port);
        defence.2 += fleet.map_or(Ships::NONE, |it| it.ships);
    }
    let (soldiers, colonists, ships) = defence;
    let defence = invasion_defence(&view.tables, soldiers, colonists, &ships);
    Some((own, defence))
}

/// The ships of a power that are seen at a place.
pub fn fleet_at(view: &View, power: Seat, at: At) -> Option<&Fleet> {
    let mut fleets = view.fleets.iter();
    fleets.find(|it| it.power == power && it.at == at)
}

/// Where an ATTACK finds its target, and the way there. WITHIN chases what can be reached for so
/// many movement points: most gold, then the weakest, the nearest, the lowest hex (7.2). Ships
/// seen to be in a Port of their own are out of reach (Q9).
///
/// # Errors
/// Why there is no target.
pub fn prey(
    view: &View,
    label: Label,
    target: Seat,
    chase: Chase,
) -> Result<(Hex, Vec<Hex>), String> {
    let tables = &view.tables;
    let expedition = view.mine().expeditions.get(&label);
    let expedition = expedition.ok_or_else(|| format!("there is no expedition {label}"))?;
    let here = expedition.at.hex().ok_or("it is in Europe")?;
    let caravels = expedition.only_caravels();
    let avoid = voyage::crowded(&view.open, &view.fleets, view.me());
    let way_to = |hex: Hex| voyage::route(tables, here, &[], hex, caravels, &avoid);
    let in_port = |hex: Hex| ports::is_port(tables, &view.open, target, hex, true);
    let title = tables.title(target);
    match chase {
        Chase::At { place } => {
            let name = tables.map.name_of(place);
            fleet_at(view, target, At::Hex(place))
                .ok_or_else(|| format!("no ships of {title} are seen at {name}"))?;
            if in_port(place) {
                return Err(format!("the ships at {name} are in port"));
            }
            let way = way_to(place).ok_or_else(|| format!("no way leads to {name}"))?;
            if way.last().copied().unwrap_or(here) == place {
                Ok((place, way))
            } else {
                Err(format!("only Caravels reach {name}"))
            }
        }
        Chase::Within { mp } => {
            let seen = view.fleets.iter().filter(|it| it.power == target);
            let reached = seen.filter_map(|it| {
                let hex = it.at.hex()?;
                let met = expedition.attacked.contains(&(target, hex));
                let way = way_to(hex).filter(|_| !met && !in_port(hex))?;
                let there = way.last().copied().unwrap_or(here) == hex;
                (there && voyage::mp_of(&way) <= mp).then_some((it, hex, way))
            });
            let best = reached.min_by_key(|(fleet, hex, way)| {
                let gold: u32 = fleet.gold.values().sum();
                let strength = naval_strength(tables, &fleet.ships, 0);
                (Reverse(gold), strength, way.len(), *hex)
            });
            let (_, hex, way) =
                best.ok_or_else(|| format!("no ships of {title} can be reached"))?;
            Ok((hex, way))
        }
    }
}
