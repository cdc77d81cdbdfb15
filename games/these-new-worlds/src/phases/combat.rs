//! Space combat over a prize with two domes (1.2 step 6).

use super::super::{data::Colour, events::Event, orders::Play};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// Rolls the four dice of each player and reports who takes the prize; `None`: the Collective.
///
/// If both have won as many dice (R10), none at all among them (R11), more planets of the prize's
/// colour decide, without Homeworld and prize (R26); as many of these: the Collective.
pub fn fight(play: &mut Play<'_>, prize: Colour) -> Option<Seat> {
    let winners = Colour::ALL.map(|it| die(play, it));
    let won = |seat| few(winners.iter().filter(|it| **it == Some(seat)));
    let Some(seat) = play.leader(won) else {
        let winner = play.leader(|it| play.tables.tally(&play.empires[&it]).get(prize));
        play.announce(Event::CombatTied {
            dice: won(play.dealer),
            colour: prize,
            winner,
        });
        return winner;
    };
    play.announce(Event::CombatWon {
        seat,
        dice: won(seat),
        against: won(play.other(seat)),
    });
    Some(seat)
}

/// One colour: the non-dealer's die is rolled and reported first (R17). Equal totals: nobody's.
fn die(play: &mut Play<'_>, colour: Colour) -> Option<Seat> {
    let (first, second) = (play.leads(), play.dealer);
    let why = format!("combat {colour}");
    let faces = play.cx.dice.roll(Bowl::Open, &why, 2, play.tables.sides);
    let die = |seat| faces[usize::from(seat != first)];
    let tokens = |seat| play.tokens[&seat].get(colour);
    let total = |seat| die(seat) + tokens(seat);
    let winner = play.leader(total);
    play.announce(Event::CombatDie {
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
