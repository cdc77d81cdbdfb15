//! What events take, where their power may choose (2.3, Q42): 6.4.6, 6.4.11, 6.4.14, 6.4.17.
//!
//! An answer counts as far as it fits; the rest is filled up by the default of the event. Only the
//! number demanded is ever taken.

use super::super::data::{LeaderType, Tables};
use super::super::events::Cx;
use super::super::ids::{AreaId, At, Label, LeaderId};
use super::super::land::{loss, parties};
use super::super::men::Kind;
use super::super::orders::{Loss, Order};
use super::super::reckon::ports;
use super::super::state::{EventChoice, Open, Sealed, State};
use super::super::view::View;
use super::events::Event;
use super::leaders::{self, Whereabouts};
use super::plan::{Deed, Losses, LostUnit, Post};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

/// The number of civil war behind 6.4.
const CIVIL_WAR: u32 = 6;
/// A settlement of more Colonists is safe from 6.4.11.
const SMALL: u32 = 2;
/// So many Soldiers in a settlement, and 6.4.14 takes one of them by default.
const GUARDED: u32 = 2;

/// The Area of 6.4.14.
pub(super) fn caribbean() -> AreaId {
    "CAR".parse().expect("an Area")
}

/// Settlements that 6.4.11 may take, the default first: the small ones of the Areas with the
/// highest Native Level (Q70), by Area, fewest Colonists, fewest Soldiers, hex.
pub(super) fn resented(tables: &Tables, open: &Open, power: Seat) -> Vec<Hex> {
    let natives = |hex: &Hex| tables.map.area(*hex).map_or(0, |it| open.natives(it));
    let small = |hex: &Hex| open.men(*hex, power).colonists <= SMALL;
    let all: Vec<Hex> = ports::settlements(open, power).collect();
    let counted = all
        .iter()
        .filter(|it| open.options.resent_strict || small(it));
    let highest = counted.map(natives).max().unwrap_or(0);
    let mut hit = all;
    hit.retain(|it| highest > 0 && natives(it) == highest && small(it));
    hit.sort_by_key(|it| {
        let men = open.men(*it, power);
        let areas = tables.map.areas().iter();
        let mut ids = areas.map(|it| Some(it.id));
        let area = ids.position(|id| id == tables.map.area(*it));
        (area, men.colonists, men.soldiers, *it)
    });
    hit
}

/// Settlements that 6.4.14 hits, by hex.
pub(super) fn rampaged(tables: &Tables, open: &Open, power: Seat) -> Vec<Hex> {
    let settlements = ports::settlements(open, power);
    settlements
        .filter(|it| tables.map.area(*it) == Some(caribbean()))
        .collect()
}

/// Settlements that 6.4.17 may hit, those it hits by default first.
fn plagued(open: &Open, power: Seat) -> Vec<Hex> {
    let mut settlements: Vec<Hex> = ports::settlements(open, power).collect();
    settlements.sort_by_key(|it| (Reverse(open.men(*it, power).colonists), *it));
    settlements
}

/// What an event takes, if everybody can see that there is but one way.
pub(super) fn only_way(
    tables: &Tables,
    open: &Open,
    power: Seat,
    choice: &EventChoice,
) -> Option<Losses> {
    let hit = match choice.event {
        14 => rampaged(tables, open, power),
        _ => plagued(open, power),
    };
    let mixed = hit.iter().any(|it| open.men(*it, power).soldiers > 0);
    let some = hit.len() > choice.settlements as usize;
    let free = choice.leader || choice.missionary || mixed || some;
    (!free).then(|| Losses {
        event: choice.event,
        units: units(tables, open, power, choice, &[]),
        ..Losses::default()
    })
}

