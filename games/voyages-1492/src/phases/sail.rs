//! Moving: the own move, a Fair Wind, a current; and the monsters a ship comes upon (1.7, R18).

use super::super::events::{Event, Moved};
use super::super::{choice::Choice, facts::Play, state::Phase};
use super::{fight, turn};
use packetboat_kit::hex::Hex;

/// The ship moves or stays. After its own move it rolls, after the extra one of a Fair Wind it
/// acts.
pub fn sail(play: &mut Play<'_>, choice: &Choice, by: Moved) {
    let Choice::Sail { to, course } = choice else {
        unreachable!("a move is answered by one");
    };
    let mut then = Phase::Act;
    if by == Moved::Sails {
        play.turn.course.clone_from(course);
        then = Phase::Die;
    }
    let seat = play.active();
    let afloat = match *to {
        Some(hex) => enter(play, hex, by),
        None => {
            let hex = play.sea.ship(seat).hex;
            play.announce(Event::Stayed { seat, hex });
            true
        }
    };
    turn::go_on(play, afloat, then);
}

/// The ship whose turn it is enters a hex and fights what lives there, in the order in which the
/// monsters came; whether it is still afloat. Nothing else makes a ship fight a monster that is
/// there already (R18).
pub fn enter(play: &mut Play<'_>, hex: Hex, by: Moved) -> bool {
    let seat = play.active();
    let rivals = play.sea.rivals(seat).into_iter();
    let met = rivals.filter(|it| it.hex == hex);
    play.turn.met = met.map(|it| it.seat).collect();
    let ship = play.sea.ship_mut(seat);
    let from = std::mem::replace(&mut ship.hex, hex);
    play.announce(Event::Sailed {
        seat,
        from,
        to: hex,
        by,
    });
    let monsters: Vec<_> = play.sea.monsters_in(hex).map(|it| it.card).collect();
    monsters
        .into_iter()
        .all(|it| play.sea.winner.is_some() || fight::monster(play, it))
}
