//! The Expedition Log: expeditions are formed, loaded and provisioned (2.5, 3.11; Q8, Q59, Q62 to
//! Q66).
//!
//! In Europe and in a friendly port ships change freely between docks and expeditions, with what
//! is aboard; an expedition elsewhere keeps its ships and its label, and an entry gives it only
//! Bounds and orders.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label, LeaderId};
use super::super::land::{loss, parties};
use super::super::men::{Hull, Men, Ships};
use super::super::orders::{Block, Order};
use super::super::reckon::{cargo, ports, units, voyage};
use super::super::state::{Expedition, Sealed, Ship, State};
use super::super::view::View;
use super::events::{Event, Why};
use super::plan::{Deed, Entry, ShipOf, Short};
use super::{given_up, ledger, purchases};
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// Before a power writes its Log: what an expedition did last turn no longer counts, and its
/// provisions are gone.
pub(super) fn begin(state: &mut State) {
    let Some(power) = state.open.acting() else {
        return;
    };
    let own = state.own_mut(power);
    own.logged.clear();
    for it in own.expeditions.values_mut() {
        // What lasts: where it is, what is aboard, where it has been since it was last in port.
        let mut fresh = Expedition::new(it.at, std::mem::take(&mut it.ships));
        fresh.from_pacific = it.from_pacific;
        fresh.passed_cape = it.passed_cape;
        fresh.upper_amazon = it.upper_amazon;
        fresh.zones = std::mem::take(&mut it.zones);
        fresh.marks = std::mem::take(&mut it.marks);
        for ship in &mut fresh.ships {
            ship.landed.clear();
        }
        *it = fresh;
    }
}

/// Decides from the EXPEDITION blocks, from top to bottom.
pub(super) fn decide(view: &View, lines: &Lines<'_, Order>) -> Decision<Deed> {
    lines.first(
        |line| match line.order {
            Order::Expedition(block) => match entry(view, block, lines) {
                Ok(entry) => Verdict::Once(Deed::Log {
                    entry: Box::new(entry),
                }),
                Err(why) => Verdict::Refuse(why),
            },
            _ => Verdict::NotMine,
        },
        |deed| match deed {
            Deed::Log { entry } => permits(view, entry),
            _ => Ok(()),
        },
    )
}

/// Spells a block out, as far as it goes.
fn entry(view: &View, block: &Block, lines: &Lines<'_, Order>) -> Result<Entry, String> {
    let mut entry = muster(view, block)?;
    let mut expedition = assemble(view.mine(), &entry);
    load(view, block, &mut entry, &mut expedition);
    course(view, block, &mut entry, &expedition);
    provisions(view, block, lines, &mut entry, &expedition);
    Ok(entry)
}

fn no_entry(label: Label, at: At) -> Entry {
    Entry {
        label,
        at,
        docks: Ships::NONE,
        others: Vec::new(),
        leaves: Vec::new(),
        men: Men::NONE,
        leaders: Vec::new(),
        bounds: 0,
        price: 0,
        unpaid_price: 0,
        unpaid: 0,
        exceed: 0,
        crossing: None,
        ashore: None,
        returns: None,
        cruise: false,
        short: Vec::new(),
    }
}

fn in_port(view: &View, at: At) -> bool {
    // Ships that lie up-river are Caravels.
    ports::friendly(&view.tables, &view.open, &view.deals, view.me(), at, true)
}

/// Which ships the expedition is made of: those that its block names, as far as they are there
/// (Q62).
fn muster(view: &View, block: &Block) -> Result<Entry, String> {
    let own = view.mine();
    let label = block.label;
    may_name(own, label)?;
    let place = |at: At| view.tables.map.at_name(at);
    if let Some(living) = own.expeditions.get(&label) {
        if living.at != block.from {
            return Err(format!("{label} lies at {}", place(living.at)));
        }
        return Ok(if in_port(view, living.at) {
            choose_ships(view, block, no_entry(label, living.at))
        } else {
            no_entry(label, living.at)
        });
    }
    let entry = no_entry(label, block.from);
    let docked = own.docks.get(&block.from).is_some_and(|it| !it.is_empty());
    if docked || in_port(view, block.from) {
        let entry = choose_ships(view, block, entry);
        if entry.docks.is_empty() && entry.others.is_empty() {
            return Err(format!("no such ship lies free at {}", place(block.from)));
        }
        return Ok(entry);
    }
    // Q64: elsewhere the block is for whoever lies there, under the label it has.
    let mut there = own.expeditions.iter().filter(|(_, it)| it.at == block.from);
    let free = there.find(|(label, _)| !own.logged.contains(label));
    match free {
        Some((label, it)) => Ok(no_entry(*label, it.at)),
        None => Err(format!(
            "no ship of yours lies free at {}",
            place(block.from)
        )),
    }
}

