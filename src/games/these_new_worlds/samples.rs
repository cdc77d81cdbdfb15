//! One event of every kind, for the test of the templates.

use super::data::{Colour, Family, Kind, Tables};
use super::events::{Decided, Event, GameEnd, PhaseEnd};
use super::reckon::How;
use crate::engine::seat::Seat;

/// One of every kind, and both shapes of those with an absent winner.
pub fn samples(tables: &Tables) -> Vec<Event> {
    let [north, south] = [0, 1].map(|it: usize| tables.titles[it].0);
    let planet = tables.planets[0].code;
    let colour = tables.planets[0].colour;
    let mut events = vec![
        Event::CollectiveFormed {
            planet,
            colour,
            collective: 1,
        },
        Event::Colonised {
            seat: north,
            planet,
            colour,
        },
        Event::JoinedCollective {
            planet,
            colour,
            collective: 3,
        },
        Event::CombatWon {
            seat: south,
            dice: 2,
            against: 1,
        },
    ];
    for winner in [Some(north), None] {
        events.push(combat_die(north, south, winner));
        events.push(Event::CombatTied {
            dice: 2,
            colour,
            winner,
        });
    }
    events.extend(beginnings(tables, north, south));
    events.extend(plays(tables, north, south));
    events.extend(endings(north));
    events
}

fn beginnings(tables: &Tables, north: Seat, south: Seat) -> Vec<Event> {
    vec![
        Event::RoundSetUp {
            round: 1,
            prize: tables.planets[2].code,
            colour: tables.planets[2].colour,
            dealer: south,
            leads: north,
            red: 2,
            yellow: 5,
            green: 3,
            blue: 1,
        },
        Event::Dealt {
            seat: north,
            cards: "Y2 G3 G6 B7 Y10 G13 R16 WC".to_owned(),
        },
    ]
}

fn plays(tables: &Tables, north: Seat, south: Seat) -> Vec<Event> {
    let mut events: Vec<Event> = tables
        .actions
        .iter()
        .map(|it| Event::Played {
            seat: north,
            card: it.code,
            colour: it.colour().unwrap_or(Colour::Blue),
            gain: it.pv % 3,
            how: match it.kind {
                Kind::Wild(_) => How::Wild,
                Kind::Coloured { family, .. } => match family {
                    Family::Chain | Family::Scout => How::Special,
                    Family::Levy | Family::Surge => How::Ladder,
                },
            },
            top: it.pv,
        })
        .collect();
    events.push(Event::Raided {
        seat: north,
        from: south,
        colour: Colour::Red,
        taken: 2,
    });
    events.push(Event::Passed { seat: south });
    events.push(Event::DomePlaced {
        seat: north,
        first: Colour::Red,
        second: Colour::Blue,
        paid_first: 2,
        paid_second: 1,
    });
    for why in [PhaseEnd::AllPlayed, PhaseEnd::TwoPasses] {
        events.push(Event::PhaseEnded { why, played: 15 });
    }
    events
}

fn combat_die(north: Seat, south: Seat, winner: Option<Seat>) -> Event {
    Event::CombatDie {
        colour: Colour::Yellow,
        first: north,
        first_die: 4,
        first_tokens: 3,
        first_total: 7,
        second: south,
        second_die: 2,
        second_tokens: 4,
        second_total: 6,
        winner,
    }
}

fn endings(north: Seat) -> Vec<Event> {
    let over = |reason, winner, by| Event::GameOver {
        reason,
        winner,
        by,
        placings: "north 1, south 2".to_owned(),
    };
    vec![
        over(GameEnd::Collective, None, None),
        over(GameEnd::Deck, Some(north), Some(Decided::Colours)),
        over(GameEnd::Deck, Some(north), Some(Decided::Latest)),
        over(GameEnd::Deck, None, Some(Decided::Nothing)),
        over(GameEnd::Clinch, Some(north), Some(Decided::Planets)),
    ]
}
