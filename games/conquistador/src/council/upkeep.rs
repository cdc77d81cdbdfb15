//! Maintenance: debts, then upkeep for the next turn (5.1, 8.2 no 24).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::At;
use super::super::men::{Hull, Kind};
use super::super::orders::{Item, Order, Thing, Ware};
use super::super::reckon::ports;
use super::super::state::State;
use super::super::view::View;
use super::events::{Event, Why};
use super::plan::{Deed, GivenUp, Post};
use super::{debts, given_up, ledger, purchases, royal};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::list;
use std::cmp::Reverse;

/// Before anybody pays upkeep: Colonists that have not left Europe are lost (Q22, Q60), and debts
/// are paid, for all powers together.
pub(super) fn begin(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    if state.open.turn_of > 0 {
        return;
    }
    for power in royal::playing(&state.open) {
        lose_colonists(state, power, cx);
    }
    debts::due(tables, state, cx);
}

fn lose_colonists(state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let own = state.own_mut(power);
    let mut number = own.europe.take(Kind::Colonist, u32::MAX);
    let aboard = own
        .expeditions
        .values_mut()
        .filter(|it| it.at == At::Europe);
    for ship in aboard.flat_map(|it| &mut it.ships) {
        number += ship.men.take(Kind::Colonist, u32::MAX);
    }
    if number > 0 {
        let event = Event::ColonistsStayed { power, number };
        cx.tell(Audience::one(power), event.into());
    }
}

/// Decides from the DISBAND lines in turn; then upkeep, by the first KEEP line if there is not
/// enough for all.
pub(super) fn decide(view: &View, lines: &Lines<'_, Order>) -> Decision<Deed> {
    let mut decision = lines.first(
        |line| match line.order {
            Order::Disband { items } => disband(view, items),
            _ => Verdict::NotMine,
        },
        |deed| match deed {
            Deed::Disband { given_up, .. } => given_up::are_there(view, given_up),
            _ => Ok(()),
        },
    );
    if decision.choice.is_some() {
        return decision;
    }
    if let Some((at, things)) = ranking(lines) {
        let plan = plan(view, things);
        let short = matches!(&plan, Deed::Upkeep { given_up, .. } if !given_up.is_empty());
        if short {
            decision.choice = Some(plan);
            decision.rests_on.push(at);
        }
    }
    decision
}

fn ranking<'a>(lines: &Lines<'a, Order>) -> Option<(OrderRef, &'a [Thing])> {
    lines.lines.iter().find_map(|line| match line.order {
        Order::Keep { things } => Some((line.at, things.as_slice())),
        _ => None,
    })
}

/// Upkeep in the usual order.
pub(super) fn silence(view: &View, lines: &Lines<'_, Order>) -> Deed {
    let things = ranking(lines).map_or(&[][..], |it| it.1);
    plan(view, things)
}

/// What a DISBAND line comes to: of each item what is there, ashore or at the docks first.
fn disband(view: &View, items: &[Item]) -> Verdict<Deed> {
    let (open, own, power) = (&view.open, view.mine(), view.me());
    let mut given_up: Vec<GivenUp> = Vec::new();
    for item in items {
        let mut left = item.number.unwrap_or(u32::MAX);
        for post in posts(view, item.what, item.at.unwrap_or(At::Europe)) {
            let there = given_up::number(open, own, power, item.what, post);
            let same = |it: &&mut GivenUp| (it.what, it.post) == (item.what, post);
            let before = given_up.iter_mut().find(same);
            let free = there - before.as_ref().map_or(0, |it| it.number);
            let number = left.min(free);
            left -= number;
            match before {
                Some(it) => it.number += number,
                None if number > 0 => given_up.push(GivenUp {
                    what: item.what,
                    post,
                    number,
                }),
                None => {}
            }
        }
    }
    if given_up.is_empty() {
        Verdict::Refuse("you have nothing of the kind there".to_owned())
    } else {
        Verdict::Once(Deed::Disband { given_up })
    }
}

/// Where a ware may be at a place.
fn posts(view: &View, what: Ware, at: At) -> Vec<Post> {
    let mut posts = match (what.kind(), at) {
        (Some(_), At::Europe) => vec![Post::Europe],
        (Some(_), At::Hex(hex)) => vec![Post::Ashore { hex }],
        (None, at) => vec![Post::Docks { at }],
    };
    let there = view.mine().expeditions.iter().filter(|(_, it)| it.at == at);
    posts.extend(there.map(|(label, _)| Post::Expedition { label: *label }));
    posts
}

/// A group of equal units that upkeep is due for.
struct Group {
    what: Ware,
    post: Post,
    number: u32,
}

/// All that a power has.
fn groups(view: &View) -> Vec<Group> {
    let (open, own, power) = (&view.open, view.mine(), view.me());
    let ashore = open.stacks_of(power).map(|(hex, _)| Post::Ashore { hex });
    let aboard = own.expeditions.keys();
    let aboard = aboard.map(|label| Post::Expedition { label: *label });
    let docks = own.docks.keys().map(|at| Post::Docks { at: *at });
    let posts = ashore.chain(aboard).chain(docks).chain([Post::Europe]);
    let kinds = Kind::ALL.into_iter().map(Ware::from);
    let wares: Vec<Ware> = kinds.chain(Hull::ALL.into_iter().map(Ware::from)).collect();
    let mut groups = Vec::new();
    for post in posts {
        for what in &wares {
            let number = given_up::number(open, own, power, *what, post);
            if number > 0 {
                let what = *what;
                groups.push(Group { what, post, number });
            }
        }
    }
    groups
}

