//! What is bought in A3: ships built overseas first (Q61), then goods in Europe and business with
//! the German Bankers, each line in written order (2.5, Q59).

use super::super::data::{Tables, is_spain};
use super::super::events::Cx;
use super::super::ids::At;
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::{Item, Order, Ware};
use super::super::reckon::ports;
use super::super::state::{Open, Sealed, State};
use super::super::view::View;
use super::events::{Event, Why};
use super::plan::{Building, Deed, Purchase, Short};
use super::{debts, ledger};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What everything costs a power this turn: twice as much under graft (6.4.8).
pub(super) fn factor(open: &Open, power: Seat) -> u32 {
    if open.power(power).graft { 2 } else { 1 }
}

fn overseas(item: &Item) -> Option<Hex> {
    item.at.and_then(At::hex)
}

/// Items in words: `3 Soldiers`, `2 Carracks`, or `as many Colonists as can be`.
fn asked(item: &Item) -> String {
    match item.number {
        Some(number) => counted(item.what, number),
        None => format!("{} max", item.what.word()),
    }
}

/// So many of a ware in words.
pub(super) fn counted(what: Ware, number: u32) -> String {
    match (what.kind(), what.hull()) {
        (Some(kind), _) => kind.counted(number),
        (None, Some(hull)) => hull.counted(number),
        (None, None) => unreachable!("a ware is a ship or a land unit"),
    }
}

/// Decides from the BUY lines what is built overseas, which comes before all else (Q61). A line
/// that buys in Europe too is kept for that.
pub(super) fn decide_building(view: &View, lines: &Lines<'_, Order>) -> Decision<Deed> {
    lines.first(
        |line| match line.order {
            Order::Buy { items } if items.iter().any(|it| overseas(it).is_some()) => {
                let deed = build(view, items);
                if items.iter().all(|it| overseas(it).is_some()) {
                    Verdict::Once(deed)
                } else {
                    Verdict::Always(deed)
                }
            }
            _ => Verdict::NotMine,
        },
        |deed| match deed {
            Deed::Build { ships, .. } => may_build(view, ships),
            _ => Ok(()),
        },
    )
}

fn build(view: &View, items: &[Item]) -> Deed {
    let (tables, open, power) = (&view.tables, &view.open, view.me());
    let mut treasury = open.power(power).treasury;
    let mut built = view.mine().built_at.clone();
    let (mut ships, mut short) = (Vec::new(), Vec::new());
    for item in items {
        let Some(hex) = overseas(item) else {
            continue;
        };
        let found = yard(tables, open, power, &built, item.what.hull(), hex);
        let price = found.and_then(|price| {
            if price <= treasury {
                Ok(price)
            } else {
                Err("the Treasury does not hold its price".to_owned())
            }
        });
        let wanted = item.number.unwrap_or(1);
        let got = u32::from(price.is_ok());
        let why = match (price, item.what.hull()) {
            (Ok(price), Some(hull)) => {
                treasury -= price;
                built.insert(hex);
                ships.push(Building { hull, hex, price });
                "one ship may be built in a Port each turn".to_owned()
            }
            (Ok(_), None) => unreachable!("a yard builds ships"),
            (Err(why), _) => why,
        };
        if got < wanted {
            let what = format!("{} at {}", asked(item), tables.map.name_of(hex));
            short.push(Short { what, got, why });
        }
    }
    Deed::Build { ships, short }
}

/// What a ship costs that is built in a Port overseas.
fn yard(
    tables: &Tables,
    open: &Open,
    power: Seat,
    built: &BTreeSet<Hex>,
    hull: Option<Hull>,
    hex: Hex,
) -> Result<u32, String> {
    let refuse = |why: &str| Err(why.to_owned());
    let Some(hull) = hull else {
        return refuse("men are bought in Europe only");
    };
    let Some(price) = tables.units.ship(hull).build else {
        return refuse("Galleon Fleets are built in Europe only");
    };
    if !ports::is_port(tables, open, power, hex, hull == Hull::Caravel) {
        return refuse("there is no own Port for it");
    }
    let least = tables.units.shipyard_colonists;
    if open.men(hex, power).colonists < least {
        return Err(format!("a shipyard needs {least} Colonists"));
    }
    if built.contains(&hex) {
        refuse("a ship has been built there this turn")
    } else {
        Ok(price * factor(open, power))
    }
}

