//! Winter: centres change hands, and each power has as many units as centres.

use crate::data::Tables;
use crate::judge::after::Edition;
use crate::orders::{Choice, Diplomacy};
use crate::place::{Place, Province, Unit};
use crate::state::{Event, State, Why};
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// Each power owns the centres in which its units are, and keeps those in which nobody is.
pub fn take_centres(play: &mut PlayOf<'_, Diplomacy>) {
    let before = play.out();
    let owners = play.owners();
    for (province, (seat, _)) in play.standing() {
        let from = owners.get(&province).copied();
        if !play.tables.is_centre(province) || from == Some(seat) {
            continue;
        }
        let all = play.centres.values_mut();
        all.for_each(|it| _ = it.remove(&province));
        play.centres.entry(seat).or_default().insert(province);
        let centre = Place::inland(province);
        play.announce(Event::Taken { seat, centre, from });
    }
    let now = play.out().into_iter();
    for seat in now.filter(|it| !before.contains(it)) {
        play.announce(Event::Eliminated { seat });
    }
}

/// Whose units must all go has nothing to decide.
pub fn disband_homeless(play: &mut PlayOf<'_, Diplomacy>) {
    for seat in play.seats.clone() {
        if play.centres[&seat].is_empty() && !play.units[&seat].is_empty() {
            settle(play, seat, &[]);
            play.announce(Event::Eliminated { seat });
        }
    }
}

/// Builds and disbands as ordered; what is missing of disbands goes by rule.
pub fn play(play: &mut PlayOf<'_, Diplomacy>, answers: &[Answer<Choice>]) {
    for answer in answers {
        let seat = answer.seat;
        let Choice::Adjustments { builds, removes } = &answer.choice else {
            continue;
        };
        let may = play.adjustment(play.tables, seat);
        for unit in builds.iter().copied() {
            play.units.entry(seat).or_default().insert(unit);
            play.announce(Event::Built { seat, unit });
        }
        let count = i64::try_from(builds.len()).expect("few units");
        if let Ok(count @ 1..) = u32::try_from(may - count) {
            play.announce(Event::Waived { seat, count });
        }
        settle(play, seat, removes);
    }
}

/// Disbands these units of a power, and others until it has as many as centres.
fn settle(play: &mut PlayOf<'_, Diplomacy>, seat: Seat, said: &[Unit]) {
    for unit in said.iter().copied() {
        disband(play, seat, unit, Why::Ordered);
    }
    while play.units[&seat].len() > play.centres[&seat].len() {
        let unit = farthest(play.tables, play.state, seat).expect("it has units");
        disband(play, seat, unit, Why::Rule);
    }
}

fn disband(play: &mut PlayOf<'_, Diplomacy>, seat: Seat, unit: Unit, why: Why) {
    play.units.entry(seat).or_default().remove(&unit);
    play.announce(Event::Disbanded { seat, unit, why });
}

/// 6.J: the unit that goes where nobody says which: the one farthest from its power's centres (of
/// its home centres by the rules of 2000); of several as far a fleet, then the first by the name of
/// its province.
pub fn farthest(tables: &Tables, state: &State, seat: Seat) -> Option<Unit> {
    let to: BTreeSet<Province> = match state.edition {
        Edition::Of2023 => state.centres[&seat].clone(),
        Edition::Of2000 => tables.homes[&seat].clone(),
    };
    let units = state.units[&seat].iter().copied();
    units.min_by_key(|one| {
        // What no way leads to is farthest.
        let far = tables.distance(*one, &to, state.edition == Edition::Of2000);
        (
            Reverse(far.unwrap_or(usize::MAX)),
            one.is_army(),
            tables.land(one.province()).name.clone(),
        )
    })
}
