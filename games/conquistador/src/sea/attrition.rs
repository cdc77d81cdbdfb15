//! Naval attrition (3.10): one check for each expedition that has sailed in the phase. Dice and
//! lost ships come from the hidden bowl: they would tell of Explorers and Bounds.

use super::super::data::{Leader, Tables};
use super::super::events::Cx;
use super::super::ids::{At, Label, ZoneId};
use super::super::land::loss;
use super::super::men::{Hull, Kind, Men};
use super::super::reckon::{units, voyage};
use super::super::state::{Expedition, Landed, Sealed, State};
use super::course::Phase;
use super::events::Event;
use super::sides::{SAVED_TO, Side, Wreck};
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, counted};

/// All checks of one power in a phase, and the end of the phase for its expeditions.
pub(super) fn all(tables: &Tables, state: &mut State, seat: Seat, phase: Phase, cx: &mut Cx<'_>) {
    let labels: Vec<Label> = state.own(seat).expeditions.keys().copied().collect();
    for label in labels {
        if sailed(&state.own(seat).expeditions[&label], phase) > 0 {
            check(tables, state, seat, label, phase, cx);
        }
        end_phase(state, seat, label);
    }
}

/// Bounds sailed in a phase.
fn sailed(expedition: &Expedition, phase: Phase) -> u32 {
    match phase {
        Phase::Initial => expedition.sailed_b,
        Phase::Final => expedition.sailed_d,
    }
}

fn check(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    label: Label,
    phase: Phase,
    cx: &mut Cx<'_>,
) {
    let own = state.own(seat);
    let expedition = &own.expeditions[&label];
    let bounds = sailed(expedition, phase);
    let causes = causes(tables, own, expedition, phase);
    let rules = &tables.naval_attrition;
    let sum: i32 = causes.iter().map(|(_, it)| it).sum();
    let modifier = sum.clamp(rules.lowest, rules.highest);
    let home = expedition.at == At::Europe;
    let ships = expedition.fleet().total();
    let die = cx.dice.one(Bowl::Hidden, "naval attrition", 6);
    let total = i32::try_from(die).expect("a die") + modifier;
    let lost = rules.ships_lost(bounds, total, ships);
    let causes = causes.iter().map(|(why, it)| format!("{why} {it:+}"));
    let bounded = (modifier != sum).then(|| format!("{modifier:+} at most in all"));
    let causes = causes.chain(bounded);
    let event = Event::AttritionAtSea {
        seat,
        label,
        bounds,
        die,
        modifier,
        causes: commas(causes),
        lost,
    };
    cx.tell(Audience::one(seat), event.into());
    let side = Side::of(seat, label);
    let wrecks = side.lose(state, lost, false, cx);
    if lost > 0 {
        let why = if lost < ships {
            format!("it lost {} to the sea", counted(lost, "ship"))
        } else {
            "it sailed, but all of it was lost at sea".to_owned()
        };
        cx.ended_short(seat, label.begun(), &why);
    }
    never_arrived(tables, state, seat, &wrecks, lost < ships, cx);
    side.settle(tables, state, &wrecks, "sea", cx);
    if home {
        let drowned: u32 = wrecks.iter().map(|it| it.ship.men.soldiers).sum();
        serve(state, seat, label, drowned, true, cx);
        come_home(state, seat, label, cx);
    }
}

/// What modifies the die, each with its reason (3.10): the Rutter that is lacking (3.5), Bounds
/// that were exceeded (3.11).
pub(in super::super) fn causes(
    tables: &Tables,
    own: &Sealed,
    expedition: &Expedition,
    phase: Phase,
) -> Vec<(&'static str, i32)> {
    let rules = &tables.naval_attrition;
    let unknown = |touched: &BTreeSet<ZoneId>| touched.iter().any(|it| !own.charts.contains(it));
    let piloted = leaders(tables, expedition).any(voyage::is_pilot);
    let lost_way = unknown(&expedition.touched) && !piloted;
    let (in_b, in_d) = voyage::excess(expedition.bounds, expedition.sailed_b, expedition.sailed_d);
    let excess = match phase {
        Phase::Initial => in_b,
        Phase::Final => in_d,
    };
    let explorer = leaders(tables, expedition).any(voyage::is_explorer);
    let fleet = expedition.fleet();
    let excess = i32::try_from(excess).expect("Bounds are few");
    [
        ("Explorer", explorer, rules.explorer),
        (
            "only Caravels",
            expedition.only_caravels(),
            rules.only_caravels,
        ),
        ("Galleon Fleet", fleet.get(Hull::Galleon) > 0, rules.galleon),
        ("unknown waters", lost_way, rules.unknown_waters),
        (
            "South Cape without Rutter",
            expedition.passage && !own.rutter,
            rules.cape,
        ),
        ("Bounds exceeded", excess > 0, excess),
    ]
    .into_iter()
    .filter(|(_, holds, _)| *holds)
    .map(|(why, _, it)| (why, it))
    .collect()
}