/// Whether these ships may be built.
pub(super) fn may_build(view: &View, ships: &[Building]) -> Result<(), String> {
    let (open, power) = (&view.open, view.me());
    let mut built = view.mine().built_at.clone();
    let mut sum = 0;
    for ship in ships {
        let price = yard(&view.tables, open, power, &built, Some(ship.hull), ship.hex)?;
        if price != ship.price {
            return Err("that is not its price".to_owned());
        }
        built.insert(ship.hex);
        sum += price;
    }
    affords(open, power, sum)
}

/// Whether a Treasury holds so much: nobody spends more (6.2.3).
fn affords(open: &Open, power: Seat, sum: u32) -> Result<(), String> {
    if sum <= open.power(power).treasury {
        Ok(())
    } else {
        Err("the Treasury does not hold that much".to_owned())
    }
}

/// Builds ships overseas: they lie at the docks, where an EXPEDITION of the same sheet finds them
/// (Q33).
pub(super) fn build_ships(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    ships: &[Building],
    cx: &mut Cx<'_>,
) {
    for ship in ships {
        let what = format!(
            "{} at {}",
            ship.hull.counted(1),
            tables.map.name_of(ship.hex)
        );
        ledger::pay(state, power, ship.price, Why::Building, &what, cx);
        let own = state.own_mut(power);
        own.built_at.insert(ship.hex);
        let dock = own.docks.entry(At::Hex(ship.hex)).or_default();
        *dock += Ships::of(ship.hull, 1);
        let event = Event::ShipBuilt {
            power,
            hull: ship.hull,
            place: tables.map.name_of(ship.hex),
        };
        cx.announce(event.into());
    }
}

/// Decides from the BUY and BANK lines what is done in Europe.
pub(super) fn decide(view: &View, lines: &Lines<'_, Order>) -> Decision<Deed> {
    lines.first(
        |line| match line.order {
            Order::Buy { items } if items.iter().any(|it| overseas(it).is_none()) => {
                Verdict::Once(buy(view, items))
            }
            Order::Bank { repay, sum } => bank(view, *repay, *sum),
            _ => Verdict::NotMine,
        },
        |deed| match deed {
            Deed::Buy { goods, .. } => may_buy(view, goods),
            Deed::Bank { repay, sum, .. } => may_bank(view, *repay, *sum),
            _ => Ok(()),
        },
    )
}

/// What a line buys in Europe: item by item in written order, each as far as the money goes (Q59).
fn buy(view: &View, items: &[Item]) -> Deed {
    let (tables, open, power) = (&view.tables, &view.open, view.me());
    let mut treasury = open.power(power).treasury;
    let mut bought = view.mine().bought;
    let (mut goods, mut short) = (Vec::new(), Vec::new());
    for item in items.iter().filter(|it| overseas(it).is_none()) {
        let price = tables.units.price(item.what) * factor(open, power);
        let (most, supply) = supply(tables, open, power, &bought, item.what);
        let affordable = treasury / price.max(1);
        let wanted = item.number.unwrap_or(most);
        let number = wanted.min(most).min(affordable);
        let why = if affordable < most {
            "the Treasury is empty".to_owned()
        } else {
            supply
        };
        if number < wanted || (item.number.is_none() && number == 0) {
            let what = asked(item);
            let got = number;
            short.push(Short { what, got, why });
        }
        if number > 0 {
            treasury -= number * price;
            if let Some(kind) = item.what.kind() {
                bought += Men::of(kind, number);
            }
            goods.push(Purchase {
                what: item.what,
                number,
                price: number * price,
            });
        }
    }
    Deed::Buy { goods, short }
}

/// How many more of a ware a power may buy this turn, and why not more: of Soldiers and most ships
/// as many as it can pay (3.5).
pub(super) fn supply(
    tables: &Tables,
    open: &Open,
    power: Seat,
    bought: &Men,
    what: Ware,
) -> (u32, String) {
    let it = open.power(power);
    match what {
        Ware::Colonist => {
            let supply = it.colonists_left;
            // Part of the recorded choice: other words would be another answer.
            let why = format!("{supply} Colonists may be bought this turn");
            (supply.saturating_sub(bought.colonists), why)
        }
        Ware::Soldier if it.civil_war => (0, "civil war keeps all Soldiers at home".to_owned()),
        Ware::Missionary if !is_spain(power) => (0, "only Spain sends Missionaries".to_owned()),
        Ware::Missionary => {
            let supply = tables.units.missionaries_per_turn;
            let why = format!(
                "{} may be bought each turn",
                Kind::Missionary.counted(supply)
            );
            (supply.saturating_sub(bought.missionaries), why)
        }
        Ware::Galleon => match no_galleons(tables, open, power) {
            Some(why) => (0, why),
            None => (u32::MAX, String::new()),
        },
        Ware::Soldier | Ware::Caravel | Ware::Carrack => (u32::MAX, String::new()),
    }
}

