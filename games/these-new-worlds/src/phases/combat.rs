//! Space combat over a prize with two domes (1.2 step 6).

use super::super::data::{Colour, Tables};
use super::super::events::Event;
use super::super::state::State;
use packetboat_core::prelude::*;

/// Rolls the four dice of each player and reports who takes the prize; `None`: the Collective.
///
/// If both have won as many dice (R10), none at all among them (R11), more planets of the prize's
/// colour decide, without Homeworld and prize (R26); as many of these: the Collective.
pub fn fight(
    tables: &Tables,
    state: &State,
    prize: Colour,
    cx: &mut Cx<'_, Event>,
) -> Option<Seat> {
    let winners = Colour::ALL.map(|it| die(tables, state, it, cx));
    let won = |seat| winners.iter().filter(|it| **it == Some(seat)).count();
    let count = |seat| u32::try_from(won(seat)).expect("four dice");
    let Some(seat) = state.leader(won) else {
        let winner = state.leader(|it| tables.tally(state.empire(it)).get(prize));
        cx.announce(Event::CombatTied {
            dice: count(state.dealer),
            colour: prize,
            winner,
        });
        return winner;
    };
    cx.announce(Event::CombatWon {
        seat,
        dice: count(seat),
        against: count(state.other(seat)),
    });
    Some(seat)
}

/// One colour: the non-dealer's die is rolled and reported first (R17). Equal totals: nobody's.
fn die(tables: &Tables, state: &State, colour: Colour, cx: &mut Cx<'_, Event>) -> Option<Seat> {
    let (first, second) = (state.leads(), state.dealer);
    let why = format!("combat {colour}");
    let faces = cx.dice.roll(Bowl::Open, &why, 2, tables.sides);
    let die = |seat| faces[usize::from(seat != first)];
    let tokens = |seat| state.purse(seat).get(colour);
    let total = |seat| die(seat) + tokens(seat);
    let winner = state.leader(total);
    cx.announce(Event::CombatDie {
        colour,
        first,
        first_die: die(first),
        first_tokens: tokens(first),
        first_total: total(first),
        second,
        second_die: die(second),
        second_tokens: tokens(second),
        second_total: total(second),
        winner,
    });
    winner
}