/// What an event takes: as the owner wishes as far as that fits, else by default; never more than
/// it demands (Q42).
pub(super) fn settle(
    tables: &Tables,
    open: &Open,
    own: &Sealed,
    power: Seat,
    choice: &EventChoice,
    wishes: &[Loss],
) -> Losses {
    let wished_leader = |it: &LeaderId| wishes.contains(&Loss::Leader { leader: *it });
    let leader = choice.leader.then(|| {
        let victims = victims(tables, open, own, power, choice.event);
        let wished = victims.iter().find(|it| wished_leader(it));
        wished.or(victims.first()).copied()
    });
    let missionary = choice.missionary.then(|| {
        let posts = missionaries(tables, open, own, power, choice.event);
        let wished = posts.iter().find(|(_, at)| {
            let kind = Kind::Missionary;
            wishes.contains(&Loss::Unit { kind, at: *at })
        });
        wished.or(posts.first()).map(|it| it.0)
    });
    Losses {
        event: choice.event,
        settlement: settlement(tables, open, power, choice, wishes),
        units: units(tables, open, power, choice, wishes),
        leader: leader.flatten(),
        missionary: missionary.flatten(),
    }
}

fn settlement(
    tables: &Tables,
    open: &Open,
    power: Seat,
    choice: &EventChoice,
    wishes: &[Loss],
) -> Option<Hex> {
    if choice.event != 11 {
        return None;
    }
    let hit = resented(tables, open, power);
    let wished = wishes.iter().find_map(|it| match it {
        Loss::Settlement { at } | Loss::Unit { at, .. } => at.hex().filter(|hex| hit.contains(hex)),
        Loss::Leader { .. } => None,
    });
    wished.or(hit.first().copied())
}

/// One Colonist or Soldier of each settlement that is hit.
fn units(
    tables: &Tables,
    open: &Open,
    power: Seat,
    choice: &EventChoice,
    wishes: &[Loss],
) -> Vec<LostUnit> {
    let (hit, soldiers_from) = match choice.event {
        14 => (rampaged(tables, open, power), GUARDED),
        17 => (plagued(open, power), u32::MAX),
        _ => return Vec::new(),
    };
    let usual = |hex: Hex| LostUnit {
        hex,
        kind: if open.men(hex, power).soldiers >= soldiers_from {
            Kind::Soldier
        } else {
            Kind::Colonist
        },
    };
    let mut taken: Vec<LostUnit> = Vec::new();
    for wish in wishes {
        let unit = match *wish {
            Loss::Unit {
                kind,
                at: At::Hex(hex),
            } => LostUnit { hex, kind },
            Loss::Settlement { at: At::Hex(hex) } => usual(hex),
            _ => continue,
        };
        let there = open.men(unit.hex, power).get(unit.kind) > 0;
        let fits = hit.contains(&unit.hex) && there && unit.kind != Kind::Missionary;
        if fits && taken.iter().all(|it| it.hex != unit.hex) {
            taken.push(unit);
        }
    }
    let rest = hit.iter().map(|it| usual(*it));
    for unit in rest {
        if taken.iter().all(|it| it.hex != unit.hex) {
            taken.push(unit);
        }
    }
    taken.truncate(choice.settlements as usize);
    taken
}

/// Leaders an event may take, the default first: leaving soonest, then by id. 6.4.14 eats
/// Conquistadors and Explorers ashore in the Caribbean, 6.4.17 takes Conquistadors anywhere.
fn victims(tables: &Tables, open: &Open, own: &Sealed, power: Seat, event: u32) -> Vec<LeaderId> {
    let at_hand = |id: LeaderId, kind: LeaderType| {
        let found = leaders::find(open, own, power, id);
        match (event, kind, found) {
            (_, LeaderType::Privateer, _) | (_, _, None) => false,
            (14, _, Some(Whereabouts::Ashore(hex))) => tables.map.area(hex) == Some(caribbean()),
            (17, LeaderType::Conquistador, Some(_)) => true,
            _ => false,
        }
    };
    let all = tables.leaders.iter();
    let mut victims: Vec<_> = all.filter(|it| at_hand(it.id, it.kind)).collect();
    victims.sort_by_key(|it| (it.exit, it.id));
    victims.iter().map(|it| it.id).collect()
}

