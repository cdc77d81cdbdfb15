//! Suggestions for ships: what to buy, where to sail, what comes home.

use super::super::data::is_spain;
use super::super::faces::{self, words};
use super::super::ids::{At, Label};
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::Ware;
use super::super::reckon::{ports, units, voyage};
use super::super::view::View;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted};

/// Share of the Treasury that suggested purchases take at most: Bounds and upkeep come after.
const SPENT: u32 = 2;

/// Ships suggested in a purchase at most.
const SHIPS_BOUGHT: u32 = 2;
/// Soldiers suggested in a purchase at most.
const SOLDIERS_BOUGHT: u32 = 3;

/// What to buy: room for the Colonists to be had, as far as there is none in Europe, Colonists, and
/// some Soldiers.
fn shopping(view: &View) -> (Ships, Men) {
    let power = view.open.power(view.me());
    let price = |ware: Ware| view.tables.units.price(ware);
    let mut left = purse(view);
    let mut take = |ware: Ware, most: u32| {
        let number = most.min(left / price(ware).max(1));
        left -= number * price(ware);
        number
    };
    let home = in_europe(view);
    let room: u32 = Hull::ALL
        .into_iter()
        .filter(|it| *it != Hull::Galleon)
        .map(|it| holds(view, it, home.get(it)))
        .sum();
    let each = holds(view, Hull::Carrack, 1).max(1);
    let ashore = landing(view).map_or(0, |it| room_ashore(view, it));
    let waiting = view.mine().europe.colonists;
    let wanted = power.colonists_left.min(ashore.saturating_sub(waiting));
    let carracks = match home.total() {
        0 => SHIPS_BOUGHT,
        _ => wanted.saturating_sub(room).div_ceil(each),
    };
    let carracks = take(Ware::Carrack, carracks.min(SHIPS_BOUGHT));
    let room = room + holds(view, Hull::Carrack, carracks);
    let mut men = Men::NONE;
    men.colonists = take(Ware::Colonist, wanted.min(room));
    if has_missionaries(view) && room > men.colonists {
        men.missionaries = take(Ware::Missionary, 1);
    }
    if !power.civil_war {
        let room = room.saturating_sub(men.total());
        men.soldiers = take(Ware::Soldier, SOLDIERS_BOUGHT.min(room));
    }
    (Ships::of(Hull::Carrack, carracks), men)
}

/// The line that buys it.
pub(super) fn purchases(view: &View) -> Vec<String> {
    let (ships, men) = shopping(view);
    let ships = ships.each().map(|(hull, n)| counted(n, hull.word()));
    let men = men.each().map(|(kind, n)| counted(n, kind.word()));
    match commas(ships.chain(men)).as_str() {
        "" => Vec::new(),
        items => vec![format!("BUY {items}")],
    }
}

/// Ships in Europe, empty or in an expedition.
fn in_europe(view: &View) -> Ships {
    let own = view.mine();
    let mut ships = own.docks.get(&At::Europe).copied().unwrap_or_default();
    let home = own.expeditions.values().filter(|it| it.at == At::Europe);
    for it in home {
        ships += it.fleet();
    }
    ships
}

/// Blocks: one for the ships in Europe with the men who wait or are bought, one for each
/// expedition overseas.
pub(super) fn voyages(view: &View) -> Vec<String> {
    let own = view.mine();
    let mut lines = Vec::new();
    let (bought, mut men) = shopping(view);
    men += own.europe;
    let mut ships = in_europe(view);
    ships += bought;
    let landing = landing(view);
    if let Some(landing) = landing.filter(|_| ships.total() > ships.galleons) {
        let crew = units::said(&fitting(view, &ships, men), &own.leaders);
        let load = if crew.is_empty() {
            String::new()
        } else {
            format!(" LOAD {crew}")
        };
        let label = fresh_label(view);
        let place = words::said(&view.tables, At::Hex(landing));
        lines.push(format!(
            "EXPEDITION {label} FROM europe SHIPS ALL{load} LAND {place} RETURN HOME"
        ));
    }
    for (label, it) in own.expeditions.iter().filter(|(_, it)| it.at != At::Europe) {
        let from = words::said(&view.tables, it.at);
        let up_river = it.at.hex().is_some_and(|it| !view.tables.map.is_coast(it));
        // From a sea hex or up a river nobody crosses: it waits where it is, with Bounds to go.
        lines.push(if up_river {
            format!("EXPEDITION {label} FROM {from} SHIPS ALL BOUNDS 1 RETURN STAY")
        } else {
            format!("EXPEDITION {label} FROM {from} SHIPS ALL RETURN HOME")
        });
    }
    lines
}

