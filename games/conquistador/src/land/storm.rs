//! C2: the combats of a power, by hex (4.4, 4.5).

use super::super::events::Cx;
use super::events::Event;
use super::{loss, march, parties, retreat};
use crate::council::tordesillas;
use crate::data::combat::{odds_column, odds_words};
use crate::data::{LandResult, LeaderType, Tables};
use crate::ids::LeaderId;
use crate::map::Terrain;
use crate::men::{Kind, Men};
use crate::reckon::march::defence;
use crate::reckon::{ground, ports, units};
use crate::state::{Fight, Open, State, Storm};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// One step: the next combat; without one the end of the power's C2 follows.
pub(super) fn advance(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) -> bool {
    let Some(target) = state.go.storms.keys().next().copied() else {
        return false;
    };
    let seat = state.open.acting().expect("it is somebody's go");
    fight(tables, state, seat, target, cx);
    if state.fight.is_none() {
        state.go.storms.remove(&target);
    }
    true
}

/// The loser of a combat has retreated: the next loser's turn, or the winner occupies the hex.
pub(super) fn retreated(tables: &Tables, state: &mut State, to: Option<Hex>, cx: &mut Cx<'_>) {
    let Some(Fight::Retreat {
        loser,
        mut then,
        hex,
        winner,
        landing,
        raid,
    }) = state.fight.take()
    else {
        unreachable!("a retreat was asked for");
    };
    retreat::retreat(tables, state, loser, hex, to, cx);
    if then.is_empty() {
        occupy(tables, state, winner, hex, cx);
        state.go.storms.remove(&hex);
        return;
    }
    let loser = then.remove(0);
    state.fight = Some(Fight::Retreat {
        loser,
        then,
        hex,
        winner,
        landing,
        raid,
    });
}

/// What a result means for both sides.
struct Outcome {
    attackers_lose: u32,
    defenders_lose: u32,
    end: End,
}

enum End {
    /// The attackers are back where they waited, each group in its own hex (Q102).
    Back,
    /// The defenders retreat.
    Retreat,
    /// The attackers are eliminated.
    AttackersGone,
    /// The defenders are eliminated.
    DefendersGone,
}

fn outcome(result: LandResult) -> Outcome {
    let (attackers_lose, defenders_lose, end) = match result {
        LandResult::EX => (1, 1, End::Back),
        LandResult::AR => (0, 0, End::Back),
        LandResult::A1R => (1, 0, End::Back),
        LandResult::A2R => (2, 0, End::Back),
        LandResult::AE => (0, 0, End::AttackersGone),
        LandResult::DR => (0, 0, End::Retreat),
        LandResult::D1R => (0, 1, End::Retreat),
        LandResult::D2R => (0, 2, End::Retreat),
        LandResult::DE => (0, 0, End::DefendersGone),
    };
    Outcome {
        attackers_lose,
        defenders_lose,
        end,
    }
}

/// One combat of all who storm a hex, from wherever (Q102), against all who are in it now: what a
/// power earlier in the order has left there, itself perhaps (Q103).
fn fight(tables: &Tables, state: &mut State, seat: Seat, target: Hex, cx: &mut Cx<'_>) {
    let defenders = ground::others_in(&state.open, seat, target);
    let strength: u32 = state.go.storms[&target]
        .iter()
        .map(|it| it.men.soldiers)
        .sum();
    let against = defence(&state.open, seat, target);
    let place = tables.map.name_of(target);
    let odds = odds_column(strength, against);
    let Some(odds) = odds.filter(|_| !defenders.is_empty()) else {
        let event = Event::StormCalledOff {
            seat,
            place,
            strength,
            against,
        };
        return cx.announce(event.into());
    };
    tordesillas::attacked(tables, state, seat, &defenders, cx);
    if against == 0 {
        let defenders_named = names(tables, &defenders);
        cx.announce(
            Event::StormUnopposed {
                seat,
                defenders: defenders_named,
                place,
            }
            .into(),
        );
        return give_way(tables, state, seat, target, cx);
    }
    let shift = if fortified(tables, &state.open, &defenders, target) {
        tables.land_combat.shift.min(odds)
    } else {
        0
    };
    let modifier = modifier(tables, state, &defenders, target);
    let die = cx.dice.one(Bowl::Open, &format!("storm of {place}"), 6);
    let rolled = i32::try_from(die).expect("a die") + modifier;
    let result = tables.land_combat.result(odds - shift, rolled);
    let event = Event::Stormed {
        seat,
        defenders: names(tables, &defenders),
        place,
        strength,
        against,
        odds: odds_words(odds - shift).to_owned(),
        shift,
        die,
        modifier,
        result: format!("{result:?}"),
    };
    cx.announce(event.into());
    carry_out(
        tables,
        state,
        seat,
        target,
        &defenders,
        &outcome(result),
        cx,
    );
}

fn carry_out(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    target: Hex,
    defenders: &[Seat],
    outcome: &Outcome,
    cx: &mut Cx<'_>,
) {
    let catch_panic = defenders
        .iter()
        .any(|it| state.open.men(target, *it).soldiers > 0);
    attackers_lose(tables, state, seat, target, outcome.attackers_lose, cx);
    retreat::defenders_lose(tables, state, defenders, target, outcome.defenders_lose, cx);
    match outcome.end {
        End::Back => {}
        End::Retreat => {
            if !catch_panic {
                for defender in defenders {
                    retreat::scatter(tables, state, *defender, target, cx);
                }
            }
            give_way(tables, state, seat, target, cx);
        }
        End::AttackersGone => attackers_gone(tables, state, seat, target, cx),
        End::DefendersGone => {
            for defender in defenders {
                retreat::eliminate(tables, state, *defender, target, cx);
            }
            occupy(tables, state, seat, target, cx);
        }
    }
}

