//! Gold, preaching, and tests that are never true: what cannot work where the power stands.

use super::super::data::is_spain;
use super::super::faces::words;
use super::super::ids::{AreaId, At, Label};
use super::super::men::Kind;
use super::super::orders::{Amount, Condition, Goal, Miners, Order};
use super::super::reckon::loot::with_raised;
use super::super::reckon::{income, ports, shipping};
use super::super::state::{Lot, Stage};
use super::super::view::View;
use super::notes::{Line, Notes, Remark, doubt, fact, is_land_now};
use packetboat_kit::hex::Hex;
use packetboat_kit::words::list;

/// Notes on an order of C1, C3 or C6, and on the tests of its line.
pub(super) fn note(view: &View, lines: &[&Line], line: &Line, order: &Order, notes: &mut Notes) {
    let text = match order {
        Order::Preach { area } => preach(view, *area).map(doubt),
        Order::Prospect {
            place: Some(At::Hex(hex)),
            yes: true,
        } => prospect(view, *hex).map(doubt),
        Order::Mine {
            place: Some(At::Hex(hex)),
            miners,
        } => mine(view, *hex, *miners),
        Order::Mine {
            place: None,
            miners: Miners::Auto,
        } => nobody_digs(view).map(fact),
        Order::Loot {
            place: Some(At::Hex(hex)),
            yes: true,
        } => loot(view, *hex).map(doubt),
        Order::Stow { label, gold, of } => stow(view, lines, *label, *gold, *of).map(doubt),
        _ => None,
    };
    if let Some(text) = text {
        notes.put(line.at, text);
    }
    let target = match order {
        Order::Attack { .. } | Order::Invade { .. } => true,
        Order::Move(march) => {
            matches!(
                march.goal,
                Some(Goal::Storm { .. } | Goal::Unguarded { .. })
            )
        }
        _ => false,
    };
    let branch = line.branches.iter().find(|it| it.order == *order);
    for clause in branch.iter().flat_map(|it| &it.when.clauses) {
        let bare = matches!(
            clause.condition,
            Condition::Gold {
                label: None,
                place: None,
                ..
            }
        );
        if bare && !target {
            let text = "GOLD without label or place asks about a target: this order has none";
            notes.add(line.at, text);
        }
    }
}

/// Only Spain preaches, with a Missionary ashore, where it has not attacked (4.10).
fn preach(view: &View, area: AreaId) -> Option<String> {
    let me = view.me();
    if !is_spain(me) {
        return Some("only Spain has Missionaries".to_owned());
    }
    if view.open.natives(area) == 0 {
        let name = words::area(&view.tables, area);
        let why = "the Native Level there is 0";
        return Some(format!(
            "pointless: {why}, and the natives of {name} no longer resist"
        ));
    }
    let state = view.open.areas.get(&area)?;
    if state.attacked.contains(&me) {
        return Some("you have attacked the natives there this turn".to_owned());
    }
    let map = &view.tables.map;
    let mut stacks = view.open.stacks_of(me);
    let there = stacks.any(|(hex, it)| map.area(hex) == Some(area) && it.men.missionaries > 0);
    (is_land_now(view) && !there).then(|| "no Missionary is ashore there now".to_owned())
}

/// Whether C1 is still ahead, with men where they will stand in it.
fn is_gold_now(view: &View) -> bool {
    view.open.stage.is_b() && view.open.stage <= Stage::Gold
}

fn prospect(view: &View, hex: Hex) -> Option<String> {
    let name = view.tables.map.name_of(hex);
    if let Some(mine) = view.open.mines.get(&hex) {
        match (mine.capacity, mine.owner) {
            (0, _) => return Some(format!("{name} has no more gold")),
            (_, Some(owner)) if owner == view.me() => {
                return Some(format!("the mine of {name} is open: MINE works it"));
            }
            _ => {}
        }
    }
    let there = view.open.stack(hex, view.me()).is_some();
    (is_gold_now(view) && !there).then(|| format!("none of your units is at {name} now"))
}

