//! Who takes the prize, clean-up, and the ends of the game (1.2 steps 5 and 7, R12, R13, R30).

use super::super::data::{Tables, Tally};
use super::super::events::{Decided, Event, GameEnd};
use super::super::orders::Play;
use super::super::state::{Phase, State};
use super::combat;
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, few};

/// Settles the prize, cleans up, and ends the game or goes on to the next round, which the other
/// player deals (R14).
pub fn settle(play: &mut Play<'_>) {
    let planet = play.prize.expect("a prize is there until it is settled");
    let colour = play.tables.planet(planet).colour;
    let winner = match play.domes[..] {
        [] => None,
        [only] => Some(only),
        _ => combat::fight(play, colour),
    };
    play.prize = None;
    match winner {
        Some(seat) => {
            play.empires.entry(seat).or_default().push(planet);
            play.latest = Some(seat);
            play.announce(Event::Colonised {
                seat,
                planet,
                colour,
            });
        }
        None => {
            play.collective.push(planet);
            let collective = few(&play.collective);
            play.announce(Event::JoinedCollective {
                planet,
                colour,
                collective,
            });
        }
    }
    let end = end(play.state);
    clean_up(play.state);
    match end {
        Some(reason) => finish(play, reason),
        None => {
            play.round += 1;
            play.dealer = play.leads();
            play.phase = Phase::SetUp;
        }
    }
}

/// Tokens and domes go back. The action cards stay where they are until they are shuffled for
/// the next round; cards left in hand are not shown (R31).
fn clean_up(state: &mut State) {
    state.tokens.values_mut().for_each(|it| *it = Tally::NONE);
    state.domes.clear();
    state.passed = None;
}

/// Whether the game ends now (R12). The Collective comes before anything else: if nobody ever
/// colonises, its fifth planet ends the game long before the deck runs out (R32).
fn end(state: &State) -> Option<GameEnd> {
    let left = state.deck.len();
    let collective = state.collective.len();
    let goal = state.collective_end as usize;
    if collective >= goal {
        return Some(GameEnd::Collective);
    }
    if left == 0 {
        return Some(GameEnd::Deck);
    }
    let [one, other] = [0, 1].map(|it| state.empires[&state.table[it]].len());
    let lead = one.abs_diff(other);
    (state.clinch && lead > left && collective + left < goal).then_some(GameEnd::Clinch)
}

/// Tells who has won. If the Collective has, both players are second and nobody is first (R30).
fn finish(play: &mut Play<'_>, reason: GameEnd) {
    let (winner, by) = winner(play.tables, play.state);
    let by = (reason != GameEnd::Collective).then_some(by);
    let table = play.table.iter();
    let mut outcome = Outcome::ranked(table.clone().map(|it| (*it, winner == Some(*it))));
    if reason == GameEnd::Collective {
        outcome.placings.values_mut().for_each(|it| *it = 2);
    }
    play.announce(Event::GameOver {
        reason,
        winner,
        by,
        placings: commas(table.map(|it| format!("{it} {}", outcome.placings[it]))),
    });
    play.outcome = Some(outcome);
    play.phase = Phase::Over;
}

/// What decides the game, unless the Collective has won: then nothing does (R13, R30).
pub fn measures(tables: &Tables, state: &State) -> Vec<Measure> {
    if end(state) == Some(GameEnd::Collective) {
        return Vec::new();
    }
    let seats = || state.table.iter().copied();
    let planets = seats().map(|it| (it, state.empires[&it].len()));
    let colours = seats().map(|it| (it, tables.tally(&state.empires[&it]).each().count()));
    let latest = seats().map(|it| (it, state.latest == Some(it)));
    vec![
        Measure::count("fewer planets", planets),
        Measure::count("fewer colours", colours),
        Measure::has("the other won the last planet", latest),
    ]
}

/// Most planets; then more colours; then the most recent planet (R13). Homeworlds are ignored
/// (R15).
fn winner(tables: &Tables, state: &State) -> (Option<Seat>, Decided) {
    let measures = measures(tables, state).into_iter();
    let by = [Decided::Planets, Decided::Colours, Decided::Latest];
    let mut found = measures.zip(by).filter_map(|(measure, by)| {
        let leader = state.leader(|it| measure.seats.get(&it).copied())?;
        Some((Some(leader), by))
    });
    found.next().unwrap_or((None, Decided::Nothing))
}