/// Why a power may not buy a Galleon Fleet: too early, or too little gold credited in the last
/// two turns (3.1).
pub(in super::super) fn no_galleons(tables: &Tables, open: &Open, power: Seat) -> Option<String> {
    let rule = &tables.units.galleons;
    let from = if is_spain(power) {
        rule.spain_from
    } else {
        rule.others_from
    };
    let credited: u32 = open.power(power).gold_credited.iter().sum();
    match (open.turn < from, credited < rule.gold_needed) {
        (true, _) => Some(format!("Galleon Fleets may be bought from turn {from}")),
        (false, true) => Some(format!(
            "a Galleon Fleet needs {} Ducats of gold landed in the last two turns",
            rule.gold_needed
        )),
        (false, false) => None,
    }
}

/// Whether these goods may be bought.
pub(super) fn may_buy(view: &View, goods: &[Purchase]) -> Result<(), String> {
    let (tables, open, power) = (&view.tables, &view.open, view.me());
    let mut bought = view.mine().bought;
    let mut sum = 0;
    for it in goods {
        let (most, why) = supply(tables, open, power, &bought, it.what);
        if it.number > most {
            return Err(why);
        }
        if it.price != it.number * tables.units.price(it.what) * factor(open, power) {
            return Err("that is not the price".to_owned());
        }
        if let Some(kind) = it.what.kind() {
            bought += Men::of(kind, it.number);
        }
        sum += it.price;
    }
    affords(open, power, sum)
}

/// Buys goods: they stand in Europe.
pub(super) fn buy_goods(state: &mut State, power: Seat, goods: &[Purchase], cx: &mut Cx<'_>) {
    for it in goods {
        let what = counted(it.what, it.number);
        ledger::pay(state, power, it.price, Why::Purchase, &what, cx);
        let own: &mut Sealed = state.own_mut(power);
        if let Some(kind) = it.what.kind() {
            own.europe += Men::of(kind, it.number);
            own.bought += Men::of(kind, it.number);
        }
        if let Some(hull) = it.what.hull() {
            let dock = own.docks.entry(At::Europe).or_default();
            *dock += Ships::of(hull, it.number);
        }
        let price = it.price;
        let event = Event::Bought { power, what, price };
        cx.tell(Audience::one(power), event.into());
    }
}

fn bank(view: &View, repay: bool, sum: u32) -> Verdict<Deed> {
    let open = &view.open;
    let it = open.power(view.me());
    if !open.options.bankers {
        return Verdict::Refuse("no bankers lend in this game".to_owned());
    }
    let most = if repay {
        it.treasury.min(it.bank.iter().map(|it| it[0]).sum())
    } else {
        debts::may_borrow(&view.tables, &it.bank, open.turn)
    };
    match (sum.min(most), repay) {
        (0, true) => Verdict::Refuse("there is nothing to repay, or nothing to pay it with".into()),
        (0, false) => Verdict::Refuse("the bankers lend no more this turn".to_owned()),
        (sum, _) => Verdict::Once(Deed::Bank { repay, sum }),
    }
}

/// Whether this business may be done.
pub(super) fn may_bank(view: &View, repay: bool, sum: u32) -> Result<(), String> {
    match bank(view, repay, sum) {
        Verdict::Once(Deed::Bank { sum: most, .. }) if most == sum => Ok(()),
        Verdict::Refuse(why) => Err(why),
        _ => Err("the bankers do not do that".to_owned()),
    }
}

/// Tells what was asked for and could not be done.
pub(super) fn tell_short(power: Seat, short: &[Short], cx: &mut Cx<'_>) {
    for it in short {
        let got = match it.got {
            0 => "none".to_owned(),
            got => got.to_string(),
        };
        let why = format!("you get {got} of {}: {}", it.what, it.why);
        cx.in_part(power, &why);
        let event = Event::LeftOut {
            power,
            what: it.what.clone(),
            got: it.got,
            why: it.why.clone(),
        };
        cx.tell(Audience::one(power), event.into());
    }
}

/// Purchases of a power are over: its gold of two turns ago no longer counts for Galleon Fleets,
/// and what lands this turn counts next turn.
pub(super) fn close(state: &mut State, power: Seat) {
    let credited = &mut state.power_mut(power).gold_credited;
    *credited = [0, credited[0]];
}