fn mine(view: &View, hex: Hex, miners: Miners) -> Option<Remark> {
    if !is_gold_now(view) || miners == Miners::None {
        return None;
    }
    let (tables, open, me) = (&view.tables, &view.open, view.me());
    let name = tables.map.name_of(hex);
    if income::workable(open, me, hex).is_none() {
        return Some(doubt(format!("you have no mine to work at {name} now")));
    }
    let there = open.men(hex, me).colonists;
    let diggers = match miners {
        Miners::Number(number) if number > there => {
            let who = Kind::Colonist.counted(there);
            return Some(doubt(format!("only {who} at {name} now")));
        }
        Miners::Number(number) => number,
        Miners::Max => income::most_diggers(tables, open, me, hex),
        Miners::Auto => income::best_diggers(tables, open, me, hex),
        Miners::None => 0,
    };
    let ducats = income::mine_yield(tables, open, me, hex, diggers);
    if ducats == 0 && miners == Miners::Auto {
        return Some(fact(format!("nobody digs at {name}: resources earn more")));
    }
    if ducats == 0 {
        return Some(doubt(format!(
            "{} there: they are too few to raise anything at {name}",
            Kind::Colonist.counted(there)
        )));
    }
    let dig = if diggers == 1 { "digs" } else { "dig" };
    Some(fact(format!(
        "{diggers} {dig} at {name} for {}",
        words::ducats(ducats)
    )))
}

/// Mines in which it pays best that nobody digs.
fn nobody_digs(view: &View) -> Option<String> {
    let (tables, open, me) = (&view.tables, &view.open, view.me());
    let sites = tables.gold.sites.keys().copied();
    let idle = sites.filter(|it| {
        let workable = is_gold_now(view) && income::workable(open, me, *it).is_some();
        workable && income::best_diggers(tables, open, me, *it) == 0
    });
    let names: Vec<String> = idle.map(|it| tables.map.name_of(it)).collect();
    (!names.is_empty()).then(|| format!("nobody digs at {}: resources earn more", list(names)))
}

/// Whether an order of this sheet has Colonists dig there, or may find gold to dig.
fn digs(view: &View, lines: &[&Line], site: Hex) -> bool {
    let may_be_found = view
        .open
        .mines
        .get(&site)
        .is_none_or(|it| it.owner.is_none())
        && view.tables.gold.sites.contains_key(&site)
        && view.open.stack(site, view.me()).is_some();
    let orders = lines.iter().flat_map(|it| &it.branches).map(|it| &it.order);
    let mut mines = orders.filter_map(|it| match it {
        Order::Mine { place, miners } => Some((*place, *miners)),
        _ => None,
    });
    let here = |place: Option<At>| place.is_none_or(|it| it == At::Hex(site));
    let digs = |miners: Miners| !matches!(miners, Miners::None | Miners::Auto | Miners::Number(0));
    may_be_found || mines.any(|(place, miners)| here(place) && digs(miners))
}

fn loot(view: &View, hex: Hex) -> Option<String> {
    let tables = &view.tables;
    let name = tables.map.name_of(hex);
    if view.open.cities.get(&hex).is_some_and(|it| it.exhausted) {
        return Some(format!("there is nothing left in {name}"));
    }
    if !is_gold_now(view) {
        return None;
    }
    let level = tables.map.area(hex).map_or(0, |it| view.open.natives(it));
    if level > 0 {
        return Some(format!(
            "{name} may be looted at Native Level 0, and it is {level}"
        ));
    }
    let there = view.open.stack(hex, view.me()).is_some();
    (!there).then(|| format!("none of your units is in {name} now"))
}

/// Gold that may not be shipped from where the ships lie (4.9).
fn stow(
    view: &View,
    lines: &[&Line],
    label: Label,
    gold: Amount,
    of: Option<At>,
) -> Option<String> {
    if !view.open.stage.is_b() || view.open.stage > Stage::Loading || gold == Amount::None {
        return None;
    }
    let (tables, me) = (&view.tables, view.me());
    let expedition = view.mine().expeditions.get(&label)?;
    let name = tables.map.at_name(expedition.at);
    let hex = expedition.at.hex()?;
    let caravels = expedition.only_caravels();
    let at = expedition.at;
    if !ports::friendly(tables, &view.open, &view.deals, me, at, caravels) {
        return Some(format!(
            "{name} is not a friendly Port for {label}: no gold is loaded there"
        ));
    }
    // Gold is dug and looted before ships are loaded.
    let then = with_raised(view, hex);
    let lots = then.open.hexes.get(&hex).map_or(&[][..], |it| &it.gold);
    let origin = |it: &Lot| tables.map.place(it.origin).map(|it| it.hex);
    let meant = |it: &&Lot| of.is_none() || origin(it) == of.and_then(At::hex);
    let mut own = lots.iter().filter(meant).filter(|it| it.owner == me);
    let shipped = own.clone().any(|it| shipping::from_port(tables, it, hex));
    let barred = own.any(|it| !shipping::from_port(tables, it, hex));
    let digs = digs(view, lines, of.and_then(At::hex).unwrap_or(hex));
    let nothing = barred || !shipped && !digs;
    nothing.then(|| shipping::nothing_to_load(view, hex, of.and_then(At::hex)))
}
