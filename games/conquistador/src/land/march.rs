//! C2: marches carried out as they were spelled out, going aboard, coming ashore (4.1).

use super::super::events::Cx;
use super::events::Event;
use super::plan::{Boarding, Route};
use super::{loss, parties};
use crate::data::{LeaderType, Tables};
use crate::ids::{Label, LeaderId};
use crate::men::{Kind, Men};
use crate::orders::Units;
use crate::reckon::march::note;
use crate::reckon::{cargo, ground, landing, units};
use crate::state::{Entered, Lot, State, Storm};
use crate::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// A march, from its start to its end; a storm is only prepared.
pub(super) fn march(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    route: &Route,
    cx: &mut Cx<'_>,
) {
    let along = match route.party {
        Some(label) => vec![label],
        None => parties::leaving(state, seat, route.from, &route.men, &route.leaders),
    };
    loss::take(state, seat, route.from, &route.men, &route.leaders);
    let mut group = (route.men, route.leaders.clone());
    for hex in &route.path {
        enter(tables, state, &group, *hex, false);
        parties::march(state, seat, &along, &[*hex]);
        for drop in route.drops.iter().filter(|it| it.hex == *hex) {
            group.0 -= drop.men;
            group.1.retain(|it| !drop.leaders.contains(it));
            loss::put(state, seat, *hex, &drop.men, &drop.leaders);
            loss::mark_marched(state, seat, *hex, &drop.men, &drop.leaders);
            parties::keep(state, seat, &along, &group.0, &group.1);
            let units = units::words(tables, &drop.men, &drop.leaders);
            let place = tables.map.name_of(*hex);
            cx.announce(Event::StayedBehind { seat, units, place }.into());
        }
    }
    let end = route.path.last().copied().unwrap_or(route.from);
    loss::put(state, seat, end, &group.0, &group.1);
    loss::mark_marched(state, seat, end, &group.0, &group.1);
    parties::shrink(state, seat, route.from);
    carry(state, route.from, end, &route.gold);
    tell(tables, seat, route, end, cx);
    if let Some(target) = route.storm {
        let party = route.party;
        prepare(
            tables,
            state,
            seat,
            (end, target),
            group,
            party,
            &route.gold,
            cx,
        );
    } else if let Some(label) = route.aboard {
        board_if_there(tables, state, seat, label, end, group, cx);
    }
}

/// Notes that a group has entered a hex, if it can make discoveries (5.3).
pub(super) fn enter(
    tables: &Tables,
    state: &mut State,
    group: &(Men, Vec<LeaderId>),
    hex: Hex,
    landed: bool,
) {
    let (men, leaders) = group;
    if men.soldiers == 0 && leaders.is_empty() {
        return;
    }
    state.go.entered.push(Entered {
        hex,
        explorer: units::of_type(tables, leaders, LeaderType::Explorer) > 0,
        landed,
    });
}

/// Gold moves from one hex to another (Q115).
pub(super) fn carry(state: &mut State, from: Hex, to: Hex, gold: &[Lot]) {
    if from == to {
        return;
    }
    for lot in gold {
        take_gold(state, from, lot);
        let there = state.open.hexes.entry(to).or_default();
        cargo::add_lot(&mut there.gold, *lot);
    }
    state.open.sweep();
}

/// Takes gold of one kind out of a hex.
///
/// # Panics
/// If it is not there.
pub(super) fn take_gold(state: &mut State, hex: Hex, lot: &Lot) {
    let here = state.open.hexes.get_mut(&hex).expect("gold lies there");
    let same =
        |it: &&mut Lot| (it.origin, it.shipped, it.owner) == (lot.origin, lot.shipped, lot.owner);
    let found = here.gold.iter_mut().find(same).expect("gold lies there");
    found.ducats -= lot.ducats;
    here.gold.retain(|it| it.ducats > 0);
}

fn tell(tables: &Tables, seat: Seat, route: &Route, end: Hex, cx: &mut Cx<'_>) {
    if !route.path.is_empty() {
        let event = Event::Marched {
            seat,
            units: units::words(tables, &route.men, &route.leaders),
            from: tables.map.name_of(route.from),
            to: tables.map.name_of(end),
            hexes: u32::try_from(route.path.len()).expect("marches are short"),
            ducats: route.gold.iter().map(|it| it.ducats).sum(),
        };
        cx.announce(event.into());
    }
    cut_short(seat, "MOVE", &route.short, cx);
}

/// Tells the owner of an order what of it was left out (Q43).
pub(super) fn cut_short(seat: Seat, order: &str, why: &str, cx: &mut Cx<'_>) {
    if why.is_empty() {
        return;
    }
    cx.in_part(seat, &why);
    let event = Event::OrderCutShort {
        seat,
        order: order.to_owned(),
        why: why.to_owned(),
    };
    cx.tell(Audience::one(seat), event.into());
}

