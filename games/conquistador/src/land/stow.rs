//! C6: gold goes aboard (4.9): in a friendly port, and only what may be shipped from there.

use super::super::events::Cx;
use super::events::Event;
use super::plan::Stowage;
use super::{homeward, march};
use crate::data::Tables;
use crate::ids::{At, Label};
use crate::men::Hull;
use crate::orders::{Amount, Order};
use crate::reckon::{cargo, ports, shipping};
use crate::state::{Expedition, Lot, State};
use crate::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::counted;

/// What a STOW line comes to now, and why that is not all it says; empty: it is.
///
/// # Errors
/// Why it comes to nothing.
pub(super) fn plan(
    view: &View,
    label: Label,
    gold: Amount,
    of: Option<At>,
) -> Result<(Vec<Lot>, String), String> {
    let ships = view.mine().expeditions.get(&label);
    let ships = ships.ok_or_else(|| format!("there is no expedition {label}"))?;
    let sum = match gold {
        Amount::None => return Ok((Vec::new(), String::new())),
        Amount::All => u32::MAX,
        Amount::Ducats(sum) => sum,
    };
    let hex = harbour(view, ships)?;
    let lying = ashore(view, hex);
    let origin = of.and_then(At::hex);
    let place = |it: &Lot| view.tables.map.place(it.origin).map(|it| it.hex);
    let meant = |it: &&Lot| origin.is_none() || place(it) == origin;
    let lying: Vec<Lot> = lying.iter().filter(meant).copied().collect();
    let room = cargo::gold_room(&view.tables, ships);
    let lots = up_to(&lying, sum.min(room));
    let all: u32 = lying.iter().map(|it| it.ducats).sum();
    let loaded: u32 = lots.iter().map(|it| it.ducats).sum();
    let short = if loaded < sum.min(all) {
        format!("{label} has room for {} only", counted(loaded, "Ducat"))
    } else if gold != Amount::All && loaded < sum {
        format!("no more than {} may be shipped", counted(loaded, "Ducat"))
    } else {
        String::new()
    };
    match (lots.is_empty(), room) {
        (false, _) => Ok((lots, short)),
        (true, 0) => Err(format!("{label} has no room for gold")),
        (true, _) => Err(shipping::nothing_to_load(view, hex, origin)),
    }
}

/// The friendly port an expedition lies in.
fn harbour(view: &View, ships: &Expedition) -> Result<Hex, String> {
    let hex = ships.at.hex().ok_or("it is in Europe")?;
    let caravels = ships.only_caravels();
    let (tables, open, deals) = (&view.tables, &view.open, &view.deals);
    if ports::friendly(tables, open, deals, view.me(), ships.at, caravels) {
        Ok(hex)
    } else {
        Err(format!("{} is no friendly port", tables.map.name_of(hex)))
    }
}

/// Own gold in a hex that may be shipped from there, by name of its origin.
fn ashore(view: &View, hex: Hex) -> Vec<Lot> {
    let here = view.open.hexes.get(&hex).map_or(&[][..], |it| &it.gold);
    let may = |it: &&Lot| it.owner == view.me() && shipping::from_port(&view.tables, it, hex);
    let mut lots: Vec<Lot> = here.iter().filter(may).copied().collect();
    lots.sort_by_key(|it| {
        let place = view.tables.map.place(it.origin);
        (place.map(|it| it.name.clone()), it.shipped)
    });
    lots
}

fn up_to(lots: &[Lot], sum: u32) -> Vec<Lot> {
    let mut left = sum;
    let mut chosen = Vec::new();
    for lot in lots {
        let ducats = lot.ducats.min(left);
        left -= ducats;
        if ducats > 0 {
            chosen.push(Lot { ducats, ..*lot });
        }
    }
    chosen
}

/// What is loaded of itself (7.1): all that may be shipped, on Galleon Fleets first, then on ships
/// that will sail home, the lowest label first. Expeditions that a STOW line names are left alone.
pub(super) fn silence(view: &View, lines: &Lines<'_, Order>) -> Vec<Stowage> {
    let ordered = |label: &Label| {
        let mut lines = lines.lines.iter();
        lines.any(|it| matches!(it.order, Order::Stow { label: whose, .. } if whose == label))
    };
    let expeditions = &view.mine().expeditions;
    let armed = |it: &Expedition| it.ships.iter().any(|it| it.hull == Hull::Galleon);
    let galleons = expeditions.iter().filter(|(_, it)| armed(it));
    let mut labels: Vec<Label> = galleons.map(|(label, _)| *label).collect();
    for label in homeward::homeward(view, lines) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    let mut lying: BTreeMap<Hex, Vec<Lot>> = BTreeMap::new();
    let mut stow = Vec::new();
    for label in labels.into_iter().filter(|it| !ordered(it)) {
        let ships = &expeditions[&label];
        let Ok(hex) = harbour(view, ships) else {
            continue;
        };
        let here = lying.entry(hex).or_insert_with(|| ashore(view, hex));
        let lots = up_to(here, cargo::gold_room(&view.tables, ships));
        for lot in &lots {
            let same = |it: &&mut Lot| (it.origin, it.shipped) == (lot.origin, lot.shipped);
            here.iter_mut().find(same).expect("it lies there").ducats -= lot.ducats;
        }
        if !lots.is_empty() {
            stow.push(Stowage { label, lots });
        }
    }
    stow
}

/// Whether gold may be loaded as it is spelled out.
pub(super) fn check(view: &View, stowage: &Stowage) -> Result<(), String> {
    if stowage.lots.is_empty() {
        return Ok(());
    }
    let ships = view.mine().expeditions.get(&stowage.label);
    let ships = ships.ok_or("there is no such expedition")?;
    let hex = harbour(view, ships)?;
    let lying = ashore(view, hex);
    let there = |lot: &Lot| {
        let mut lying = lying.iter();
        lying.any(|it| {
            (it.origin, it.shipped) == (lot.origin, lot.shipped) && it.ducats >= lot.ducats
        })
    };
    let sum: u32 = stowage.lots.iter().map(|it| it.ducats).sum();
    if stowage.lots.iter().all(there) && sum <= cargo::gold_room(&view.tables, ships) {
        Ok(())
    } else {
        Err("that gold is not there, or has no room".to_owned())
    }
}

/// Gold goes aboard.
pub(super) fn load(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    stowage: &Stowage,
    cx: &mut Cx<'_>,
) {
    let label = stowage.label;
    for lot in &stowage.lots {
        let expeditions = &mut state.own_mut(seat).expeditions;
        let ships = expeditions.get_mut(&label).expect("it was looked up");
        let hex = ships.at.hex().expect("gold is loaded overseas");
        let ducats = cargo::load_gold(tables, ships, *lot);
        march::take_gold(state, hex, &Lot { ducats, ..*lot });
        state.open.sweep();
        let place = tables.map.name_of(hex);
        let origin = tables.map.place(lot.origin);
        let origin = origin.map_or_else(String::new, |it| it.name.clone());
        let stowed = Event::GoldStowed {
            seat,
            label,
            place,
            origin,
            ducats,
        };
        cx.announce_part(seat, stowed.into());
    }
}
