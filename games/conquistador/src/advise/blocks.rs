//! The Expedition Log as it will be: ships and men there are, room, Bounds, what they cost.

use super::super::council::purchases::no_galleons;
use super::super::data::Tables;
use super::super::faces::words;
use super::super::ids::{At, Label, LeaderId};
use super::super::men::{Hull, Men, Ships};
use super::super::orders::{Block, Order, Return, ShipsWanted, Units};
use super::super::reckon::{cargo, ports, units, voyage};
use super::super::state::{Expedition, Ship};
use super::super::view::View;
use super::notes::{Line, Notes, doubt, fact};
use super::purse::Purse;
use packetboat_core::prelude::*;

/// An expedition as the rest of the turn finds it.
pub(super) struct Sailing {
    /// Its block; none: it is alive without one.
    pub(super) line: Option<OrderRef>,
    /// Ships, cargo, Bounds.
    pub(super) expedition: Expedition,
}

/// Expeditions by label.
pub(super) type Fleets = BTreeMap<Label, Sailing>;

/// The expeditions that live, as they are.
pub(super) fn living(view: &View) -> Fleets {
    let own = view.mine().expeditions.iter();
    let sailing = own.map(|(label, it)| {
        let expedition = it.clone();
        let line = None;
        (*label, Sailing { line, expedition })
    });
    sailing.collect()
}

/// What a power's blocks make of its ships. Expeditions in Europe, or in a friendly Port, whose
/// ships a block may take, are dealt out anew.
pub(super) fn form(view: &View, lines: &[&Line], purse: &mut Purse, notes: &mut Notes) -> Fleets {
    let mut fleets = living(view);
    for it in fleets.values_mut() {
        it.expedition.bounds = 0;
        it.expedition.exceed = 0;
    }
    for line in lines {
        let Some(Order::Expedition(block)) = line.branches.first().map(|it| &it.order) else {
            continue;
        };
        if fleets.get(&block.label).is_some_and(|it| it.line.is_some()) {
            continue;
        }
        let mut expedition = ships(view, block, purse, &mut fleets, line.at, notes);
        if expedition.ships.is_empty() {
            notes.add(line.at, "no ship is there for it: it is not formed");
            continue;
        }
        load(view, block, &mut expedition, purse, line.at, notes);
        bounds(view, lines, block, &mut expedition, purse, line.at, notes);
        galleons(view, block, &expedition, line.at, notes);
        let line = Some(line.at);
        fleets.insert(block.label, Sailing { line, expedition });
    }
    fleets
}

/// The ships of a block: of its own expedition, of docks, of others in the same friendly Port.
fn ships(
    view: &View,
    block: &Block,
    purse: &mut Purse,
    fleets: &mut Fleets,
    at: OrderRef,
    notes: &mut Notes,
) -> Expedition {
    let old = fleets.get(&block.label).map(|it| it.expedition.clone());
    let old = old.filter(|it| it.at == block.from);
    let free = ports::friendly(
        &view.tables,
        &view.open,
        &view.deals,
        view.me(),
        block.from,
        true,
    );
    if let (Some(old), false) = (&old, free) {
        return old.clone();
    }
    let mut there: Vec<Ship> = old.map_or_else(Vec::new, |it| it.ships);
    fleets.remove(&block.label);
    let others = fleets.values_mut().filter(|it| {
        let friendly = free && it.line.is_none();
        friendly && it.expedition.at == block.from
    });
    for other in others {
        there.append(&mut other.expedition.ships);
    }
    fleets.retain(|_, it| !it.expedition.ships.is_empty());
    let docked = purse.docks.remove(&block.from).unwrap_or(Ships::NONE);
    for hull in [Hull::Carrack, Hull::Caravel, Hull::Galleon] {
        there.extend((0..docked.get(hull)).map(|_| Ship::new(hull)));
    }
    let (taken, left) = chosen(there, block.ships.as_deref());
    short_of(view, block, &taken, at, notes);
    for ship in left {
        *purse.docks.entry(block.from).or_default() += Ships::of(ship.hull, 1);
    }
    Expedition::new(block.from, taken)
}

/// Of each kind as many as the block names.
fn chosen(there: Vec<Ship>, wanted: Option<&[ShipsWanted]>) -> (Vec<Ship>, Vec<Ship>) {
    let Some(wanted) = wanted else {
        return (there, Vec::new());
    };
    let mut room = Ships::NONE;
    for it in wanted {
        let slot = room.slot(it.hull);
        *slot = slot.saturating_add(it.number.unwrap_or(u32::MAX));
    }
    there.into_iter().partition(|ship| {
        let slot = room.slot(ship.hull);
        let taken = *slot > 0;
        *slot = slot.saturating_sub(1);
        taken
    })
}

fn short_of(view: &View, block: &Block, taken: &[Ship], at: OrderRef, notes: &mut Notes) {
    for wanted in block.ships.iter().flatten() {
        let number = taken.iter().filter(|it| it.hull == wanted.hull).count();
        let number = u32::try_from(number).expect("few ships");
        if wanted.number.is_some_and(|it| it > number) && number > 0 {
            notes.add(at, format!("only {} there", wanted.hull.counted(number)));
        } else if number == 0 {
            let galleon = wanted.hull == Hull::Galleon;
            let why = galleon.then(|| no_galleons(&view.tables, &view.open, view.me()));
            let why = why.flatten().map(|it| format!(": {it}"));
            let why = why.unwrap_or_default();
            notes.add(at, format!("no {} there{why}", wanted.hull.word()));
        }
    }
}