#[allow(clippy::too_many_arguments, reason = "a storm is all of this")]
fn prepare(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    (from, target): (Hex, Hex),
    (men, leaders): (Men, Vec<LeaderId>),
    party: Option<Label>,
    gold: &[Lot],
    cx: &mut Cx<'_>,
) {
    let event = Event::StormPrepared {
        seat,
        units: units::words(tables, &men, &leaders),
        from: tables.map.name_of(from),
        place: tables.map.name_of(target),
    };
    cx.announce(event.into());
    let group = Storm {
        from,
        men,
        leaders,
        party,
        gold: gold.to_vec(),
    };
    state.go.storms.entry(target).or_default().push(group);
}

fn board_if_there(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    label: Label,
    hex: Hex,
    (men, leaders): (Men, Vec<LeaderId>),
    cx: &mut Cx<'_>,
) {
    let ships = state.own(seat).expeditions.get(&label);
    if ships.and_then(|it| it.at.hex()) != Some(hex) {
        let place = tables.map.name_of(hex);
        let why = format!("{label} does not lie at {place}: they stay ashore");
        return cut_short(seat, "MOVE", &why, cx);
    }
    let boarding = Boarding {
        label,
        men,
        leaders,
        short: String::new(),
    };
    embark(tables, state, seat, &boarding, cx);
}

/// Units go aboard in their hex, as far as there is room.
pub(super) fn embark(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    boarding: &Boarding,
    cx: &mut Cx<'_>,
) {
    let label = boarding.label;
    let expeditions = &mut state.own_mut(seat).expeditions;
    let ships = expeditions.get_mut(&label).expect("it was looked up");
    let hex = ships.at.hex().expect("men go aboard in a hex");
    let over = cargo::load(tables, ships, boarding.men, &boarding.leaders);
    let mut men = boarding.men;
    men -= over;
    let along = parties::leaving(state, seat, hex, &men, &boarding.leaders);
    // Those who have marched go first: the others may march yet.
    let stack = state.open.stack_mut(hex, seat);
    stack.marched -= men.at_most(&stack.marched);
    loss::take(state, seat, hex, &men, &boarding.leaders);
    parties::embarked(state, seat, &along, label);
    parties::shrink(state, seat, hex);
    let mut short = boarding.short.clone();
    if !over.is_empty() {
        note(&mut short, &format!("{} found no room", over.words()));
    }
    cut_short(seat, "EMBARK", &short, cx);
    let units = units::words(tables, &men, &boarding.leaders);
    let place = tables.map.name_of(hex);
    if units.is_empty() {
        return;
    }
    let boarded = Event::MenBoarded {
        seat,
        label,
        units,
        place,
    };
    cx.announce_part(seat, boarded.into());
}

/// Units come ashore: their whole move (4.1).
pub(super) fn debark(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    landing: &Boarding,
    cx: &mut Cx<'_>,
) {
    let label = landing.label;
    let expeditions = &mut state.own_mut(seat).expeditions;
    let ships = expeditions.get_mut(&label).expect("it was looked up");
    let hex = ships.at.hex().expect("men come ashore in a hex");
    cargo::unload(ships, landing.men, &landing.leaders);
    loss::put(state, seat, hex, &landing.men, &landing.leaders);
    loss::mark_marched(state, seat, hex, &landing.men, &landing.leaders);
    parties::ashore(state, seat, label, hex, &landing.men, &landing.leaders);
    let group = (landing.men, landing.leaders.clone());
    enter(tables, state, &group, hex, true);
    cut_short(seat, "DEBARK", &landing.short, cx);
    let units = units::words(tables, &landing.men, &landing.leaders);
    let place = tables.map.name_of(hex);
    let landed = Event::MenLanded {
        seat,
        label,
        units,
        place,
    };
    cx.announce_part(seat, landed.into());
}

/// What an EMBARK line comes to now.
///
/// # Errors
/// Why it comes to nothing.
pub(in super::super) fn plan_embark(
    view: &View,
    label: Label,
    wanted: &Units,
) -> Result<Boarding, String> {
    let tables = &view.tables;
    let ships = view.mine().expeditions.get(&label);
    let ships = ships.ok_or_else(|| format!("there is no expedition {label}"))?;
    let hex = ships
        .at
        .hex()
        .ok_or_else(|| format!("{label} is in Europe"))?;
    let name = tables.map.name_of(hex);
    let stack = view.open.stack(hex, view.me());
    let stack = stack.ok_or_else(|| format!("you have nobody at {name}"))?;
    let (men, leaders) = units::wanted(wanted, &stack.men, &stack.leaders);
    let mut boarding = Boarding {
        label,
        men,
        leaders: leaders.clone(),
        short: String::new(),
    };
    let missing = units::missing(wanted, &men, &leaders);
    if !missing.is_empty() {
        note(&mut boarding.short, &format!("{missing} were not there"));
    }
    let over = cargo::load(tables, &mut ships.clone(), men, &leaders);
    if !over.is_empty() {
        note(
            &mut boarding.short,
            &format!("{} found no room", over.words()),
        );
        boarding.men -= over;
    }
    if !(boarding.men.is_empty() && leaders.is_empty()) {
        Ok(boarding)
    } else if boarding.short.is_empty() {
        Err(format!("none of them is at {name}"))
    } else {
        Err(boarding.short)
    }
}

