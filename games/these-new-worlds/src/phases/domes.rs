//! Placing domes: after each own action (R7, R22), and at the end of the card phase (R29).

use super::super::events::{Event, PhaseEnd};
use super::super::{orders::Play, reckon::Pair, state::Phase};
use super::cards;

/// The seat asked pays this pair and places its dome, or does not; then the game goes on. At the
/// end of the card phase the non-dealer is asked once more if the dealer has just placed (R29).
pub fn answer(play: &mut Play<'_>, pair: Option<Pair>) {
    if let Some(pair) = pair {
        place(play, pair);
    }
    match play.phase {
        Phase::Dome => cards::next_turn(play),
        Phase::LastDome => cards::end(play, PhaseEnd::TwoPasses),
        Phase::Closing1 => play.close(Phase::Closing2),
        Phase::Closing2 if pair.is_some() => play.close(Phase::Closing3),
        Phase::Closing2 | Phase::Closing3 => play.phase = Phase::Settle,
        Phase::SetUp | Phase::Gate | Phase::Card | Phase::Settle | Phase::Over => {
            unreachable!("no dome is asked for in phase {:?}", play.phase)
        }
    }
}

/// Takes the tokens of the pair and notes the dome. Nothing gives them back, whoever takes the
/// planet (R9). The dome stays; a later Raid finds only the tokens that are left (R24).
fn place(play: &mut Play<'_>, pair: Pair) {
    let seat = play.dome_asked().expect("a seat was asked");
    let (Pair { first, second }, prices) = (pair, play.prices);
    // R8: exactly the numbers shown, in tokens of their colours.
    *play.purse_mut(seat) -= pair.of(&prices);
    play.domes.push(seat);
    play.announce(Event::DomePlaced {
        seat,
        first,
        second,
        paid_first: prices.get(first),
        paid_second: prices.get(second),
    });
}
