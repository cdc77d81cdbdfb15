//! What gifts, purchases and the Expedition Log cost, in the order in which they are paid (1.1,
//! Q59): gifts, ships built overseas, purchases, blocks.

use super::super::data::{Tables, is_spain};
use super::super::faces::words;
use super::super::ids::{At, LeaderId};
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::{Item, Loss, Order, Ware};
use super::super::reckon::ports;
use super::super::state::{Power, Stage};
use super::super::view::View;
use super::notes::{Line, Notes};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What is left to buy with, to load and to sail while the lines are gone through.
pub(super) struct Purse {
    /// Ducats.
    pub(super) ducats: u32,
    /// By how much prices are multiplied (6.4.8).
    pub(super) graft: u32,
    /// Men in Europe.
    pub(super) europe: Men,
    /// Leaders in Europe, those who come this turn among them.
    pub(super) leaders: BTreeSet<LeaderId>,
    /// Ships in no expedition.
    pub(super) docks: BTreeMap<At, Ships>,
    /// Colonists bought, and the last line that did.
    colonists: Option<(OrderRef, u32)>,
}

/// Goes through what the council gives and buys; what is left to form expeditions with.
pub(super) fn note(view: &View, lines: &[&Line], notes: &mut Notes) -> Purse {
    let own = view.mine();
    let power = view.open.power(view.me());
    let mut purse = Purse {
        ducats: power.treasury,
        graft: if power.graft { 2 } else { 1 },
        europe: own.europe,
        leaders: leaders(view),
        docks: own.docks.clone(),
        colonists: None,
    };
    let orders = || {
        // Of a chain the first branch: one of them is carried out, not all.
        let first = |line: &&Line| (line.at, line.branches[0].order.clone());
        lines.iter().map(first)
    };
    for (at, order) in orders() {
        match order {
            Order::Gift { sum, .. } => gift(&mut purse, at, sum, notes),
            Order::EventLosses { losses, .. } => missed(view, at, &losses, notes),
            Order::Buy { items } => built(view, &mut purse, at, &items, notes),
            _ => {}
        }
    }
    let mut left = Left::of(view.open.turn, view, power);
    for (at, order) in orders() {
        if let Order::Buy { items } = order {
            bought(view, &mut purse, &mut left, at, &items, notes);
        }
    }
    purse
}

/// Leaders in Europe when expeditions are formed.
fn leaders(view: &View) -> BTreeSet<LeaderId> {
    let own = view.mine();
    let open = &view.open;
    let mut leaders = own.leaders.clone();
    if open.stage < Stage::Build && !open.options.random_leaders {
        let due = view.tables.leaders.iter();
        let due = due.filter(|it| it.power == view.me() && it.enter == open.turn);
        leaders.extend(due.map(|it| it.id).filter(|it| !own.gone.contains(it)));
    }
    leaders
}

fn gift(purse: &mut Purse, at: OrderRef, sum: u32, notes: &mut Notes) {
    let paid = sum.min(purse.ducats);
    purse.ducats -= paid;
    if paid < sum {
        notes.add(
            at,
            format!("you have {} for it, not {sum}", words::ducats(paid)),
        );
    }
}

/// Answers to events that name what is not there.
fn missed(view: &View, at: OrderRef, losses: &[Loss], notes: &mut Notes) {
    for loss in losses {
        let (place, fits, what) = match *loss {
            Loss::Settlement { at } => {
                let colonists = men_at(view, at).colonists;
                (
                    at,
                    (1..=2).contains(&colonists),
                    "settlement of one or two Colonists".to_owned(),
                )
            }
            Loss::Unit { kind, at } => (at, men_at(view, at).get(kind) > 0, kind.word().to_owned()),
            Loss::Leader { .. } => continue,
        };
        if !fits {
            let name = view.tables.map.at_name(place);
            notes.add(
                at,
                format!("you have no {what} at {name}: the default takes its place"),
            );
        }
    }
}

fn men_at(view: &View, at: At) -> Men {
    match at {
        At::Europe => view.mine().europe,
        At::Hex(hex) => view.open.men(hex, view.me()),
    }
}

/// Ships built overseas come before all other purchases (Q61).
fn built(view: &View, purse: &mut Purse, at: OrderRef, items: &[Item], notes: &mut Notes) {
    let tables: &Tables = &view.tables;
    let overseas = items.iter().filter_map(|it| match it.at {
        Some(At::Hex(hex)) => Some((it, hex, it.what.hull()?)),
        _ => None,
    });
    for (item, hex, hull) in overseas {
        let name = tables.map.name_of(hex);
        if let Some(why) = no_yard(view, hex, hull) {
            notes.add(at, format!("nothing can be built at {name} now: {why}"));
            continue;
        }
        if item.number != Some(1) {
            notes.add(at, format!("{name} builds one ship a turn"));
        }
        let price = tables.units.ship(hull).build.unwrap_or(0) * purse.graft;
        match purse.ducats.checked_sub(price) {
            Some(left) => {
                purse.ducats = left;
                *purse.docks.entry(At::Hex(hex)).or_default() += Ships::of(hull, 1);
                notes.tell(
                    at,
                    format!("built at {name} for {}, {left} left", words::ducats(price)),
                );
            }
            None => notes.add(at, format!("there are not {price} Ducats left for {name}")),
        }
    }
}