/// As many of the men as there is room for, Colonists first.
fn fitting(view: &View, ships: &Ships, mut men: Men) -> Men {
    let mut room =
        holds(view, Hull::Caravel, ships.caravels) + holds(view, Hull::Carrack, ships.carracks);
    for kind in Kind::ALL {
        let slot = men.slot(kind);
        *slot = (*slot).min(room);
        room -= *slot;
    }
    men
}

/// Colonists worth a voyage.
const SETTLERS: u32 = 3;

/// Colonists for whom there is room in a hex (4.2).
fn room_ashore(view: &View, hex: Hex) -> u32 {
    let there = view.open.stack(hex, view.me());
    let there = there.map_or(0, |it| it.men.colonists);
    view.tables.units.stack_colonists.saturating_sub(there)
}

/// Where ships from Europe might land: the own Port with room for Colonists that is nearest to
/// Europe, else an own settlement on a coast, else the first named coast of the waters known; where
/// there is room nowhere, as if there were.
fn landing(view: &View) -> Option<Hex> {
    landing_where(view, &|it| room_ashore(view, it) >= SETTLERS)
        .or_else(|| landing_where(view, &|_| true))
}

fn landing_where(view: &View, fits: &dyn Fn(Hex) -> bool) -> Option<Hex> {
    let map = &view.tables.map;
    let bounds = |it: &Hex| map.bounds(*it).unwrap_or(u32::MAX);
    let ports = faces::havens(view).into_iter().filter_map(At::hex);
    let ports = ports.filter(|it| fits(*it));
    let settled = view.open.stacks_of(view.me());
    let settled = settled
        .map(|(hex, _)| hex)
        .filter(|it| map.is_coast(*it) && fits(*it));
    let known = |it: &Hex| {
        let zone = map.zone(*it);
        zone.is_some_and(|it| view.mine().charts.contains(&it))
    };
    let free = |it: &Hex| {
        let there = view.open.hexes.get(it);
        there.is_none_or(|it| it.stacks.is_empty())
    };
    let places = map.places().iter().map(|it| it.hex);
    let places = places.filter(|it| map.is_coast(*it) && known(it) && free(it));
    ports
        .min_by_key(bounds)
        .or_else(|| settled.min_by_key(bounds))
        .or_else(|| places.min_by_key(bounds))
}

/// The first label of the power's letter that is free: `S1`.
fn fresh_label(view: &View) -> Label {
    let own = view.mine();
    let letter = view.me().as_str()[..1].to_ascii_uppercase();
    let labels = (1..100).map(|it| format!("{letter}{it}"));
    let mut labels = labels.map(|it| it.parse::<Label>().expect("a letter and a number"));
    let free = |it: &Label| !own.expeditions.contains_key(it) && !own.parties.contains_key(it);
    labels.find(free).expect("nobody has a hundred expeditions")
}

/// Gold that is loaded, and who comes home in D1.
pub(super) fn homeward(view: &View) -> Vec<String> {
    let own = view.mine();
    let mut lines = Vec::new();
    for (label, it) in own.expeditions.iter().filter(|(_, it)| it.at != At::Europe) {
        let gold_here = it.at.hex().is_some_and(|hex| {
            let ashore = view.open.hexes.get(&hex);
            let mut lots = ashore.into_iter().flat_map(|it| &it.gold);
            let port = ports::is_port(&view.tables, &view.open, view.me(), hex, it.only_caravels());
            port && lots.any(|it| it.owner == view.me())
        });
        if gold_here {
            lines.push(format!("STOW {label} GOLD ALL"));
        }
        let home = voyage::crossing_bounds(&view.tables, it.at, At::Europe);
        if !home.is_ok_and(|home| voyage::affords(it, it.sailed_b + home, None)) {
            continue;
        }
        lines.push(if it.gold() > 0 || gold_here {
            format!("SAIL {label} HOME IF GOLD {label} >= 10 ELSE STAY")
        } else {
            format!("SAIL {label} HOME")
        });
    }
    lines
}

/// Whether the viewer may have Missionaries.
fn has_missionaries(view: &View) -> bool {
    is_spain(view.me())
}

/// What a suggested purchase may cost.
fn purse(view: &View) -> u32 {
    let power = view.open.power(view.me());
    let spare = power.treasury / SPENT;
    if power.graft { spare / 2 } else { spare }
}

/// Cargo points that a number of ships of a kind carries.
fn holds(view: &View, hull: Hull, number: u32) -> u32 {
    view.tables.units.ship(hull).holds * number
}