/// Whether a block may bear this label: each is used once a turn, and for one thing only (Q66).
fn may_name(own: &Sealed, label: Label) -> Result<(), String> {
    match (
        own.parties.contains_key(&label),
        own.logged.contains(&label),
    ) {
        (true, _) => Err(format!("{label} is a party")),
        (false, true) => Err(format!("{label} has its entry in the Log already")),
        (false, false) => Ok(()),
    }
}

/// Chooses ships for each kind: those it has, the docks, other expeditions in port. Of those it
/// has and does not want, only empty ones stay behind.
fn choose_ships(view: &View, block: &Block, mut entry: Entry) -> Entry {
    let own = view.mine();
    let tables = &view.tables;
    let docks = own.docks.get(&entry.at).copied().unwrap_or_default();
    let own_ships = own.expeditions.get(&entry.label);
    let own_ships: &[Ship] = own_ships.map_or(&[], |it| it.ships.as_slice());
    for hull in Hull::ALL {
        let (named, wanted) = wanted(block, hull);
        // The fullest first, so that those left over are the empty ones.
        let mut mine: Vec<usize> = (0..own_ships.len()).collect();
        mine.retain(|it| own_ships[*it].hull == hull);
        mine.sort_by_key(|it| (Reverse(aboard(tables, &own_ships[*it])), *it));
        let over = mine.iter().skip(wanted as usize);
        let over: Vec<usize> = over
            .filter(|it| aboard(tables, &own_ships[**it]) == 0)
            .copied()
            .collect();
        let kept = count(mine.len() - over.len());
        entry.leaves.extend(over.into_iter().map(count));
        let from_docks = wanted.saturating_sub(kept).min(docks.get(hull));
        *entry.docks.slot(hull) = from_docks;
        let others = others(view, &entry, hull);
        let left = wanted.saturating_sub(kept + from_docks);
        let others: Vec<ShipOf> = others.into_iter().take(left as usize).collect();
        let got = kept + from_docks + count(others.len());
        entry.others.extend(others);
        if named.is_some_and(|it| got < it) || (named.is_none() && wanted > 0 && got == 0) {
            let what = hull.counted(named.unwrap_or(1));
            if block.ships.is_some() {
                let why = "no more lie there".to_owned();
                entry.short.push(Short { what, got, why });
            }
        }
    }
    entry.leaves.sort_unstable();
    entry
}

/// What a block asks for of a kind of ship: a number if it names one, and how many at most.
fn wanted(block: &Block, hull: Hull) -> (Option<u32>, u32) {
    let Some(list) = &block.ships else {
        return (None, u32::MAX);
    };
    let named = list.iter().filter(|it| it.hull == hull);
    let numbers: Vec<Option<u32>> = named.map(|it| it.number).collect();
    if numbers.contains(&None) {
        (None, u32::MAX)
    } else {
        let sum = numbers.into_iter().flatten().sum();
        (Some(sum), sum)
    }
}

fn count(it: usize) -> u32 {
    u32::try_from(it).expect("few ships")
}

fn index(it: u32) -> usize {
    it as usize
}

/// How much is aboard, leaders too.
fn aboard(tables: &Tables, ship: &Ship) -> u32 {
    cargo::taken(tables, ship) + count(ship.leaders.len())
}

/// Ships of a kind in other expeditions there, that have no entry yet this turn (Q63); none where
/// there is no friendly port.
fn others(view: &View, entry: &Entry, hull: Hull) -> Vec<ShipOf> {
    let own = view.mine();
    if !in_port(view, entry.at) {
        return Vec::new();
    }
    let others = own.expeditions.iter().filter(|(label, it)| {
        it.at == entry.at && **label != entry.label && !own.logged.contains(label)
    });
    let ships = others.flat_map(|(label, it)| {
        let ships = it.ships.iter().enumerate();
        let fit = ships.filter(|(_, it)| it.hull == hull);
        fit.map(|(ship, _)| ShipOf {
            label: *label,
            ship: count(ship),
        })
    });
    ships.collect()
}

