//! The phases of a year, a file each, and which follows which.

pub mod adjustments;
pub mod movement;
pub mod retreats;

use super::orders::{Choice, Diplomacy};
use super::state::{Event, Phase, Stage, State};
use packetboat_core::prelude::*;

/// Plays the orders of a phase, and goes on to the next.
pub fn play(play: &mut PlayOf<'_, Diplomacy>, answers: &[Answer<Choice>]) {
    match play.stage() {
        Stage::Movement => {
            movement::play(play, answers);
            after_moves(play);
        }
        Stage::Retreats => {
            retreats::play(play, answers);
            after_retreats(play);
        }
        Stage::Adjustments => {
            adjustments::play(play, answers);
            after_adjustments(play);
        }
    }
}

/// After moves come the retreats of that season, if anybody has any.
fn after_moves(play: &mut PlayOf<'_, Diplomacy>) {
    play.part += 1;
    retreats::disband_stuck(play);
    stop_or(play, after_retreats);
}

/// After those of spring come the moves of autumn; after those of autumn centres change hands, and
/// winter comes.
fn after_retreats(play: &mut PlayOf<'_, Diplomacy>) {
    play.part += 1;
    play.phase = Phase::Gate;
    if play.part == 3 {
        return;
    }
    adjustments::take_centres(play);
    if let Some((seat, centres)) = winner(play.tables.centres_to_win, play.state) {
        play.announce(Event::Won { seat, centres });
        play.phase = Phase::Over;
        return;
    }
    adjustments::disband_homeless(play);
    stop_or(play, after_adjustments);
}

/// After winter comes the next year, if there is one.
fn after_adjustments(play: &mut PlayOf<'_, Diplomacy>) {
    if play.turn == play.turns {
        play.phase = Phase::Over;
        return;
    }
    play.turn += 1;
    play.part = 1;
    play.phase = Phase::Gate;
}

/// Collects orders if anybody has something to decide; else goes on.
fn stop_or(play: &mut PlayOf<'_, Diplomacy>, go_on: fn(&mut PlayOf<'_, Diplomacy>)) {
    play.phase = Phase::Gate;
    if play.called(play.tables).is_empty() {
        go_on(play);
    }
}

/// Who has as many centres as it takes.
pub fn winner(wanted: u32, state: &State) -> Option<(Seat, u32)> {
    let counts = state.centres.iter();
    let mut counts = counts.map(|(seat, own)| (*seat, u32::try_from(own.len()).expect("few")));
    counts.find(|it| it.1 >= wanted)
}
