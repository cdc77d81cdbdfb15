//! What a treasure city yields now, and what a land phase raises before the marches (4.9).

use super::super::data::{LeaderType, Tables};
use super::super::state::{Lot, Open};
use super::super::view::View;
use super::income::{best_diggers, mine_yield, workable};
use super::{cargo, ground, units};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// Ducats that a power may loot in a city now; 0: it may not. The Area must be pacified, by
/// whomever (Q25), and in an earlier turn, since C1 comes before C3 (Q109); of two powers in the
/// city the one with more Soldiers loots (Q114).
pub fn loot(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let area = tables.map.area(hex).expect("cities lie in Areas");
    let city = open.cities.get(&hex);
    let spent = city.is_some_and(|it| it.exhausted || it.by.is_some());
    let soldiers = open.men(hex, seat).soldiers;
    let rivals = ground::others_in(open, seat, hex);
    let outdone = |rival: &Seat| open.men(hex, *rival).soldiers >= soldiers;
    if spent || open.natives(area) > 0 || rivals.iter().any(outdone) {
        return 0;
    }
    let looted = looters(tables, open, seat, hex) * tables.gold.per_looter;
    looted.min(tables.gold.cities[&hex].rate)
}

/// Soldiers and Conquistadors in a city: those elsewhere in the Area loot nothing (Q24).
pub fn looters(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let Some(stack) = open.stack(hex, seat) else {
        return 0;
    };
    stack.men.soldiers + units::of_type(tables, &stack.leaders, LeaderType::Conquistador)
}

/// Ducats that a power's men in a hex raise in C1 if no line of theirs says otherwise.
pub fn raised(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let looted = if tables.gold.cities.contains_key(&hex) {
        loot(tables, open, seat, hex)
    } else {
        0
    };
    let dug = match workable(open, seat, hex) {
        Some(_) => mine_yield(
            tables,
            open,
            seat,
            hex,
            best_diggers(tables, open, seat, hex),
        ),
        None => 0,
    };
    looted + dug
}

/// What the viewer sees, with the gold that his men in a hex raise before the marches.
pub fn with_raised(view: &View, hex: Hex) -> View {
    let (tables, me) = (&view.tables, view.me());
    let ducats = raised(tables, &view.open, me, hex);
    let mut view = view.clone();
    let Some(place) = view.tables.map.place_at(hex).filter(|_| ducats > 0) else {
        return view;
    };
    let lot = Lot {
        origin: place.id,
        ducats,
        shipped: false,
        owner: me,
    };
    let ashore = view.open.hexes.entry(hex).or_default();
    cargo::add_lot(&mut ashore.gold, lot);
    view
}
