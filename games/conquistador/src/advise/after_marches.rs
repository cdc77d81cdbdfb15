//! The position as NATIVES finds it: after this sheet's marches, and after those who went aboard or
//! ashore. What a storm brings is not known beforehand: who storms is where they storm from.

use super::super::ids::{At, Label, LeaderId};
use super::super::land::{plan_debark, plan_embark};
use super::super::men::Men;
use super::super::orders::{March, Marchers, Order};
use super::super::reckon::{cargo, march};
use super::super::view::View;
use super::notes::{Line, is_land_now};
use packetboat_kit::hex::Hex;

/// The view with this sheet's marches made, as if every IF came true.
pub(super) fn after_marches(view: &View, lines: &[&Line]) -> View {
    let mut then = view.clone();
    if !is_land_now(view) {
        return then;
    }
    for line in lines {
        match line.branches.first().map(|it| &it.order) {
            Some(Order::Embark { label, units }) => {
                if let Ok(boarding) = plan_embark(&then, *label, units) {
                    let group = (boarding.men, boarding.leaders);
                    board(&mut then, boarding.label, &group);
                }
            }
            Some(Order::Debark { label, units }) => {
                if let Ok(landing) = plan_debark(&then, *label, units) {
                    land(&mut then, landing.label, &(landing.men, landing.leaders));
                }
            }
            Some(Order::Move(order)) => go(&mut then, &as_units(lines, order)),
            _ => {}
        }
    }
    then
}

/// The march of a party that a line of this sheet forms, as a march of its units.
pub(super) fn as_units(lines: &[&Line], order: &March) -> March {
    let Marchers::Party { label: wanted } = order.who else {
        return order.clone();
    };
    let orders = lines.iter().flat_map(|it| &it.branches);
    let mut formed = orders.filter_map(|it| match &it.order {
        Order::Party {
            label, units, at, ..
        } if *label == wanted => Some((units.clone(), *at)),
        _ => None,
    });
    let mut order = order.clone();
    if let Some((units, from)) = formed.next_back() {
        order.who = Marchers::Units { units, from };
    }
    order
}

type Group = (Men, Vec<LeaderId>);

fn go(then: &mut View, order: &March) {
    let Ok(route) = march::plan(then, order) else {
        return;
    };
    let mut group = (route.men, route.leaders.clone());
    take(then, route.from, &group);
    for drop in &route.drops {
        group.0 -= drop.men;
        group.1.retain(|it| !drop.leaders.contains(it));
        put(then, drop.hex, &(drop.men, drop.leaders.clone()));
    }
    let end = route.path.last().copied().unwrap_or(route.from);
    put(then, end, &group);
    let ships = route.aboard.and_then(|it| then.mine().expeditions.get(&it));
    let there = ships.is_some_and(|it| it.at == At::Hex(end));
    if let Some(label) = route.aboard.filter(|_| there) {
        board(then, label, &group);
    }
}

/// They go aboard, as far as there is room.
fn board(then: &mut View, label: Label, group: &Group) {
    let tables = then.tables.clone();
    let Some(own) = &mut then.own else {
        return;
    };
    let Some(ships) = own.expeditions.get_mut(&label) else {
        return;
    };
    let hex = ships.at.hex();
    let left = cargo::load(&tables, ships, group.0, &group.1);
    let mut men = group.0;
    men -= left;
    if let Some(hex) = hex {
        take(then, hex, &(men, group.1.clone()));
    }
}

fn land(then: &mut View, label: Label, group: &Group) {
    let Some(own) = &mut then.own else {
        return;
    };
    let Some(ships) = own.expeditions.get_mut(&label) else {
        return;
    };
    let hex = ships.at.hex();
    cargo::unload(ships, group.0, &group.1);
    if let Some(hex) = hex {
        put(then, hex, group);
    }
}

fn take(then: &mut View, hex: Hex, group: &Group) {
    let me = then.me();
    let stack = then.open.stack_mut(hex, me);
    let gone = group.0.at_most(&stack.men);
    stack.men -= gone;
    stack.leaders.retain(|it| !group.1.contains(it));
    then.open.sweep();
}

/// Who has marched does not march on.
fn put(then: &mut View, hex: Hex, group: &Group) {
    if group.0.is_empty() && group.1.is_empty() {
        return;
    }
    let me = then.me();
    let stack = then.open.stack_mut(hex, me);
    stack.men += group.0;
    stack.leaders.extend(&group.1);
    stack.marched += group.0;
}
