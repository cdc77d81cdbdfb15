//! The phases of a year, a file each, and which follows which.

pub mod adjustments;
pub mod movement;
pub mod retreats;

use super::orders::{Choice, Diplomacy};
use super::state::{Event, Phase, Stage, State};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// Plays the orders of a phase, and goes on to the next.
pub fn play(play: &mut PlayOf<'_, Diplomacy>, answers: &[Answer<Choice>]) {
    let stage = play.stage();
    match stage {
        Stage::Movement => movement::play(play, answers),
        Stage::Retreats => retreats::play(play, answers),
        Stage::Adjustments => adjustments::play(play, answers),
    }
    match stage {
        Stage::Movement => after_moves(play),
        Stage::Retreats => after_retreats(play),
        Stage::Adjustments => after_adjustments(play),
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
    let mut counts = state.centres.iter().map(|it| (*it.0, few(it.1)));
    counts.find(|it| it.1 >= wanted)
}
