//! Space combat over a prize with two domes (1.2 step 6).

use super::super::TheseNewWorlds;
use super::super::data::{Colour, Tables};
use super::super::events::Event;
use super::super::state::State;
use crate::engine::dice::Bowl;
use crate::engine::rules::CxOf;
use crate::engine::seat::Seat;

type Cx<'a> = CxOf<'a, TheseNewWorlds>;

/// Rolls the four dice of each player and tells who takes the prize; `None`: the Collective.
pub fn fight(tables: &Tables, state: &State, prize: Colour, cx: &mut Cx<'_>) -> Option<Seat> {
    let (first, second) = (state.leads(), state.dealer);
    let mut won = [0u8; 2];
    for colour in Colour::ALL {
        match die(tables, state, colour, cx) {
            Some(seat) if seat == first => won[0] += 1,
            Some(_) => won[1] += 1,
            None => {}
        }
    }
    let [dice, against] = won;
    if dice == against {
        let winner = tie(tables, state, prize);
        cx.tell_all(Event::CombatTied {
            dice,
            colour: prize,
            winner,
        });
        return winner;
    }
    let (seat, dice, against) = match dice > against {
        true => (first, dice, against),
        false => (second, against, dice),
    };
    cx.tell_all(Event::CombatWon {
        seat,
        dice,
        against,
    });
    Some(seat)
}

/// One colour: the non-dealer's die is rolled and told first (R17). Equal totals: nobody's.
fn die(tables: &Tables, state: &State, colour: Colour, cx: &mut Cx<'_>) -> Option<Seat> {
    let (first, second) = (state.leads(), state.dealer);
    let why = format!("combat {colour}");
    let faces = cx.dice.roll(Bowl::Open, &why, 2, u32::from(tables.sides));
    let face = |at: usize| u8::try_from(faces[at]).expect("a die shows few points");
    let (first_die, second_die) = (face(0), face(1));
    let (first_tokens, second_tokens) = (
        state.purse(first).of(colour),
        state.purse(second).of(colour),
    );
    let first_total = first_die + first_tokens;
    let second_total = second_die + second_tokens;
    let winner = match first_total.cmp(&second_total) {
        std::cmp::Ordering::Greater => Some(first),
        std::cmp::Ordering::Less => Some(second),
        std::cmp::Ordering::Equal => None,
    };
    cx.tell_all(Event::CombatDie {
        colour,
        first,
        first_die,
        first_tokens,
        first_total,
        second,
        second_die,
        second_tokens,
        second_total,
        winner,
    });
    winner
}

/// As many dice each (R10, R11): more planets of the prize's colour, without Homeworld and prize
/// (R26); still equal: nobody.
fn tie(tables: &Tables, state: &State, prize: Colour) -> Option<Seat> {
    let owned = |seat| tables.tally(state.empire(seat)).of(prize);
    let (first, second) = (state.leads(), state.dealer);
    match owned(first).cmp(&owned(second)) {
        std::cmp::Ordering::Greater => Some(first),
        std::cmp::Ordering::Less => Some(second),
        std::cmp::Ordering::Equal => None,
    }
}