/// What is left of the defenders retreats: each is asked where to. If nobody is left, the winner
/// occupies the hex at once.
fn give_way(tables: &Tables, state: &mut State, winner: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let mut losers = ground::others_in(&state.open, winner, hex);
    if losers.is_empty() {
        return occupy(tables, state, winner, hex, cx);
    }
    let loser = losers.remove(0);
    state.fight = Some(Fight::Retreat {
        loser,
        then: losers,
        hex,
        winner,
        landing: None,
        raid: false,
    });
}

/// Whether the attacker's column is shifted: a settlement of some size, a Port, mountain or
/// jungle; never more than once (4.4).
fn fortified(tables: &Tables, open: &Open, defenders: &[Seat], hex: Hex) -> bool {
    let settled = defenders.iter().any(|it| {
        let colonists = open.men(hex, *it).colonists;
        colonists >= tables.land_combat.settlement_colonists
            || ports::is_port(tables, open, *it, hex, true)
    });
    let terrain = tables.map.terrain(hex);
    settled || matches!(terrain, Some(Terrain::Mountain | Terrain::Jungle))
}

/// Conquistadors help Spain: the attacker's die is lower, or higher if they defend.
fn modifier(tables: &Tables, state: &State, defenders: &[Seat], target: Hex) -> i32 {
    let leads = |leaders: &mut dyn Iterator<Item = &LeaderId>| {
        units::of_type(tables, leaders, LeaderType::Conquistador) > 0
    };
    let groups = &state.go.storms[&target];
    let mut modifier = 0;
    if leads(&mut groups.iter().flat_map(|it| &it.leaders)) {
        modifier -= tables.land_combat.conquistador;
    }
    let stacks = defenders
        .iter()
        .filter_map(|it| state.open.stack(target, *it));
    if leads(&mut stacks.flat_map(|it| &it.leaders)) {
        modifier += tables.land_combat.conquistador;
    }
    modifier
}

/// Losses of the stormers, one at a time from the largest group, of equals that in the lowest
/// hex; Soldiers, or Colonists if none are left.
fn attackers_lose(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    target: Hex,
    number: u32,
    cx: &mut Cx<'_>,
) {
    for _ in 0..number {
        let Some((hex, kind)) = largest(&state.go.storms[&target]) else {
            return;
        };
        let groups = state.go.storms.get_mut(&target).expect("they storm it");
        let mut here: Vec<&mut Storm> = groups
            .iter_mut()
            .filter(|it| it.from == hex && it.men.get(kind) > 0)
            .collect();
        // Members of a party are lost after the others (4.12).
        here.sort_by_key(|it| it.party.is_some());
        let group = here
            .into_iter()
            .next()
            .expect("the largest group is not empty");
        group.men.take(kind, 1);
        let group = group.clone();
        loss::men(state, seat, hex, kind, 1);
        if let Some(party) = group.party {
            parties::keep(state, seat, &[party], &group.men, &group.leaders);
        }
        retreat::combat_loss(tables, seat, hex, &Men::of(kind, 1), cx);
    }
}

/// The hex whose stormers are most, and what it loses.
fn largest(groups: &[Storm]) -> Option<(Hex, Kind)> {
    for kind in [Kind::Soldier, Kind::Colonist] {
        let count = |hex: Hex| -> u32 {
            let here = groups.iter().filter(|it| it.from == hex);
            here.map(|it| it.men.get(kind)).sum()
        };
        let hexes = groups.iter().map(|it| it.from);
        let best = hexes.max_by_key(|hex| (count(*hex), std::cmp::Reverse(*hex)));
        if let Some(hex) = best.filter(|it| count(*it) > 0) {
            return Some((hex, kind));
        }
    }
    None
}

fn attackers_gone(tables: &Tables, state: &mut State, seat: Seat, target: Hex, cx: &mut Cx<'_>) {
    for group in state.go.storms[&target].clone() {
        for kind in Kind::ALL {
            loss::men(state, seat, group.from, kind, group.men.get(kind));
        }
        if let Some(party) = group.party {
            parties::keep(state, seat, &[party], &Men::NONE, &group.leaders);
        }
        retreat::combat_loss(tables, seat, group.from, &group.men, cx);
        retreat::fate(tables, state, seat, group.from, &group.leaders, cx);
    }
}

/// The stormers enter the hex they have won, Colonists and Missionaries among them too (Q105), with
/// what gold they carry, as far as there is room; the gold that lies there is theirs.
fn occupy(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    retreat::spoils(tables, state, seat, hex, cx);
    for group in state.go.storms.get(&hex).cloned().unwrap_or_default() {
        let men = group
            .men
            .at_most(&ground::room_for(tables, &state.open, seat, hex));
        if men.is_empty() && group.leaders.is_empty() {
            continue;
        }
        let along = match group.party {
            Some(label) if state.own(seat).parties.contains_key(&label) => vec![label],
            Some(_) => Vec::new(),
            None => parties::leaving(state, seat, group.from, &men, &group.leaders),
        };
        loss::take(state, seat, group.from, &men, &group.leaders);
        parties::keep(state, seat, &along, &men, &group.leaders);
        parties::march(state, seat, &along, &[hex]);
        loss::put(state, seat, hex, &men, &group.leaders);
        loss::mark_marched(state, seat, hex, &men, &group.leaders);
        parties::shrink(state, seat, group.from);
        march::carry(state, group.from, hex, &group.gold);
        march::enter(tables, state, &(men, group.leaders.clone()), hex, false);
    }
}

fn names(tables: &Tables, seats: &[Seat]) -> String {
    let names: Vec<&str> = seats.iter().map(|it| tables.title(*it)).collect();
    names.join(" and ")
}