/// What a DEBARK line comes to now.
///
/// # Errors
/// Why it comes to nothing.
pub(in super::super) fn plan_debark(
    view: &View,
    label: Label,
    wanted: &Units,
) -> Result<Boarding, String> {
    let (tables, seat) = (&*view.tables, view.me());
    let ships = view.mine().expeditions.get(&label);
    let ships = ships.ok_or_else(|| format!("there is no expedition {label}"))?;
    let hex = ships
        .at
        .hex()
        .ok_or_else(|| format!("{label} is in Europe"))?;
    let name = tables.map.name_of(hex);
    if !tables.map.is_land(hex) {
        return Err(format!("{label} is at sea"));
    }
    if ground::shut(tables, &view.open, &view.deals, seat, hex) {
        return Err(landing::held(tables, &view.open, seat, hex, &name));
    }
    let (aboard, leaders) = (ships.men(), ships.leaders());
    let (men, leaders) = units::wanted(wanted, &aboard, &leaders);
    let fits = men.at_most(&ground::room_for(tables, &view.open, seat, hex));
    let mut landing = Boarding {
        label,
        men: fits,
        leaders: leaders.clone(),
        short: String::new(),
    };
    let missing = units::missing(wanted, &men, &leaders);
    if !missing.is_empty() {
        note(&mut landing.short, &format!("{missing} were not aboard"));
    }
    let mut over = men;
    over -= fits;
    if !over.is_empty() {
        note(
            &mut landing.short,
            &format!("{} found no room", over.words()),
        );
    }
    if !(fits.is_empty() && leaders.is_empty()) {
        Ok(landing)
    } else if landing.short.is_empty() {
        Err(format!("none of them is aboard {label}"))
    } else {
        Err(landing.short)
    }
}

/// Whether units may go aboard as spelled out.
pub(super) fn check_embark(view: &View, boarding: &Boarding) -> Result<(), String> {
    let ships = view.mine().expeditions.get(&boarding.label);
    let ships = ships.ok_or("there is no such expedition")?;
    let hex = ships.at.hex().ok_or("it is in Europe")?;
    let stack = view.open.stack(hex, view.me()).ok_or("nobody is there")?;
    let there = |it: &LeaderId| stack.leaders.contains(it);
    if !stack.men.has(&boarding.men) || !boarding.leaders.iter().all(there) {
        return Err("not all of them are there".to_owned());
    }
    let over = cargo::load(
        &view.tables,
        &mut ships.clone(),
        boarding.men,
        &boarding.leaders,
    );
    if over.is_empty() {
        Ok(())
    } else {
        Err("there is no room aboard".to_owned())
    }
}

/// Whether units may come ashore as spelled out.
pub(super) fn check_debark(view: &View, landing: &Boarding) -> Result<(), String> {
    let ships = view.mine().expeditions.get(&landing.label);
    let ships = ships.ok_or("there is no such expedition")?;
    let hex = ships.at.hex().ok_or("it is in Europe")?;
    let leaders = ships.leaders();
    let aboard = landing.leaders.iter().all(|it| leaders.contains(it));
    let room = ground::room_for(&view.tables, &view.open, view.me(), hex);
    if aboard && ships.men().has(&landing.men) && room.has(&landing.men) {
        Ok(())
    } else {
        Err("they are not aboard, or have no room ashore".to_owned())
    }
}

/// Soldiers that go aboard of themselves in a civil war: those who stand with own ships that will
/// sail home, up to the duty and the room (7.1).
pub(super) fn duty(view: &View, homeward: &[Label]) -> Vec<Boarding> {
    let mine = view.mine();
    if mine.duty == 0 || mine.duty_ignored {
        return Vec::new();
    }
    let aboard = homeward
        .iter()
        .map(|it| mine.expeditions[it].men().soldiers);
    let mut left = mine.duty.saturating_sub(aboard.sum());
    let mut ashore: std::collections::BTreeMap<Hex, u32> = std::collections::BTreeMap::new();
    let mut home = Vec::new();
    for label in homeward {
        let ships = &mine.expeditions[label];
        let Some(hex) = ships.at.hex() else {
            continue;
        };
        let there = ashore
            .entry(hex)
            .or_insert_with(|| view.open.men(hex, view.me()).soldiers);
        let room = cargo::room_for(&view.tables, ships, Kind::Soldier);
        let soldiers = left.min(*there).min(room);
        if soldiers > 0 {
            left -= soldiers;
            *there -= soldiers;
            home.push(Boarding {
                label: *label,
                men: Men::of(Kind::Soldier, soldiers),
                leaders: Vec::new(),
                short: String::new(),
            });
        }
    }
    home
}