/// Where a group stands in the order of payment: by the KEEP line, then by kind; within a kind
/// the largest settlement, the lowest hex, at sea, Europe.
fn rank(view: &View, things: &[Thing], it: &Group) -> impl Ord + use<> {
    let (open, own, power) = (&view.open, view.mine(), view.me());
    let at = given_up::place(own, it.post);
    let named = |thing: &Thing| thing.what == it.what && thing.at.is_none_or(|place| place == at);
    let kept = things.iter().position(named).unwrap_or(things.len());
    let settled = match it.post {
        Post::Ashore { hex } => ports::is_settlement(open, power, hex),
        _ => false,
    };
    let kind = match it.what {
        Ware::Colonist => 0,
        Ware::Missionary => 1,
        Ware::Soldier if settled => 2,
        Ware::Carrack => 3,
        Ware::Caravel => 4,
        Ware::Soldier => 5,
        Ware::Galleon => 6,
    };
    let in_hex = |hex: Hex| view.tables.map.is_land(hex);
    let aboard = it.what.kind().is_some() && !matches!(it.post, Post::Ashore { .. });
    let (place, colonists) = match at {
        At::Europe => (2, 0),
        At::Hex(hex) if in_hex(hex) && !aboard => (0, open.men(hex, power).colonists),
        At::Hex(_) => (1, 0),
    };
    (kept, kind, place, Reverse(colonists), at, it.post)
}

/// Whether upkeep is due: not on the last turn, unless the option says so (Q118).
fn is_due(view: &View) -> bool {
    let options = &view.open.options;
    view.open.turn < options.last_turn || options.last_turn_upkeep
}

fn cost(view: &View, what: Ware) -> u32 {
    view.tables.units.upkeep(what) * purchases::factor(&view.open, view.me())
}

/// Pays for group after group (5.1); what cannot be paid is skipped, and cheaper ones behind it may
/// still be paid.
fn plan(view: &View, things: &[Thing]) -> Deed {
    let groups = if is_due(view) {
        groups(view)
    } else {
        Vec::new()
    };
    let (paid, given_up) = pays_for(view, things, groups, view.open.power(view.me()).treasury);
    Deed::Upkeep { paid, given_up }
}

/// What is paid for these, and which of them are not paid for.
fn pays_for(
    view: &View,
    things: &[Thing],
    mut groups: Vec<Group>,
    mut treasury: u32,
) -> (u32, Vec<GivenUp>) {
    groups.sort_by_cached_key(|it| rank(view, things, it));
    let mut paid = 0;
    let mut given_up = Vec::new();
    for Group { what, post, number } in groups {
        let cost = cost(view, what);
        let kept = number.min(treasury.checked_div(cost).unwrap_or(number));
        treasury -= kept * cost;
        paid += kept * cost;
        if kept < number {
            let number = number - kept;
            given_up.push(GivenUp { what, post, number });
        }
    }
    (paid, given_up)
}

/// What upkeep will lack this turn, as things are.
pub(in super::super) struct Shortage {
    /// Ducats.
    pub(in super::super) ducats: u32,
    /// What will go for it: `8 Soldiers and 2 Carracks`.
    pub(in super::super) lost: String,
}

/// Whether upkeep will lack anything if there are so many Ducats for it, when these lines dismiss
/// units and say what is kept first. Colonists in Europe are lost before it is paid.
pub(in super::super) fn shortage(
    view: &View,
    treasury: u32,
    orders: &[&Order],
) -> Option<Shortage> {
    if !is_due(view) {
        return None;
    }
    let mut groups = groups(view);
    groups.retain(|it| (it.what, it.post) != (Ware::Colonist, Post::Europe));
    for order in orders {
        let Order::Disband { items } = order else {
            continue;
        };
        let Verdict::Once(Deed::Disband { given_up }) = disband(view, items) else {
            continue;
        };
        for gone in given_up {
            let same = |it: &&mut Group| (it.what, it.post) == (gone.what, gone.post);
            if let Some(group) = groups.iter_mut().find(same) {
                group.number = group.number.saturating_sub(gone.number);
            }
        }
    }
    let needed: u32 = groups
        .iter()
        .map(|it| it.number * cost(view, it.what))
        .sum();
    let ducats = needed.checked_sub(treasury).filter(|it| *it > 0)?;
    let keep = orders.iter().find_map(|it| match it {
        Order::Keep { things } => Some(things.as_slice()),
        _ => None,
    });
    let (_, given_up) = pays_for(view, keep.unwrap_or_default(), groups, treasury);
    let mut lost: BTreeMap<Ware, u32> = BTreeMap::new();
    for it in given_up {
        *lost.entry(it.what).or_default() += it.number;
    }
    let lost = list(lost.into_iter().map(|(what, number)| what.counted(number)));
    Some(Shortage { ducats, lost })
}

/// Whether upkeep may be paid so: everything that is not given up, and no more than there is.
pub(super) fn permits(view: &View, paid: u32, given_up: &[GivenUp]) -> Result<(), String> {
    given_up::are_there(view, given_up)?;
    let all: u32 = if is_due(view) {
        groups(view)
            .iter()
            .map(|it| it.number * cost(view, it.what))
            .sum()
    } else {
        0
    };
    let saved: u32 = given_up
        .iter()
        .map(|it| it.number * cost(view, it.what))
        .sum();
    if saved > all || all - saved != paid {
        return Err("that is not what upkeep costs".to_owned());
    }
    if paid <= view.open.power(view.me()).treasury {
        Ok(())
    } else {
        Err("the Treasury does not hold that much".to_owned())
    }
}

/// Pays upkeep, and gives up what was not paid for: it leaves the game (5.1).
pub(super) fn pay(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    paid: u32,
    given_up: &[GivenUp],
    cx: &mut Cx<'_>,
) {
    ledger::pay(state, power, paid, Why::Upkeep, "", cx);
    given_up::give_up(tables, state, power, given_up, false, cx);
}
