//! Setting up a game, and each round of it (1.1, 1.2 step 1).
//!
//! The order of draws is fixed (2.5). Of a game: planet deck, first dealer. Of a round: the four
//! prices, then the action deck, whose first cards go aside and whose others are dealt one by
//! one, the non-dealer first.

use super::super::data::{CardCode, Colour, PlanetCode, Tables, Tally};
use super::super::events::Event;
use super::super::state::{Pace, Phase, State};
use packetboat_core::prelude::*;

/// A new campaign, its first round set up. The first dealer is drawn by lot (R14).
pub fn game(tables: &Tables, founding: &Founding, cx: &mut Cx<'_, Event>) -> State {
    let table = founding.seats.clone();
    let mut deck: Vec<PlanetCode> = tables.planets.iter().map(|it| it.code).collect();
    cx.dice.shuffle(Bowl::Hidden, "planet deck", &mut deck);
    let dealer = table[cx.dice.one(Bowl::Open, "first dealer", 2) as usize - 1];
    let mut state = State {
        pace: Pace::of(founding.word("pace")).unwrap_or(Pace::Round),
        exchange_plays: founding.number("exchange_plays"),
        clinch: founding.switch("clinch"),
        collective_end: founding.number("collective_end"),
        round: 1,
        dealer,
        turn: dealer,
        prize: None,
        collective: deck.drain(..tables.collective_start as usize).collect(),
        deck,
        aside: Vec::new(),
        pile: Vec::new(),
        domes: Vec::new(),
        passed: None,
        after_pass: false,
        latest: None,
        plays_in_batch: 0,
        phase: Phase::SetUp,
        prices: Tally::default(),
        hands: none_of(&table),
        empires: none_of(&table),
        tokens: none_of(&table),
        table,
        outcome: None,
    };
    for (at, planet) in (1..).zip(state.collective.clone()) {
        cx.announce(Event::CollectiveFormed {
            planet,
            colour: tables.planet(planet).colour,
            collective: at,
        });
    }
    round(tables, &mut state, cx);
    state
}

/// Turns up the prize, rolls the prices, shuffles and deals; then the first gate of the round.
pub fn round(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let prize = state.deck.remove(0);
    state.prize = Some(prize);
    let prices = cx.dice.roll(Bowl::Open, "prices", 4, tables.sides);
    let prices = Colour::ALL.into_iter().zip(prices);
    state.prices = prices.map(|(colour, price)| Tally::of(colour, price)).sum();
    let mut deck: Vec<CardCode> = tables.actions.iter().map(|it| it.code).collect();
    cx.dice.shuffle(Bowl::Hidden, "action deck", &mut deck);
    let dealt = deck.split_off(tables.deal.aside as usize);
    state.aside = deck;
    state.pile = Vec::new();
    state.hands = none_of(&state.table);
    let leads = state.leads();
    let order = [leads, state.dealer];
    for (card, seat) in dealt.into_iter().zip(order.into_iter().cycle()) {
        state.hands.entry(seat).or_default().push(card);
    }
    state.turn = leads;
    state.passed = None;
    state.plays_in_batch = 0;
    // In every pace a hand is seen before it is played.
    state.phase = Phase::Gate;
    let prices = state.prices;
    cx.announce(Event::RoundSetUp {
        round: state.round,
        prize,
        colour: tables.planet(prize).colour,
        dealer: state.dealer,
        leads,
        red: prices.red,
        yellow: prices.yellow,
        green: prices.green,
        blue: prices.blue,
    });
    for seat in order {
        let cards = tables.listed(&state.hands[&seat]);
        cx.tell(Audience::one(seat), Event::Dealt { seat, cards });
    }
}

fn none_of<T: Default>(table: &[Seat]) -> BTreeMap<Seat, T> {
    table.iter().map(|it| (*it, T::default())).into_map()
}
