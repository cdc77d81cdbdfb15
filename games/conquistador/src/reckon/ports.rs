//! Settlements and Ports (game file 4.11), and which Ports are friendly to whom.

use super::super::data::Tables;
use super::super::ids::At;
use super::super::state::{Deal, Open};
use super::deals;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// Whether a power has a settlement in a hex: a Colonist ashore.
pub fn is_settlement(open: &Open, seat: Seat, hex: Hex) -> bool {
    open.men(hex, seat).colonists > 0
}

/// The settlements of a power, by hex.
pub fn settlements(open: &Open, seat: Seat) -> impl Iterator<Item = Hex> + '_ {
    let stacks = open.stacks_of(seat);
    stacks.filter_map(|(hex, it)| (it.men.colonists > 0).then_some(hex))
}

/// Whether a power has a Port in a hex now: two Colonists, or a Colonist and a Soldier, on the
/// coast or, for ships that are Caravels only, on a navigable river (4.11). A lone Colonist is none
/// (Q31).
pub fn is_port(tables: &Tables, open: &Open, seat: Seat, hex: Hex, caravels: bool) -> bool {
    let men = open.men(hex, seat);
    let manned = men.colonists >= 2 || (men.colonists == 1 && men.soldiers >= 1);
    let map = &tables.map;
    manned && (map.is_coast(hex) || (caravels && map.navigable(hex)))
}

/// Whether a place is a friendly port for a power's ships: Europe, a Port of its own, or of a
/// power that lets it use its Ports.
pub fn friendly(
    tables: &Tables,
    open: &Open,
    deals: &[Deal],
    seat: Seat,
    at: At,
    caravels: bool,
) -> bool {
    let At::Hex(hex) = at else {
        return true;
    };
    let hosts = open.table.iter().copied();
    hosts
        .filter(|host| *host == seat || deals::ports(deals, open.turn, seat, *host))
        .any(|host| is_port(tables, open, host, hex, caravels))
}

/// Whether ships lie in port: they cannot be attacked there but by invasion (3.8, Q30). It is asked
/// anew each time: once PORTS has ended (Q58), or the Port has fallen (Q84), they lie in the roads.
pub fn in_port(
    tables: &Tables,
    open: &Open,
    deals: &[Deal],
    seat: Seat,
    at: At,
    caravels: bool,
) -> bool {
    friendly(tables, open, deals, seat, at, caravels)
}