/// Whether the power has a leader, and a Missionary, whom an event can take.
pub(crate) fn at_risk(view: &View, event: u32) -> (bool, bool) {
    let (tables, open, own, power) = (&view.tables, &view.open, view.mine(), view.me());
    (
        !victims(tables, open, own, power, event).is_empty(),
        !missionaries(tables, open, own, power, event).is_empty(),
    )
}

/// Missionaries an event may take, the default first: ashore by hex, aboard, in Europe; 6.4.14
/// only those ashore in the Caribbean.
fn missionaries(
    tables: &Tables,
    open: &Open,
    own: &Sealed,
    power: Seat,
    event: u32,
) -> Vec<(Post, At)> {
    let ashore = open.stacks_of(power);
    let ashore = ashore.filter(|(_, it)| it.men.missionaries > 0);
    let mut posts: Vec<(Post, At)> = ashore
        .filter(|(hex, _)| event != 14 || tables.map.area(*hex) == Some(caribbean()))
        .map(|(hex, _)| (Post::Ashore { hex }, At::Hex(hex)))
        .collect();
    if event == 14 {
        return posts;
    }
    let expeditions = own.expeditions.iter();
    let aboard = expeditions.filter(|(_, it)| it.men().missionaries > 0);
    posts.extend(aboard.map(|(label, it)| (Post::Expedition { label: *label }, it.at)));
    if own.europe.missionaries > 0 {
        posts.push((Post::Europe, At::Europe));
    }
    posts
}

/// Decides from the EVENT lines.
pub(super) fn decide(
    view: &View,
    choice: &EventChoice,
    lines: &Lines<'_, Order>,
) -> Decision<Deed> {
    let mut decision = Decision::none();
    let mut wishes = Vec::new();
    let mut ignored = false;
    for line in &lines.lines {
        match line.order {
            Order::IgnoreEvent { event } if *event == choice.event => {
                if choice.event != CIVIL_WAR {
                    let why = "only the duty of civil war can be ignored".to_owned();
                    decision.refuse(line.at, [why]);
                    continue;
                }
                ignored = true;
            }
            Order::EventLosses { event, losses } if *event == choice.event => {
                if choice.event == CIVIL_WAR {
                    let why = "civil war takes nothing: Soldiers are shipped home".to_owned();
                    decision.refuse(line.at, [why]);
                    continue;
                }
                wishes.extend(losses.iter().copied());
            }
            _ => continue,
        }
        decision.rests_on.push(line.at);
    }
    if decision.rests_on.is_empty() {
        return decision;
    }
    decision.spends = decision.rests_on.clone();
    decision.each = true;
    decision.choice = Some(match choice.event {
        CIVIL_WAR => Deed::Duty { ignored },
        _ => losses(view, choice, &wishes),
    });
    decision
}

/// The default of the event.
pub(super) fn silence(view: &View, choice: &EventChoice) -> Deed {
    match choice.event {
        CIVIL_WAR => Deed::Duty { ignored: false },
        _ => losses(view, choice, &[]),
    }
}

fn losses(view: &View, choice: &EventChoice, wishes: &[Loss]) -> Deed {
    let (open, own) = (&view.open, view.mine());
    let losses = settle(&view.tables, open, own, view.me(), choice, wishes);
    Deed::Losses(losses)
}

/// Whether an event may take this: exactly what it demands, of what there is.
pub(super) fn permits(view: &View, choice: &EventChoice, losses: &Losses) -> Result<(), String> {
    let (tables, open, own, power) = (&view.tables, &view.open, view.mine(), view.me());
    // Everything that fits, wished for, is taken; so what may be taken is what wishing brings.
    let mut wishes: Vec<Loss> = Vec::new();
    let place = |hex: Hex| At::Hex(hex);
    wishes.extend(
        losses
            .settlement
            .map(|hex| Loss::Settlement { at: place(hex) }),
    );
    wishes.extend(losses.units.iter().map(|it| Loss::Unit {
        kind: it.kind,
        at: place(it.hex),
    }));
    wishes.extend(losses.leader.map(|leader| Loss::Leader { leader }));
    let mut wished = settle(tables, open, own, power, choice, &wishes);
    let posts = missionaries(tables, open, own, power, choice.event);
    if posts
        .iter()
        .any(|(post, _)| Some(*post) == losses.missionary)
    {
        wished.missionary = losses.missionary;
    }
    if wished == *losses {
        Ok(())
    } else {
        Err("the event does not take that".to_owned())
    }
}

