//! STANCE: whether attacked ships flee (3.8).

use super::super::super::ids::At;
use super::super::super::orders::{Order, Stance};
use super::super::super::reckon::odds;
use super::super::super::view::View;
use super::super::plan::Deed;
use crate::engine::decide::{Live, Verdict};
use crate::engine::seat::Seat;
use crate::games::hex::Hex;

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

/// AUTO: they flee if the attacker's ships in sight are so many times as strong.
pub(super) fn auto(view: &View, attacker: Seat, at: Hex) -> bool {
    let tables = &view.tables;
    let seen = odds::fleet_at(view, attacker, At::Hex(at));
    let seen = seen.map_or(0, |it| odds::naval_strength(tables, &it.ships, 0));
    let own = odds::fleet_at(view, view.me(), At::Hex(at)).map(|it| it.ships);
    let expeditions = view.mine().expeditions.values();
    let here = expeditions.filter(|it| it.at == At::Hex(at));
    let soldiers = here.map(|it| it.men().soldiers).sum();
    let own = odds::naval_strength(tables, &own.unwrap_or_default(), soldiers);
    seen >= tables.naval_combat.flee_from * own
}