/// Loads what the block names and what is there (3.12).
fn load(
    view: &View,
    block: &Block,
    expedition: &mut Expedition,
    purse: &mut Purse,
    at: OrderRef,
    notes: &mut Notes,
) {
    let Some(wanted) = &block.load else {
        return;
    };
    let stack = block
        .from
        .hex()
        .and_then(|it| view.open.stack(it, view.me()));
    let (men, leaders) = match block.from {
        At::Europe => (purse.europe, purse.leaders.clone()),
        At::Hex(_) => stack.map_or_else(
            || (Men::NONE, BTreeSet::new()),
            |it| (it.men, it.leaders.clone()),
        ),
    };
    let (chosen, led) = units::wanted(wanted, &men, &leaders);
    let absent = units::missing(&aboard(wanted, expedition), &men, &led);
    if !absent.is_empty() {
        let there = view.tables.map.at_name(block.from);
        let there = match block.from {
            At::Europe => "in Europe".to_owned(),
            At::Hex(_) => format!("at {there}"),
        };
        notes.add(at, format!("not {there} to load: {absent}"));
    }
    let left = cargo::load(&view.tables, expedition, chosen, &led);
    if !left.is_empty() {
        let text = format!("{} do not fit and stay behind", left.words());
        notes.add(at, text);
    }
    if block.from == At::Europe {
        let mut gone = chosen;
        gone -= left;
        purse.europe -= gone;
        purse.leaders.retain(|it| !led.contains(it));
    }
}

/// Leaders who are aboard already need not be there to be loaded.
fn aboard(wanted: &Units, expedition: &Expedition) -> Units {
    let there = expedition.leaders();
    let mut units = wanted.clone();
    units.leaders.retain(|it: &LeaderId| !there.contains(it));
    units
}

/// Bounds needed against Bounds bought, and their price (3.11).
fn bounds(
    view: &View,
    lines: &[&Line],
    block: &Block,
    expedition: &mut Expedition,
    purse: &mut Purse,
    at: OrderRef,
    notes: &mut Notes,
) {
    let tables: &Tables = &view.tables;
    let orders: Vec<Vec<&Order>> = lines
        .iter()
        .map(|it| it.branches.iter().map(|it| &it.order).collect())
        .collect();
    let needed = |returns: Option<Return>| {
        let caravels = expedition.only_caravels();
        let (from, to) = (block.from, block.crossing);
        voyage::auto_bounds(view, block.label, from, to, returns, caravels, &orders)
    };
    let all = needed(block.returns);
    let bought = block.bounds.unwrap_or(all);
    let label = block.label;
    if bought < all {
        let over = all - bought;
        let text = if over <= block.exceed {
            format!("{label} needs {all} Bounds, you bought {bought}: +{over} to attrition")
        } else {
            format!(
                "{label} needs {all} Bounds, you bought {bought}: without EXCEED {over} the \
                 rest is not sailed"
            )
        };
        notes.add(at, text);
    }
    let fleet = expedition.fleet();
    let per_bound: u32 = Hull::ALL
        .into_iter()
        .map(|it| fleet.get(it) * tables.units.ship(it).bound * purse.graft)
        .sum();
    let affordable = purse.ducats / per_bound.max(1);
    let paid = match (bought <= affordable, block.exceed > 0) {
        (true, _) => bought,
        (false, true) => affordable,
        (false, false) => 0,
    };
    purse.ducats -= paid * per_bound;
    expedition.bounds = paid;
    expedition.exceed = block.exceed;
    let left = purse.ducats;
    let price = bought * per_bound;
    notes.put(
        at,
        match (paid == bought, paid) {
            (true, 0) => doubt("no Bounds: it does not sail"),
            (true, _) => fact(format!(
                "{} for {}; {left} left",
                words::bounds(bought),
                words::ducats(price)
            )),
            (false, 0) => {
                let (bounds, price) = (words::bounds(bought), words::ducats(price));
                doubt(format!(
                    "{bounds} cost {price}, {left} are left: it does not sail"
                ))
            }
            (false, _) => doubt(format!(
                "the money pays for {paid} of {bought} Bounds; {left} left"
            )),
        },
    );
}

/// Galleon Fleets sail between Europe and own Ports only (3.1); a cruise needs a Privateer.
fn galleons(view: &View, block: &Block, expedition: &Expedition, at: OrderRef, notes: &mut Notes) {
    let tables: &Tables = &view.tables;
    let has = expedition.fleet().galleons > 0;
    let lands = block.crossing.unwrap_or(At::Europe);
    if has && !voyage::galleon_port(tables, &view.open, view.me(), lands) {
        let name = tables.map.at_name(lands);
        notes.add(
            at,
            format!("a Galleon Fleet sails to your own Ports only, not to {name}"),
        );
    }
    let privateer = expedition.leaders().into_iter().any(|it| {
        let kind = tables.leader(it).kind;
        kind == super::super::data::LeaderType::Privateer
    });
    if block.cruise && !privateer {
        notes.add(at, "only a Privateer's expedition can lie in wait");
    }
}

/// The block of an expedition.
pub(super) fn block_of<'a>(lines: &[&'a Line], label: Label, it: &Sailing) -> Option<&'a Block> {
    let line = lines.iter().find(|line| Some(line.at) == it.line)?;
    match &line.branches[0].order {
        Order::Expedition(block) if block.label == label => Some(block),
        _ => None,
    }
}