/// Takes what an event takes.
pub(super) fn lose(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    losses: &Losses,
    cx: &mut Cx<'_>,
) {
    let number = losses.event;
    if let Some(hex) = losses.settlement {
        lose_settlement(tables, state, power, hex, cx);
    }
    for LostUnit { hex, kind } in losses.units.iter().copied() {
        loss::men(state, power, hex, kind, 1);
        let place = tables.map.name_of(hex);
        cx.announce(
            Event::EventToll {
                power,
                number,
                kind,
                place,
            }
            .into(),
        );
    }
    if let Some(leader) = losses.leader {
        lose_leader(tables, state, power, number, leader, cx);
    }
    if let Some(post) = losses.missionary {
        lose_missionary(tables, state, power, number, post, cx);
    }
}

/// 6.4.11: only Colonists go; Soldiers, Missionaries, leaders and gold stay (Q70).
pub(super) fn lose_settlement(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    hex: Hex,
    cx: &mut Cx<'_>,
) {
    let colonists = loss::men(state, power, hex, Kind::Colonist, SMALL);
    let area = tables.map.area(hex).expect("settlements lie in Areas");
    cx.announce(
        Event::SettlementLost {
            power,
            place: tables.map.name_of(hex),
            area: tables.map.area_of(area).name.clone(),
            colonists,
        }
        .into(),
    );
}

fn lose_leader(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    number: u32,
    id: LeaderId,
    cx: &mut Cx<'_>,
) {
    let found = leaders::find(&state.open, state.own(power), power, id);
    let (at, audience) = match found.expect("he was found when he was chosen") {
        Whereabouts::Ashore(hex) => (At::Hex(hex), Audience::All),
        Whereabouts::Aboard(at) => (at, Audience::one(power)),
        Whereabouts::Europe => (At::Europe, Audience::one(power)),
    };
    leaders::remove(state, power, id);
    cx.tell(
        audience,
        Event::LeaderTaken {
            power,
            number,
            leader: tables.leader(id).name.clone(),
            place: tables.map.at_name(at),
        }
        .into(),
    );
}

fn lose_missionary(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    number: u32,
    post: Post,
    cx: &mut Cx<'_>,
) {
    let kind = Kind::Missionary;
    let (at, audience) = match post {
        Post::Ashore { hex } => {
            loss::men(state, power, hex, kind, 1);
            (At::Hex(hex), Audience::All)
        }
        Post::Expedition { label } => {
            let at = lose_aboard(state, power, label, kind);
            (at, Audience::one(power))
        }
        Post::Europe | Post::Docks { .. } => {
            state.own_mut(power).europe.take(kind, 1);
            (At::Europe, Audience::one(power))
        }
    };
    let place = tables.map.at_name(at);
    cx.tell(
        audience,
        Event::EventToll {
            power,
            number,
            kind,
            place,
        }
        .into(),
    );
}

/// Takes one of a kind off the first ship that has one; returns where that was.
fn lose_aboard(state: &mut State, power: Seat, label: Label, kind: Kind) -> At {
    let own = state.own_mut(power);
    let expedition = own.expeditions.get_mut(&label).expect("it lives");
    let mut ships = expedition.ships.iter_mut();
    if let Some(ship) = ships.find(|it| it.men.get(kind) > 0) {
        ship.men.take(kind, 1);
    }
    let at = expedition.at;
    parties::drowned(state, power, label);
    at
}
