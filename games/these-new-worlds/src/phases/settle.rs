//! Who takes the prize, clean-up, and the ends of the game (1.2 steps 5 and 7, R12, R13, R30).

use super::super::data::{Tables, Tally};
use super::super::events::{Decided, Event, GameEnd};
use super::super::orders::Play;
use super::super::state::{Phase, State};
use super::combat;
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, few};

/// Settles the prize, cleans up without showing what is left in hand (R31), and ends the game or
/// goes on to the next round, which the other player deals (R14).
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
    // Tokens and domes go back. The action cards stay where they are until they are shuffled for
    // the next round.
    play.tokens.values_mut().for_each(|it| *it = Tally::NONE);
    play.domes.clear();
    play.passed = None;
    match end {
        Some(reason) => finish(play, reason),
        None => {
            play.round += 1;
            play.dealer = play.leads();
            play.phase = Phase::SetUp;
        }
    }
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

/// Tells who has won: who has most planets; then more colours; then the most recent planet (R13).
/// Homeworlds are ignored (R15). If the Collective has, both players are second and nobody is first
/// (R30).
fn finish(play: &mut Play<'_>, reason: GameEnd) {
    let measures = measures(play.tables, play.state).into_iter();
    let by = [Decided::Planets, Decided::Colours, Decided::Latest];
    let mut decided = measures.zip(by).filter_map(|(measure, by)| {
        let leader = play.leader(|it| measure.seats.get(&it).copied())?;
        Some((leader, by))
    });
    let (winner, by) = decided.next().unzip();
    let collective = reason == GameEnd::Collective;
    let table = play.table.iter();
    let mut outcome = Outcome::ranked(table.clone().map(|it| (*it, winner == Some(*it))));
    if collective {
        outcome.placings.values_mut().for_each(|it| *it = 2);
    }
    play.announce(Event::GameOver {
        reason,
        winner,
        by: (!collective).then(|| by.unwrap_or(Decided::Nothing)),
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