/// The expedition as its entry makes it, before anybody is loaded.
fn assemble(own: &Sealed, entry: &Entry) -> Expedition {
    let living = own.expeditions.get(&entry.label).cloned();
    let mut expedition = living.unwrap_or_else(|| Expedition::new(entry.at, Vec::new()));
    for ship in entry.leaves.iter().rev() {
        expedition.ships.remove(index(*ship));
    }
    for hull in Hull::ALL {
        let new = (0..entry.docks.get(hull)).map(|_| Ship::new(hull));
        expedition.ships.extend(new);
    }
    let others = entry.others.iter().filter_map(|it| {
        let other = own.expeditions.get(&it.label)?;
        other.ships.get(index(it.ship)).cloned()
    });
    expedition.ships.extend(others);
    expedition
}

/// Who there is to be loaded: in Europe, or ashore in the hex (Q65).
fn waiting(view: &View, at: At) -> (Men, BTreeSet<LeaderId>) {
    match at {
        At::Europe => (view.mine().europe, view.mine().leaders.clone()),
        At::Hex(hex) => {
            let stack = view.open.stack(hex, view.me());
            stack.map_or_else(Default::default, |it| (it.men, it.leaders.clone()))
        }
    }
}

/// Who goes aboard: those whom the block names, as far as they are there and find room (Q62).
fn load(view: &View, block: &Block, entry: &mut Entry, expedition: &mut Expedition) {
    let Some(mut units) = block.load.clone() else {
        return;
    };
    // Who is aboard already need not be loaded.
    let aboard = expedition.leaders();
    units.leaders.retain(|it| !aboard.contains(it));
    let (men, leaders) = waiting(view, entry.at);
    let (men, leaders) = units::wanted(&units, &men, &leaders);
    let missing = units::missing(&units, &men, &leaders);
    let left = cargo::load(&view.tables, expedition, men, &leaders);
    entry.men = men;
    entry.men -= left;
    entry.leaders = leaders;
    for (what, why) in [
        (missing, "they are not there"),
        (left.words(), "there is no room aboard"),
    ] {
        if !what.is_empty() {
            let (got, why) = (0, why.to_owned());
            entry.short.push(Short { what, got, why });
        }
    }
}

/// Where it sails.
fn course(view: &View, block: &Block, entry: &mut Entry, expedition: &Expedition) {
    entry.exceed = block.exceed;
    entry.ashore.clone_from(&block.ashore);
    entry.returns = block.returns;
    entry.cruise = block.cruise && view.open.options.privateer_cruise;
    if block.cruise && !entry.cruise {
        let what = "CRUISE".to_owned();
        let (got, why) = (0, "this game is played without it".to_owned());
        entry.short.push(Short { what, got, why });
    }
    let Some(to) = block.crossing else {
        return;
    };
    match voyage::crossing_bounds(&view.tables, expedition.at, to) {
        Ok(_) => entry.crossing = Some(to),
        Err(why) => {
            let what = format!("the crossing to {}", view.tables.map.at_name(to));
            entry.short.push(Short { what, got: 0, why });
        }
    }
}

/// Bounds: as many as it asks for, or as its lines need. What cannot be paid in full is not
/// bought at all, and it does not sail; with EXCEED it buys what it can (3.11). Ships overseas buy
/// them like those in Europe (Q34).
fn provisions(
    view: &View,
    block: &Block,
    lines: &Lines<'_, Order>,
    entry: &mut Entry,
    expedition: &Expedition,
) {
    let wanted = block.bounds.unwrap_or_else(|| {
        let caravels = expedition.only_caravels();
        let orders = voyages(lines);
        let (from, crossing, returns) = (entry.at, entry.crossing, entry.returns);
        voyage::auto_bounds(
            view,
            entry.label,
            from,
            crossing,
            returns,
            caravels,
            &orders,
        )
    });
    let each = price_of_bound(view, expedition);
    let affordable = view.open.power(view.me()).treasury.checked_div(each);
    let affordable = affordable.unwrap_or(wanted);
    entry.bounds = match (wanted <= affordable, block.exceed > 0) {
        (true, _) => wanted,
        (false, true) => affordable,
        (false, false) => 0,
    };
    entry.unpaid = wanted - entry.bounds;
    entry.price = entry.bounds * each;
    entry.unpaid_price = entry.unpaid * each;
    if entry.unpaid > 0 && block.exceed == 0 {
        entry.crossing = None;
    }
}

