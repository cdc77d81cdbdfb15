//! What happens in each phase of a turn of Skirmish.

use super::orders::{Choice, Take};
use super::state::{Event, Pace, Phase, Skirmish, State};
use packetboat_core::prelude::*;
use std::cmp::Ordering;

/// How often a tie for initiative is rolled again before table order decides: so that no dice
/// can hold a game up for ever.
const ROLLS_MAX: u32 = 20;

/// The order of play is rolled, highest first; those who tie roll again among themselves.
pub fn muster(state: &mut State, cx: &mut Cx<'_, Event>) {
    let mut order = Vec::new();
    break_ties(state.living(), &mut order, ROLLS_MAX, cx);
    cx.announce(Event::Order {
        turn: state.turn,
        seats: order.clone(),
    });
    state.order = order;
    state.acted = 0;
    state.phase = to_act(state.pace);
}

fn break_ties(tied: Vec<Seat>, order: &mut Vec<Seat>, rolls: u32, cx: &mut Cx<'_, Event>) {
    if tied.len() < 2 || rolls == 0 {
        order.extend(tied);
        return;
    }
    let rolled: Vec<(u32, Seat)> = tied
        .into_iter()
        .map(|seat| {
            let die = cx.dice.one(Bowl::Open, &format!("initiative of {seat}"), 6);
            cx.announce(Event::Rolled { seat, die });
            (die, seat)
        })
        .collect();
    for face in (1..=6).rev() {
        let same = rolled.iter().filter(|it| it.0 == face).map(|it| it.1);
        break_ties(same.collect(), order, rolls - 1, cx);
    }
}

fn to_act(pace: Pace) -> Phase {
    match pace {
        Pace::Round => Phase::Act,
        Pace::Seat => Phase::Call,
    }
}

/// The seat that acts has chosen.
pub fn act(
    rules: &Skirmish,
    state: &mut State,
    seat: Seat,
    choice: Choice,
    cx: &mut Cx<'_, Event>,
) {
    match choice {
        Choice::Attack { target } => {
            cx.announce(Event::Attacked {
                attacker: seat,
                target,
            });
            state.phase = Phase::React { target };
            return;
        }
        Choice::Rally { men } => {
            let band = state.band_mut(seat);
            band.reserves -= men;
            band.rallied += men;
            band.strength += men;
            cx.announce(Event::Rallied { seat, men });
        }
        Choice::Recruit { men } => {
            let band = state.band_mut(seat);
            band.points -= men;
            band.strength += men;
            cx.announce(Event::Recruited { seat, men });
        }
        Choice::Hold => cx.announce(Event::Held { seat }),
        Choice::Withdraw | Choice::Stand | Choice::Take { .. } => {
            unreachable!("{choice:?} is not an action")
        }
    }
    next(rules, state);
}

/// Everybody has reacted to the attack on `target`: it withdraws, or there is a fight.
pub fn react(
    rules: &Skirmish,
    state: &mut State,
    attacker: Seat,
    target: Seat,
    reaction: Choice,
    cx: &mut Cx<'_, Event>,
) {
    if reaction == Choice::Withdraw {
        cx.announce(Event::Withdrew { target });
        lose(state, target, 1, cx);
        state.band_mut(attacker).points += 1;
        next(rules, state);
        return;
    }
    let dice = cx.dice.roll(Bowl::Open, "attack", 2, 6);
    let other = cx.dice.roll(Bowl::Open, "defence", 2, 6);
    let force = |seat, dice: &[u32]| state.band(seat).strength + dice.iter().sum::<u32>();
    let (ours, theirs) = (force(attacker, &dice), force(target, &other));
    cx.announce(Event::Fought {
        attacker,
        dice,
        target,
        other,
    });
    let (winner, loser) = match ours.cmp(&theirs) {
        Ordering::Greater => (attacker, target),
        Ordering::Less => (target, attacker),
        Ordering::Equal => {
            next(rules, state);
            return;
        }
    };
    lose(state, loser, ours.abs_diff(theirs), cx);
    state.phase = match state.living().len() {
        // The last band in the field needs no question: the game ends with its points.
        0 | 1 => {
            take(rules, state, winner, Take::Points, cx);
            Phase::Over
        }
        _ => Phase::Spoils { winner },
    };
}

fn lose(state: &mut State, seat: Seat, men: u32, cx: &mut Cx<'_, Event>) {
    let band = state.band_mut(seat);
    let men = men.min(band.strength);
    band.strength -= men;
    cx.announce(Event::Lost { seat, men });
    if band.strength == 0 {
        cx.announce(Event::Broken { seat });
    }
}

/// The winner of a fight has said what to take.
pub fn spoils(rules: &Skirmish, state: &mut State, seat: Seat, how: Take, cx: &mut Cx<'_, Event>) {
    take(rules, state, seat, how, cx);
    next(rules, state);
}

fn take(rules: &Skirmish, state: &mut State, seat: Seat, how: Take, cx: &mut Cx<'_, Event>) {
    let (points, men) = match how {
        Take::Points => (rules.spoils_points, 0),
        Take::Men => (0, rules.spoils_men),
    };
    let band = state.band_mut(seat);
    band.points += points;
    band.strength += men;
    cx.announce(Event::Spoils { seat, points, men });
}

/// On to the next seat in the field, the next turn, or the end.
fn next(rules: &Skirmish, state: &mut State) {
    let bands = u32::try_from(state.order.len()).expect("few seats");
    if state.living().len() < 2 {
        state.phase = Phase::Over;
        return;
    }
    state.phase = to_act(state.pace);
    for acted in state.acted + 1..bands * rules.impulses {
        state.acted = acted;
        let acting = state.acting().expect("acted is within the order of play");
        if state.band(acting).strength > 0 {
            return;
        }
    }
    state.order.clear();
    state.acted = 0;
    if state.turn == state.turns {
        state.phase = Phase::Over;
        return;
    }
    state.turn += 1;
    state.phase = to_plot(state.pace);
}

/// How a turn begins.
pub fn to_plot(pace: Pace) -> Phase {
    match pace {
        Pace::Round => Phase::Plot,
        Pace::Seat => Phase::Muster,
    }
}
