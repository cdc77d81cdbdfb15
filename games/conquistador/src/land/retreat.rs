//! What a combat ashore does to its loser, by land or by sea (4.5, 3.9): retreat, elimination,
//! leaders captured, gold left behind. The naval part uses it for invasions.

use super::super::events::Cx;
use super::events::Event;
use super::{loss, parties};
use crate::data::Tables;
use crate::ids::{At, Label, LeaderId};
use crate::men::{Kind, Men};
use crate::orders::Order;
use crate::reckon::{cargo, ground, income, ports, units};
use crate::state::{Open, State};
use crate::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Where a power may retreat to from a hex: land neighbours that it holds or that are free of
/// others. The game's own choice first: a settlement of its own, then the lowest Adjusted
/// Attrition Level, then the lowest hex.
pub fn refuges(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> Vec<Hex> {
    let around = tables.map.land_neighbours(hex).iter().copied();
    let mut free: Vec<Hex> = around
        .filter(|it| {
            open.stack(*it, seat).is_some() || ground::others_in(open, seat, *it).is_empty()
        })
        .collect();
    free.sort_by_key(|it| {
        let settled = ports::is_settlement(open, seat, *it);
        (!settled, ground::attrition_level(tables, *it), *it)
    });
    free
}

/// The hex that the loser's RETREAT lines name; none: they do not decide it.
pub fn decide(view: &View, hex: Hex, lines: &Lines<'_, Order>) -> Decision<Option<Hex>> {
    let free = refuges(&view.tables, &view.open, view.me(), hex);
    let name = |at: At| view.tables.map.at_name(at);
    lines.first(
        |line| match line.order {
            Order::Retreat { from, to } if from.is_none_or(|it| it == At::Hex(hex)) => {
                match to.hex().filter(|it| free.contains(it)) {
                    Some(to) => Verdict::Always(Some(to)),
                    None => Verdict::Refuse(format!(
                        "{} is no free neighbour of {}",
                        name(*to),
                        name(At::Hex(hex))
                    )),
                }
            }
            _ => Verdict::NotMine,
        },
        |to| permits(view, hex, *to),
    )
}

/// The game's choice (4.5).
pub fn silence(view: &View, hex: Hex) -> Option<Hex> {
    let free = refuges(&view.tables, &view.open, view.me(), hex);
    free.first().copied()
}

/// Whether the loser may retreat there: to a refuge if there is one.
///
/// # Errors
/// Why not.
pub fn permits(view: &View, hex: Hex, to: Option<Hex>) -> Result<(), String> {
    let free = refuges(&view.tables, &view.open, view.me(), hex);
    match to {
        Some(to) if free.contains(&to) => Ok(()),
        None if free.is_empty() => Ok(()),
        _ => Err("nobody retreats there".to_owned()),
    }
}

/// All units of a power leave a hex: to a neighbour, or onto own ships there as far as there is
/// room (Q104). Gold stays.
pub fn retreat(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    to: Option<Hex>,
    cx: &mut Cx<'_>,
) {
    let Some(stack) = state.open.stack(hex, seat).cloned() else {
        return;
    };
    let leaders: Vec<LeaderId> = stack.leaders.iter().copied().collect();
    match to {
        Some(to) => by_land(tables, state, seat, (hex, to), stack.men, &leaders, cx),
        None => aboard(tables, state, seat, hex, stack.men, &leaders, cx),
    }
    parties::shrink(state, seat, hex);
}

fn by_land(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    (hex, to): (Hex, Hex),
    men: Men,
    leaders: &[LeaderId],
    cx: &mut Cx<'_>,
) {
    // Retreating units can be forced over the limit, and the excess is lost (4.2).
    let fits = men.at_most(&ground::room_for(tables, &state.open, seat, to));
    let mut over = men;
    over -= fits;
    if !over.is_empty() {
        for kind in Kind::ALL {
            loss::men(state, seat, hex, kind, over.get(kind));
        }
        lost(tables, seat, hex, &over, &[], cx);
    }
    let along = parties::leaving(state, seat, hex, &fits, leaders);
    loss::take(state, seat, hex, &fits, leaders);
    parties::march(state, seat, &along, &[to]);
    loss::put(state, seat, to, &fits, leaders);
    let event = Event::Retreated {
        seat,
        units: units::words(tables, &fits, leaders),
        from: tables.map.name_of(hex),
        to: tables.map.name_of(to),
    };
    cx.announce(event.into());
}

fn aboard(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    men: Men,
    leaders: &[LeaderId],
    cx: &mut Cx<'_>,
) {
    let ships = state.own(seat).expeditions.iter();
    let here = ships.filter(|(_, it)| it.at == At::Hex(hex));
    let labels: Vec<Label> = here.map(|(label, _)| *label).collect();
    let mut left = men;
    let mut homeless = leaders.to_vec();
    for label in labels {
        let expeditions = &mut state.own_mut(seat).expeditions;
        let ships = expeditions.get_mut(&label).expect("it lies here");
        let over = cargo::load(tables, ships, left, &homeless);
        let mut saved = left;
        saved -= over;
        if saved.is_empty() && homeless.is_empty() {
            continue;
        }
        let along = parties::leaving(state, seat, hex, &saved, &homeless);
        loss::take(state, seat, hex, &saved, &homeless);
        parties::embarked(state, seat, &along, label);
        let event = Event::RetreatedAboard {
            seat,
            units: units::words(tables, &saved, &homeless),
            place: tables.map.name_of(hex),
        };
        cx.announce(event.into());
        left = over;
        homeless.clear();
    }
    if left.is_empty() && homeless.is_empty() {
        return;
    }
    loss::all_men(state, seat, hex);
    for leader in &homeless {
        loss::leader(state, seat, hex, *leader);
    }
    lost(tables, seat, hex, &left, &homeless, cx);
}

fn lost(tables: &Tables, seat: Seat, hex: Hex, men: &Men, leaders: &[LeaderId], cx: &mut Cx<'_>) {
    let event = Event::RetreatLost {
        seat,
        units: units::words(tables, men, leaders),
        place: tables.map.name_of(hex),
    };
    cx.announce(event.into());
}

/// Before a retreat: Colonists whom no Soldier has defended are each lost on a high die (4.5).
pub fn scatter(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let colonists = state.open.men(hex, seat).colonists;
    if colonists == 0 {
        return;
    }
    let place = tables.map.name_of(hex);
    let why = format!("Colonists without Soldiers at {place}");
    let dice = cx.dice.roll(Bowl::Open, &why, colonists, 6);
    let from = tables.land_combat.colonists_lost_from;
    let lost = dice.iter().filter(|it| **it >= from).count();
    let lost = u32::try_from(lost).expect("few Colonists");
    loss::men(state, seat, hex, Kind::Colonist, lost);
    let dice: Vec<String> = dice.iter().map(u32::to_string).collect();
    let event = Event::ColonistsScattered {
        seat,
        place,
        dice: dice.join(" "),
        lost,
    };
    cx.announce(event.into());
}

/// All men of a power in a hex are lost, Missionaries too; its leaders are captured or escape.
pub fn eliminate(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let Some(stack) = state.open.stack(hex, seat).cloned() else {
        return;
    };
    loss::all_men(state, seat, hex);
    combat_loss(tables, seat, hex, &stack.men, cx);
    let leaders: Vec<LeaderId> = stack.leaders.into_iter().collect();
    fate(tables, state, seat, hex, &leaders, cx);
}

/// Tells what a side has lost in combat, if anything.
pub fn combat_loss(tables: &Tables, seat: Seat, hex: Hex, men: &Men, cx: &mut Cx<'_>) {
    if men.is_empty() {
        return;
    }
    let event = Event::CombatLoss {
        seat,
        units: men.words(),
        place: tables.map.name_of(hex),
    };
    cx.announce(event.into());
}

/// Leaders of an eliminated side ashore in a hex: captured on a low die, else they escape to the
/// nearest own unit (fewest hexes, then lowest hex); without one they are lost (4.5).
pub fn fate(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    leaders: &[LeaderId],
    cx: &mut Cx<'_>,
) {
    for id in leaders {
        let leader = tables.leader(*id).name.clone();
        let place = tables.map.name_of(hex);
        let die = cx.dice.one(Bowl::Open, &format!("fate of {leader}"), 6);
        if die <= tables.land_combat.leaders_captured_to {
            loss::leader(state, seat, hex, *id);
            cx.announce(
                Event::LeaderCaptured {
                    seat,
                    leader,
                    place,
                    die,
                }
                .into(),
            );
            continue;
        }
        // Leaders who wait with him for their fate are nobody to flee to.
        let others = state.open.stacks_of(seat).filter(|(it, stack)| {
            *it != hex
                || !stack.men.is_empty()
                || !stack.leaders.iter().all(|it| leaders.contains(it))
        });
        let nearest = others.map(|(it, _)| (hex.distance(it), it)).min();
        let Some((_, to)) = nearest else {
            loss::leader(state, seat, hex, *id);
            cx.announce(
                Event::LeaderAstray {
                    seat,
                    leader,
                    place,
                    die,
                }
                .into(),
            );
            continue;
        };
        loss::take(state, seat, hex, &Men::NONE, &[*id]);
        loss::put(state, seat, to, &Men::NONE, &[*id]);
        parties::shrink(state, seat, hex);
        let to = tables.map.name_of(to);
        cx.announce(
            Event::LeaderEscaped {
                seat,
                leader,
                place,
                die,
                to,
            }
            .into(),
        );
    }
}

/// Gold in a taken hex goes to the winner, and a doubled Potosí is doubled no longer (Q69, Q107).
pub fn spoils(tables: &Tables, state: &mut State, winner: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let lots = state.open.hexes.get_mut(&hex);
    let lots = lots.map_or(&mut [][..], |it| it.gold.as_mut_slice());
    let mut ducats = 0;
    for lot in lots.iter_mut().filter(|it| it.owner != winner) {
        lot.owner = winner;
        ducats += lot.ducats;
    }
    let place = tables.map.name_of(hex);
    cx.announce(
        Event::HexTaken {
            seat: winner,
            place,
            ducats,
        }
        .into(),
    );
    let doubled = state.open.doubled;
    if let Some(seat) = doubled.filter(|it| *it != winner && income::is_potosi(tables, hex)) {
        state.open.doubled = None;
        cx.announce(Event::PotosiUndoubled { seat }.into());
    }
}

/// One loss of a side that defends a hex: a Soldier, or a Colonist if it has no Soldier left, of
/// the power with most of them; equal: the first in seat order. Returns whose and what.
pub fn lose_one(state: &mut State, defenders: &[Seat], hex: Hex) -> Option<(Seat, Kind)> {
    for kind in [Kind::Soldier, Kind::Colonist] {
        let most = |seat: &Seat| state.open.men(hex, *seat).get(kind);
        // `max_by_key` takes the last of equals: so the order is turned round.
        let largest = defenders.iter().rev().copied().max_by_key(most);
        let seat = largest.filter(|it| most(it) > 0);
        if let Some(seat) = seat {
            loss::men(state, seat, hex, kind, 1);
            return Some((seat, kind));
        }
    }
    None
}

/// So many losses of a side, told by power.
pub fn defenders_lose(
    tables: &Tables,
    state: &mut State,
    defenders: &[Seat],
    hex: Hex,
    number: u32,
    cx: &mut Cx<'_>,
) {
    let mut lost: Vec<(Seat, Men)> = defenders.iter().map(|it| (*it, Men::NONE)).collect();
    for _ in 0..number {
        let Some((seat, kind)) = lose_one(state, defenders, hex) else {
            break;
        };
        let slot = lost.iter_mut().find(|it| it.0 == seat);
        *slot.expect("a defender").1.slot(kind) += 1;
    }
    for (seat, men) in lost {
        combat_loss(tables, seat, hex, &men, cx);
    }
}