fn price_of_bound(view: &View, expedition: &Expedition) -> u32 {
    let ships = expedition.ships.iter();
    let each: u32 = ships.map(|it| view.tables.units.ship(it.hull).bound).sum();
    each * purchases::factor(&view.open, view.me())
}

/// The HEMI, ATTACK and INVADE lines, all branches of each together.
fn voyages<'a>(lines: &Lines<'a, Order>) -> Vec<Vec<&'a Order>> {
    let mut by_line: BTreeMap<u32, Vec<(u32, &'a Order)>> = BTreeMap::new();
    for line in lines.lines.iter().chain(&lines.asleep) {
        if matches!(
            line.order,
            Order::Hemi { .. } | Order::Attack { .. } | Order::Invade { .. }
        ) {
            let branches = by_line.entry(line.place).or_default();
            branches.push((line.branch, line.order));
        }
    }
    let lines = by_line.into_values().map(|mut branches| {
        branches.sort_by_key(|it| it.0);
        branches.into_iter().map(|it| it.1).collect()
    });
    lines.collect()
}

/// Whether an entry may be made so.
pub(super) fn permits(view: &View, entry: &Entry) -> Result<(), String> {
    let own = view.mine();
    let refuse = |why: &str| Err(why.to_owned());
    may_name(own, entry.label)?;
    if own
        .expeditions
        .get(&entry.label)
        .is_some_and(|it| it.at != entry.at)
    {
        return refuse("it lies elsewhere");
    }
    let docks = own.docks.get(&entry.at).copied().unwrap_or_default();
    let docked = Hull::ALL
        .iter()
        .all(|it| entry.docks.get(*it) <= docks.get(*it));
    let free: Vec<ShipOf> = Hull::ALL
        .into_iter()
        .flat_map(|it| others(view, entry, it))
        .collect();
    let mut named = entry.others.clone();
    named.sort_unstable();
    named.dedup();
    let theirs = named.len() == entry.others.len() && named.iter().all(|it| free.contains(it));
    if !docked || !theirs {
        return refuse("those ships do not lie free there");
    }
    let ships = own.expeditions.get(&entry.label);
    let ships: &[Ship] = ships.map_or(&[], |it| it.ships.as_slice());
    let empty = |it: &u32| {
        let ship = ships.get(index(*it));
        ship.is_some_and(|it| aboard(&view.tables, it) == 0)
    };
    if !entry.leaves.is_sorted_by(|a, b| a < b) || !entry.leaves.iter().all(empty) {
        return refuse("only empty ships are left at the docks");
    }
    let mut expedition = assemble(own, entry);
    if expedition.ships.is_empty() {
        return refuse("an expedition needs a ship");
    }
    let (men, leaders) = waiting(view, entry.at);
    if !men.has(&entry.men) || !entry.leaders.iter().all(|it| leaders.contains(it)) {
        return refuse("they are not there");
    }
    let left = cargo::load(&view.tables, &mut expedition, entry.men, &entry.leaders);
    if !left.is_empty() {
        return refuse("there is no room for them");
    }
    let price = entry.bounds * price_of_bound(view, &expedition);
    if price == entry.price && price <= view.open.power(view.me()).treasury {
        Ok(())
    } else {
        refuse("the Treasury does not hold the price of its Bounds")
    }
}

/// Makes an entry: forms, loads and provisions the expedition.
pub(super) fn enter(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    entry: &Entry,
    cx: &mut Cx<'_>,
) {
    let label = entry.label;
    ledger::pay(state, power, entry.price, Why::Bounds, label.as_str(), cx);
    let mut expedition = assemble(state.own(power), entry);
    take_ships(state, power, entry, &mut expedition);
    let along = take_men(state, power, entry);
    cargo::load(tables, &mut expedition, entry.men, &entry.leaders);
    expedition.bounds = entry.bounds;
    expedition.exceed = entry.exceed;
    expedition.crossing = entry.crossing;
    expedition.ashore.clone_from(&entry.ashore);
    expedition.returns = entry.returns;
    expedition.cruise = entry.cruise;
    let ships = expedition.fleet().words();
    let own = state.own_mut(power);
    own.expeditions.insert(label, expedition);
    own.logged.insert(label);
    parties::embarked(state, power, &along, label);
    if let At::Hex(hex) = entry.at {
        parties::shrink(state, power, hex);
    }
    tell(tables, power, entry, ships, cx);
}