/// Why a Port builds no ship now (2.5).
fn no_yard(view: &View, hex: Hex, hull: Hull) -> Option<String> {
    let tables: &Tables = &view.tables;
    let me = view.me();
    let needed = tables.units.shipyard_colonists;
    let there = view.open.men(hex, me).colonists;
    if there < needed {
        return Some(format!(
            "it needs {needed} Colonists of yours, and has {there}"
        ));
    }
    if !ports::is_port(tables, &view.open, me, hex, hull == Hull::Caravel) {
        return Some("it is not a Port for such a ship".to_owned());
    }
    let built = view.mine().built_at.contains(&hex);
    built.then(|| "it has built one this turn".to_owned())
}

/// What may still be bought this turn.
struct Left {
    colonists: u32,
    missionaries: u32,
    soldiers: bool,
    galleons: Result<(), String>,
}

impl Left {
    fn of(turn: u32, view: &View, power: &Power) -> Left {
        let units = &view.tables.units;
        let spain = is_spain(view.me());
        let rule = units.galleons;
        let from = if spain {
            rule.spain_from
        } else {
            rule.others_from
        };
        let credited: u32 = power.gold_credited.iter().sum();
        let galleons = if turn < from {
            Err(format!("no Galleon Fleets before turn {from}"))
        } else if credited < rule.gold_needed {
            Err(format!(
                "a Galleon Fleet needs {} Ducats of overseas gold in two turns; you had {credited}",
                rule.gold_needed
            ))
        } else {
            Ok(())
        };
        let had = view.mine().bought;
        let missionaries = units.missionaries_per_turn.saturating_sub(had.missionaries);
        Left {
            colonists: power.colonists_left.saturating_sub(had.colonists),
            missionaries: if spain { missionaries } else { 0 },
            soldiers: !power.civil_war,
            galleons,
        }
    }

    /// How many may be bought, and why not more.
    fn allowed(&self, ware: Ware, spain: bool) -> (u32, String) {
        match ware {
            Ware::Colonist => {
                let left = self.colonists;
                (
                    left,
                    format!("{} may be bought", Kind::Colonist.counted(left)),
                )
            }
            Ware::Missionary if !spain => (0, "only Spain has Missionaries".to_owned()),
            Ware::Missionary => {
                let left = self.missionaries;
                (
                    left,
                    format!("{} may be bought", Kind::Missionary.counted(left)),
                )
            }
            Ware::Soldier if !self.soldiers => {
                (0, "no Soldiers are bought in a civil war".to_owned())
            }
            Ware::Galleon => match &self.galleons {
                Ok(()) => (u32::MAX, String::new()),
                Err(why) => (0, why.clone()),
            },
            Ware::Soldier | Ware::Caravel | Ware::Carrack => (u32::MAX, String::new()),
        }
    }
}

fn bought(
    view: &View,
    purse: &mut Purse,
    left: &mut Left,
    at: OrderRef,
    items: &[Item],
    notes: &mut Notes,
) {
    let mut cost = 0;
    for item in items.iter().filter(|it| !matches!(it.at, Some(At::Hex(_)))) {
        let (allowed, why) = left.allowed(item.what, is_spain(view.me()));
        if item.number.is_some_and(|it| it > allowed) {
            notes.add(at, why);
        }
        let wanted = item.number.unwrap_or(u32::MAX).min(allowed);
        let price = view.tables.units.price(item.what) * purse.graft;
        let number = wanted.min(purse.ducats / price.max(1));
        if item.number.is_some() && number < wanted {
            let what = item.what.counted(number);
            notes.add(at, format!("the money pays for {what}, not {wanted}"));
        }
        purse.ducats -= number * price;
        cost += number * price;
        match (item.what.kind(), item.what.hull()) {
            (Some(kind), _) => *purse.europe.slot(kind) += number,
            (None, Some(hull)) => {
                *purse.docks.entry(At::Europe).or_default() += Ships::of(hull, number);
            }
            (None, None) => {}
        }
        match item.what {
            Ware::Colonist => {
                left.colonists -= number;
                let before = purse.colonists.map_or(0, |it| it.1);
                purse.colonists = Some((at, before + number));
            }
            Ware::Missionary => left.missionaries -= number,
            _ => {}
        }
    }
    if cost > 0 {
        notes.tell(
            at,
            format!("{}; {} left", words::ducats(cost), purse.ducats),
        );
    }
}

/// Colonists who were bought and are in no block (Q60).
pub(super) fn stranded(purse: &Purse, notes: &mut Notes) {
    let Some((at, bought)) = purse.colonists else {
        return;
    };
    let left = purse.europe.colonists.min(bought);
    if left > 0 {
        let who = Kind::Colonist.counted(left);
        notes.add(
            at,
            format!("{who} not in any EXPEDITION: Colonists who do not sail this turn are lost"),
        );
    }
}
