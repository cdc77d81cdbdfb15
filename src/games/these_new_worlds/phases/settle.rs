//! Who takes the prize, clean-up, and the ends of the game (1.2 steps 5 and 7, R12, R13, R30).

use super::super::TheseNewWorlds;
use super::super::data::{Tables, Tally};
use super::super::events::{Decided, Event, GameEnd};
use super::super::state::{Phase, State};
use super::combat;
use crate::engine::rules::{CxOf, Outcome};
use crate::engine::seat::Seat;
use std::cmp::Ordering;
use std::collections::BTreeMap;

type Cx<'a> = CxOf<'a, TheseNewWorlds>;

/// Settles the prize, cleans up, and ends the game or goes on to the next round.
pub fn settle(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let planet = state.prize.expect("a prize is there until it is settled");
    let colour = tables.planet(planet).colour;
    let winner = match state.domes[..] {
        [] => None,
        [only] => Some(only),
        _ => combat::fight(tables, state, colour, cx),
    };
    state.prize = None;
    match winner {
        Some(seat) => {
            state.empires.entry(seat).or_default().push(planet);
            state.latest = Some(seat);
            cx.tell_all(Event::Colonised {
                seat,
                planet,
                colour,
            });
        }
        None => {
            state.collective.push(planet);
            let collective = count(state.collective.len());
            cx.tell_all(Event::JoinedCollective {
                planet,
                colour,
                collective,
            });
        }
    }
    let end = end(state);
    clean_up(state);
    match end {
        Some(reason) => finish(tables, state, reason, cx),
        None => {
            state.round += 1;
            state.dealer = state.leads();
            state.phase = Phase::SetUp;
        }
    }
}

/// Tokens and domes go back. The action cards stay where they are until they are shuffled for
/// the next round; cards left in hand are not shown (R31).
fn clean_up(state: &mut State) {
    for purse in state.tokens.values_mut() {
        *purse = Tally::default();
    }
    state.domes.clear();
    state.passed = None;
}

/// Whether the game ends now (R12). The Collective comes before anything else.
fn end(state: &State) -> Option<GameEnd> {
    let left = state.deck.len();
    let collective = state.collective.len();
    let goal = usize::from(state.collective_end);
    if collective >= goal {
        return Some(GameEnd::Collective);
    }
    if left == 0 {
        return Some(GameEnd::Deck);
    }
    let [one, other] = [0, 1].map(|it| state.empire(state.table[it]).len());
    let lead = one.abs_diff(other);
    (state.clinch && lead > left && collective + left < goal).then_some(GameEnd::Clinch)
}

fn finish(tables: &Tables, state: &mut State, reason: GameEnd, cx: &mut Cx<'_>) {
    let (winner, by) = match reason {
        GameEnd::Collective => (None, None),
        GameEnd::Deck | GameEnd::Clinch => {
            let (winner, by) = winner(tables, state);
            (winner, Some(by))
        }
    };
    let place = |seat: Seat| match (winner, by) {
        // R30: nobody has place 1 when the Collective wins.
        (_, None) => 2,
        (Some(winner), Some(_)) => 1 + u8::from(seat != winner),
        (None, Some(_)) => 1,
    };
    let placings: BTreeMap<Seat, u8> = state.table.iter().map(|it| (*it, place(*it))).collect();
    let words: Vec<String> = state
        .table
        .iter()
        .map(|it| format!("{it} {}", placings[it]))
        .collect();
    cx.tell_all(Event::GameOver {
        reason,
        winner,
        by,
        placings: words.join(", "),
    });
    state.outcome = Some(Outcome { placings });
    state.phase = Phase::Over;
}

/// Most planets; then more colours; then the most recent planet (R13). Homeworlds are ignored
/// (R15).
fn winner(tables: &Tables, state: &State) -> (Option<Seat>, Decided) {
    let [one, other] = [state.table[0], state.table[1]];
    let colours = |seat| tables.tally(state.empire(seat)).colours();
    let planets = state.empire(one).len().cmp(&state.empire(other).len());
    if let Some(seat) = leader(planets, one, other) {
        return (Some(seat), Decided::Planets);
    }
    if let Some(seat) = leader(colours(one).cmp(&colours(other)), one, other) {
        return (Some(seat), Decided::Colours);
    }
    match state.latest {
        Some(seat) => (Some(seat), Decided::Latest),
        None => (None, Decided::Nothing),
    }
}

fn leader(order: Ordering, one: Seat, other: Seat) -> Option<Seat> {
    match order {
        Ordering::Greater => Some(one),
        Ordering::Less => Some(other),
        Ordering::Equal => None,
    }
}

fn count(number: usize) -> u8 {
    u8::try_from(number).expect("planets are few")
}
