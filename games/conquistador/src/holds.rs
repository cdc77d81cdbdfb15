//! When a condition holds (7.2): read when its line is reached, on what the power sees then. What
//! is gone, or not to be seen, makes a test false (Q44).

use super::ids::{At, Label};
use super::orders::{Condition, Order, Spot};
use super::reckon::seen_odds;
use super::view::{Fleet, View};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::said::Compare;
use packetboat_kit::hex::Hex;

/// Whether it holds now, for what this power can see; what it cannot see is false (Q44).
pub fn holds(view: &View, order: &Order, condition: &Condition) -> bool {
    match condition {
        Condition::Present { power, spot } => present(view, *power, *spot),
        Condition::Soldiers {
            power,
            is,
            number,
            spot,
        } => compared(*is, soldiers(view, *power, *spot), *number),
        Condition::Nobody { spot } => {
            let mut others = view.open.table.iter().filter(|it| Some(**it) != view.seat);
            !others.any(|it| present(view, *it, *spot))
        }
        Condition::Odds { is, left, right } => odds(view, order, *is, *left, *right),
        Condition::Gold {
            label,
            place,
            is,
            number,
        } => compared(*is, gold(view, order, *label, *place), *number),
        Condition::Aboard {
            label,
            kind,
            is,
            number,
        } => {
            let expedition = view.mine().expeditions.get(label);
            compared(*is, expedition.map(|it| it.men().get(*kind)), *number)
        }
        Condition::Lost { label, is, number } => compared(*is, lost(view, *label), *number),
        Condition::Natives { area, is, number } => {
            compared(*is, Some(view.open.natives(*area)), *number)
        }
        Condition::Treasury { power, is, number } => {
            let power = power.unwrap_or_else(|| view.me());
            let treasury = view.open.powers.get(&power).map(|it| it.treasury);
            compared(*is, treasury, *number)
        }
        Condition::First { power } => first(view, *power),
        Condition::Agreed { power } => view.mine().agreed.contains(power),
    }
}

/// A number that is seen, compared; one that is not is false.
fn compared(is: Compare, seen: Option<u32>, number: i64) -> bool {
    seen.is_some_and(|it| is.holds(&i64::from(it), &number))
}

/// Whether a hex belongs to a spot.
fn inside(view: &View, hex: Hex, spot: Spot) -> bool {
    let map = &view.tables.map;
    match spot {
        Spot::Place { at } => at == At::Hex(hex),
        Spot::Zone { zone } => map.zone(hex) == Some(zone),
        Spot::Area { area } => map.area(hex) == Some(area),
    }
}

/// Any unit ashore or ship of a power there.
fn present(view: &View, power: Seat, spot: Spot) -> bool {
    let ship = |it: &Fleet| {
        let there = match it.at {
            At::Europe => spot == Spot::Place { at: At::Europe },
            At::Hex(hex) => inside(view, hex, spot),
        };
        it.power == power && there && !it.ships.is_empty()
    };
    let mut ashore = view.open.stacks_of(power);
    ashore.any(|(hex, it)| inside(view, hex, spot) && !it.is_empty())
        || view.fleets.iter().any(ship)
}

/// Soldiers of a power ashore there. Those in Europe are seen by their own power only.
fn soldiers(view: &View, power: Seat, spot: Spot) -> Option<u32> {
    if spot == (Spot::Place { at: At::Europe }) {
        let own = view.own.as_ref().filter(|_| view.seat == Some(power));
        return own.map(|it| it.europe.soldiers);
    }
    let ashore = view.open.stacks_of(power);
    let there = ashore.filter(|(hex, _)| inside(view, *hex, spot));
    Some(there.map(|(_, it)| it.men.soldiers).sum())
}

/// The odds of the line itself, not rounded: 7:2 is at least 3:1.
fn odds(view: &View, order: &Order, is: Compare, left: i64, right: i64) -> bool {
    let Some(fight) = seen_odds::of_order(view, order) else {
        return false;
    };
    let (own, enemy) = (i64::from(fight.own), i64::from(fight.enemy));
    own > 0 && is.holds(&(own * right), &(left * enemy))
}

/// Ducats aboard an expedition, lying in a hex or aboard foreign ships there, or with the target.
fn gold(view: &View, order: &Order, label: Option<Label>, place: Option<At>) -> Option<u32> {
    match (label, place) {
        (Some(label), _) => {
            let expedition = view.mine().expeditions.get(&label)?;
            Some(expedition.gold())
        }
        (None, Some(at)) => {
            let ashore = at.hex().map_or(0, |it| seen_odds::gold_ashore(view, it));
            let aboard = view.foreign_at(at).flat_map(|it| it.gold.values());
            Some(ashore + aboard.sum::<u32>())
        }
        (None, None) => match order {
            Order::Attack { .. } | Order::Invade { .. } | Order::Move(_) => {
                seen_odds::of_order(view, order).map(|it| it.gold)
            }
            _ => None,
        },
    }
}

/// Ships an expedition has lost this turn; none if there never was such an expedition.
fn lost(view: &View, label: Label) -> Option<u32> {
    let own = view.mine();
    let known = own.expeditions.contains_key(&label);
    own.lost.get(&label).copied().or(known.then_some(0))
}

/// Whether this power acts before another this turn.
fn first(view: &View, power: Seat) -> bool {
    let place = |seat: Seat| view.open.initiative.iter().position(|it| *it == seat);
    match (view.seat.and_then(place), place(power)) {
        (Some(mine), Some(his)) => mine < his,
        _ => false,
    }
}
