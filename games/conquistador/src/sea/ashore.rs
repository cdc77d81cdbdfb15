//! Who goes aboard and ashore in B2 (3.4), and who stays tied to his ship (Q7).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label, LeaderId};
use super::super::land::{loss, parties};
use super::super::men::Men;
use super::super::reckon::{cargo, ground, landing, units};
use super::super::state::{Expedition, Landed, State};
use super::events::Event;
use super::plan::Landing;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The hex in which an expedition lies.
fn hex_of(state: &State, seat: Seat, label: Label) -> Hex {
    let at = state.own(seat).expeditions[&label].at;
    at.hex()
        .expect("nobody goes aboard or ashore in Europe in B2")
}

/// Men of the hex go aboard.
pub(super) fn embark(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    landing: &Landing,
    left_out: &str,
    cx: &mut Cx<'_>,
) {
    let Landing {
        label,
        men,
        leaders,
    } = landing;
    let hex = hex_of(state, seat, *label);
    let along = parties::leaving(state, seat, hex, men, leaders);
    loss::take(state, seat, hex, men, leaders);
    parties::embarked(state, seat, &along, *label);
    parties::shrink(state, seat, hex);
    let expedition = state.own_mut(seat).expeditions.get_mut(label);
    let expedition = expedition.expect("it was looked at");
    let left = cargo::load(tables, expedition, *men, leaders);
    assert!(left.is_empty(), "room was looked at");
    expedition.embarked += *men;
    expedition.embarked_leaders.extend(leaders);
    let who = units::words(tables, men, leaders);
    let at = tables.map.name_of(hex);
    let embarked = Event::Embarked {
        seat,
        label: *label,
        at,
        who,
        left_out: left_out.to_owned(),
    };
    cx.announce_part(seat, embarked.into());
}

/// Men go ashore, and stay tied to the ships they came from, those too who embarked in this phase
/// (Q79); but not Soldiers and leaders in a hex that their expedition has taken by invasion (Q7).
pub(super) fn debark(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    landing: &Landing,
    left_out: &str,
    cx: &mut Cx<'_>,
) {
    let Landing {
        label,
        men,
        leaders,
    } = landing;
    let hex = hex_of(state, seat, *label);
    let expedition = state.own_mut(seat).expeditions.get_mut(label);
    let expedition = expedition.expect("it was looked at");
    let taken_by_force = expedition.invaded.contains(&hex);
    let off = cargo::unload(expedition, *men, leaders);
    for (at, men, leaders) in off {
        tie(
            &mut expedition.ships[at].landed,
            hex,
            men,
            leaders,
            taken_by_force,
        );
    }
    forget_embarked(expedition, leaders);
    loss::put(state, seat, hex, men, leaders);
    parties::ashore(state, seat, *label, hex, men, leaders);
    let who = units::words(tables, men, leaders);
    let at = tables.map.name_of(hex);
    let landed = Event::Landed {
        seat,
        label: *label,
        at,
        who,
        left_out: left_out.to_owned(),
    };
    cx.announce_part(seat, landed.into());
}

/// Those who embarked in this B2 and go ashore again are no longer aboard.
fn forget_embarked(expedition: &mut Expedition, leaders: &[LeaderId]) {
    let aboard = expedition.men();
    expedition.embarked = expedition.embarked.at_most(&aboard);
    expedition
        .embarked_leaders
        .retain(|it| !leaders.contains(it));
}

fn tie(landed: &mut Vec<Landed>, hex: Hex, men: Men, leaders: Vec<LeaderId>, taken_by_force: bool) {
    let tied = if taken_by_force {
        Landed {
            hex,
            men: Men { soldiers: 0, ..men },
            leaders: Vec::new(),
        }
    } else {
        Landed { hex, men, leaders }
    };
    if !tied.men.is_empty() || !tied.leaders.is_empty() {
        landed.push(tied);
    }
}

/// Gold goes ashore in a friendly port (Q11).
pub(super) fn debark_gold(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    label: Label,
    ducats: u32,
    cx: &mut Cx<'_>,
) {
    let hex = hex_of(state, seat, label);
    let expedition = state.own_mut(seat).expeditions.get_mut(&label);
    let expedition = expedition.expect("it was looked at");
    let lots = cargo::unload_gold(expedition, Some(ducats));
    let ashore = state.open.hexes.entry(hex).or_default();
    for lot in lots {
        cargo::add_lot(&mut ashore.gold, lot);
    }
    cx.announce(
        Event::GoldLanded {
            seat,
            at: tables.map.at_name(At::Hex(hex)),
            ducats,
        }
        .into(),
    );
}

/// The same of expeditions whose blocks say nothing of it: all land who can. After they have.
pub(super) fn kept_by_default(tables: &Tables, state: &State, seat: Seat) -> Vec<(Label, String)> {
    let (open, deals) = (&state.open, &state.deals);
    let expeditions = state.own(seat).expeditions.iter();
    let kept = expeditions.filter_map(|(label, expedition)| {
        let why = landing::kept_aboard(tables, open, deals, seat, expedition)?;
        Some((*label, why))
    });
    kept.collect()
}

/// Which expeditions keep aboard whom they were to put ashore at the end of B2, and why: men of
/// whom nothing is said are lost to their owner's plans.
pub(super) fn kept_aboard(
    tables: &Tables,
    state: &State,
    seat: Seat,
    landings: &[Landing],
) -> Vec<(Label, String)> {
    let mut kept = Vec::new();
    for (label, expedition) in &state.own(seat).expeditions {
        let (Some(hex), Some(listed)) = (expedition.at.hex(), &expedition.ashore) else {
            continue;
        };
        let mut there = expedition.men();
        there -= expedition.embarked.at_most(&there);
        let mut leaders = expedition.leaders();
        leaders.retain(|it| !expedition.embarked_leaders.contains(it));
        let (mut men, mut leaders) = units::wanted(listed, &there, &leaders);
        if let Some(landing) = landings.iter().find(|it| it.label == *label) {
            men -= landing.men.at_most(&men);
            leaders.retain(|it| !landing.leaders.contains(it));
        }
        let who = units::words(tables, &men, &leaders);
        if who.is_empty() {
            continue;
        }
        let name = tables.map.name_of(hex);
        let others = ground::others_in(&state.open, seat, hex);
        let why = if !tables.map.is_land(hex) {
            format!("{name} is no land")
        } else if ground::shut(tables, &state.open, &state.deals, seat, hex) {
            let others: Vec<&str> = others.iter().map(|it| tables.title(*it)).collect();
            format!("{} stands there", others.join(" and "))
        } else {
            format!("{name} has no room for more")
        };
        kept.push((
            *label,
            format!("{who} could not go ashore at {name}: {why}"),
        ));
    }
    kept
}