/// Leaders of an expedition, with those who went ashore in this phase: they stay on their ship's
/// list until its attrition is over (3.12).
fn leaders<'t>(tables: &'t Tables, expedition: &Expedition) -> impl Iterator<Item = &'t Leader> {
    let aboard = expedition.ships.iter().flat_map(|it| &it.leaders);
    let landed = expedition.ships.iter().flat_map(|it| &it.landed);
    let all = aboard.chain(landed.flat_map(|it| &it.leaders));
    all.map(|it| tables.leader(*it))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Who went ashore in this phase from a ship that is lost goes down with it, unless he has died
/// already (Q7). A landed leader may be taken up like one aboard.
fn never_arrived(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    wrecks: &[Wreck],
    afloat: bool,
    cx: &mut Cx<'_>,
) {
    for Landed { hex, men, leaders } in wrecks.iter().flat_map(|it| &it.ship.landed) {
        let mut gone = Men::NONE;
        for kind in Kind::ALL {
            *gone.slot(kind) = loss::men(state, seat, *hex, kind, men.get(kind));
        }
        let mut lost = Vec::new();
        for leader in leaders {
            let there = state.open.stack(*hex, seat);
            if !there.is_some_and(|it| it.leaders.contains(leader)) {
                continue;
            }
            let saved = afloat && cx.dice.one(Bowl::Hidden, "leader of a lost ship", 6) <= SAVED_TO;
            if !saved {
                loss::leader(state, seat, *hex, *leader);
                lost.push(*leader);
            }
        }
        let who = units::words(tables, &gone, &lost);
        if !who.is_empty() {
            let at = tables.map.name_of(*hex);
            cx.announce(Event::NeverArrived { seat, at, who }.into());
        }
    }
}

/// Soldiers that reach Europe fulfil the duty of a civil war and leave the game, as far as it
/// asks (6.4.6, Q67 b).
fn come_home(state: &mut State, seat: Seat, label: Label, cx: &mut Cx<'_>) {
    let own = state.own_mut(seat);
    if own.duty_ignored {
        return;
    }
    let Some(expedition) = own.expeditions.get_mut(&label) else {
        return;
    };
    let mut wanted = own.duty;
    for ship in &mut expedition.ships {
        wanted -= ship.men.take(Kind::Soldier, wanted);
    }
    let served = own.duty - wanted;
    super::super::land::parties::drowned(state, seat, label);
    serve(state, seat, label, served, false, cx);
}

/// Counts Soldiers for the duty (Q67 a).
fn serve(state: &mut State, seat: Seat, label: Label, soldiers: u32, lost: bool, cx: &mut Cx<'_>) {
    let own = state.own_mut(seat);
    let soldiers = soldiers.min(own.duty);
    if soldiers == 0 || own.duty_ignored {
        return;
    }
    own.duty -= soldiers;
    let event = Event::DutyServed {
        seat,
        label,
        soldiers,
        lost,
        left: own.duty,
    };
    cx.tell(Audience::one(seat), event.into());
}

/// The phase is over for an expedition: what it has touched it has discovered, nobody is tied to
/// his ship any more, a passage of the Cape counts (3.5).
fn end_phase(state: &mut State, seat: Seat, label: Label) {
    let State { open, sealed, .. } = state;
    let own = sealed.get_mut(&seat).expect("it plays");
    let Some(expedition) = own.expeditions.get_mut(&label) else {
        return;
    };
    if std::mem::take(&mut expedition.passage) {
        expedition.passed_cape = true;
        open.cape_navigated = true;
    }
    let marks = std::mem::take(&mut expedition.new_marks);
    expedition.marks.extend(marks);
    expedition.left_europe = false;
    expedition.touched.clear();
    expedition.embarked = Men::NONE;
    expedition.embarked_leaders.clear();
    for ship in &mut expedition.ships {
        ship.landed.clear();
    }
}