/// Ships leave the docks and other expeditions, which keep what is left of them; what an
/// expedition has seen goes with its ships.
fn take_ships(state: &mut State, power: Seat, entry: &Entry, expedition: &mut Expedition) {
    let own = state.own_mut(power);
    let dock = own.docks.entry(entry.at).or_default();
    for hull in Hull::ALL {
        *dock.slot(hull) -= entry.docks.get(hull);
    }
    if let Some(before) = own.expeditions.get(&entry.label) {
        for ship in &entry.leaves {
            *dock.slot(before.ships[index(*ship)].hull) += 1;
        }
    }
    own.docks.retain(|_, it| !it.is_empty());
    let mut sources: BTreeMap<Label, Vec<u32>> = BTreeMap::new();
    for ship in &entry.others {
        sources.entry(ship.label).or_default().push(ship.ship);
    }
    for (source, taken) in sources {
        take_from(state, power, source, taken, entry.label, expedition);
    }
}

fn take_from(
    state: &mut State,
    power: Seat,
    source: Label,
    mut taken: Vec<u32>,
    label: Label,
    expedition: &mut Expedition,
) {
    let own = state.own_mut(power);
    let other = own.expeditions.get_mut(&source).expect("it lives");
    taken.sort_unstable_by_key(|it| Reverse(*it));
    for ship in taken {
        other.ships.remove(index(ship));
    }
    expedition.marks.extend(&other.marks);
    expedition.zones.extend(&other.zones);
    expedition.passed_cape |= other.passed_cape;
    expedition.upper_amazon |= other.upper_amazon;
    expedition.from_pacific = expedition.from_pacific.or(other.from_pacific);
    let (men, leaders) = (other.men(), other.leaders());
    if other.ships.is_empty() {
        own.expeditions.remove(&source);
    }
    // A party aboard goes with the ships its members are on.
    let (taken_men, taken_leaders) = (expedition.men(), expedition.leaders());
    let aboard = own.parties.values_mut();
    for party in aboard.filter(|it| it.aboard == Some(source)) {
        let stays = men.has(&party.men) && party.leaders.is_subset(&leaders);
        let goes = taken_men.has(&party.men) && party.leaders.is_subset(&taken_leaders);
        if !stays && goes {
            party.aboard = Some(label);
        }
    }
    parties::drowned(state, power, source);
}

/// Men leave Europe or the hex; returns the parties that go along.
fn take_men(state: &mut State, power: Seat, entry: &Entry) -> Vec<Label> {
    let (men, leaders) = (&entry.men, entry.leaders.as_slice());
    match entry.at {
        At::Europe => {
            let own = state.own_mut(power);
            own.europe -= *men;
            own.leaders.retain(|it| !leaders.contains(it));
            Vec::new()
        }
        At::Hex(_) if men.is_empty() && leaders.is_empty() => Vec::new(),
        At::Hex(hex) => {
            let along = parties::leaving(state, power, hex, men, leaders);
            loss::take(state, power, hex, men, leaders);
            along
        }
    }
}

fn tell(tables: &Tables, power: Seat, entry: &Entry, ships: String, cx: &mut Cx<'_>) {
    let label = entry.label;
    if entry.unpaid > 0 {
        let event = Event::BoundsUnpaid {
            power,
            label,
            wanted: entry.bounds + entry.unpaid,
            bought: entry.bounds,
            price: entry.price + entry.unpaid_price,
        };
        cx.tell(Audience::one(power), event.into());
    }
    let sails = entry.crossing.map(|it| tables.map.at_name(it));
    let event = Event::ExpeditionReady {
        power,
        label,
        place: tables.map.at_name(entry.at),
        ships,
        loaded: entry.men.words(),
        leaders: given_up::names(tables, &entry.leaders),
        bounds: entry.bounds,
        price: entry.price,
        sails: sails.unwrap_or_default(),
    };
    cx.tell(Audience::one(power), event.into());
    purchases::tell_short(power, &entry.short, cx);
    match entry.crossing {
        None if entry.at == At::Europe => {
            let why = "it had no place to sail to, or no Bounds: it did not sail";
            cx.to_nothing(power, &why);
        }
        crossing => {
            cx.begins(power, label.begun());
            if crossing.is_none() {
                cx.done(power, label.begun());
            }
        }
    }
}
