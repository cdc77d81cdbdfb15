//! STANCE: whether attacked ships flee (3.8).

use super::super::super::ids::At;
use super::super::super::men::Ships;
use super::super::super::orders::{Order, Stance};
use super::super::super::reckon::odds;
use super::super::super::state::Stage;
use super::super::super::view::View;
use super::super::plan::Deed;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What a line has to say: the first that names one of the expeditions there, or all.
pub(super) fn answer(
    view: &View,
    attacker: Seat,
    at: Hex,
    live: &Live<'_, Order>,
) -> Verdict<Deed> {
    let Order::Stance { label, stance } = live.order else {
        return Verdict::NotMine;
    };
    let here = |label| {
        let expedition = view.mine().expeditions.get(&label);
        expedition.is_some_and(|it| it.at == At::Hex(at))
    };
    if !label.is_none_or(here) {
        return Verdict::NotMine;
    }
    let flee = match stance {
        Stance::Fight => false,
        Stance::Flee => true,
        Stance::Auto => auto(view, attacker, at),
    };
    Verdict::Always(Deed::Stance { flee })
}

/// AUTO: they flee if the attacker's ships in sight are so many times as strong. A Privateer who
/// lies in wait (D1) is seen in the whole zone.
pub(super) fn auto(view: &View, attacker: Seat, at: Hex) -> bool {
    let tables = &view.tables;
    let lies_in_wait = view.open.stage == Stage::Sailing;
    let in_sight = |hex: Hex| {
        let zone = tables.map.zone(hex);
        hex == at || (lies_in_wait && zone.is_some() && zone == tables.map.zone(at))
    };
    let mut seen = Ships::NONE;
    for fleet in view.fleets.iter().filter(|it| it.power == attacker) {
        if fleet.at.hex().is_some_and(in_sight) {
            seen += fleet.ships;
        }
    }
    let own = odds::fleet_at(view, view.me(), At::Hex(at)).map(|it| it.ships);
    let expeditions = view.mine().expeditions.values();
    let here = expeditions.filter(|it| it.at == At::Hex(at));
    let soldiers = here.map(|it| it.men().soldiers).sum();
    let own = odds::naval_strength(tables, &own.unwrap_or_default(), soldiers);
    odds::naval_strength(tables, &seen, 0) >= tables.naval_combat.flee_from * own
}
